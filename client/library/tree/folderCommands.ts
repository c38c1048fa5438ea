/**
 * Commands for folders of the Text Library. An update of a folder keeps the fields that it leaves out; an update of a
 * text clears them, except the translations (document 1, Text Library).
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { explain, isApiError } from "../../../api/index.ts";
import type { ApiError } from "../../../api/index.ts";
import { brief } from "../../../language/index.ts";
import type { Folder } from "../../../language/index.ts";
import type { UsesResult } from "../../../server/protocol.ts";
import { registerCommand } from "../../calls/commands.ts";
import type { Session } from "../../connections/session.ts";
import { chosenRow, ownerOf } from "../../connections/ownerModel.ts";
import { askConsent } from "../../calls/consent.ts";
import type { BringBack } from "../history/bringBack.ts";
import { commands } from "../../identifiers.ts";
import type { FolderChange, Journal } from "../../../authoring/index.ts";
import { createFolder, deleteFolder as deleteKept, folderWish } from "../../../authoring/index.ts";
import type { Plans } from "../plans/plans.ts";
import type { Services } from "../../services.ts";
import { deletionProblem, folderCodeProblem, hasCode, renameWarning, wantedCode } from "../textLibraryModel.ts";
import { window } from "../../window/window.ts";
import type { Library, LibraryOf } from "../library.ts";
import { givenNode } from "../givenModel.ts";
import { pickFolder } from "../pick.ts";
import type { LibraryTree } from "./tree.ts";

interface FolderCommandParts {
  readonly library: Library;
  readonly tree: LibraryTree;
  readonly journal: Journal;
  readonly bringBack: BringBack;
  readonly plans: Plans;
}

export function registerFolderCommands(
  { connections, log }: Services,
  { library, tree, journal, bringBack, plans }: FolderCommandParts,
): vscode.Disposable {
  /** Resolves with the folder, and the session for the work on it. */
  async function folderOf(
    argument: unknown,
    title: string,
    options: { readonly topOnly?: boolean } = {},
  ): Promise<{ readonly folder: Folder; readonly session: Session } | undefined> {
    const { row, session } = await chosenRow(connections, givenNode(argument), tree.selected);
    const isMeant = row?.kind === "folder" && (options.topOnly !== true || row.folder.parentFolderId === null);
    const folder = isMeant ? row.folder : await pickFolder(library.of(ownerOf(session)), title, options);
    return folder && { folder, session };
  }

  async function newFolder(session: Session, parent: Folder | undefined): Promise<void> {
    const { folders } = await library.of(ownerOf(session)).folders();
    const name = await window.showInputBox({
      title: parent === undefined ? l10n.t("New Folder") : l10n.t("New Subfolder of {0}", parent.name),
      prompt: l10n.t("Name of the folder, unique at its level"),
      validateInput: (value) => (value.trim() === "" ? l10n.t("A folder needs a name.") : undefined),
    });
    if (name === undefined) return;
    const code = await window.showInputBox({
      title: l10n.t("Code of {0}", name),
      prompt: l10n.t("References by code still work after a rename. Leave this empty if the folder needs no code."),
      placeHolder: "hr",
      validateInput: (value) => (value === "" ? undefined : folderCodeProblem(value, folders)),
    });
    if (code === undefined) return;
    const { api } = await connections.here(ownerOf(session));
    const result = await createFolder(api, {
      name: name.trim(),
      parentFolderId: parent?.id ?? null,
      ...(code === "" ? {} : { code }),
    });
    lookAgain();
    if (result.state === "created") return log.info(`The folder ${name} was created.`);
    throw new Error(
      result.state === "failed"
        ? l10n.t("The folder was not created. {0}", explain(result.error))
        : result.state === "taken"
          ? l10n.t(
              "The service's answer was lost. There is a folder named {0}, but it has another code. Look at that folder before you try again.",
              name,
            )
          : l10n.t(
              "It is not known whether the folder was created. {0} Refresh the Text Library to check before you try again.",
              result.error.message,
            ),
    );
  }

  async function renameFolder(folder: Folder, session: Session): Promise<void> {
    const detail = renameWarning(
      folder,
      hasCode(folder)
        ? { known: true, uses: [], documents: [], smartforms: [] }
        : await usesIn(folder, library.of(ownerOf(session))),
    );
    if (detail !== undefined) {
      const setCode = l10n.t("Set a Code First"),
        rename = l10n.t("Rename Anyway");
      const choice = await window.showWarningMessage(
        l10n.t("{0} has no code.", brief(folder.name)),
        { modal: true, detail },
        setCode,
        rename,
      );
      if (choice === undefined) return;
      if (choice === setCode) return setFolderCode(folder, session);
    }
    const name = await window.showInputBox({
      title: l10n.t("Rename {0}", folder.name),
      value: folder.name,
      prompt: l10n.t("Unique at its level"),
      validateInput: (value) => (value.trim() === "" ? l10n.t("A folder needs a name.") : undefined),
    });
    if (name === undefined || name.trim() === folder.name) return;
    await changeFolder(session, folder, { name: name.trim() });
  }

  async function setFolderCode(folder: Folder, session: Session): Promise<void> {
    const { folders } = await library.of(ownerOf(session)).folders();
    if (hasCode(folder)) {
      const change = l10n.t("Change the Code"),
        remove = l10n.t("Remove the Code");
      const choice = await window.showWarningMessage(
        l10n.t("{0} has the code {1}.", brief(folder.name), brief(folder.code ?? "")),
        {
          modal: true,
          detail: l10n.t(
            "If you change or remove this code, references that use it stop working, including those in Smartforms that cannot be searched from here.",
          ),
        },
        change,
        remove,
      );
      if (choice === remove) return changeFolder(session, folder, { code: "" });
      if (choice === undefined) return;
    }
    const typed = await window.showInputBox({
      title: l10n.t("Code of {0}", folder.name),
      value: folder.code ?? "",
      prompt: l10n.t("The code must be unique in the company. If you leave the box empty, nothing changes."),
      validateInput: (value) => (value === "" ? undefined : folderCodeProblem(value, folders, folder)),
    });
    const code = wantedCode(typed, folder);
    if (code !== undefined) await changeFolder(session, folder, { code });
  }

  async function changeFolder(session: Session, folder: Folder, wanted: FolderChange): Promise<void> {
    const wish = folderWish(folder, wanted);
    await plans.offer(session, wish.step.title, [wish]);
  }

  /** Resolves with every place that refers to a text of the folder. */
  async function usesIn(folder: Folder, asked: LibraryOf): Promise<UsesResult> {
    const { known, texts } = await asked.texts({ folderId: folder.id });
    const results = await Promise.all(texts.map(({ id }) => asked.uses(id)));
    return {
      known: known && results.every((result) => result.known),
      uses: results.flatMap(({ uses }) => uses),
      documents: surest(
        results.flatMap(({ documents }) => documents),
        ({ uri }) => uri,
      ),
      smartforms: surest(
        results.flatMap(({ smartforms }) => smartforms),
        ({ name }) => name,
      ),
    };
  }

  async function deleteFolder(folder: Folder, session: Session): Promise<void> {
    const asked = library.of(ownerOf(session));
    const [all, { known, texts }] = await Promise.all([asked.folders(), asked.texts({ folderId: folder.id })]);
    // The row may be older than the library: the dialog names the folder as it is now.
    const { name } = all.folders.find(({ id }) => id === folder.id) ?? folder;
    const subfolders = all.folders.filter(({ parentFolderId }) => parentFolderId === folder.id);
    const problem = deletionProblem(folder, {
      known: known && all.known,
      texts: texts.length,
      subfolders: subfolders.length,
    });
    if (problem !== undefined) throw new Error(problem);
    const ticket = await askConsent({
      session,
      operation: "textlibrary.folders.delete",
      path: { id: folder.id },
      question: l10n.t('Delete the folder "{0}"?', brief(name)),
      yes: l10n.t("Delete the Folder"),
      consequences: [
        l10n.t("This deletes the folder for the whole company."),
        l10n.t(
          "Content that you cannot see, such as private texts, may still keep the service from deleting the folder.",
        ),
      ],
    });
    if (ticket === undefined) return;
    await connections.here(ownerOf(session));
    try {
      await deleteKept(
        session.api,
        journal,
        { identity: session.identity, connection: session.name, folder, ticket },
        { warn: (problem) => log.warn(problem) },
      );
      log.info(`The folder ${folder.name} was deleted; its name and code are in the journal.`);
    } catch (error) {
      if (!isApiError(error)) throw error;
      throw new Error(deleteWords(folder, error), { cause: error });
    } finally {
      lookAgain();
    }
    const undo = await window.showInformationMessage(l10n.t("The folder {0} is deleted.", folder.name), l10n.t("Undo"));
    if (undo !== undefined) await bringBack.folder({ folder, owner: ownerOf(session) });
  }

  /**
   * Reads the library again. The folders come first, so that the tree shows them long before everything has been read.
   */
  function lookAgain(): void {
    library.refresh().then(
      () => tree.update(),
      (error: unknown) => log.warn(`The library was not read again: ${String(error)}`),
    );
  }

  return vscode.Disposable.from(
    registerCommand(log, commands.newFolder, async () => newFolder(await connections.session(), undefined)),
    registerCommand(log, commands.newSubfolder, async (argument) => {
      const parent = await folderOf(argument, l10n.t("Parent folder of the new subfolder"), { topOnly: true });
      if (parent !== undefined) await newFolder(parent.session, parent.folder);
    }),
    onFolder(commands.renameFolder, l10n.t("Rename which folder?"), renameFolder),
    onFolder(commands.setFolderCode, l10n.t("Set or remove the code of which folder?"), setFolderCode),
    onFolder(commands.deleteFolder, l10n.t("Delete which folder?"), deleteFolder),
  );

  function onFolder(
    id: (typeof commands)[keyof typeof commands],
    title: string,
    action: (folder: Folder, session: Session) => Promise<void>,
  ): vscode.Disposable {
    return registerCommand(log, id, async (argument) => {
      const found = await folderOf(argument, title);
      if (found !== undefined) await action(found.folder, found.session);
    });
  }
}

function deleteWords(folder: Folder, error: ApiError): string {
  if (error.outcome === "none") return l10n.t("{0} was not deleted. {1}", folder.name, explain(error));
  return l10n.t(
    "It is not known whether {0} was deleted. {1} Refresh the Text Library to check.",
    folder.name,
    error.message,
  );
}

/** Removes duplicates; a place that is certain takes precedence over one that is not. */
function surest<Place extends { readonly certain: boolean }>(
  places: readonly Place[],
  keyOf: (place: Place) => string,
): readonly Place[] {
  return [
    ...new Map(
      places
        .toSorted((one, other) => Number(one.certain) - Number(other.certain))
        .map((place) => [keyOf(place), place]),
    ).values(),
  ];
}
