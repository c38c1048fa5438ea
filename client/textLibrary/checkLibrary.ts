/**
 * Findings of the whole Text Library in the Problems view, when the author asks for them: there may be thousands. A text that is open has
 * its findings from the language server; what is known of it from the last check would show them twice.
 */
import * as vscode from "vscode";
import { checkLibraryRequest, libraryFindingsNotification, type CheckLibraryResult, type LibraryFindingsParams } from "../../server/protocol.ts";
import { registerCommand } from "../commands.ts";
import { commands, textScheme } from "../identifiers.ts";
import { openLateProgress } from "../lateProgress.ts";
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
    const stop = new AbortController();
    const progress = openLateProgress("Checking the Text Library", { stop: () => stop.abort() });
    const result = await server.request<CheckLibraryResult>(checkLibraryRequest, {}, { signal: stop.signal }).catch((error: unknown) => {
      if (!stop.signal.aborted) throw error;
      return undefined;
    }).finally(progress.close);
    await vscode.commands.executeCommand("workbench.actions.view.problems");
    if (result?.translations === null) void vscode.window.showWarningMessage("The Text Library is not completely read: there may be more to find. Check it again later.");
    else if (result?.texts === 0) void vscode.window.showInformationMessage(`The Text Library has no findings: ${result.translations} translations were checked.`);
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
