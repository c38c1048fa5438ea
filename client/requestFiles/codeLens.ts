/** The lens above the first line of a request file. The lens sends the file. */
import * as vscode from "vscode";
import { commands } from "../identifiers.ts";
import { lensOf } from "./requestFileModel.ts";

export const requestLenses: vscode.CodeLensProvider = {
  provideCodeLenses(document) {
    const lens = lensOf(document.getText(), document.uri.path);
    const top = new vscode.Range(0, 0, 0, 0);
    return lens === undefined
      ? []
      : [new vscode.CodeLens(top, { ...lens, command: commands.sendRequest, arguments: [document.uri] })];
  },
};
