/**
 * The notices of an open text before it is saved: the service now has other content, no longer shows the text, or has
 * it at another place. This file also computes, for the editor, the merge that a save would make. Does not import
 * `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { isApiError } from "../../../api/index.ts";
import type { Api } from "../../../api/index.ts";
import { brief, documentPath, quoted, textPath } from "../../../language/index.ts";
import type { Folder } from "../../../language/index.ts";
import type { Owner } from "../../connections/ownerModel.ts";
import { linesOf, planWrite } from "../../../authoring/index.ts";
import type { LibraryText } from "../../../authoring/index.ts";
import { meant } from "./lineEndsModel.ts";
import { changeOf, contentIn, isShown, timeOf } from "./saveModel.ts";
import type { Unkeepable } from "./saveModel.ts";

/** Milliseconds: the minimum between two requests for a text when a window or an editor becomes visible. */
export const gap = 30_000;

/**
 * Returns whether a visible text should be read again. `askedAt`: time of the last request; 0 if the text is to be read
 * at the next chance.
 */
export function isDue({ askedAt, now }: { readonly askedAt: number; readonly now: number }): boolean {
  return now - askedAt >= gap;
}

/** Resolves with null if the service does not show the text, with undefined if it did not say. */
export async function lookUp(api: Api, textId: string): Promise<LibraryText | null | undefined> {
  try {
    return await api.call("textlibrary.texts.get", { path: { id: textId } });
  } catch (error) {
    if (!isApiError(error)) throw error;
    return error.code === "not-found" ? null : undefined;
  }
}

/** The state of an open text. */
export interface Known {
  /**
   * The library that the text came from. It is kept because the connection in the address may now lead to another one.
   */
  readonly owner: Owner | undefined;
  /** The reading that the buffer came from; undefined if not known, and then changes cannot be detected. */
  readonly base: LibraryText | undefined;
  /** The last reading from the service; undefined if there was no reading yet. */
  readonly latest: LibraryText | undefined;
  /**
   * Whether the service has said since `latest` that it does not show the text, or this window has deleted the text.
   */
  readonly isGone: boolean;
  /** Whether this window deleted the text. */
  readonly isDeletedHere?: boolean;
  /** The new text, if this text was restored from this window under another id. */
  readonly successor?: LibraryText | undefined;
  /** Why the text cannot be edited here. */
  readonly readonly?: Unkeepable | undefined;
}

export interface Shown {
  readonly language: string;
  readonly buffer: string;
  readonly isDirty: boolean;
  /** Path of the document's address. */
  readonly path: string;
  /** Folder of the text, or of its successor, in the catalog; undefined if not known. */
  readonly folder: Pick<Folder, "code" | "name"> | undefined;
  /** The service's content that the author chose to handle later. */
  readonly later: string | undefined;
}

export type Notice =
  | { readonly kind: "changed"; readonly theirs: LibraryText; readonly content: string }
  /** The text exists, but without this language. */
  | { readonly kind: "noLanguage" }
  | { readonly kind: "gone"; readonly isDeletedHere: boolean }
  /** The window does not use the connection of this text. */
  | { readonly kind: "elsewhere"; readonly connection: string; readonly used: string }
  | {
      readonly kind: "back";
      readonly path: string;
      readonly folder: Pick<Folder, "code" | "name">;
      readonly text: LibraryText;
    }
  | { readonly kind: "readonly"; readonly why: Unkeepable }
  | {
      readonly kind: "moved";
      readonly path: string;
      readonly folder: Pick<Folder, "code" | "name">;
      readonly text: LibraryText;
    };

/**
 * Returns the notices; unknown facts produce none. A buffer without changes takes the service's content automatically.
 */
export function noticesOf(
  { base, latest, isGone, isDeletedHere = false, successor, readonly: why }: Known,
  { language, buffer, isDirty, path, folder, later }: Shown,
): readonly Notice[] {
  if (isGone) {
    const isBack = successor !== undefined && folder !== undefined && contentIn(successor, language) !== undefined;
    return [
      isBack
        ? { kind: "back", path: pathOf(folder, successor, language), folder, text: successor }
        : { kind: "gone", isDeletedHere },
    ];
  }
  if (latest === undefined) return [];
  const notices: Notice[] = why === undefined ? [] : [{ kind: "readonly", why }];
  const theirs = contentIn(latest, language);
  const known = base && contentIn(base, language);
  if (theirs === undefined && known !== undefined) notices.push({ kind: "noLanguage" });
  const isNew =
    theirs !== undefined && base !== undefined && theirs !== known && theirs !== later && !isShown(theirs, buffer);
  if (isDirty && isNew) notices.push({ kind: "changed", theirs: latest, content: theirs });
  const place = folder && pathOf(folder, latest, language);
  if (folder !== undefined && place !== undefined && place !== path)
    notices.push({ kind: "moved", path: place, folder, text: latest });
  return notices;
}

