/**
 * What an open text has to say before it is saved, without VS Code: that the service holds something else by now, does
 * not show the text any more, or keeps it at another place; and the merge that a save would make, for the editor.
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

/** Milliseconds: a text is not asked for more often than this because a window or an editor is looked at. */
export const gap = 30_000;

/**
 * Whether a visible text is to be looked at. `askedAt`: when it was asked for last, 0 where the next chance is to be
 * taken.
 */
export function isDue({ askedAt, now }: { readonly askedAt: number; readonly now: number }): boolean {
  return now - askedAt >= gap;
}

/** null where the service does not show the text, undefined where it did not say. */
export async function lookUp(api: Api, textId: string): Promise<LibraryText | null | undefined> {
  try {
    return await api.call("textlibrary.texts.get", { path: { id: textId } });
  } catch (error) {
    if (!isApiError(error)) throw error;
    return error.code === "not-found" ? null : undefined;
  }
}

/** What is known of an open text. */
export interface Known {
  /** Whose text it is: the connection of the address may lead elsewhere by now. */
  readonly owner: Owner | undefined;
  /** What the buffer came from; undefined where nobody remembers, and then nothing can be said of changes. */
  readonly base: LibraryText | undefined;
  /** What the service said last; undefined where it said nothing yet. */
  readonly latest: LibraryText | undefined;
  /** Whether the service said since that it does not show the text. */
  readonly isGone: boolean;
  /** What it was brought back as from this window, under another id. */
  readonly successor?: LibraryText | undefined;
  /** Why nobody can edit it here. */
  readonly readonly?: Unkeepable | undefined;
}

export interface Shown {
  readonly language: string;
  readonly buffer: string;
  readonly isDirty: boolean;
  /** Of the document's address. */
  readonly path: string;
  /** Where the catalog has the folder of the text, or of its successor; undefined where it does not know. */
  readonly folder: Pick<Folder, "code" | "name"> | undefined;
  /** What the author wants to leave for later: the service's content. */
  readonly later: string | undefined;
}

export type Notice =
  | { readonly kind: "changed"; readonly theirs: LibraryText; readonly content: string }
  /** The text is there, without this language. */
  | { readonly kind: "noLanguage" }
  | { readonly kind: "gone" }
  /** The window uses another connection than this text is of. */
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

/** What is not known is no notice. A buffer without changes takes what the service holds by itself. */
export function noticesOf(
  { base, latest, isGone, successor, readonly: why }: Known,
  { language, buffer, isDirty, path, folder, later }: Shown,
): readonly Notice[] {
  if (isGone) {
    const isBack = successor !== undefined && folder !== undefined && contentIn(successor, language) !== undefined;
    return [
      isBack ? { kind: "back", path: pathOf(folder, successor, language), folder, text: successor } : { kind: "gone" },
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

/** One line. */
export function noticeWords(notice: Notice, language: string): string {
  switch (notice.kind) {
    case "changed": {
      const time = timeOf(notice.theirs, language);
      return time === ""
        ? l10n.t("Changed on the service meanwhile")
        : l10n.t("Changed on the service, {0}", brief(time));
    }
    case "noLanguage":
      return l10n.t("The service shows no {0} of this text any more", language);
    case "readonly":
      return notice.why === "loneReturn"
        ? l10n.t("Read-only: a line ends with a carriage return alone, which the editor cannot keep")
        : l10n.t("Read-only: the text has half of a character, which the editor cannot keep");
    case "elsewhere":
      return l10n.t(
        "A text of {0}, while this window uses {1}: what it refers to is not checked, and a save goes live in {0}",
        notice.connection,
        notice.used,
      );
    case "gone":
      return l10n.t("Not shown by the service any more: deleted, moved to a private folder, or not visible to you");
    case "back":
      return l10n.t(
        "Brought back in the folder {0} with the code {1}, as a new text",
        quoted(notice.folder.name),
        quoted(notice.text.code),
      );
    case "moved":
      return l10n.t(
        "Now in the folder {0} with the code {1}; a save goes there",
        quoted(notice.folder.name),
        quoted(notice.text.code),
      );
  }
}

type Merged =
  /** What the buffer is to show: nothing of either side is lost. */
  | { readonly state: "merged"; readonly content: string }
  /** Both sides changed the same lines. */
  | { readonly state: "conflict" };

/** The merge of a save, for the buffer. */
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
 * The content that a save of this buffer would want: with the byte order mark and the line ends of its base, which an
 * editor does not show.
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
 * The lines of a buffer that become others, so that the cursor and everything else stay where they are. Offsets count
 * UTF-16 code units.
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
