/**
 * Creating texts: what every command that does it asks, sends and tells. Kept in the journal first; see `createKept`.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { textNotification } from "../../../server/protocol.ts";
import type { TextParams } from "../../../server/protocol.ts";
import type { Session } from "../../connections/session.ts";
import { OtherLibrary, ownerOf } from "../../connections/ownerModel.ts";
import type { CreateResult, Journal, LibraryText, NewText } from "../../../authoring/index.ts";
import { contentsOf, createKept, createProblem, fieldsOf } from "../../../authoring/index.ts";
import type { Services } from "../../services.ts";
import { codeProblem, codeTwin, languageProblem } from "../textLibraryModel.ts";
import { window } from "../../window/window.ts";
import type { LibraryOf } from "../library.ts";
import type { FolderOfText } from "../givenModel.ts";
import type { LibraryTree } from "./tree.ts";

export interface NewTexts {
  /**
   * Validated while it is typed; undefined where the person gave up. `self`: the text that has the code now, or the
   * code that is proposed.
   */
  askCode(
    library: LibraryOf,
    folderId: string,
    self?: { readonly id: string; readonly code: string },
  ): Promise<string | undefined>;
  /** Lower case; undefined where the person gave up. */
  askLanguage(present: readonly string[], prompt: string): Promise<string | undefined>;
  /**
   * Creates the text in the library of the session, and tells the catalog what the service then holds. Rejects with
   * OtherLibrary where the window has turned to another one: folder and code were chosen from what it showed.
   */
  create(session: Session, body: NewText): Promise<CreateResult<LibraryText>>;
  /** The same, whichever library the window shows: nothing of the body was chosen from that. */
  createIn(session: Session, body: NewText): Promise<CreateResult<LibraryText>>;
  /** The same, where anything but a new text is an error with words for people. */
  createOrThrow(session: Session, body: NewText): Promise<LibraryText>;
  /** Tells the catalog what the service said; null where it said that the text is gone. */
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
      prompt: l10n.t("Unique in its top folder and every subfolder of it"),
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

  async function askLanguage(present: readonly string[], prompt: string): Promise<string | undefined> {
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

/** One language of a new text. Without a prototype, so that no language code is a property of an object. */
export function translationsOf(language: string, content: string): Record<string, { readonly content: string }> {
  const map = Object.create(null) as Record<string, { readonly content: string }>;
  map[language] = { content };
  return map;
}

/** As the catalog would show it. */
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