function pathOf(folder: Pick<Folder, "code" | "name">, { code, contentType }: LibraryText, language: string): string {
  return documentPath(textPath(folder, { code, contentType }, language));
}

/** Returns one line. */
export function noticeWords(notice: Notice, language: string): string {
  switch (notice.kind) {
    case "changed": {
      const time = timeOf(notice.theirs, language);
      return time === ""
        ? l10n.t("Changed on the service, time not known")
        : l10n.t("Changed on the service, {0}", brief(time));
    }
    case "noLanguage":
      return l10n.t("The service no longer shows this text in {0}", language);
    case "readonly":
      return notice.why === "loneReturn"
        ? l10n.t("Read-only: a line ends with only a carriage return, and the editor cannot keep that")
        : l10n.t("Read-only: the text contains an incomplete character, which the editor cannot keep");
    case "elsewhere":
      return l10n.t(
        "This text is from {0}, but this window uses {1}: the text's references are not checked, and a save goes live in {0}",
        notice.connection,
        notice.used,
      );
    case "gone":
      if (notice.isDeletedHere) return l10n.t("Deleted in this window");
      return l10n.t("No longer shown by the service: deleted, moved to a private folder, or not visible to you");
    case "back":
      return l10n.t(
        "Brought back in the folder {0} with the code {1}, as a new text",
        quoted(notice.folder.name),
        quoted(notice.text.code),
      );
    case "moved":
      return l10n.t(
        "Now in the folder {0} with the code {1}; a save writes your changes there",
        quoted(notice.folder.name),
        quoted(notice.text.code),
      );
  }
}

type Merged =
  /** The merged content for the buffer: nothing of either side is lost. */
  | { readonly state: "merged"; readonly content: string }
  /** Both sides changed the same lines. */
  | { readonly state: "conflict" };

/** Returns the merge that a save would make, as content for the buffer. */
export function mergeNow({
  base,
  theirs,
  buffer,
  language,
}: {
  readonly base: LibraryText;
  readonly theirs: LibraryText;
  readonly buffer: string;
  readonly language: string;
}): Merged {
  const plan = planWrite({ base, theirs, change: changeOf(language, mineIn(base, { buffer, language })) });
  if (plan.state === "write")
    return {
      state: "merged",
      content: plan.body.translations?.[language]?.content ?? contentIn(theirs, language) ?? "",
    };
  return plan.state === "unchanged"
    ? { state: "merged", content: contentIn(theirs, language) ?? "" }
    : { state: "conflict" };
}

/**
 * Returns the content to save for this buffer: with the base's byte order mark and line endings, which an editor does
 * not show.
 */
export function mineIn(
  base: LibraryText,
  { buffer, language }: { readonly buffer: string; readonly language: string },
): string {
  const known = contentIn(base, language) ?? "";
  const written = known.startsWith("\uFEFF") ? `\uFEFF${buffer}` : buffer;
  return meant({ written, base: known, loaded: undefined, restored: undefined });
}

/**
 * Returns which lines of a buffer to replace, so that the cursor and everything else stay in place. Offsets are UTF-16
 * code units.
 */
export function replacement(
  buffer: string,
  content: string,
): { readonly start: number; readonly end: number; readonly text: string } {
  const end = buffer.includes("\r\n") ? "\r\n" : "\n";
  const [from, to] = [
    linesOf(buffer),
    linesOf(
      content
        .replace(/^\uFEFF/, "")
        .replaceAll("\r\n", "\n")
        .replaceAll("\n", end),
    ),
  ];
  let head = 0;
  while (head < from.length && head < to.length && from[head] === to[head]) head += 1;
  let tail = 0;
  while (
    tail < from.length - head &&
    tail < to.length - head &&
    from[from.length - 1 - tail] === to[to.length - 1 - tail]
  )
    tail += 1;
  const length = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length, 0);
  return {
    start: length(from.slice(0, head)),
    end: buffer.length - length(from.slice(from.length - tail)),
    text: to.slice(head, to.length - tail).join(""),
  };
}
