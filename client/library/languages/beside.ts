/**
 * Opens a language of a text, with the default language to its left. A language that does not exist yet opens empty:
 * nothing is written until it is saved.
 */
import * as vscode from "vscode";
import type { Folder, Text } from "../../../language/index.ts";
import type { Owner } from "../../connections/ownerModel.ts";
import { explained } from "../../calls/answersModel.ts";
import type { Services } from "../../services.ts";
import { textOf } from "../tree/newText.ts";
import { uriOf } from "../../connections/textAddress.ts";
import type { TextFiles } from "../documents/fileSystem.ts";
import { contentsOf, fieldsOf } from "../../../authoring/index.ts";

export async function openBeside(
  { connections }: Services,
  files: TextFiles,
  {
    folder,
    textId,
    language,
    owner,
  }: { readonly folder: Folder; readonly textId: string; readonly language: string; readonly owner: Owner },
): Promise<void> {
  const { name: connection, api } = await connections.here(owner);
  const now = await explained(api.call("textlibrary.texts.get", { path: { id: textId } }));
  const text: Text = textOf(now);
  const [contents, { defaultLanguage }] = [contentsOf(now), fieldsOf(now)];
  const uri = uriOf({ connection, folder, text, language });
  if (!contents.has(language)) files.startLanguage(uri);
  const original =
    defaultLanguage !== language && contents.has(defaultLanguage)
      ? uriOf({ connection, folder, text, language: defaultLanguage })
      : undefined;
  const addresses = original === undefined ? [uri] : [original, uri];
  const documents = await Promise.all(addresses.map((address) => vscode.workspace.openTextDocument(address)));
  if (documents.length > 1 && vscode.window.tabGroups.all.length !== documents.length)
    await vscode.commands.executeCommand("vscode.setEditorLayout", {
      orientation: 0,
      groups: documents.map(() => ({})),
    });
  // A preview tab is replaced by the next text, unless something was typed into it.
  for (const [index, document] of documents.entries())
    await vscode.window.showTextDocument(document, {
      viewColumn: index + 1,
      preview: true,
      preserveFocus: index < documents.length - 1,
    });
}
