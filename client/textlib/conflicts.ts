/** Shows both sides of a save that was refused, and lets the author decide. Nothing is written here: the next save goes through the guard again. */
import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { registerCommand } from "../commands.ts";
import { commands, sideScheme, textScheme } from "../identifiers.ts";
import type { Services } from "../services.ts";
import { addressOf } from "./address.ts";
import type { SaveConflict, TextFiles } from "./fileSystem.ts";
import { contentIn } from "./saveModel.ts";

/** Read-only contents for comparisons. */
export interface Sides extends vscode.Disposable {
  /** An address that shows this content until the window closes. `like` lends its name, so that the editor picks the same language. */
  show(content: string, like: vscode.Uri): vscode.Uri;
}

export function createSides(): Sides {
  const contents = new Map<string, string>();
  const registration = vscode.workspace.registerTextDocumentContentProvider(sideScheme, {
    provideTextDocumentContent: (uri) => contents.get(uri.query) ?? "",
  });
  return {
    show(content, like) {
      const key = randomUUID();
      contents.set(key, content);
      return vscode.Uri.from({ scheme: sideScheme, path: like.path, query: key });
    },
    dispose() {
      registration.dispose();
    },
  };
}

export function registerConflicts({ log }: Services, { files, sides }: { readonly files: TextFiles; readonly sides: Sides }): vscode.Disposable {
  async function resolve(given: unknown): Promise<void> {
    const uri = given instanceof vscode.Uri ? given : vscode.window.activeTextEditor?.document.uri;
    if (uri === undefined || uri.scheme !== textScheme) return;
    const conflict = files.conflictOf(uri);
    if (conflict === undefined) {
      await vscode.window.showInformationMessage("There is no save conflict in this text.");
      return;
    }
    const merge = "Merge Both", mine = "Keep Mine", theirs = "Take Theirs";
    const choice = await vscode.window.showWarningMessage("Two people changed this text at the same time.", {
      modal: true,
      detail: "Nothing is written until you save. \"Merge Both\" shows the two versions beside each other: from then on, a save writes what the editor holds.",
    }, merge, mine, theirs);
    if (choice === merge) await openMerge(uri, conflict);
    if (choice === mine) await keepMine(uri, conflict);
    if (choice === theirs) await takeTheirs(uri, conflict);
  }

  async function openMerge(uri: vscode.Uri, { base, mine, theirs }: SaveConflict): Promise<void> {
    const { language } = addressOf(uri);
    const theirContent = contentIn(theirs, language) ?? "";
    await files.acceptSeen(uri, theirs);
    try {
      await vscode.commands.executeCommand("_open.mergeEditor", {
        base: sides.show(base === undefined ? "" : contentIn(base, language) ?? "", uri),
        input1: { uri: sides.show(theirContent, uri), title: "Service", description: "what the service holds now" },
        input2: { uri: sides.show(mine, uri), title: "Yours", description: "what you wanted to save" },
        output: uri,
      });
    } catch (error) {
      log.info(`The merge editor is not available (${String(error)}); the two versions are compared instead.`);
      await vscode.commands.executeCommand("vscode.diff", sides.show(theirContent, uri), uri, "Service ↔ Yours (save writes the right side)");
    }
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
