/** Registers what the client has for forms: request files, test forms, their PDFs, and the Smartforms view. */
import * as vscode from "vscode";
import { textScheme } from "../identifiers.ts";
import { registerSmartformTree } from "../smartforms/smartformTree.ts";
import { formCodeLens } from "./codeLens.ts";
import { registerFormCommands, requestFiles } from "./formCommands.ts";
import type { Services } from "../services.ts";
import type { Sides } from "../sides.ts";
import { registerTestForms } from "./testFormCommands.ts";
import { TestForms } from "./testForms.ts";

export function registerForms(host: Services, sides: Sides): vscode.Disposable {
  const forms = new TestForms(host.extension.globalState);
  return vscode.Disposable.from(
    // What a saved library text prints is new: PDFs that are open are made anew.
    vscode.workspace.onDidSaveTextDocument((document) => {
      if (document.uri.scheme === textScheme) host.panels.refreshAll();
    }),
    registerFormCommands(host, forms),
    registerTestForms(host, { forms, sides }),
    registerSmartformTree(host, sides),
    vscode.languages.registerCodeLensProvider({ pattern: requestFiles }, formCodeLens),
  );
}
