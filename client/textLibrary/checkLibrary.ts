/**
 * Findings of the whole Text Library in the Problems view, when the author asks for them: there may be thousands. A text that is open has
 * its findings from the language server; what is known of it from the last check would show them twice.
 */
import * as vscode from "vscode";
import { checkLibraryRequest, libraryFindingsNotification, type LibraryFindingsParams } from "../../server/protocol.ts";
import { registerCommand } from "../commands.ts";
import { commands, textScheme } from "../identifiers.ts";
import type { Services } from "../services.ts";

export function registerLibraryCheck({ log, server, connections }: Services): vscode.Disposable {
  const findings = vscode.languages.createDiagnosticCollection("smartform-library");
  const severities = [vscode.DiagnosticSeverity.Error, vscode.DiagnosticSeverity.Error, vscode.DiagnosticSeverity.Warning, vscode.DiagnosticSeverity.Information, vscode.DiagnosticSeverity.Hint];

  function show({ texts }: LibraryFindingsParams): void {
    const open = new Set(vscode.workspace.textDocuments.map(({ uri }) => uri.toString()));
    for (const { uri: address, diagnostics } of texts) {
      const uri = vscode.Uri.parse(address, true);
      if (open.has(uri.toString())) continue;
      findings.set(uri, diagnostics.map(({ range: { start, end }, message, severity = 1, code }) => {
        const shown = new vscode.Diagnostic(new vscode.Range(start.line, start.character, end.line, end.character), String(message), severities[severity]);
        shown.source = "smartform";
        if (code !== undefined) shown.code = code;
        return shown;
      }));
    }
  }

  async function check(): Promise<void> {
    findings.clear();
    await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title: "Checking the Text Library", cancellable: true }, async (_, token) => {
      const stop = new AbortController();
      token.onCancellationRequested(() => stop.abort());
      await server.request(checkLibraryRequest, {}, { signal: stop.signal }).catch((error: unknown) => {
        if (!token.isCancellationRequested) throw error;
      });
    });
    await vscode.commands.executeCommand("workbench.actions.view.problems");
  }

  return vscode.Disposable.from(
    findings,
    server.onNotification(libraryFindingsNotification, show),
    vscode.workspace.onDidOpenTextDocument(({ uri }) => {
      if (uri.scheme === textScheme) findings.delete(uri);
    }),
    connections.onDidChange(() => findings.clear()),
    registerCommand(log, commands.checkLibrary, check),
    registerCommand(log, commands.clearLibraryFindings, () => findings.clear()),
  );
}
