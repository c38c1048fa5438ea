/** textDocument/diagnostic */
import { DocumentDiagnosticRequest } from "vscode-languageserver";
import type { DocumentDiagnosticParams, DocumentDiagnosticReport } from "vscode-languageserver";
import { diagnostics } from "../findings/diagnostics.ts";
import { inDocument } from "../handler.ts";
import type { Handler } from "../handler.ts";

export const onDiagnostic: Handler<DocumentDiagnosticParams, DocumentDiagnosticReport> = {
  method: DocumentDiagnosticRequest.type,
  otherwise: () => ({ kind: "full", items: [] }),
  capability: ({ pullsDiagnostics }) =>
    pullsDiagnostics
      ? { diagnosticProvider: { identifier: "smartform", interFileDependencies: true, workspaceDiagnostics: true } }
      : {},
  work: inDocument((open, _, { isVsCode }) => ({
    kind: "full",
    items: diagnostics(open, { readsJson: isVsCode() }),
  })),
};
