/**
 * Names from anywhere as they stand in a sentence. Characters that cannot be seen, end a line or turn the reading
 * direction are shown as their code, so that nobody is misled.
 */

const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Longer names are cut: one of thousands of characters would hide what else a message says. */
const longest = 120;

/** One name in a sentence. */
export function visible(text: string): string {
  return text.replace(unseen, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}`);
}

/** The same, cut where it is long. */
export function brief(text: string): string {
  const shown = visible(text);
  return shown.length <= longest ? shown : `${shown.slice(0, longest)}…`;
}

/** The same in quotation marks. */
export function quoted(text: string): string {
  return `"${brief(text)}"`;
}
