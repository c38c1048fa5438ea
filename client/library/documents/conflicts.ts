/**
 * Shows both sides of a refused save and lets the author decide. If the author keeps their own side, another save
 * writes it, through the guard.
 */
import { posix } from "node:path";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { registerCommand } from "../../calls/commands.ts";
import { commands, textScheme } from "../../identifiers.ts";
import type { Services } from "../../services.ts";
import type { Sides } from "../../window/sides.ts";
import { window } from "../../window/window.ts";
import { addressOf } from "../../connections/textAddress.ts";
import { nameOf as textName } from "./failedSaves.ts";
import type { FailedSaves, SaveConflict } from "./failedSaves.ts";
import type { TextFiles } from "./fileSystem.ts";
import type { MergeEditors } from "./mergeEditor.ts";
import { contentIn, timeOf } from "./saveModel.ts";

interface ConflictParts {
  readonly files: TextFiles;
  readonly failed: FailedSaves;
  readonly merges: MergeEditors;
  readonly sides: Sides;
}

export function registerConflicts(
  { log }: Services,
  { files, failed, merges, sides }: ConflictParts,
): vscode.Disposable {
  async function resolve(given: unknown): Promise<void> {
    const uri = given instanceof vscode.Uri ? given : vscode.window.activeTextEditor?.document.uri;
    if (uri === undefined || uri.scheme !== textScheme) return;
    const conflict = failed.conflictOf(uri);
    if (conflict === undefined) {
      await window.showInformationMessage(l10n.t("There is no save conflict in this text."));
      return;
    }
    const merge = l10n.t("Compare and Merge"),
      mine = l10n.t("Keep Mine"),
      theirs = l10n.t("Take Theirs");
    const choice = await window.showWarningMessage(
      l10n.t("Two people changed {0} of {1} at the same time.", textName(uri), uri.authority),
      {
        modal: true,
        detail: l10n.t(
          '"Compare and Merge" shows the service\'s version beside yours and writes nothing before you complete the merge. "Keep Mine" saves at once. "Take Theirs" shows the service\'s version in the editor; Undo brings yours back.',
        ),
      },
      merge,
      mine,
      theirs,
    );
    if (choice === merge) await openBoth(uri, conflict);
    if (choice === mine) await keepMine(uri, conflict);
    if (choice === theirs) await takeTheirs(uri);
  }

  async function openBoth(uri: vscode.Uri, { base, theirs }: SaveConflict): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uri);
    if (base !== undefined && (await merges.open(document, { base, theirs }))) return;
    const service = sides.show(contentIn(theirs, addressOf(uri).language) ?? "", uri);
    await vscode.commands.executeCommand(
      "vscode.diff",
      service,
      uri,
      l10n.t(
        "{0}: service, {1} ↔ yours (a save writes yours)",
        posix.basename(uri.path),
        timeOf(theirs, addressOf(uri).language),
      ),
      { preview: false },
    );
    await files.acceptSeen(uri, theirs);
  }

  async function keepMine(uri: vscode.Uri, { theirs }: SaveConflict): Promise<void> {
    await files.acceptSeen(uri, theirs);
    const document = await vscode.workspace.openTextDocument(uri);
    await files.saveDocument(document);
  }

  /**
   * Reloads the editor with exactly what the service has, including line endings, so that nothing is left to save. Undo
   * restores what the author typed.
   */
  async function takeTheirs(uri: vscode.Uri): Promise<void> {
    const { document } = await vscode.window.showTextDocument(uri, { preview: false });
    // VS Code reverts the active editor, which may be another one by now.
    if (vscode.window.activeTextEditor?.document !== document)
      throw new Error(l10n.t('Another editor became active, so nothing was changed. Choose "Take Theirs" again.'));
    await vscode.commands.executeCommand("workbench.action.files.revert");
  }

  return registerCommand(log, commands.resolveConflict, resolve);
}
