/** Registers what the client has for forms: request files, test forms, their PDFs, and the Smartforms view. */
import * as vscode from "vscode";
import { PdfPanels } from "../pdf/panel.ts";
import { registerSmartformTree } from "../smartforms/smartformTree.ts";
import { formCodeLens } from "./codeLens.ts";
import { registerFormCommands, requestFiles } from "./formCommands.ts";
import type { FormsHost } from "./formsHost.ts";
import { TestForms } from "./testForms.ts";

/** `onDidSaveText` tells of library texts that were saved: PDFs that are open are made anew. */
export function registerForms(host: FormsHost, onDidSaveText: vscode.Event<unknown>): vscode.Disposable {
  const panels = new PdfPanels(host.extension.extensionUri);
  return vscode.Disposable.from(
    panels,
    onDidSaveText(() => panels.refreshAll()),
    registerFormCommands(host, panels, new TestForms(host.extension.globalState)),
    registerSmartformTree(host),
    vscode.languages.registerCodeLensProvider({ pattern: requestFiles }, formCodeLens),
  );
}
