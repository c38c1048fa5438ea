/** Shows both sides of a save that was refused, and lets the author decide. Nothing is written here: the next save goes through the guard again. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { registerCommand } from "../commands.ts";
import { commands, textScheme } from "../identifiers.ts";
import type { Services } from "../services.ts";
import type { Sides } from "../sides.ts";
import { window } from "../window.ts";
import { addressOf } from "./address.ts";
import type { FailedSaves, SaveConflict } from "./failedSaves.ts";
import type { TextFiles } from "./fileSystem.ts";
import type { MergeEditors } from "./mergeEditor.ts";
import { contentIn, timeOf } from "./saveModel.ts";

export interface ConflictParts {
  readonly files: TextFiles;
  readonly failed: FailedSaves;
  readonly merges: MergeEditors;
  readonly sides: Sides;
}

export function registerConflicts({ log }: Services, { files, failed, merges, sides }: ConflictParts): vscode.Disposable {
  async function resolve(given: unknown): Promise<void> {
    const uri = given instanceof vscode.Uri ? given : vscode.window.activeTextEditor?.document.uri;
    if (uri === undefined || uri.scheme !== textScheme) return;
    const conflict = failed.conflictOf(uri);
    if (conflict === undefined) {
      await window.showInformationMessage(l10n.t("There is no save conflict in this text."));
      return;
    }
    const merge = l10n.t("Compare and Merge"), mine = l10n.t("Keep Mine"), theirs = l10n.t("Take Theirs");
    const choice = await window.showWarningMessage(l10n.t("Two people changed this text at the same time."), {
      modal: true,
      detail: l10n.t("\"Compare and Merge\" shows the service's version beside yours and writes nothing before you complete the merge. \"Keep Mine\" and \"Take Theirs\" save at once."),
    }, merge, mine, theirs);
    if (choice === merge) await openBoth(uri, conflict);
    if (choice === mine) await keepMine(uri, conflict);
    if (choice === theirs) await takeTheirs(uri, conflict);
  }

  async function openBoth(uri: vscode.Uri, { base, theirs }: SaveConflict): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uri);
    if (base !== undefined && await merges.open(document, { base, theirs })) return;
    const service = sides.show(contentIn(theirs, addressOf(uri).language) ?? "", uri);
    await vscode.commands.executeCommand("vscode.diff", service, uri, l10n.t("{0}: the service's {1} ↔ yours (a save writes the right side)", nameOf(uri), timeOf(theirs, addressOf(uri).language)), { preview: false });
    await files.acceptSeen(uri, theirs);
  }

  async function keepMine(uri: vscode.Uri, { theirs }: SaveConflict): Promise<void> {
    await files.acceptSeen(uri, theirs);
    const document = await vscode.workspace.openTextDocument(uri);
    await document.save();
  }

  async function takeTheirs(uri: vscode.Uri, { theirs }: SaveConflict): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uri);
    const edit = new vscode.WorkspaceEdit();
    const whole = new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length));
    edit.replace(uri, whole, contentIn(theirs, addressOf(uri).language) ?? "");
    await vscode.workspace.applyEdit(edit);
    await files.acceptSeen(uri, theirs);
    await document.save();
  }

  return registerCommand(log, commands.resolveConflict, resolve);
}

/** The last part of the path, as the tab shows it. */
function nameOf(uri: vscode.Uri): string {
  return uri.path.slice(uri.path.lastIndexOf("/") + 1);
}
