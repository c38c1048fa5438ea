/**
 * Restores what was deleted: from the notification right after the deletion, or from the list of all deleted texts and
 * folders. A restored text or folder gets a new id, and the message says so.
 */
import * as l10n from "@vscode/l10n";
import type * as vscode from "vscode";
import { registerCommand } from "../../calls/commands.ts";
import type { Session } from "../../connections/session.ts";
import { inLibraryOf } from "../../connections/inLibraryOf.ts";
import { ownerOf } from "../../connections/ownerModel.ts";
import type { Owner } from "../../connections/ownerModel.ts";
import { commands } from "../../identifiers.ts";
import type { BringBackPorts, DiskJournal, Gone, GoneFolder, LibraryText } from "../../../authoring/index.ts";
import {
  bringBackFolder,
  bringBackText,
  contentsOf,
  countOf,
  goneFolderWords,
  goneFrom,
  goneWords,
  isFolderThere,
  recreation,
  wholeOf,
} from "../../../authoring/index.ts";
import type { Folder } from "../../../language/index.ts";
import { openLateProgress } from "../../window/lateProgress.ts";
import type { Services } from "../../services.ts";
import type { Library } from "../library.ts";
import { lostText } from "../givenModel.ts";
import type { LostText } from "../givenModel.ts";
import { showText, textOf } from "../tree/newText.ts";
import type { NewTexts } from "../tree/newText.ts";
import type { TextFiles } from "../documents/fileSystem.ts";
import { pickFolder } from "../pick.ts";
import { uriOf } from "../../connections/textAddress.ts";
import { window } from "../../window/window.ts";
import type { Histories } from "./histories.ts";

export interface BringBack extends vscode.Disposable {
  /** Restores a text. Asks for a folder or a code only if the old one cannot be used. */
  text(lost: Pick<LostText, "text" | "owner">): Promise<void>;
  /** Restores a folder that was deleted in this window. */
  folder(lost: { readonly folder: Folder; readonly owner: Owner }): Promise<void>;
  /**
   * Saves lost content as a new text, with a code and a folder that the author chooses; resolves with false if nothing
   * was created.
   */
  asNew(lost: LostText): Promise<boolean>;
}

interface BringBackParts {
  readonly library: Library;
  readonly journal: DiskJournal;
  readonly histories: Histories;
  readonly texts: NewTexts;
  readonly files: Pick<TextFiles, "broughtBack" | "readingsOf">;
}

