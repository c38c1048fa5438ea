/** Fixes that many rules make: replacing words with others. */
import * as l10n from "../l10n.ts";
import type { Range, TextEdit } from "../range.ts";
import type { Fix } from "./finding.ts";

export function replace(range: Range, newText: string): TextEdit {
  return { start: range.start, end: range.end, newText };
}

/**
 * Returns one fix for each word that could replace the range. If there is only one fix, it is preferred. `written`
 * returns how the word is spelt in the text.
 */
export function useInstead(
  range: Range,
  words: readonly string[],
  written = (word: string): string => word,
): readonly Fix[] {
  return words.map((word) => ({
    title: l10n.t('Use "{0}"', word),
    edits: [replace(range, written(word))],
    preferred: words.length === 1,
  }));
}
