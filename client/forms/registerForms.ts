/** Registers everything for forms: request files, test forms, their PDFs, and the Smartforms view. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { textScheme } from "../identifiers.ts";
import { registerSmartformTree } from "./smartformTree.ts";
import { formCodeLens } from "./codeLens.ts";
import { registerFormCommands, requestFiles } from "./formCommands.ts";
import { openerById } from "./openById.ts";
import { OpenedForms } from "../records/openedForms.ts";
import { formPicker } from "./pickForm.ts";
import type { Services } from "../services.ts";
import type { Sides } from "../window/sides.ts";
import { tellUnreadable } from "../window/unreadable.ts";
import { registerTestForms } from "./testFormCommands.ts";
import { TestForms } from "../records/testForms.ts";

/** `list` is for other features that make forms. */
export function registerForms(host: Services, sides: Sides): vscode.Disposable & { readonly list: TestForms } {
  const forms = new TestForms(
    host.extension.globalState,
    vscode.Uri.joinPath(host.extension.globalStorageUri, "forms").fsPath,
    (problem) => host.log.warn(problem),
  );
  void forms.recover().then(
    (unreadable) =>
      tellUnreadable(host.log, unreadable, (paths) =>
        l10n.t(
          "The record of a test form cannot be read, so the form may be missing from the list. The record stays at {0}.",
          paths,
        ),
      ),
    (error: unknown) => host.log.error(`Test forms that were written down could not be looked for: ${String(error)}`),
  );
  const opened = new OpenedForms(host.extension.globalState);
  const openById = openerById(host.connections, { forms, opened });
  const picker = formPicker(host.connections, { forms, opened, openById });
  const registered = vscode.Disposable.from(
    // A saved library text may change what PDFs print, so the open PDFs are rendered again.
    vscode.workspace.onDidSaveTextDocument((document) => {
      if (document.uri.scheme === textScheme) host.panels.refreshAll();
    }),
    registerFormCommands(host, { forms, opened, picker }),
    registerTestForms(host, { forms, opened, picker, openById, sides }),
    registerSmartformTree(host, sides),
    vscode.languages.registerCodeLensProvider({ pattern: requestFiles }, formCodeLens),
  );
  return {
    list: forms,
    dispose() {
      registered.dispose();
    },
  };
}
