/**
 * Registers distribution: the command, its lens above requests for documents, the list of distributions, and
 * notifications.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { registerCommand, showFailure } from "../../calls/commands.ts";
import type { Documents } from "../documents.ts";
import { commands } from "../../identifiers.ts";
import type { SendFile } from "../../sending/sendFile.ts";
import { distributionLists } from "./list.ts";
import { documentSender } from "./sendDocument.ts";

export function registerDistribution(documents: Documents, sendFile: SendFile): vscode.Disposable {
  const { log } = documents.services;
  const send = documentSender(documents, sendFile);
  const { show, setReady, offerUnfinished } = distributionLists(documents, sendFile);
  offerUnfinished().catch((error: unknown) => showFailure(log, error));
  return vscode.Disposable.from(
    registerCommand(log, commands.distribute, send),
    registerCommand(log, commands.showDistributions, show),
    registerCommand(log, commands.setNotificationReady, setReady),
    vscode.languages.registerCodeLensProvider(
      { pattern: "**/*.document.json" },
      {
        provideCodeLenses: (document) =>
          /"DataAsBase64"/.test(document.getText())
            ? [
                new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), {
                  title: l10n.t("$(send) Distribute…"),
                  tooltip: l10n.t("Distributes the document of this request. A dialog asks you first."),
                  command: commands.distribute,
                  arguments: [document.uri],
                }),
              ]
            : [],
      },
    ),
  );
}
