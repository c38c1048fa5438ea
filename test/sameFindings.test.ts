/**
 * A text has the same findings everywhere: from a server in memory, from a server over stdio, and from
 * `smartform check`.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";
import type {
  ClientCapabilities,
  CodeAction,
  Diagnostic,
  DocumentDiagnosticReport,
  ProtocolConnection,
  WorkspaceDiagnosticReport,
} from "vscode-languageserver/node";
import type { CatalogFile } from "../api/index.ts";
import type { ReportedFinding } from "../cli/report.ts";
import { fileCatalog } from "../catalog/index.ts";
import { folderById, textPath } from "../language/index.ts";
import { run } from "./cli/run.ts";
import { startEditor } from "./server/editor.ts";
import { serverCommand } from "./programs.ts";

const severities = ["", "error", "warning", "info", "hint"];
const real = "../shared/data/real-library.json";

/** Returns a generator of numbers (mulberry32): a seed gives the same numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below);
  };
}

/**
 * Returns a library of texts in many states: whole and broken placeholders of every kind, in every type of content, and
 * missing languages.
 */
function generated(count: number, seed: number): object {
  const pick = numbers(seed);
  const one = <T>(values: readonly T[]): T => values[pick(values.length)]!;
  const word = (): string =>
    one([
      "name",
      "customer.name",
      "text1",
      "text7",
      "text400",
      "Text7",
      "hr",
      "legal",
      "HR",
      "Human resources",
      "a b",
      "",
      "é😀",
      "customer",
      "empty",
      "order.total",
    ]);
  const gap = (): string => one(["", " ", " ", " ", "  ", "\n", "&nbsp;"]);
  const inside = (): string =>
    one([
      () => word(),
      () => `LIB${gap()}:${gap()}${word()}${gap()}:${gap()}${word()}`,
      () => `LIB : ${word()}`,
      () => `lib : hr : text${pick(count)}`,
      () => `LIBB : hr : ${word()}`,
      () => `LIB : ${one(["hr", "legal", "hr.sub"])} : text${pick(count)}`,
      () => `INPUT : ${word()} | type=${one(["date", "select", "nope"])} | default=$${word()}`,
      () => `INPUT : ${word()}`,
      () => `<b>${word()}</b>`,
      () => `[[ ${word()} ]]`,
      () => `LIB : hr : text1 : more : parts`,
    ])();
  const placeholder = (): string =>
    `${one(["[[", "[[", "[[", "[[", "[", "[[["])}${one([" ", " ", " ", ""])}${inside()}${one([" ", " ", " ", ""])}${one(["]]", "]]", "]]", "]]", "]", "", "]]]"])}`;
  const content = (): string =>
    Array.from(
      { length: pick(5) },
      () => `${one(["Dear ", "😀 ", "<p>", "</p>", "\r\n", "Line\n", '<a href="javascript:x">', ""])}${placeholder()}`,
    ).join(" ");
  return {
    folders: [
      { id: "f1", name: "Human resources", code: "hr", isDefault: true },
      { id: "f2", name: "Legal", code: "legal" },
      { id: "f3", name: "Sub", code: "hr.sub", parentFolderId: "f1" },
      { id: "f4", name: "No code" },
    ],
    texts: Array.from({ length: count }, (_, index) => ({
      id: `t${index}`,
      folderId: one(["f1", "f1", "f2", "f3", "f4"]),
      code: `text${index}`,
      name: `Text ${index}`,
      contentType: one([0, 1, 2] as const),
      defaultLanguage: one(["en", "en", "sv"]),
      translations: Object.fromEntries(
        one([["en"], ["en", "sv"], ["sv", "de"], ["en", "sv", "de"]]).map((language) => [
          language,
          { content: content(), ...(pick(4) === 0 ? { source: 1 as const } : {}) },
        ]),
      ),
    })),
    smartforms: [
      { id: "s1", name: "Order", textLibraryFolder: "hr", fields: [{ id: "a", name: "text1", type: "text" }] },
    ],
    dataTable: { name: "Ada", customer: { name: "Ada" }, empty: "" },
  };
}

/** The part of a finding that all programs report. */
interface Said {
  readonly code: string;
  readonly severity: string;
  readonly range: string;
  readonly message: string;
  readonly fixes: readonly string[];
}
type Findings = Readonly<Record<string, readonly Said[]>>;

