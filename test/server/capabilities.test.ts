/** The capabilities that `initialize` announces: each has a handler, tests, and a row in docs/capabilities.md. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ErrorCodes, ResponseError } from "vscode-languageserver";
import { requests } from "../../server/registry.ts";
import { everything, startEditor } from "./editor.ts";

/**
 * How a capability differs from the usual pattern. Usually `xProvider` promises the method `textDocument/x`, and the
 * folder of fixtures is named x.
 */
interface Unlike {
  readonly method?: string;
  /** Further methods that the capability promises, some of them through an option. */
  readonly also?: readonly string[];
  readonly fixtures?: string;
}

const position = { line: 0, character: 4 };
const range = { start: { line: 0, character: 0 }, end: position };

const unlike: Readonly<Record<string, Unlike>> = {
  completionProvider: { also: ["completionItem/resolve"] },
  callHierarchyProvider: {
    method: "textDocument/prepareCallHierarchy",
    also: ["callHierarchy/incomingCalls", "callHierarchy/outgoingCalls"],
    fixtures: "callHierarchy",
  },
  workspaceSymbolProvider: {
    method: "workspace/symbol",
    also: ["workspaceSymbol/resolve"],
    fixtures: "workspaceSymbol",
  },
  codeLensProvider: { also: ["codeLens/resolve"] },
  renameProvider: { also: ["textDocument/prepareRename"] },
  documentLinkProvider: { fixtures: "documentLinks" },
  documentFormattingProvider: { method: "textDocument/formatting" },
  documentRangeFormattingProvider: {
    method: "textDocument/rangeFormatting",
    also: ["textDocument/rangesFormatting"],
    fixtures: "formatting",
  },
  documentOnTypeFormattingProvider: { method: "textDocument/onTypeFormatting", fixtures: "formatting" },
  inlayHintProvider: { also: ["inlayHint/resolve"] },
  semanticTokensProvider: {
    method: "textDocument/semanticTokens/full",
    also: ["textDocument/semanticTokens/full/delta", "textDocument/semanticTokens/range"],
    fixtures: "semanticTokens",
  },
  diagnosticProvider: { also: ["workspace/diagnostic"], fixtures: "findings" },
  executeCommandProvider: { method: "workspace/executeCommand", fixtures: "codeAction" },
  "workspace.textDocumentContent": { method: "workspace/textDocumentContent" },
  "workspace.fileOperations": { method: "workspace/willRenameFiles", fixtures: "fileRename" },
};
/**
 * Capabilities without a request: the text of open documents and the folders of the workspace arrive as notifications.
 * `oneDocument.test.ts` and `workspaceFiles.test.ts` send these notifications.
 */
const notified = ["textDocumentSync", "workspace.workspaceFolders"];

const root = join(import.meta.dirname, "..", "..");
const uri = "file:///a.sft";

async function announced(): Promise<readonly string[]> {
  await using editor = await startEditor({ capabilities: everything });
  const { workspace = {}, ...capabilities } = editor.result.capabilities;
  return [...Object.keys(capabilities), ...Object.keys(workspace).map((each) => `workspace.${each}`)];
}

const methodOf = (name: string): string => unlike[name]?.method ?? `textDocument/${name.replace(/Provider$/, "")}`;
const fixturesOf = (name: string): string => unlike[name]?.fixtures ?? methodOf(name).replace(/^.*\//, "");
const asked = async (): Promise<readonly string[]> => (await announced()).filter((name) => !notified.includes(name));

describe("what the server announces", () => {
  it("has tests, and nothing is listed here that is not announced", async () => {
    const names = await announced();
    assert.deepEqual(
      [...Object.keys(unlike), ...notified].filter((name) => !names.includes(name)),
      [],
    );
    for (const name of await asked()) {
      const folders = ["language", "server/answers"].map((place) => join(root, "test", place, fixturesOf(name)));
      assert.ok(
        folders.some((folder) => existsSync(folder) && readdirSync(folder).some((file) => file.endsWith(".txt"))),
        `${name} has no fixture`,
      );
    }
  });

  it("covers exactly the LSP requests that are answered", async () => {
    const methods = (await asked()).flatMap((name) => [methodOf(name), ...(unlike[name]?.also ?? [])]);
    const answered = requests.flatMap(({ method }) => (typeof method === "string" ? [] : [method.method]));
    assert.deepEqual(answered.sort(), methods.sort());
  });

  it("has a handler", async () => {
    await using editor = await startEditor({ capabilities: everything });
    await editor.open(uri, "[[ LIB : hr : greeting ]]");
    const item = { name: "a", kind: 1, uri, range, selectionRange: range };
    const names = await asked();
    assert.ok(names.length > 20);
    for (const method of names.flatMap((name) => [methodOf(name), ...(unlike[name]?.also ?? [])])) {
      const params = {
        textDocument: { uri },
        ranges: [range],
        position,
        positions: [position],
        context: { diagnostics: [], includeDeclaration: true },
        options: {},
        newName: "b",
        ch: "]",
        query: "",
        previousResultId: "",
        previousResultIds: [],
        files: [],
        item,
        label: "a",
        ...item,
      };
      const problem: unknown = await editor.connection.sendRequest(method, params).then(
        () => null,
        (error: unknown) => error,
      );
      assert.ok(
        !(problem instanceof ResponseError && problem.code === ErrorCodes.MethodNotFound),
        `${method} is not answered`,
      );
    }
  });

  it("is the column of docs/capabilities.md, which has a row for each capability", async () => {
    const names = await announced();
    const path = join(root, "docs", "capabilities.md");
    const page = readFileSync(path, "utf8");
    const rows = page
      .split("\n")
      .filter((line) => line.startsWith("| `"))
      .map((line) => line.slice(2, -2).split(" | "))
      .map(([name = "", , ...others]) => [name, names.includes(name.replaceAll("`", "")) ? "yes" : "no", ...others]);
    assert.deepEqual(
      names.filter((name) => !rows.some(([row]) => row === `\`${name}\``)),
      [],
    );
    const sums = (rows[0] ?? []).slice(1).map((_, column) => rows.filter((row) => row[column + 1] === "yes").length);
    const table = [...rows, ["in all", ...sums]].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
    const written = page.replace(/^\| `[^]*^\| in all .*\n/m, () => table);
    if (process.env["UPDATE_EXPECT"] === "1") writeFileSync(path, written);
    else assert.equal(page, written);
  });
});
