/**
 * Opens all languages of a text side by side, in separate editors in VS Code's columns, so that findings, completion,
 * the guarded save and the history work in each as usual.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { registerCommand } from "../../calls/commands.ts";
import { commands } from "../../identifiers.ts";
import { reading } from "../../calls/reading.ts";
import type { Services } from "../../services.ts";
import { uriOf } from "../../connections/textAddress.ts";
import { window } from "../../window/window.ts";
import { contentsOf, fieldsOf } from "../../../authoring/index.ts";
import type { Library } from "../library.ts";
import { textsOf } from "../givenModel.ts";
import { pickText } from "../pick.ts";
import { textOfDocument } from "../textOfDocument.ts";
import { ownerOf, sessionFor } from "../../connections/ownerModel.ts";

/**
 * Maximum number of columns in which a line is still readable. If there are more languages, the author chooses which
 * ones to show.
 */
const most = 4;
/** Maximum number of columns that VS Code can address. */
const columns = 9;

export function registerLanguagesBeside({ connections, log }: Services, library: Library): vscode.Disposable {
  async function openAll(argument: unknown): Promise<void> {
    const given = textsOf(argument, undefined)[0];
    const active = vscode.window.activeTextEditor?.document.uri;
    const session = await sessionFor(connections, given);
    const owner = ownerOf(session);
    const found =
      given ??
      (await textOfDocument(argument instanceof vscode.Uri ? argument : active, session, library)) ??
      (await pickText(library.of(owner), l10n.t("All languages of which text?")));
    if (found === undefined) return;
    const { folder, text } = found;
    const { name: connection, api } = await connections.here(owner);
    const now = await reading(l10n.t("Reading {0}…", text.code), (signal) =>
      api.call("textlibrary.texts.get", { path: { id: text.id } }, { signal }),
    );
    if (now === undefined) return;
    const languages = inOrder([...contentsOf(now).keys()], fieldsOf(now).defaultLanguage);
    const chosen = languages.length <= most ? languages : await choose(languages, text.code);
    const addresses = chosen.slice(0, columns).map((language) => uriOf({ connection, folder, text, language }));
    if (addresses.length === 0) return;
    const documents = await Promise.all(addresses.map((address) => vscode.workspace.openTextDocument(address)));
    await vscode.commands.executeCommand("vscode.setEditorLayout", {
      orientation: 0,
      groups: documents.map(() => ({})),
    });
    for (const [index, document] of documents.entries())
      await vscode.window.showTextDocument(document, {
        viewColumn: index + 1,
        preview: false,
        preserveFocus: index > 0,
      });
    if (languages.length === 1)
      await window.showInformationMessage(
        l10n.t(
          '{0} is written only in {1}. Use "Add Language" to add another language.',
          text.code,
          languages[0] ?? "",
        ),
      );
  }

  return registerCommand(log, commands.openLanguages, openAll);
}

async function choose(languages: readonly string[], code: string): Promise<readonly string[]> {
  const items = languages.map((label, index) => ({
    label,
    description: index === 0 ? l10n.t("default") : "",
    picked: index < most,
  }));
  return (
    (await window.showQuickPick(items, {
      title: l10n.t("Languages of {0}", code),
      placeHolder: l10n.t("Up to {0} languages to open side by side", columns),
      canPickMany: true,
    })) ?? []
  ).map(({ label }) => label);
}

/** Returns the default language first. */
function inOrder(languages: readonly string[], standard: string): readonly string[] {
  return languages.toSorted(
    (one, other) => Number(other === standard) - Number(one === standard) || (one < other ? -1 : 1),
  );
}
