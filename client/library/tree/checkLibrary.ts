/**
 * Shows the findings of the whole Text Library in the Problems view, only on request, as there may be thousands. From
 * then on the language server sends changes. A text in a tab already gets its findings from the server like every open
 * document, so they are not shown here a second time.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { checkLibraryRequest, libraryFindingsNotification, wholeLibraryCodes } from "../../../server/protocol.ts";
import type { CheckLibraryResult, LibraryFindingsParams } from "../../../server/protocol.ts";
import { registerCommand } from "../../calls/commands.ts";
import { ownerOf } from "../../connections/ownerModel.ts";
import { commands } from "../../identifiers.ts";
import { findingSource } from "../../window/findings.ts";
import { openLateProgress } from "../../window/lateProgress.ts";
import type { Services } from "../../services.ts";
import { addressesInTabs } from "../../window/tabs.ts";
import { window } from "../../window/window.ts";
import { checkedWords } from "./checkLibraryModel.ts";

export function registerLibraryCheck({ log, server, connections }: Services): vscode.Disposable {
  const findings = vscode.languages.createDiagnosticCollection("smartform-library");
  const severities = [
    vscode.DiagnosticSeverity.Error,
    vscode.DiagnosticSeverity.Error,
    vscode.DiagnosticSeverity.Warning,
    vscode.DiagnosticSeverity.Information,
    vscode.DiagnosticSeverity.Hint,
  ];

  /** All findings that the server has sent since the request, by address; undefined before a request. */
  let told: Map<string, readonly vscode.Diagnostic[]> | undefined;
  let inTabs = addressesInTabs();
  let running: AbortController | undefined;

  function take({ texts }: LibraryFindingsParams): void {
    if (told === undefined) return;
    for (const { uri: address, diagnostics } of texts) {
      const uri = vscode.Uri.parse(address, true).toString();
      if (diagnostics.length === 0) told.delete(uri);
      else
        told.set(
          uri,
          diagnostics.map(({ range: { start, end }, message, severity = 1, code }) => {
            const shown = new vscode.Diagnostic(
              new vscode.Range(start.line, start.character, end.line, end.character),
              String(message),
              severities[severity],
            );
            shown.source = findingSource;
            if (code !== undefined) shown.code = code;
            return shown;
          }),
        );
      show(uri);
    }
  }

  function show(uri: string): void {
    const all = told?.get(uri);
    findings.set(
      vscode.Uri.parse(uri, true),
      inTabs.has(uri) ? all?.filter(({ code }) => wholeLibraryCodes.has(String(code))) : all,
    );
  }

  function tabsChanged(): void {
    const before = inTabs;
    inTabs = addressesInTabs();
    for (const uri of told?.keys() ?? []) if (before.has(uri) !== inTabs.has(uri)) show(uri);
  }

  function clear(): void {
    running?.abort();
    told = undefined;
    findings.clear();
  }

  async function check(): Promise<void> {
    const owner = ownerOf(await connections.session());
    clear();
    told = new Map();
    const stop = (running = new AbortController());
    // This command only moves the focus to the view. The command that shows the view would hide it if it is already
    // visible.
    await vscode.commands.executeCommand("workbench.panel.markers.view.focus");
    const progress = openLateProgress(l10n.t("Checking the Text Library"), { stop: () => stop.abort() });
    const result = await server
      .request<CheckLibraryResult>(checkLibraryRequest, {}, { signal: stop.signal, of: owner })
      .catch((error: unknown) => {
        if (!stop.signal.aborted) throw error;
        return undefined;
      })
      .finally(progress.close);
    if (result === undefined) return;
    const all = [...(told?.values() ?? [])].flat();
    const count = (...wanted: readonly vscode.DiagnosticSeverity[]): number =>
      all.filter(({ severity }) => wanted.includes(severity)).length;
    const { Error, Warning, Information, Hint } = vscode.DiagnosticSeverity;
    const { words, isWarning } = checkedWords(result, {
      errors: count(Error),
      warnings: count(Warning),
      others: count(Information, Hint),
    });
    void (isWarning ? window.showWarningMessage(words) : window.showInformationMessage(words));
  }

  return vscode.Disposable.from(
    findings,
    server.onNotification(libraryFindingsNotification, take),
    vscode.window.tabGroups.onDidChangeTabs(tabsChanged),
    connections.onDidChange(clear),
    registerCommand(log, commands.checkLibrary, check),
    registerCommand(log, commands.clearLibraryFindings, clear),
  );
}
