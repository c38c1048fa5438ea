/**
 * An editor that sends requests about hostile files to the real language server. Each kind of file has a folder, in
 * which a document is open next to the file. A request file is itself opened.
 */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { linesOf, positionAt, toLspRange } from "../../../server/places/lines.ts";
import { capable, startEditor } from "../../server/editor.ts";
import { kinds } from "./inputs.ts";
import type { Input } from "./inputs.ts";

export interface Asking {
  readonly content: string;
  /** A number that chooses the position of the request. */
  readonly at: number;
  /** Called after each answer with the name of the request; called with null after the editor's own work. */
  readonly looked: (asked: string | null) => void;
}

/**
 * The largest number of characters of a small file. For a small file, only the diagnostics and one other request are
 * made; for a larger file, all requests.
 */
const small = 2000;

export interface Desk extends AsyncDisposable {
  /** Makes requests about the document next to the file, or about the file itself if it is a document. */
  askAll(kind: Input["kind"], file: string, options: Asking): Promise<void>;
}

export const text =
  "[[ a ]] [[ customer.name ]] [[ __proto__.x ]] [[ a.a.a.a ]] [[ nmae ]] [[  ]] " +
  "[[ INPUT : x | source=a | default=$customer.nmae ]] [[ LIB : legal : footer ]] name [[ n1 ]] [[x]] [[ LIBB : a ]] [[ a.";

/** Opens a desk in this folder. */
export async function openDesk(root: string): Promise<Desk> {
  for (const name of kinds) {
    mkdirSync(join(root, name), { recursive: true });
    writeFileSync(join(root, name, "a.sft"), text);
  }
  writeFileSync(join(root, "sample/smartform.json"), '{"files":[{"include":"**","data":"data.json"}]}');
  writeFileSync(join(root, "baseline/smartform.json"), '{"baseline":"known.json"}');
  const failures: string[] = [];
  const editor = await startEditor({
    folders: [{ uri: pathToFileURL(root).href, name: "one" }],
    capabilities: {
      textDocument: { ...capable.textDocument, diagnostic: {} },
      workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ["create"] } },
    },
    prepare(connection) {
      // Ignores messages to the person, which report problems of the file. Log lines report failures of the server.
      connection.onNotification("window/showMessage", () => undefined);
      connection.onNotification("window/logMessage", ({ message }: { readonly message: string }) => {
        failures.push(message);
      });
    },
  });
  const notify = (method: string, params: object): Promise<void> => editor.connection.sendNotification(method, params);
  const uriOf = (path: string): string => pathToFileURL(path).href;
  for (const name of kinds) if (name !== "request") await editor.open(uriOf(join(root, name, "a.sft")), text);
  return {
    async askAll(kind, file, { content, at, looked }) {
      const uri = uriOf(kind === "request" ? file : join(root, kind, "a.sft"));
      const asked = kind === "request" ? content : text;
      const all = questions(asked, at).filter(
        (_, index) => index === 0 || content.length > small || index === 1 + (at % 4),
      );
      looked("nothing");
      if (kind === "request") await editor.open(uri, asked);
      else await notify("workspace/didChangeWatchedFiles", { changes: [{ uri: uriOf(file), type: 2 }] });
      looked(null);
      for (const [method, more] of all) {
        await editor.request<unknown>(method, uri, more);
        looked(method);
      }
      if (kind === "request") await notify("textDocument/didClose", { textDocument: { uri } });
      assert.deepEqual(failures.splice(0), []);
    },
    [Symbol.asyncDispose]: () => editor[Symbol.asyncDispose](),
  };
}

function questions(asked: string, at: number): readonly (readonly [method: string, more: object])[] {
  const lines = linesOf(asked);
  const position = positionAt(lines, at % (asked.length + 1));
  const range = toLspRange(lines, { start: 0, end: asked.length });
  const context = { diagnostics: [] };
  return [
    ["textDocument/diagnostic", {}],
    ["textDocument/codeAction", { range, context }],
    ["textDocument/codeAction", { range: { start: position, end: position }, context }],
    ["textDocument/hover", { position }],
    ["textDocument/completion", { position }],
  ];
}
