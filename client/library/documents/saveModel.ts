/**
 * Decisions of the `textlib:` file system, without VS Code: bytes, which reading a buffer came from, and the words of
 * each outcome.
 */
import * as l10n from "@vscode/l10n";
import { explain } from "../../../api/index.ts";
import type { Change, LibraryText, Look, WriteResult } from "../../../authoring/index.ts";
import { conflictWords, contentsOf } from "../../../authoring/index.ts";
import { hasLoneReturn } from "./lineEndsModel.ts";

/** Bytes as the editor gets them. A byte order mark in the content stays one. */
export function bytesOf(content: string): Uint8Array {
  return new TextEncoder().encode(content);
}

/** undefined where the bytes are no UTF-8: the service keeps characters, so nothing else can be saved. */
export function contentOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** What of a text an editor would silently make something else: such a text is only shown. */
export type Unkeepable =
  /** Half of a surrogate pair, which cannot be written as UTF-8. */
  | "halfCharacter"
  /** A line that ends with a carriage return alone. */
  | "loneReturn";

/** undefined where an editor can hold all of the content. */
export function unkeepable(content: string): Unkeepable | undefined {
  if (!content.isWellFormed()) return "halfCharacter";
  return hasLoneReturn(content) ? "loneReturn" : undefined;
}

/** Whether a buffer without changes shows this content: line ends and a byte order mark are the editor's own matter. */
export function isShown(content: string, buffer: string): boolean {
  const plain = (text: string): string => text.replaceAll(/\r\n?/g, "\n").replace(/^\uFEFF/, "");
  return plain(content) === plain(buffer);
}

/** The text as the buffer knows it: the service's reading, with the content that the author sees in this language. */
export function withContent(text: LibraryText, language: string, content: string): LibraryText {
  const translations = Object.create(null) as NonNullable<LibraryText["translations"]>;
  for (const [code, translation] of Object.entries(text.translations ?? {}))
    translations[code.toLowerCase()] = translation;
  translations[language] = { ...translations[language], content };
  return { ...text, translations };
}

export function changeOf(language: string, content: string): Change {
  return { translations: new Map([[language, content]]) };
}

export function contentIn(text: LibraryText, language: string): string | undefined {
  return contentsOf(text).get(language);
}

/** What happened to a save that did not end well, and what to do. undefined where it did. */
export function failureWords(result: WriteResult): string | undefined {
  switch (result.state) {
    case "saved":
    case "unchanged":
      return undefined;
    case "conflict":
      if (result.error !== undefined)
        return l10n.t(
          'It is not known whether the text was saved: the answer was lost, and by now somebody else changed {0} as well. Use "Resolve" to see both and decide.',
          conflictWords(result.conflicts),
        );
      return l10n.t(
        'Not saved: somebody else changed {0} at the same time. Nothing was written. Use "Resolve" to see both and decide.',
        conflictWords(result.conflicts),
      );
    case "overwritten":
      return l10n.t(
        'It was written, but when it was read back the service held something else: somebody wrote at the same moment. Your text is kept here. Use "Resolve" to see both and decide.',
      );
    case "unverified":
      return l10n.t(
        "The service accepted the save, but could not be asked whether it is there. {0} Your text is also kept in the journal of this computer.",
        result.error.message,
      );
    case "unknown":
      return l10n.t(
        "It is not known whether the text was saved. {0} Your text is kept here and in the journal. Save again: the service is read first, and nothing is written twice.",
        result.error.message,
      );
    case "orphaned":
      return l10n.t('Not saved. {0} Use "Save as New Text" to keep it in the library.', explain(result.error));
    case "failed":
      return l10n.t("Not saved, nothing was written. {0}", explain(result.error));
    case "invalid":
      return l10n.t("Not saved, nothing was written. {0}", result.reason);
  }
}

/** What a look some seconds after a save has to tell; undefined where all is well, or nobody knows. */
export function lookWords(code: string, look: Look): string | undefined {
  if (look.state === "changed")
    return l10n.t(
      "{0} was changed on the service right after you saved it, where you had changed it: perhaps by somebody who had not seen your version. Yours is in its history on this computer.",
      code,
    );
  if (look.state === "gone")
    return l10n.t(
      "{0} is not shown by the service any more since you saved it. Your version is in its history on this computer.",
      code,
    );
  return undefined;
}

/**
 * When the service's version of a language was written, as the service says: in the time of this computer where it
 * names a zone. Empty where it says nothing.
 */
export function timeOf(text: LibraryText, language: string): string {
  const written = text.translations?.[language]?.updatedAt ?? text.updatedDate;
  if (typeof written !== "string" || written === "") return "";
  const date = new Date(written);
  return /(?:Z|[+-]\d\d:?\d\d)$/i.test(written) && !Number.isNaN(date.getTime()) ? date.toLocaleString() : written;
}

/**
 * The newest reading that the buffer shows, if it is newer than its base. An older one is never a base again: who
 * undoes a save, or a change that somebody else made, shows an old reading and means to write it. `readings` are newest
 * first; the base need not be among them.
 */
export function newerReading(
  { readings, base }: { readonly readings: readonly LibraryText[]; readonly base: LibraryText | undefined },
  { language, shown }: { readonly language: string; readonly shown: string },
): LibraryText | undefined {
  const newer = base === undefined || !readings.includes(base) ? readings : readings.slice(0, readings.indexOf(base));
  return newer.find((reading) => isShown(contentIn(reading, language) ?? "", shown));
}
