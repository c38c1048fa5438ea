/** The two actions of a request file, above its first line. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { commands } from "../identifiers.ts";

export const formCodeLens: vscode.CodeLensProvider = {
  provideCodeLenses(document) {
    const top = new vscode.Range(0, 0, 0, 0);
    const lens = (title: string, tooltip: string, command: string): vscode.CodeLens =>
      new vscode.CodeLens(top, { title, tooltip, command, arguments: [document.uri] });
    return [
      lens(
        l10n.t("$(add) Create test form"),
        l10n.t("Creates a form from this request. Nobody is notified unless you say so."),
        commands.createForm,
      ),
      lens(
        l10n.t("$(file-pdf) Create and show PDF"),
        l10n.t("Creates a form from this request and shows its PDF. Nobody is notified unless you say so."),
        commands.createFormAndShowPdf,
      ),
    ];
  },
};
