/** Writes the parts of messages that are not whole sentences: words of the author, and lists of such words. */
import * as l10n from "../l10n.ts";

/** Joins whole sentences and leaves out empty ones. */
export function said(...sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

/** Quotes words with the marks of the reader's language. */
export function quotation(words: string): string {
  return l10n.t('"{0}"', words);
}

/** Returns `"a" or "b"`; needs at least one word. */
export function anyOf(words: readonly string[]): string {
  return words.map(quotation).reduce((before, word) => l10n.t("{0} or {1}", before, word));
}
