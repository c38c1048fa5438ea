/**
 * Commands for texts of the Text Library. Every change of a text goes through the guarded write. Before a text is
 * deleted, a complete copy is kept.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { explain, isApiError } from "../../../api/index.ts";
import type { Api } from "../../../api/index.ts";
import { registerCommand } from "../../calls/commands.ts";
import type { CommandId } from "../../calls/commands.ts";
import { chosenRow, ownerOf, sessionForAll } from "../../connections/ownerModel.ts";
import type { Owner } from "../../connections/ownerModel.ts";
import { askConsent } from "../../calls/consent.ts";
import type { BringBack } from "../history/bringBack.ts";
import { commands, textScheme } from "../../identifiers.ts";
import type { Journal, LibraryText } from "../../../authoring/index.ts";
import {
  codeWish,
  contentsOf,
  defaultLanguageSaid,
  defaultLanguageWish,
  deleteText,
  fieldsOf,
  recreation,
} from "../../../authoring/index.ts";
import type { Plans } from "../plans/plans.ts";
import type { Services } from "../../services.ts";
import { contentTypes, hasCode, usesWords } from "../textLibraryModel.ts";
import { addressOf, uriOf } from "../../connections/textAddress.ts";
import type { TextFiles } from "../documents/fileSystem.ts";
import { failureWords } from "../documents/saveModel.ts";
import { window } from "../../window/window.ts";
import type { Library } from "../library.ts";
import { showText, textOf, translationsOf } from "./newText.ts";
import type { NewTexts } from "./newText.ts";
import { asNode, givenNode, textsOf } from "../givenModel.ts";
import type { FolderOfText, GivenText, LibraryNode } from "../givenModel.ts";
import { pickFolder, pickText } from "../pick.ts";
import type { LibraryTree } from "./tree.ts";
import { oneOrMany, visible } from "../../../language/index.ts";

interface TextCommandParts {
  readonly library: Library;
  readonly tree: LibraryTree;
  readonly files: TextFiles;
  readonly journal: Journal;
  readonly texts: NewTexts;
  readonly bringBack: BringBack;
  readonly plans: Plans;
}

export function registerTextCommands(
  { connections, log }: Services,
  { library, tree, files, journal, texts, bringBack, plans }: TextCommandParts,
): vscode.Disposable {
  const { askCode, askLanguage, tell } = texts;

  async function open({ folder, text, owner }: FolderOfText, language?: string): Promise<void> {
    const { name, api } = await connections.here(owner);
    const chosen = language ?? (await languageToOpen(await read(api, text.id)));
    if (chosen !== undefined) await showText(uriOf({ connection: name, folder, text, language: chosen }));
  }

  /**
   * Returns the default language, which most authors mean; the tree has a row for each other language. If the text does
   * not exist in the default language, asks which language to open.
   */
  async function languageToOpen(text: LibraryText): Promise<string | undefined> {
    const { defaultLanguage } = fieldsOf(text);
    return contentsOf(text).has(defaultLanguage)
      ? defaultLanguage
      : chooseLanguage(text, l10n.t("Open in which language?"));
  }

  async function chooseLanguage(text: LibraryText, title: string): Promise<string | undefined> {
    const languages = [...contentsOf(text).keys()].sort();
    if (languages.length <= 1) return languages[0];
    const standard = fieldsOf(text).defaultLanguage;
    const items = languages
      .sort((one, other) => Number(other === standard) - Number(one === standard))
      .map((label) => ({ label, description: label === standard ? l10n.t("default") : "" }));
    return (await window.showQuickPick(items, { title }))?.label;
  }

  async function newText(argument: unknown): Promise<void> {
    const { row, session } = await chosenRow(connections, givenNode(argument), tree.selected);
    const asked = library.of(ownerOf(session));
    const folder = row?.folder ?? (await pickFolder(asked, l10n.t("Folder of the new text")));
    if (folder === undefined) return;
    const code = await askCode(asked, folder.id);
    if (code === undefined) return;
    const contentType = await window.showQuickPick(
      contentTypes.map(({ label, icon, value }) => ({ icon, label, value })),
      { title: l10n.t("Content of {0}", code) },
    );
    if (contentType === undefined) return;
    const language = await askLanguage(
      asked,
      [],
      l10n.t("Language of the text; this language becomes the text's default language"),
    );
    if (language === undefined) return;
    const created = await texts.createOrThrow(session, {
      folderId: folder.id,
      code,
      contentType: contentType.value,
      defaultLanguage: language,
      translations: translationsOf(language, ""),
    });
    await open({ folder, text: textOf(created), owner: ownerOf(session) }, language);
  }

  async function renameText({ text, owner }: FolderOfText): Promise<void> {
    const session = await connections.here(owner);
    const base = await read(session.api, text.id);
    const before = fieldsOf(base);
    const picked = await window.showQuickPick(
      [
        { label: l10n.t("Code"), description: before.code, field: "code" as const },
        { label: l10n.t("Name"), description: before.name, field: "name" as const },
        { label: l10n.t("Description"), description: before.description, field: "description" as const },
      ],
      { title: l10n.t("Change {0}", before.code) },
    );
    if (picked === undefined) return;
    const value =
      picked.field === "code"
        ? await askCode(library.of(owner), before.folderId, { id: text.id, code: before.code })
        : await window.showInputBox({
            title: l10n.t("{0} of {1}", picked.label, before.code),
            value: before[picked.field],
          });
    if (value === undefined || value === before[picked.field]) return;
    if (picked.field !== "code") {
      const words = failureWords(await files.save({ owner, base, change: { fields: { [picked.field]: value } } }));
      if (words !== undefined) throw new Error(words);
      return;
    }
    const wish = codeWish(base, value);
    await plans.offer(session, wish.step.title, [wish]);
  }

  async function changeDefaultLanguage({ text, owner }: FolderOfText): Promise<void> {
    const session = await connections.here(owner);
    const base = await read(session.api, text.id);
    const language = await chooseLanguage(base, l10n.t("Default language of {0}", base.code));
    if (language === undefined || language === fieldsOf(base).defaultLanguage) return;
    const wish = defaultLanguageWish(base, language);
    await plans.offer(session, wish.step.title, [wish], { said: defaultLanguageSaid([base], language) });
  }

  async function addLanguage({ folder, text, owner }: FolderOfText): Promise<void> {
    const { name: connection, api } = await connections.here(owner);
    const language = await askLanguage(
      library.of(owner),
      [...contentsOf(await read(api, text.id)).keys()],
      l10n.t("New language of {0}", text.code),
    );
    if (language === undefined) return;
    const uri = uriOf({ connection, folder, text, language });
    files.startLanguage(uri);
    await showText(uri);
  }

  /** Copies a whole text under another code, and opens the copy in its default language. */
  async function duplicate({ folder, text, owner }: FolderOfText): Promise<void> {
    const session = await connections.here(owner);
    const whole = await read(session.api, text.id);
    const code = await askCode(library.of(owner), folder.id, { id: "", code: `${whole.code}-copy` });
    if (code === undefined) return;
    const created = await texts.createOrThrow(session, { ...recreation(whole), code });
    const shown = textOf(created);
    await open({ folder, text: shown, owner }, fieldsOf(created).defaultLanguage || [...contentsOf(created).keys()][0]);
  }

  async function deleteWhole({ text, owner }: FolderOfText): Promise<void> {
    const session = await connections.here(owner);
    const whole = await read(session.api, text.id);
    const unsaved = dirtyLanguagesOf(session.name, text.id);
    const ticket = await askConsent({
      session,
      operation: "textlibrary.texts.delete",
      path: { id: text.id },
      question: l10n.t('Delete the text "{0}" in all its languages?', whole.code),
      yes: l10n.t("Delete the Text"),
      consequences: [
        ...(fieldsOf(whole).name.trim() === "" ? [] : [l10n.t("Name: {0}", visible(fieldsOf(whole).name)), ""]),
        ...(unsaved.length === 0
          ? []
          : [
              l10n.t(
                "Your unsaved changes ({0}) stay in the editor. You can save them as a new text.",
                unsaved.join(", "),
              ),
              "",
            ]),
        ...usesWords(await library.of(owner).uses(text.id)).split("\n"),
        "",
        l10n.t(
          "Before the text is deleted, a copy of all its languages is saved on this computer. If you bring the text back, it gets a new id.",
        ),
      ],
    });
    if (ticket === undefined) return;
    await connections.here(owner);
    let copy: LibraryText;
    try {
      copy = await deleteText(
        session.api,
        journal,
        { identity: session.identity, connection: session.name, text: whole, ticket },
        { warn: (problem) => log.warn(problem) },
      );
      log.info(`The text ${whole.code} was deleted; a copy is in the journal.`);
      files.deleted({ identity: session.identity, textId: text.id });
      await tell(session, text.id, null);
    } catch (error) {
      if (!isApiError(error)) throw error;
      throw new Error(
        error.outcome === "none"
          ? l10n.t("{0} was not deleted. {1}", whole.code, explain(error))
          : l10n.t(
              "It is not known whether {0} was deleted. {1} Refresh the Text Library to check. A copy is kept on this computer.",
              whole.code,
              error.message,
            ),
        { cause: error },
      );
    }
    const undo = await window.showInformationMessage(l10n.t("{0} is deleted.", whole.code), l10n.t("Undo"));
    if (undo !== undefined) await bringBack.text({ text: copy, owner });
  }

  /** Copies only references that are certain to lead to the text, wherever they are used. */
  async function copyReferences(found: readonly GivenText[], owner: Owner): Promise<void> {
    const references = await library.of(owner).references({ textIds: found.map(({ text }) => text.id) });
    const written = found.map((given, index) => ({ ...given, reference: references[index] ?? undefined }));
    const copied = written.filter(({ reference }) => reference !== undefined);
    if (copied.length > 0) {
      await vscode.env.clipboard.writeText(copied.map(({ reference }) => reference).join("\n"));
      const what = oneOrMany(
        copied.length,
        l10n.t("The reference is copied."),
        l10n.t("{0} references are copied.", copied.length),
      );
      const warning =
        copied.length === 1
          ? l10n.t("The text's folder has no code, so the reference stops working if the folder is renamed.")
          : l10n.t("At least one folder has no code, so references by its name stop working if the folder is renamed.");
      window.setStatusBarMessage(copied.every(({ folder }) => hasCode(folder)) ? what : `${what} ${warning}`, 5000);
    }
    const codes = written.filter(({ reference }) => reference === undefined).map(({ text }) => text.code);
    if (codes.length > 0)
      await window.showWarningMessage(
        l10n.t(
          "No reference to {0} was copied, because a reference might not work everywhere. Perhaps the Text Library has not been read yet, or the reference leads to another text. Give the text's folder a code, or refresh the Text Library.",
          codes.join(", "),
        ),
      );
  }

  async function textOfArgument(argument: unknown, title: string): Promise<FolderOfText | undefined> {
    return textOfRow(givenNode(argument), title);
  }

  async function textOfRow(given: LibraryNode | null | undefined, title: string): Promise<FolderOfText | undefined> {
    const { row, session } = await chosenRow(connections, given, tree.selected);
    const owner = ownerOf(session);
    return row === undefined || row.kind === "folder"
      ? pickText(library.of(owner), title)
      : { folder: row.folder, text: row.text, owner };
  }

  /**
   * `ofFolder`: the command that the same key runs for a folder row. The keybinding passes "selected" instead of using
   * a `when` clause. The context of a `when` clause would be updated too late, and would not be updated at all after
   * the rows were read again.
   */
  function onText(
    id: CommandId,
    title: string,
    action: (found: FolderOfText, language?: string) => Promise<void>,
    { ofFolder }: { readonly ofFolder?: CommandId } = {},
  ): vscode.Disposable {
    return registerCommand(log, id, async (argument) => {
      if (argument === "selected") {
        const row = await tree.selectedByKey();
        const meant = row?.kind === "folder" ? ofFolder : row?.kind === "text" ? id : undefined;
        if (meant !== undefined) await vscode.commands.executeCommand(meant, row);
        else
          window.setStatusBarMessage(
            l10n.t("Nothing was done: select a text or a folder in the Text Library first."),
            5000,
          );
        return;
      }
      const found = await textOfArgument(argument, title);
      const node = asNode(argument);
      if (found !== undefined) await action(found, node?.kind === "language" ? node.language : undefined);
    });
  }

  return vscode.Disposable.from(
    files.onDidSave(() => tree.update()),
    registerCommand(log, commands.openText, async (argument) => {
      const node = asNode(argument);
      const found = await textOfRow(node ?? null, l10n.t("Open Text"));
      if (found !== undefined) await open(found, node?.kind === "language" ? node.language : undefined);
    }),
    registerCommand(log, commands.newText, newText),
    registerCommand(log, commands.refreshLibrary, async () => {
      await files.refresh();
      await library.refresh();
      tree.update();
    }),
    onText(commands.renameText, l10n.t("Change which text?"), renameText, { ofFolder: commands.renameFolder }),
    onText(commands.changeDefaultLanguage, l10n.t("Change the default language of which text?"), changeDefaultLanguage),
    onText(commands.addLanguage, l10n.t("Add a language to which text?"), addLanguage),
    onText(commands.duplicateText, l10n.t("Duplicate which text?"), duplicate),
    onText(commands.deleteText, l10n.t("Delete which text?"), deleteWhole, { ofFolder: commands.deleteFolder }),
    registerCommand(log, commands.copyReference, async (argument, selection) => {
      const several = textsOf(argument, selection);
      if (several.length > 0) return copyReferences(several, ownerOf(await sessionForAll(connections, several)));
      const found = await textOfArgument(argument, l10n.t("Copy a reference to which text?"));
      if (found !== undefined) await copyReferences([found], found.owner);
    }),
  );
}

/** Returns the languages of the text whose open documents have unsaved changes. */
function dirtyLanguagesOf(connection: string, textId: string): readonly string[] {
  return vscode.workspace.textDocuments
    .filter(({ isDirty, uri }) => isDirty && uri.scheme === textScheme)
    .map(({ uri }) => addressOf(uri))
    .filter((address) => address.connection === connection && address.textId === textId)
    .map(({ language }) => language)
    .sort();
}

function read(api: Api, id: string): Promise<LibraryText> {
  return api.call("textlibrary.texts.get", { path: { id } });
}
