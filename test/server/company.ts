/**
 * A company's workspace on disk, with an editor. The editor's server reads the library from a file, or through the
 * client as in VS Code.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ResponseError } from "vscode-languageserver/node";
import type {
  CancellationToken,
  ClientCapabilities,
  Location,
  Position,
  ProtocolConnection,
} from "vscode-languageserver/node";
import type { Api } from "../../api/index.ts";
import { answerCall } from "../../client/calls/callModel.ts";
import type { CallParams, CatalogIdentity } from "../../server/protocol.ts";
import { service, text } from "../catalog/service.ts";
import type { Service, ServiceText } from "../catalog/service.ts";
import { capable, startEditor } from "./editor.ts";
import type { Editor } from "./editor.ts";

export interface Company extends AsyncDisposable {
  readonly editor: Editor;
  readonly from: Service;
  /** Returns the URI of a file. */
  uri(name: string): string;
  write(files: Readonly<Record<string, string>>): Promise<void>;
  /** Resolves with the content of a file or library text as it is stored, not as it is in the editor. */
  read(uri: string): Promise<string>;
  open(name: string): Promise<void>;
  /** Formats the places for people: `file: before⟦place⟧behind` for each. */
  show(places: readonly Location[] | null): Promise<readonly string[]>;
  /** Resolves with the position that the first `|` in the words marks. The file contains the words without the `|`. */
  at(name: string, words: string): Promise<Position>;
}

/**
 * Library texts. `letter` (t1) includes `greeting` (t2) by its code, `note` (t3) includes it in short form, and
 * `greeting` mentions data and an input.
 */
export const letters: readonly ServiceText[] = [
  text(1, {
    code: "letter",
    contentType: 2,
    translations: {
      en: { content: "<p>[[ LIB : hr : greeting ]]</p>" },
      sv: { content: "<p>Hej</p>\n<p>[[ LIB : HR : greeting ]]</p>", source: 1 },
    },
  }),
  text(2, {
    code: "greeting",
    translations: {
      en: { content: 'Dear "[[ customer.name ]]", [[ INPUT : days ]]' },
      sv: { content: "Hej [[ customer.name ]]" },
      de: { content: "Guten Tag [[ INPUT : days ]]" },
    },
  }),
  text(3, { code: "note", translations: { en: { content: "[[ LIB : greeting ]]" } } }),
];

export interface CompanyOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly texts?: readonly ServiceText[];
  readonly library: "file" | "client";
  readonly capabilities?: ClientCapabilities;
  readonly prepare?: (connection: ProtocolConnection) => void;
}

export async function startCompany({
  files = {},
  texts = letters,
  library,
  capabilities = capable,
  prepare,
}: CompanyOptions): Promise<Company> {
  const folder = await mkdtemp(join(tmpdir(), "company-"));
  const root = join(folder, "workspace");
  await mkdir(root);
  const uri = (name: string): string => (name.includes(":") ? name : pathToFileURL(join(root, name)).href);
  const write: Company["write"] = async (changed) => {
    for (const [name, content] of Object.entries(changed)) {
      await mkdir(dirname(join(root, name)), { recursive: true });
      await writeFile(join(root, name), content);
    }
  };
  await write(files);
  const from = service(texts);
  const catalogFile = join(folder, "catalog.json");
  const folders = await from.call("textlibrary.folders.list", {}, {});
  await writeFile(catalogFile, JSON.stringify({ folders, texts, dataTable: { customer: { name: "Ada" } } }));
  const identity: CatalogIdentity = {
    name: "test",
    owner: "whose",
    authUrl: "https://auth.example",
    formsApiUrl: "https://forms.example",
    clientId: "one",
    folder,
  };
  const editor = await startEditor({
    initializationOptions: { catalog: library === "file" ? { file: catalogFile } : { client: identity } },
    capabilities,
    folders: [{ uri: pathToFileURL(root).href, name: "workspace" }],
    prepare(connection) {
      connection.onRequest("smartform/call", async (params: CallParams, token: CancellationToken) => {
        const cancelled = new AbortController();
        token.onCancellationRequested(() => cancelled.abort());
        const result = await answerCall(params, () => Promise.resolve({ call: from.call as Api["call"] }), {
          signal: cancelled.signal,
        });
        return "answer" in result ? result.answer : new ResponseError(-32001, result.message, result.failure);
      });
      connection.onRequest("window/workDoneProgress/create", () => null);
      connection.onRequest("client/registerCapability", () => null);
      prepare?.(connection);
    },
  });
  if (library === "client") await editor.connection.sendRequest("smartform/refresh", {});
  else {
    await editor.open("untitled:probe", "[[ LIB : hr : none ]]");
    await editor.findings("untitled:probe", ["unknown-text"]);
    await editor.connection.sendNotification("textDocument/didClose", { textDocument: { uri: "untitled:probe" } });
  }

  async function read(address: string): Promise<string> {
    if (!address.startsWith("textlib:")) return readFile(fileURLToPath(address), "utf8");
    const [, language = "", id = ""] = /\.(\w+)\.sft(?:\.html)?\?(.+)$/.exec(decodeURIComponent(address)) ?? [];
    return from.texts.get(id)?.translations?.[language]?.content ?? "";
  }
  return {
    editor,
    from,
    uri,
    write,
    read,
    open: async (name) =>
      editor.open(uri(name), await read(uri(name)), name.endsWith(".html") ? "smartform-html" : "smartform-text"),
    async show(places) {
      return Promise.all(
        (places ?? []).map(async (place) => {
          const line = (await read(place.uri)).split(/\r\n|\n/)[place.range.start.line] ?? "";
          const { start, end } = place.range;
          const shown = `${line.slice(Math.max(0, start.character - 12), start.character)}⟦${line.slice(start.character, end.character)}⟧${line.slice(end.character, end.character + 12)}`;
          return `${decodeURIComponent(place.uri)
            .replace(`${uri("")}/`, "")
            .replace(`${pathToFileURL(folder).href}/`, "")}: ${shown}`;
        }),
      );
    },
    async at(name, words) {
      const content = await read(uri(name));
      const offset = content.indexOf(words.replace("|", "")) + words.indexOf("|");
      const before = content.slice(0, offset).split("\n");
      return { line: before.length - 1, character: before.at(-1)!.length };
    },
    async [Symbol.asyncDispose]() {
      await editor[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}