export function createBringBack(
  { connections, log }: Services,
  { library, journal, histories, texts, files }: BringBackParts,
): BringBack {
  async function gone({ identity }: Session): Promise<Gone> {
    return goneFrom((await journal.open(identity)).entries, histories.of(identity).allGone());
  }

  function portsOf(session: Session): BringBackPorts {
    const { api, identity } = session;
    return {
      api,
      journal,
      identity,
      create: (body) => texts.createIn(session, body),
      adopt(formerId, newId, back) {
        histories.of(identity).adopt(formerId, newId);
        if (back !== undefined) files.broughtBack({ identity, textId: formerId }, back);
      },
      warn: (problem) => log.warn(problem),
    };
  }

  async function text(session: Session, copy: LibraryText, lost: readonly string[] = []): Promise<void> {
    const ports = portsOf(session);
    const asked = library.of(ownerOf(session));
    let place: { readonly folderId?: string; readonly code?: string } = {};
    for (;;) {
      const result = await bringBackText(copy, ports, place);
      if (result.state === "failed") throw new Error(result.words);
      if (result.state === "back" || result.state === "here") {
        await texts.tell(session, result.text.id, result.text);
        const missing =
          lost.length === 0
            ? []
            : [l10n.t("The text's content in {0} is no longer kept on this computer.", lost.join(", "))];
        await window.showInformationMessage(
          result.text.id === copy.id
            ? l10n.t("{0} is in the library: it was not deleted.", copy.code)
            : [l10n.t("{0} is in the library again, under a new id.", result.text.code), ...missing].join(" "),
        );
        return;
      }
      const code = place.code ?? copy.code;
      if (result.state === "no-folder") {
        const folder = await pickFolder(
          asked,
          l10n.t("The folder of {0} is gone. Which folder should the text go in?", code),
        );
        if (folder === undefined) return;
        await connections.here(ownerOf(session));
        place = { ...place, folderId: folder.id };
      } else {
        void window.showWarningMessage(result.words);
        const other = await texts.askCode(asked, place.folderId ?? copy.folderId, { id: "", code });
        if (other === undefined) return;
        await connections.here(ownerOf(session));
        place = { ...place, code: other };
      }
    }
  }

  async function wholeFolder(session: Session, folder: GoneFolder): Promise<void> {
    let parent = folder.folder.parentFolderId;
    if (parent !== null && !(await isFolderThere(session.api, parent))) {
      const chosen = await pickFolder(
        library.of(ownerOf(session)),
        l10n.t("The parent folder of {0} is gone. Which folder should {0} go in?", folder.folder.name),
        { topOnly: true },
      );
      if (chosen === undefined) return;
      await connections.here(ownerOf(session));
      parent = chosen.id;
    }
    const stop = new AbortController();
    const progress = openLateProgress(l10n.t("Bringing back {0}…", folder.folder.name), { stop: () => stop.abort() });
    const result = await bringBackFolder(folder, { ...portsOf(session), signal: stop.signal }, parent).finally(() =>
      progress.close(),
    );
    library.refresh().catch((error: unknown) => log.warn(`The library was not read again: ${String(error)}`));
    const came =
      result.id === undefined
        ? []
        : [
            l10n.t(
              "The folder {0} is in the library again, under a new id, with {1}.",
              folder.folder.name,
              countOf(result.texts, "text"),
            ),
          ];
    if (result.problems.length > 0)
      throw new Error([...came, ...result.problems, l10n.t("What was not brought back stays on the list.")].join(" "));
    await window.showInformationMessage(came.join(" "));
  }

  async function choose(): Promise<void> {
    const session = await connections.session();
    const found = await gone(session);
    if (found.folders.length + found.texts.length === 0) {
      await window.showInformationMessage(
        l10n.t(
          "No deleted texts or folders of {0} are known on this computer. The list can contain only what you deleted on this computer, and texts that you opened here before the service reported them as gone.",
          session.name,
        ),
      );
      return;
    }
    const { folders } = await library.of(ownerOf(session)).folders();
    const format = (date: Date): string => date.toLocaleString();
    const names = new Map(folders.map(({ id, name }) => [id, name]));
    const picked = await window.showQuickPick(
      [
        ...found.folders.map((folder) => ({
          ...goneFolderWords(folder, format),
          icon: "folder",
          run: () => wholeFolder(session, folder),
        })),
        ...found.texts.map((each) => ({
          ...goneWords(each, names.get(each.text.folderId), format),
          icon: "symbol-string",
          run: () => text(session, each.text, each.lost),
        })),
      ],
      {
        title: l10n.t("Bring Back a Deleted Text or Folder"),
        placeHolder: l10n.t("The text or folder is created again, with a new id"),
        matchOnDescription: true,
        matchOnDetail: true,
      },
    );
    if (picked === undefined) return;
    await connections.here(ownerOf(session));
    await picked.run();
  }

  /** Resolves with false if the author cancelled. */
  async function saveAsNew(session: Session, lost: LostText): Promise<boolean> {
    const {
      text: { id: textId },
      languages,
      isGone,
    } = lost;
    const kept = isGone
      ? (await gone(session)).texts.filter(({ text: { id } }) => id === textId).map(({ text: copy }) => copy)
      : [];
    const orphan = wholeOf(lost, [...files.readingsOf({ identity: session.identity, textId }), ...kept]);
    const asked = library.of(ownerOf(session));
    const folder = await pickFolder(asked, l10n.t("Folder for {0}", orphan.code));
    const code = folder && (await texts.askCode(asked, folder.id, { id: "", code: orphan.code }));
    if (folder === undefined || code === undefined) return false;
    const created = await texts.createOrThrow(session, { ...recreation(orphan), folderId: folder.id, code });
    const live = [...contentsOf(created).keys()].sort();
    const language = live.find((each) => languages.includes(each)) ?? live[0];
    if (language !== undefined)
      await showText(uriOf({ connection: session.name, folder, text: textOf(created), language }));
    // Open tabs, including their unsaved changes, continue with the new text.
    if (isGone) portsOf(session).adopt(textId, created.id, created);
    void window.showInformationMessage(
      l10n.t("{0} is in the library, live for everyone, in {1}.", created.code, live.join(", ")),
    );
    return true;
  }

  async function asNew(lost: LostText): Promise<boolean> {
    let isDone = false;
    await inLibraryOf(connections, { owner: lost.owner, what: lost.text.code }, async (session) => {
      isDone = await saveAsNew(session, lost);
    });
    return isDone;
  }

  const registration = registerCommand(log, commands.restoreText, async (argument) => {
    const given = lostText(argument);
    await (given === undefined ? choose() : asNew(given));
  });
  return {
    text: ({ text: copy, owner }) =>
      inLibraryOf(connections, { owner, what: copy.code }, (session) => text(session, copy)),
    folder: ({ folder: { id, name }, owner }) =>
      inLibraryOf(connections, { owner, what: name }, async (session) => {
        const folder = (await gone(session)).folders.find((each) => each.folder.id === id);
        if (folder === undefined)
          throw new Error(l10n.t('The details of the folder are no longer known. Create it again with "New Folder".'));
        await wholeFolder(session, folder);
      }),
    asNew,
    dispose() {
      registration.dispose();
    },
  };
}
