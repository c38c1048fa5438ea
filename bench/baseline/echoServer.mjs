/**
 * The least that a language server can do, with the library that this server uses: reads every message, keeps nothing,
 * and answers every request with nothing.
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
connection.listen();
