/**
 * A baseline: the least that a language server can do. It uses the same LSP library as this project's server, reads
 * every message, stores nothing, and answers every request with an empty result.
 */
import { createConnection, TextDocumentSyncKind } from "vscode-languageserver/node";

const connection = createConnection(process.stdin, process.stdout);
connection.onInitialize(() => ({
  capabilities: {
    textDocumentSync: TextDocumentSyncKind.Incremental,
    completionProvider: {},
    diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: false },
  },
}));
connection.onDidOpenTextDocument(() => undefined);
connection.onDidChangeTextDocument(() => undefined);
connection.languages.diagnostics.on(() => ({ kind: "full", items: [] }));
connection.onCompletion(() => ({ isIncomplete: false, items: [] }));
connection.onHover(() => null);
connection.onDefinition(() => null);
connection.onReferences(() => null);
connection.onWorkspaceSymbol(() => null);
connection.listen();
