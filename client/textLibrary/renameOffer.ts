/**
 * A rename in the editor: where library texts are among what it changes, the author says so first; and since the code itself stands on the
 * service, it is offered to be changed there.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { confirmRenameRequest, renamedNotification, type ConfirmRenameParams, type ConfirmRenameResult, type RenamedParams } from "../../server/protocol.ts";
import { commands } from "../identifiers.ts";
import type { Services } from "../services.ts";
import { renameQuestion } from "../textLibraryModel.ts";
import { window } from "../window.ts";

/** VS Code lets go of documents that an extension opened after some minutes, and of the oldest when there are more. */
const keptOpen = 50;

/**
 * One undo takes all documents back while they are open, and VS Code closes those that a rename saved: opened here, they stay for some minutes.
 * With more of them, each would have to be undone by itself.
 */
export async function keepForUndo(uris: readonly string[]): Promise<void> {
  if (uris.length <= keptOpen) await Promise.all(uris.map((uri) => vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true))));
}

export function registerRenameOffer({ server, log }: Services): vscode.Disposable {
  /** Nothing happens on the service unless the author says so, here and in the command that is run then. */
  async function offer({ folder, text, code }: RenamedParams): Promise<void> {
    const change = l10n.t("Change the Code on the Service");
    const what = text === null ? l10n.t("the folder {0}", folder.name) : l10n.t("the text {0}", text.code);
    const choice = await window.showInformationMessage(l10n.t("The code of {0} is still the old one on the service: until it is {1} there, references to {1} find nothing.", what, code), change);
    if (choice !== change) return;
    if (text === null) await vscode.commands.executeCommand(commands.setFolderCode, { kind: "folder", folder, code });
    else await vscode.commands.executeCommand(commands.renameText, { kind: "text", folder, text, code });
  }
  /** The first button is the one that Enter presses: it leaves the library alone. */
  async function confirm(params: ConfirmRenameParams): Promise<ConfirmRenameResult> {
    const saves = vscode.workspace.getConfiguration("files.refactoring").get("autoSave", true);
    const { message, detail, choices } = renameQuestion(params, { saves });
    const choice = await window.showWarningMessage(message, { modal: true, detail }, ...choices.map(({ title }) => title));
    const result = choices.find(({ title }) => title === choice)?.result ?? null;
    if (result === "everywhere") await keepForUndo(params.uris);
    return result;
  }
  return vscode.Disposable.from(
    server.onRequest(confirmRenameRequest, confirm),
    server.onNotification<RenamedParams>(renamedNotification, (params) => void offer(params).catch((error: unknown) => log.error(`The new code was not offered: ${String(error)}`))),
  );
}
