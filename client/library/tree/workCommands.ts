/**
 * Carries out the code actions that need the service: extracts a selection, creates a missing text, adds a language to
 * a text, sets a folder's code, and sets a text's default language.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { DefaultLanguageToSet, Folder, LanguageToAdd, Extraction, TextToCreate } from "../../../language/index.ts";
import type { WorkParams } from "../../../server/protocol.ts";
import { registerCommand } from "../../calls/commands.ts";
import { commands } from "../../identifiers.ts";
import type { Session } from "../../connections/session.ts";
import { ownerOf, sessionFor } from "../../connections/ownerModel.ts";
import type { Services } from "../../services.ts";
import { contentTypes } from "../textLibraryModel.ts";
import { mustBeOf, uriOf } from "../../connections/textAddress.ts";
import type { TextFiles } from "../documents/fileSystem.ts";
import { window } from "../../window/window.ts";
import { contentsOf, fieldsOf } from "../../../authoring/index.ts";
import { extract, readWork } from "./extractModel.ts";
import type { Library } from "../library.ts";
import { showText, textOf, translationsOf } from "./newText.ts";
import type { NewTexts } from "./newText.ts";
import { pickFolder } from "../pick.ts";

export function registerWorkCommands(
  { connections, log }: Services,
  { library, files, texts }: { readonly library: Library; readonly files: TextFiles; readonly texts: NewTexts },
): vscode.Disposable {
  async function carryOut(argument: unknown): Promise<void> {
    const params = readWork(argument);
    if (params === undefined)
      throw new Error(
        l10n.t(
          "This command works only as a code action of a text. Open the text, and use the code actions in its editor.",
        ),
      );
    const { owner } = params;
    const session = await sessionFor(
      connections,
      owner && { owner: { identity: owner.owner, connection: owner.name } },
    );
    const uri = vscode.Uri.parse(params.uri, true);
    mustBeOf(session, uri, files.knownOf(uri)?.owner);
    switch (params.work.do) {
      case "extract":
        return extractSelection(session, params, params.work);
      case "create-text":
        return createText(session, params.work);
      case "add-language":
        return addLanguage(session, params.work);
      case "set-folder-code":
        return vscode.commands.executeCommand(commands.setFolderCode, {
          kind: "folder",
          folder: await folderOf(session, params.work.folderId),
          owner: ownerOf(session),
        });
      case "set-default-language":
        return setDefaultLanguage(session, params.work);
    }
  }

  async function extractSelection(
    session: Session,
    { uri, version }: WorkParams,
    { start, end, content, contentType, folderId, ...proposed }: Extraction,
  ): Promise<void> {
    const document = vscode.workspace.textDocuments.find(
      (open) => open.uri.toString() === vscode.Uri.parse(uri).toString(),
    );
    if (document === undefined || document.version !== version)
      throw new Error(l10n.t("The document has changed since you selected the words. Select the words again."));
    const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
    const asked = library.of(ownerOf(session));
    const folder = await pickFolder(
      asked,
      l10n.t("Folder of the new text"),
      folderId === undefined ? {} : { first: folderId },
    );
    if (folder === undefined) return;
    const code = await texts.askCode(asked, folder.id, { id: "", code: proposed.code });
    if (code === undefined) return;
    const language =
      proposed.language ??
      (await texts.askLanguage(
        asked,
        [],
        l10n.t("Language of the selection; it becomes the default language of the text"),
      ));
    if (language === undefined) return;
    if (document.version !== version)
      throw new Error(
        l10n.t(
          "The document has changed since you selected the words, so nothing was created. Select the words again.",
        ),
      );
    const body = {
      folderId: folder.id,
      code,
      contentType,
      defaultLanguage: language,
      translations: translationsOf(language, content ?? document.getText(range)),
    };
    const result = await extract(
      { folder, body },
      {
        create: (wanted) => texts.create(session, wanted),
        async replace(reference) {
          if (document.isClosed || document.version !== version) return false;
          const edit = new vscode.WorkspaceEdit();
          edit.replace(document.uri, range, reference);
          return vscode.workspace.applyEdit(edit);
        },
      },
    );
    if (result.state === "not-created") throw new Error(result.reason, { cause: result.error });
    if (result.state === "extracted") return;
    const choice = await window.showWarningMessage(
      l10n.t(
        "The text {0} was created, but the document changed before the selection could be replaced. Replace the selection with {1} yourself.",
        code,
        result.reference,
      ),
      l10n.t("Copy the Reference"),
    );
    if (choice !== undefined) await vscode.env.clipboard.writeText(result.reference);
  }

  async function createText(
    session: Session,
    { folderId, code, contentType, ...proposed }: TextToCreate,
  ): Promise<void> {
    const folder = await folderOf(session, folderId);
    const types = [...contentTypes].sort(
      (one, other) => Number(other.value === contentType) - Number(one.value === contentType),
    );
    const type = await window.showQuickPick(
      types.map(({ label, icon, value }) => ({ icon, label, value })),
      { title: l10n.t("Content of {0}, a new text in {1}", code, folder.name) },
    );
    if (type === undefined) return;
    const language =
      proposed.language ??
      (await texts.askLanguage(
        library.of(ownerOf(session)),
        [],
        l10n.t("Language of the text; this language becomes the text's default language"),
      ));
    if (language === undefined) return;
    const created = await texts.createOrThrow(session, {
      folderId,
      code,
      contentType: type.value,
      defaultLanguage: language,
      translations: translationsOf(language, ""),
    });
    await showText(uriOf({ connection: session.name, folder, text: textOf(created), language }));
  }

  /** Inserts the default language's content for translation; nothing is saved until the author saves. */
  async function addLanguage(session: Session, { textId, folderId, language }: LanguageToAdd): Promise<void> {
    const { name: connection, api } = session;
    const folder = await folderOf(session, folderId);
    const text = await api.call("textlibrary.texts.get", { path: { id: textId } });
    const uri = uriOf({ connection, folder, text: textOf(text), language });
    const contents = contentsOf(text);
    if (!contents.has(language)) files.startLanguage(uri);
    const { document } = await showText(uri);
    const words = contents.get(fieldsOf(text).defaultLanguage) ?? "";
    if (contents.has(language) || document.getText() !== "" || words === "") return;
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, new vscode.Position(0, 0), words);
    await vscode.workspace.applyEdit(edit);
  }

  async function setDefaultLanguage(session: Session, { textId, folderId }: DefaultLanguageToSet): Promise<void> {
    const folder = await folderOf(session, folderId);
    const text = textOf(await session.api.call("textlibrary.texts.get", { path: { id: textId } }));
    await vscode.commands.executeCommand(commands.changeDefaultLanguage, {
      kind: "text",
      folder,
      text,
      owner: ownerOf(session),
    });
  }

  async function folderOf(session: Session, folderId: string): Promise<Folder> {
    const { folders } = await library.of(ownerOf(session)).folders();
    const folder = folders.find(({ id }) => id === folderId);
    if (folder === undefined) throw new Error(l10n.t("The folder is not known any more. Refresh the Text Library."));
    return folder;
  }

  return registerCommand(log, commands.carryOut, carryOut);
}
