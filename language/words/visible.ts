/**
 * Prepares names of any origin for use in a sentence. Characters that cannot be seen, that end a line or that change
 * the reading direction are shown as their code, so that nobody is misled.
 */

/**
 * The Unicode classes of the characters that are shown as their code, and letters and signs that draw nothing: the
 * fillers of Hangul, the empty Braille pattern.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u{115f}\u{1160}\u{17b4}\u{17b5}\u{2800}\u{3164}\u{ffa0}]/gu;

/** Longer names are cut: a name of thousands of characters would hide the rest of a message. */
const longest = 120;

/** Returns a name as a sentence can show it. */
export function visible(text: string): string {
  return text.replace(unseen, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}`);
}

/** Returns a name as a sentence can show it, cut if it is long. */
export function brief(text: string): string {
  const shown = visible(text);
  return shown.length <= longest ? shown : `${shown.slice(0, longest)}…`;
}

/** Returns a name in quotation marks, as a sentence can show it, cut if it is long. */
export function quoted(text: string): string {
  return `"${brief(text)}"`;
}
