/** What messages are made of beside whole sentences: words of the author, and lists of them. */
import * as l10n from "../l10n.ts";

/** Whole sentences, one after the other; empty ones are left out. */
export function said(...sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

/** Words that are quoted, with the marks of the reader's language. */
export function quotation(words: string): string {
  return l10n.t('"{0}"', words);
}

/** `"a" or "b"`; at least one. */
export function anyOf(words: readonly string[]): string {
  return words.map(quotation).reduce((before, word) => l10n.t("{0} or {1}", before, word));
}
