/**
 * The walkthrough. It opens once for a new author. Its steps are ticked when the author repairs a mistake, saves a text
 * or sees a PDF, wherever that happens.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { registerCommand } from "../calls/commands.ts";
import { commands, contexts, languages, textScheme, walkthrough } from "../identifiers.ts";
import type { Services } from "../services.ts";
import { findingsOf } from "../window/findings.ts";
import { repairWatch } from "./repairModel.ts";

/** Key in this computer's state: whether the walkthrough has been opened automatically. */
const shownKey = "gettingStarted.shown";

export function registerGettingStarted({ extension, log, panels, connections }: Services): vscode.Disposable {
  const done = (context: string): void => void vscode.commands.executeCommand("setContext", context, true);
  const watch = repairWatch();
  const findings = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
    const open = new Map(vscode.workspace.textDocuments.map((document) => [document.uri.toString(), document]));
    for (const uri of uris) {
      const document = open.get(uri.toString());
      const count = document === undefined ? 0 : findingsOf(uri).length;
      if (!watch.isRepaired(uri.toString(), { version: document?.version, count })) continue;
      done(contexts.repaired);
      findings.dispose();
      return;
    }
  });
  if (connections.profiles.length === 0 && shouldOpen(extension))
    extension.globalState
      .update(shownKey, true)
      .then(() => vscode.commands.executeCommand(commands.gettingStarted))
      .then(undefined, (error: unknown) =>
        log.warn(`It could not be recorded that the walkthrough was opened: ${String(error)}`),
      );
  return vscode.Disposable.from(
    findings,
    vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      if (uri.scheme === textScheme) done(contexts.saved);
    }),
    panels.onDidShow(() => done(contexts.pdfSeen)),
    registerCommand(log, commands.gettingStarted, async () => {
      await vscode.commands.executeCommand("workbench.action.openWalkthrough", walkthrough, false);
      await vscode.commands.executeCommand("setContext", contexts.gettingStarted, true);
    }),
    registerCommand(log, commands.practise, openPractice),
  );
}

/**
 * The walkthrough does not open for people who have switched walkthroughs off, or who must first decide whether they
 * trust the workspace.
 */
function shouldOpen({ globalState }: vscode.ExtensionContext): boolean {
  return (
    vscode.workspace.isTrusted &&
    globalState.get<boolean>(shownKey) !== true &&
    vscode.workspace.getConfiguration("workbench.welcomePage.walkthroughs").get<boolean>("openOnInstall", true)
  );
}

/** Opens a letter with one mistake that can be repaired without a connection, and puts the cursor there. */
async function openPractice(): Promise<void> {
  const content = [
    l10n.t("Dear {0},", "[[ customer.name ]]"),
    "",
    l10n.t("We have received your claim {0}.", "[[claim.number]]"),
    "",
  ].join("\n");
  const document = await vscode.workspace.openTextDocument({ language: languages.text, content });
  const at = document.positionAt(content.indexOf("[[claim") + 3);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at) });
}
