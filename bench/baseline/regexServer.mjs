/**
 * A baseline: the least that a language server with findings can do. After each change it applies one regular
 * expression to the whole text, and looks up each name in a set. Its argument is a catalog file.
 */
import { readFileSync } from "node:fs";
import { createConnection, TextDocuments, TextDocumentSyncKind } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";

const [file = ""] = process.argv.slice(2);
const codes = new Set(JSON.parse(readFileSync(file, "utf8")).texts.map(({ code }) => code));
const connection = createConnection(process.stdin, process.stdout);
const documents = new TextDocuments(TextDocument);

connection.onInitialize(() => ({
  capabilities: {
    textDocumentSync: TextDocumentSyncKind.Incremental,
    diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: false },
  },
}));
connection.languages.diagnostics.on(({ textDocument }) => {
  const document = documents.get(textDocument.uri);
  const items = [];
  for (const match of document.getText().matchAll(/\[\[\s*LIB\s*:(?:[^:\]]*:)?\s*([^:\]]*?)\s*\]\]/g)) {
    if (codes.has(match[1])) continue;
    items.push({
      range: { start: document.positionAt(match.index), end: document.positionAt(match.index + match[0].length) },
      severity: 1,
      message: `There is no text ${match[1]}.`,
    });
  }
  return { kind: "full", items };
});
documents.listen(connection);
connection.listen();