/** Returns the findings by file, each list sorted. Leaves out files without findings. */
function sorted(all: ReadonlyMap<string, readonly Said[]>): Findings {
  return Object.fromEntries(
    [...all]
      .filter(([, said]) => said.length > 0)
      .map(([file, said]) => [file, said.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function fromDiagnostic(
  { range: { start, end }, code, severity, message }: Diagnostic,
  fixes: readonly string[],
): Said {
  return {
    code: String(code),
    severity: severities[severity ?? 0]!,
    range: `${start.line + 1}:${start.character + 1}-${end.line + 1}:${end.character + 1}`,
    message: String(message),
    fixes,
  };
}

async function fromCheck(args: readonly string[], cwd: string): Promise<Findings> {
  const { stdout, stderr } = await run(["check", ...args, "--catalog", "catalog.json", "--format", "json"], { cwd });
  assert.equal(stderr, "");
  const { findings } = JSON.parse(stdout) as { readonly findings: readonly ReportedFinding[] };
  const said = findings.map(
    ({ file, line, column, endLine, endColumn, ...rest }) =>
      [
        file,
        {
          code: rest.code,
          severity: rest.severity,
          range: `${line}:${column}-${endLine}:${endColumn}`,
          message: rest.message,
          fixes: rest.fixes,
        },
      ] as const,
  );
  return sorted(
    new Map(
      [...Map.groupBy(said, ([file]) => file)].map(([file, each]) => [file, each.map(([, one]) => one)] as const),
    ),
  );
}

/** Resolves with the quick fixes of the whole document, in one request: a library has thousands of findings. */
async function fixesIn(connection: ProtocolConnection, uri: string): Promise<readonly CodeAction[]> {
  const end = { line: 2 ** 31 - 1, character: 0 };
  const actions = await connection.sendRequest<readonly CodeAction[] | null>("textDocument/codeAction", {
    textDocument: { uri },
    range: { start: { line: 0, character: 0 }, end },
    context: { diagnostics: [], only: ["quickfix"] },
  });
  return actions ?? [];
}

/** Returns the titles of a finding's fixes, but only of the fixes that edit the document itself. */
function fixesOf(actions: readonly CodeAction[], uri: string, diagnostic: Diagnostic): readonly string[] {
  const same = (other: Diagnostic | undefined): boolean =>
    other !== undefined &&
    other.code === diagnostic.code &&
    other.message === diagnostic.message &&
    JSON.stringify(other.range) === JSON.stringify(diagnostic.range);
  return actions
    .filter(({ diagnostics, edit }) => same(diagnostics?.[0]) && edit?.changes?.[uri] !== undefined)
    .map(({ title }) => title);
}

interface Server extends AsyncDisposable {
  readonly connection: ProtocolConnection;
}

const pulling: ClientCapabilities = {
  textDocument: { diagnostic: {}, publishDiagnostics: { relatedInformation: true } },
};

function inMemory(folder: string): Promise<Server> {
  return startEditor({
    capabilities: pulling,
    folders: [{ uri: pathToFileURL(folder).href, name: "one" }],
    initializationOptions: { catalog: { file: join(folder, "catalog.json") } },
  });
}

async function overStdio(folder: string): Promise<Server> {
  const program = spawn(process.execPath, serverCommand, { stdio: ["pipe", "pipe", "inherit"] });
  const connection = createProtocolConnection(
    new StreamMessageReader(program.stdout),
    new StreamMessageWriter(program.stdin),
  );
  connection.listen();
  await connection.sendRequest("initialize", {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    capabilities: pulling,
    initializationOptions: { catalog: { file: join(folder, "catalog.json") } },
  });
  await connection.sendNotification("initialized", {});
  return {
    connection,
    [Symbol.asyncDispose]: async () => {
      connection.dispose();
      program.kill("SIGKILL");
    },
  };
}

const pull = async (connection: ProtocolConnection, uri: string): Promise<readonly Diagnostic[]> => {
  const report = await connection.sendRequest<DocumentDiagnosticReport>("textDocument/diagnostic", {
    textDocument: { uri },
  });
  return report.kind === "full" ? report.items : [];
};

/** Waits until the catalog is read: only then can anything be reported as missing. */
async function loaded({ connection }: Server): Promise<void> {
  const uri = "untitled:probe.sft";
  await connection.sendNotification("textDocument/didOpen", {
    textDocument: { uri, languageId: "smartform-text", version: 1, text: "[[ LIB : none.such : none ]]" },
  });
  while ((await pull(connection, uri)).length === 0) await new Promise((resolve) => void setImmediate(resolve));
  await connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
}

/** Opens every file, and requests its findings and their fixes. */
async function fromServer(
  server: Server,
  folder: string,
  files: readonly string[],
  options: { readonly isLibrary: boolean },
): Promise<Findings> {
  const { connection } = server;
  const all = new Map<string, readonly Said[]>();
  for (const [file, { uri, text }] of await readAll(folder, files, options)) {
    const languageId = uri.split("?")[0]!.endsWith(".html") ? "smartform-html" : "smartform-text";
    await connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId, version: 1, text } });
    const diagnostics = await pull(connection, uri);
    const actions = diagnostics.length === 0 ? [] : await fixesIn(connection, uri);
    all.set(
      file,
      diagnostics.map((diagnostic) => fromDiagnostic(diagnostic, fixesOf(actions, uri, diagnostic))),
    );
    await connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
  }
  return sorted(all);
}

async function readAll(
  folder: string,
  files: readonly string[],
  { isLibrary }: { readonly isLibrary: boolean },
): Promise<ReadonlyMap<string, { readonly uri: string; readonly text: string }>> {
  if (!isLibrary)
    return new Map(
      files.map((file) => [
        file,
        { uri: pathToFileURL(join(folder, file)).href, text: readFileSync(join(folder, file), "utf8") },
      ]),
    );
  return new Map(
    textsOf(folder).map(({ path, id, content }) => [
      `textlib:${path}`,
      { uri: `textlib://one${path.split("/").map(encodeURIComponent).join("/")}?${id}`, text: content },
    ]),
  );
}

function textsOf(folder: string): readonly { readonly path: string; readonly id: string; readonly content: string }[] {
  const catalog = fileCatalog(JSON.parse(readFileSync(join(folder, "catalog.json"), "utf8")) as CatalogFile);
  const texts = catalog.search("", { limit: Number.MAX_SAFE_INTEGER });
  return (texts.state === "known" ? texts.value : []).flatMap((text) => {
    const home = folderById(catalog, text.folderId);
    return (text.languages.state === "known" ? text.languages.value : []).flatMap((language) => {
      const translation = catalog.translation(text.id, language);
      return home.state === "known" && translation.state === "known"
        ? [{ path: textPath(home.value, text, language), id: text.id, content: translation.value.content }]
        : [];
    });
  });
}

/** Returns the findings of every file, without their fixes. Opens no file. */
async function fromWorkspace({ connection }: Server, folder: string): Promise<Findings> {
  const { items } = await connection.sendRequest<WorkspaceDiagnosticReport>("workspace/diagnostic", {
    previousResultIds: [],
  });
  return sorted(
    new Map(
      items.map((report) => [
        decodeURIComponent(report.uri.slice(pathToFileURL(folder).href.length + 1)),
        report.kind === "full" ? report.items.map((each) => fromDiagnostic(each, [])) : [],
      ]),
    ),
  );
}

async function fromLibraryCheck({ connection }: Server): Promise<Findings> {
  const told = new Map<string, readonly Said[]>();
  connection.onNotification(
    "smartform/libraryFindings",
    ({
      texts,
    }: {
      readonly texts: readonly { readonly uri: string; readonly diagnostics: readonly Diagnostic[] }[];
    }) => {
      for (const { uri, diagnostics } of texts)
        told.set(
          uri,
          diagnostics.map((each) => fromDiagnostic(each, [])),
        );
    },
  );
  await connection.sendRequest("smartform/checkLibrary", {});
  return sorted(told);
}

/** Writes the request files of the fixtures, and one of the files that they name. */
async function writeRequests(folder: string): Promise<void> {
  const fixtures = join(import.meta.dirname, "language/findings");
  await mkdir(join(folder, "requests"));
  await writeFile(join(folder, "requests/contract.pdf"), "%PDF-1.4");
  for (const name of (await readdir(fixtures)).filter((file) => file.startsWith("request-"))) {
    const [, kind = "", text = ""] =
      /^--- text (\w+)\n([^]*?)^--- expect/m.exec(readFileSync(join(fixtures, name), "utf8")) ?? [];
    await writeFile(join(folder, "requests", name.replace(/txt$/, `${kind}.json`)), text);
  }
}

const withoutFixes = (findings: Findings): Findings =>
  Object.fromEntries(
    Object.entries(findings).map(([file, said]) => [
      file,
      said.map((each) => ({ ...each, fixes: [] })).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    ]),
  );
const wholeLibrary = new Set(["unused-text", "duplicate-text", "code-case-collision"]);
const ofTexts = (findings: Findings): Findings =>
  sorted(
    new Map(Object.entries(findings).map(([file, said]) => [file, said.filter(({ code }) => !wholeLibrary.has(code))])),
  );
const count = (findings: Findings): number => Object.values(findings).flat().length;

/** The number of texts in the generated library: small for `npm test`, large with `SMARTFORM_WHOLE=1`. */
const states = process.env["SMARTFORM_WHOLE"] === "1" ? 1000 : 250;

const libraries: readonly {
  readonly name: string;
  readonly read: () => string;
  readonly present: boolean;
  readonly least: number;
}[] = [
  { name: "the demo library", read: () => readFileSync("test/language/demo.json", "utf8"), present: true, least: 5 },
  {
    name: "a real library (../shared/data/real-library.json)",
    read: () => readFileSync(real, "utf8"),
    present: existsSync(real),
    least: 500,
  },
  {
    name: `a generated library of ${states} states`,
    read: () => JSON.stringify(generated(states, 7)),
    present: true,
    least: states * 3,
  },
];

describe("the same findings from a server in memory, a server over stdio, and smartform check", function () {
  this.timeout(300_000);
  for (const { name, read, present, least } of libraries) {
    it(`in ${name}${present ? "" : ", which is not here"}`, async function () {
      if (!present) return this.skip();
      const folder = await mkdtemp(join(tmpdir(), "same-"));
      try {
        await writeFile(join(folder, "catalog.json"), read());
        const code = (JSON.parse(read()) as CatalogFile).folders?.find((each) => each.code)?.code ?? "";
        await writeFile(
          join(folder, "smartform.json"),
          JSON.stringify({
            rules: { "short-reference": "hint", "unused-text": "warning" },
            files: [
              { include: `${code}/**`, textLibraryFolder: code, language: "sv", rules: { "missing-space": "info" } },
              { include: `textlib:/${code}/**`, rules: { "missing-space": "off" } },
            ],
          }),
        );
        for (const { path, content } of textsOf(folder)) {
          const file = join(
            folder,
            decodeURIComponent(path)
              .replace(/\.txt$/, ".sft")
              .replace(/\.html$/, ".sft.html"),
          );
          await mkdir(dirname(file), { recursive: true });
          await writeFile(file, content);
        }
        await writeRequests(folder);
        const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
          .filter((entry) => entry.isFile() && /\.sft|\.\w+\.json$/.test(entry.name))
          .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
          .sort();
        const checked = { files: await fromCheck(["."], folder), library: await fromCheck(["--library"], folder) };
        assert.ok(
          count(checked.files) + count(checked.library) >= least,
          `${count(checked.files)} and ${count(checked.library)} findings`,
        );
        for (const [way, start] of [
          ["in memory", inMemory],
          ["over stdio", overStdio],
        ] as const) {
          await using server = await start(folder);
          await loaded(server);
          assert.deepEqual(
            await fromServer(server, folder, files, { isLibrary: false }),
            checked.files,
            `files, ${way}`,
          );
          assert.deepEqual(await fromWorkspace(server, folder), withoutFixes(checked.files), `workspace, ${way}`);
          assert.deepEqual(
            await fromServer(server, folder, files, { isLibrary: true }),
            ofTexts(checked.library),
            `texts, ${way}`,
          );
          assert.deepEqual(await fromLibraryCheck(server), withoutFixes(checked.library), `library, ${way}`);
        }
      } finally {
        await rm(folder, { recursive: true });
      }
    });
  }
});
