/** What `initialize` announces: a handler and tests behind each of it, and the first column of docs/capabilities.md. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ErrorCodes, ResponseError } from "vscode-languageserver";
import type { ClientCapabilities } from "vscode-languageserver";
import { startEditor } from "./editor.ts";

/** Answered by fixtures in `test/language/<folder>`, or by tests in `test/server` that send the requests. */
interface Proof {
  readonly methods: readonly string[];
  readonly fixtures?: string;
}

const position = { line: 0, character: 4 };
const range = { start: { line: 0, character: 0 }, end: position };

const proofs: Readonly<Record<string, Proof>> = {
  completionProvider: { methods: ["textDocument/completion", "completionItem/resolve"], fixtures: "completion" },
  hoverProvider: { methods: ["textDocument/hover"], fixtures: "hover" },
  signatureHelpProvider: { methods: ["textDocument/signatureHelp"], fixtures: "signatureHelp" },
  definitionProvider: { methods: ["textDocument/definition"], fixtures: "definition" },
  implementationProvider: { methods: ["textDocument/implementation"], fixtures: "textDocumentContent" },
  typeDefinitionProvider: { methods: ["textDocument/typeDefinition"], fixtures: "typeDefinition" },
  referencesProvider: { methods: ["textDocument/references"], fixtures: "references" },
  documentHighlightProvider: { methods: ["textDocument/documentHighlight"], fixtures: "documentHighlight" },
  callHierarchyProvider: {
    methods: ["textDocument/prepareCallHierarchy", "callHierarchy/incomingCalls", "callHierarchy/outgoingCalls"],
    fixtures: "callHierarchy",
  },
  workspaceSymbolProvider: { methods: ["workspace/symbol", "workspaceSymbol/resolve"], fixtures: "workspaceSymbol" },
  codeLensProvider: { methods: ["textDocument/codeLens", "codeLens/resolve"], fixtures: "codeLens" },
  renameProvider: { methods: ["textDocument/rename", "textDocument/prepareRename"], fixtures: "rename" },
  documentLinkProvider: { methods: ["textDocument/documentLink"], fixtures: "documentLinks" },
  documentSymbolProvider: { methods: ["textDocument/documentSymbol"], fixtures: "documentSymbol" },
  codeActionProvider: { methods: ["textDocument/codeAction"], fixtures: "codeAction" },
  foldingRangeProvider: { methods: ["textDocument/foldingRange"], fixtures: "foldingRange" },
  selectionRangeProvider: { methods: ["textDocument/selectionRange"], fixtures: "selectionRange" },
  linkedEditingRangeProvider: { methods: ["textDocument/linkedEditingRange"], fixtures: "linkedEditing" },
  documentFormattingProvider: { methods: ["textDocument/formatting"], fixtures: "formatting" },
  documentRangeFormattingProvider: {
    methods: ["textDocument/rangeFormatting", "textDocument/rangesFormatting"],
    fixtures: "formatting",
  },
  documentOnTypeFormattingProvider: { methods: ["textDocument/onTypeFormatting"], fixtures: "formatting" },
  inlayHintProvider: { methods: ["textDocument/inlayHint", "inlayHint/resolve"], fixtures: "inlayHint" },
  inlineCompletionProvider: { methods: ["textDocument/inlineCompletion"], fixtures: "inlineCompletion" },
  semanticTokensProvider: {
    methods: [
      "textDocument/semanticTokens/full",
      "textDocument/semanticTokens/full/delta",
      "textDocument/semanticTokens/range",
    ],
    fixtures: "semanticTokens",
  },
  diagnosticProvider: { methods: ["textDocument/diagnostic", "workspace/diagnostic"], fixtures: "findings" },
  executeCommandProvider: { methods: ["workspace/executeCommand"], fixtures: "codeAction" },
  "workspace.textDocumentContent": { methods: ["workspace/textDocumentContent"], fixtures: "textDocumentContent" },
  "workspace.fileOperations": { methods: ["workspace/willRenameFiles"], fixtures: "fileRename" },
};
/**
 * What no request asks for: the text of open documents and the folders of the workspace arrive as notifications,
 * `oneDocument.test.ts` and `workspaceFiles.test.ts` send them.
 */
const notified = ["textDocumentSync", "workspace.workspaceFolders"];

/** A client that can do everything the server asks about. */
const everything: ClientCapabilities = {
  textDocument: {
    diagnostic: {},
    hover: { contentFormat: ["markdown"] },
    completion: {
      completionItem: { snippetSupport: true, resolveSupport: { properties: ["detail", "documentation"] } },
    },
    inlayHint: { resolveSupport: { properties: ["tooltip"] } },
    rename: { prepareSupport: true },
    rangeFormatting: { rangesSupport: true },
    inlineCompletion: {},
  },
  workspace: {
    applyEdit: true,
    workspaceFolders: true,
    fileOperations: { willRename: true },
    workspaceEdit: { documentChanges: true },
    textDocumentContent: {},
  },
};

const root = join(import.meta.dirname, "..", "..");
const uri = "file:///a.sft";

async function announced(): Promise<readonly string[]> {
  await using editor = await startEditor({ capabilities: everything });
  const { workspace = {}, ...capabilities } = editor.result.capabilities;
  return [...Object.keys(capabilities), ...Object.keys(workspace).map((each) => `workspace.${each}`)];
}

describe("what the server announces", () => {
  it("has tests, and nothing is tested that is not announced", async () => {
    assert.deepEqual([...(await announced())].sort(), [...Object.keys(proofs), ...notified].sort());
    for (const [name, { fixtures }] of Object.entries(proofs)) {
      const folder = join(root, "test", "language", fixtures ?? "");
      assert.ok(
        existsSync(folder) && readdirSync(folder).some((file) => file.endsWith(".txt")),
        `${name} has no fixture`,
      );
    }
  });

  it("has a handler", async () => {
    await using editor = await startEditor({ capabilities: everything });
    await editor.open(uri, "[[ LIB : hr : greeting ]]");
    const item = { name: "a", kind: 1, uri, range, selectionRange: range };
    for (const method of Object.values(proofs).flatMap(({ methods }) => methods)) {
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

  it("is the column of docs/capabilities.md", async () => {
    const rows = readFileSync(join(root, "docs", "capabilities.md"), "utf8")
      .split("\n")
      .filter((line) => line.startsWith("| `"))
      .map((line) => line.split("|").map((cell) => cell.trim()));
    const ours = rows.filter(([, , cell]) => cell === "yes").map(([, name]) => name?.replaceAll("`", ""));
    assert.deepEqual([...ours].sort(), [...(await announced())].sort());
  });
});
