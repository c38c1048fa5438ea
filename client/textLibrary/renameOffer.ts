/** After a rename in the editor: the references are edits that the author confirms, and the code itself is changed where it stands, on the service. */
import * as vscode from "vscode";
import { renamedNotification, type RenamedParams } from "../../server/protocol.ts";
import { commands } from "../identifiers.ts";
import type { Services } from "../services.ts";

export function registerRenameOffer({ server, log }: Services): vscode.Disposable {
  /** Nothing happens on the service unless the author says so, here and in the command that is run then. */
  async function offer({ folder, text, code }: RenamedParams): Promise<void> {
    const change = "Change the Code on the Service";
    const what = text === null ? `the folder ${folder.name}` : `the text ${text.code}`;
    const choice = await vscode.window.showInformationMessage(`The code of ${what} is still the old one on the service: until it is ${code} there, references to ${code} find nothing.`, change);
    if (choice !== change) return;
    if (text === null) await vscode.commands.executeCommand(commands.setFolderCode, { kind: "folder", folder, code });
    else await vscode.commands.executeCommand(commands.renameText, { kind: "text", folder, text, code });
  }
  return server.onNotification<RenamedParams>(renamedNotification, (params) => void offer(params).catch((error: unknown) => log.error(`The new code was not offered: ${String(error)}`)));
}
