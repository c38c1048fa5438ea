/**
 * Registers everything for request files of all calls except those that create forms: the lens, sending, new files,
 * forgetting passwords.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { registerCommand } from "../calls/commands.ts";
import { commands } from "../identifiers.ts";
import type { Services } from "../services.ts";
import { window } from "../window/window.ts";
import { requestLenses } from "./codeLens.ts";
import { newRequest } from "./newRequest.ts";
import { operationFiles } from "../sending/requestFiles.ts";
import { forgetSecrets } from "./secrets.ts";
import { sender } from "./sendCommand.ts";
import type { Neighbours } from "./sendCommand.ts";
import type { SendFile } from "../sending/sendFile.ts";
import { oneOrMany } from "../../language/index.ts";

/** `sendFile` is for other commands that send a request file. */
export function registerRequests(
  host: Services,
  neighbours: Neighbours,
): vscode.Disposable & { readonly sendFile: SendFile } {
  const { run, sendFile } = sender(host, neighbours);
  const owned = vscode.Disposable.from(
    vscode.languages.registerCodeLensProvider({ pattern: operationFiles }, requestLenses),
    registerCommand(host.log, commands.sendRequest, run),
    registerCommand(host.log, commands.newRequest, () => newRequest()),
    registerCommand(host.log, commands.forgetPasswords, async () => {
      const count = await forgetSecrets(host.extension);
      await window.showInformationMessage(
        count === 0
          ? l10n.t("No passwords of request files are stored.")
          : oneOrMany(
              count,
              l10n.t("1 password was removed. You are asked for it again when a request needs it."),
              l10n.t("{0} passwords were removed. You are asked for them again when a request needs them.", count),
            ),
      );
    }),
  );
  return {
    sendFile,
    dispose() {
      owned.dispose();
    },
  };
}
