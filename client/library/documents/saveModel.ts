/**
 * Decisions of the `textlib:` file system: how content becomes bytes and back, which reading a buffer came from, and
 * the words for each outcome. Does not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { explain } from "../../../api/index.ts";
import type { Change, LibraryText, Look, WriteResult } from "../../../authoring/index.ts";
import { conflictWords, contentsOf } from "../../../authoring/index.ts";
import { hasLoneReturn } from "./lineEndsModel.ts";

/** Returns the bytes for the editor. A byte order mark in the content is kept. */
export function bytesOf(content: string): Uint8Array {
  return new TextEncoder().encode(content);
}

/** Returns undefined if the bytes are not UTF-8: the service stores characters, so nothing else can be saved. */
export function contentOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Content that an editor would silently change: such a text is read-only. */
export type Unkeepable =
  /** Half of a surrogate pair, which cannot be written as UTF-8. */
  | "halfCharacter"
  /** A line that ends with a carriage return alone. */
  | "loneReturn";

/** Returns undefined if an editor can keep the whole content. */
export function unkeepable(content: string): Unkeepable | undefined {
  if (!content.isWellFormed()) return "halfCharacter";
  return hasLoneReturn(content) ? "loneReturn" : undefined;
}

/**
 * Returns whether a buffer without changes shows this content. Line endings and a byte order mark are the editor's own
 * and are ignored.
 */
export function isShown(content: string, buffer: string): boolean {
  const plain = (text: string): string => text.replaceAll(/\r\n?/g, "\n").replace(/^\uFEFF/, "");
  return plain(content) === plain(buffer);
}

/** Returns a copy of `text` that has `content` in this language. */
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

/** Returns what happened to a save, and what to do; undefined if it succeeded. */
export function failureWords(result: WriteResult): string | undefined {
  switch (result.state) {
    case "saved":
    case "unchanged":
      return undefined;
    case "conflict":
      if (result.error !== undefined)
        return l10n.t(
          'It is not known whether the text was saved: the answer was lost, and somebody else has changed {0} as well since then. Use "Resolve" to see both versions and decide.',
          conflictWords(result.conflicts),
        );
      return l10n.t(
        'Not saved: somebody else changed {0} at the same time. Nothing was written. Use "Resolve" to see both versions and decide.',
        conflictWords(result.conflicts),
      );
    case "overwritten":
      return l10n.t(
        'Your text was written, but when it was read back, the service returned something else: somebody wrote at the same moment. Your text is kept here. Use "Resolve" to see both versions and decide.',
      );
    case "unverified":
      return l10n.t(
        "The service accepted the save, but it could not be checked whether the text is there. {0} Your text is also kept in the journal on this computer.",
        result.error.message,
      );
    case "unknown":
      return l10n.t(
        "It is not known whether the text was saved. {0} Your text is kept here and in the journal. Save again: your text is written only if the service does not have it yet.",
        result.error.message,
      );
    case "orphaned":
      return l10n.t('Not saved. {0} Use "Save as New Text" to keep your text in the library.', explain(result.error));
    case "failed":
      return l10n.t("Not saved: nothing was written. {0}", explain(result.error));
    case "invalid":
      return l10n.t("Not saved: nothing was written. {0}", result.reason);
  }
}

/**
 * Returns what to report after the later read of a saved text; undefined if nothing changed, or the service did not
 * say.
 */
export function lookWords(code: string, look: Look): string | undefined {
  if (look.state === "changed")
    return l10n.t(
      "Right after you saved {0}, the same place was changed again on the service, perhaps by somebody who had not seen your version. Your version is in the text's history on this computer.",
      code,
    );
  if (look.state === "gone")
    return l10n.t(
      "The service no longer shows {0}, which you have just saved. Your version is in the text's history on this computer.",
      code,
    );
  return undefined;
}

/**
 * Returns when the service's version of a language was written, according to the service. The time is in local time if
 * the service names a time zone; the result is empty if the service gives no time.
 */
export function timeOf(text: LibraryText, language: string): string {
  const written = text.translations?.[language]?.updatedAt ?? text.updatedDate;
  if (typeof written !== "string" || written === "") return "";
  const date = new Date(written);
  return /(?:Z|[+-]\d\d:?\d\d)$/i.test(written) && !Number.isNaN(date.getTime()) ? date.toLocaleString() : written;
}

/**
 * Returns the newest reading that the buffer shows, if that reading is newer than the buffer's base. An older reading
 * never becomes the base again: after an undo of a save or of somebody else's change, the buffer shows an old reading
 * that the author wants to write. `readings` are newest first, and need not include the base.
 */
export function newerReading(
  { readings, base }: { readonly readings: readonly LibraryText[]; readonly base: LibraryText | undefined },
  { language, shown }: { readonly language: string; readonly shown: string },
): LibraryText | undefined {
  const newer = base === undefined || !readings.includes(base) ? readings : readings.slice(0, readings.indexOf(base));
  return newer.find((reading) => isShown(contentIn(reading, language) ?? "", shown));
}
