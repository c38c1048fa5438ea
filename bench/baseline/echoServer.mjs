/** The least that a language server must do: read each message, and answer every request with nothing. */
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";

const connection = createMessageConnection(new StreamMessageReader(process.stdin), new StreamMessageWriter(process.stdout));
connection.onRequest("initialize", () => ({ capabilities: { textDocumentSync: 2, completionProvider: {}, diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: false } } }));
connection.onRequest("shutdown", () => null);
connection.onRequest("textDocument/diagnostic", () => ({ kind: "full", items: [] }));
connection.onRequest("textDocument/completion", () => ({ isIncomplete: false, items: [] }));
connection.onNotification("exit", () => process.exit(0));
connection.listen();
