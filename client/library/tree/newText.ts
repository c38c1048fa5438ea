/**
 * Creates texts: the questions, request and notification that all such commands share. Each text is kept in the journal
 * first; see `createKept`.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { textNotification } from "../../../server/protocol.ts";
import type { TextParams } from "../../../server/protocol.ts";
import type { Session } from "../../connections/session.ts";
import { messageOf } from "../../../language/index.ts";
import { OtherLibrary, ownerOf } from "../../connections/ownerModel.ts";
import type { CreateResult, Journal, LibraryText, NewText } from "../../../authoring/index.ts";
import { contentsOf, createKept, createProblem, fieldsOf } from "../../../authoring/index.ts";
import type { Services } from "../../services.ts";
import { codeProblem, codeTwin, languageProblem } from "../textLibraryModel.ts";
import { languageName } from "../../window/inDisplayLanguage.ts";
import { window } from "../../window/window.ts";
import type { LibraryOf } from "../library.ts";
import type { FolderOfText } from "../givenModel.ts";
import type { LibraryTree } from "./tree.ts";

export interface NewTexts {
  /**
   * Asks for a code and validates it while the person types; resolves with undefined if the person cancelled. `self`:
   * the text whose code is changed, with its present code; for a new text, an empty id and the proposed code.
   */
  askCode(
    library: LibraryOf,
    folderId: string,
    self?: { readonly id: string; readonly code: string },
  ): Promise<string | undefined>;
  /**
   * Offers the languages of the library that are not in `present`, and any other language. Resolves with the language
   * in lower case; undefined if the person cancelled.
   */
  askLanguage(library: LibraryOf, present: readonly string[], prompt: string): Promise<string | undefined>;
  /**
   * Creates the text in the session's library, and sends the result to the catalog. Rejects with OtherLibrary if the
   * window has switched to another library: folder and code were chosen from what the window showed before.
   */
  create(session: Session, body: NewText): Promise<CreateResult<LibraryText>>;
  /**
   * Does the same as `create`, but also for a library that the window does not show. Call it only if nothing in the
   * body was chosen from what the window shows.
   */
  createIn(session: Session, body: NewText): Promise<CreateResult<LibraryText>>;
  /** Does the same as `create`, but throws an error for display unless a new text was created. */
  createOrThrow(session: Session, body: NewText): Promise<LibraryText>;
  /** Sends the service's answer about a text to the catalog. `text` is null if the text is gone. */
  tell(session: Session, textId: string, text: LibraryText | null): Promise<void>;
}

export function newTexts(
  { connections, server, log }: Services,
  { tree, journal }: { readonly tree: LibraryTree; readonly journal: Journal },
): NewTexts {
  async function askCode(
    library: LibraryOf,
    folderId: string,
    self?: { readonly id: string; readonly code: string },
  ): Promise<string | undefined> {
    const { folders } = await library.folders();
    const folder = folders.find(({ id }) => id === folderId);
    return window.showInputBox({
      title: folder === undefined ? l10n.t("Code of the Text") : l10n.t("Code of the Text in {0}", folder.name),
      value: self?.code ?? "",
      prompt: l10n.t("Unique in its top folder and all subfolders"),
      placeHolder: "greeting",
      validateInput: async (value) => {
        const problem = codeProblem(value);
        if (problem !== undefined) return problem;
        const found = await library.texts({ query: value, limit: 100 }).catch((error: unknown) => {
          if (error instanceof OtherLibrary) return error;
          throw error;
        });
        if (found instanceof OtherLibrary) return found.message;
        const twin = codeTwin(value, folderId, folders, found.texts, self);
        return twin === undefined
          ? undefined
          : l10n.t("There is a text with this code under the same top folder: {0}.", twin.code);
      },
    });
  }

  /** Returns no languages if they cannot be read: any language can be typed. */
  async function languagesOf(library: LibraryOf): Promise<readonly string[]> {
    try {
      return await library.languages();
    } catch (error) {
      if (error instanceof OtherLibrary) throw error;
      log.warn(`The languages of the library could not be read: ${messageOf(error)}`);
      return [];
    }
  }

  async function askLanguage(
    library: LibraryOf,
    present: readonly string[],
    prompt: string,
  ): Promise<string | undefined> {
    const used = (await languagesOf(library)).filter((language) => languageProblem(language, present) === undefined);
    if (used.length > 0) {
      const other = { label: l10n.t("Another Language…"), code: undefined };
      const picked = await window.showQuickPick(
        [...used.map((language) => ({ label: languageName(language), description: language, code: language })), other],
        { title: l10n.t("Language"), placeHolder: prompt, matchOnDescription: true },
      );
      if (picked?.code !== undefined || picked === undefined) return picked?.code;
    }
    const code = await window.showInputBox({
      title: l10n.t("Language"),
      prompt,
      placeHolder: "sv",
      validateInput: (value) => languageProblem(value.trim(), present),
    });
    return code?.trim().toLowerCase();
  }

  async function create(session: Session, body: NewText): Promise<CreateResult<LibraryText>> {
    return createIn(await connections.here(ownerOf(session)), body);
  }

  async function createIn(session: Session, body: NewText): Promise<CreateResult<LibraryText>> {
    const { api, identity, name } = session;
    const result = await createKept(
      api,
      journal,
      { identity, connection: name, body },
      { warn: (problem) => log.warn(problem) },
    );
    if ("value" in result) await tell(session, result.value.id, result.value);
    if (result.state === "created") log.info(`The text ${body.code} was created.`);
    return result;
  }

  async function createOrThrow(session: Session, body: NewText): Promise<LibraryText> {
    const result = await create(session, body);
    if (result.state === "created") return result.value;
    throw new Error(createProblem(result, body.code), { cause: result.error });
  }

  async function tell({ identity }: Session, textId: string, text: LibraryText | null): Promise<void> {
    server.notify(textNotification, { owner: identity, textId, text } satisfies TextParams);
    tree.update();
  }

  return { askCode, askLanguage, create, createIn, createOrThrow, tell };
}

export async function showText(uri: vscode.Uri): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
}

/**
 * Returns an object with one language of a new text. The object has no prototype, so language codes never collide with
 * inherited properties.
 */
export function translationsOf(language: string, content: string): Record<string, { readonly content: string }> {
  const map = Object.create(null) as Record<string, { readonly content: string }>;
  map[language] = { content };
  return map;
}

/** Returns the text as the catalog would show it. */
export function textOf(text: LibraryText): FolderOfText["text"] {
  const { folderId, code, name, description, contentType, isPublic, defaultLanguage } = fieldsOf(text);
  return {
    id: text.id,
    folderId,
    code,
    name,
    description,
    contentType,
    isPublic,
    defaultLanguage: defaultLanguage === "" ? null : defaultLanguage,
    languages: { state: "known", value: [...contentsOf(text).keys()].sort() },
  };
}
