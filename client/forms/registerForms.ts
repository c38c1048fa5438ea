/** Registers what the client has for forms: request files, test forms, their PDFs, and the Smartforms view. */
import * as vscode from "vscode";
import { textScheme } from "../identifiers.ts";
import { PdfPanels } from "../pdf/panel.ts";
import { registerSmartformTree } from "../smartforms/smartformTree.ts";
import { formCodeLens } from "./codeLens.ts";
import { registerFormCommands, requestFiles } from "./formCommands.ts";
import type { Services } from "../services.ts";
import { TestForms } from "./testForms.ts";

export function registerForms(host: Services): vscode.Disposable {
  const panels = new PdfPanels(host.extension.extensionUri);
  return vscode.Disposable.from(
    panels,
    // What a saved library text prints is new: PDFs that are open are made anew.
    vscode.workspace.onDidSaveTextDocument((document) => {
      if (document.uri.scheme === textScheme) panels.refreshAll();
    }),
    registerFormCommands(host, panels, new TestForms(host.extension.globalState)),
    registerSmartformTree(host),
    vscode.languages.registerCodeLensProvider({ pattern: requestFiles }, formCodeLens),
  );
}
