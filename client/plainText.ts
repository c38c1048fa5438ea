/**
 * Strings of the service, of files and of people as text. VS Code makes links of `[…](…)` in messages and in the
 * prompts of boxes, links that can run commands, and icons of `$(…)` in lists and in the status bar: `client/window.ts`
 * hands everything through here.
 */

const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Longer names are cut: one of thousands of characters would hide what else a message says. */
const longest = 120;

/** A message or a label that is neither link nor icon; its own lines stay lines. */
export function plainText(text: string): string {
  return text
    .replace(/\](?=\()|\$(?=\()/g, "$& ")
    .replace(unseen, (character) => (character === "\n" || character === "\t" ? character : codeOf(character)));
}

/** For what VS Code calls by itself: it shows the message of a rejection in a notification of its own. */
export async function failsPlainly<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error) error.message = plainText(error.message);
    throw error;
  }
}

/**
 * One name in a sentence: characters that cannot be seen, end a line or turn the reading direction are shown as their
 * code, so that nobody is misled.
 */
export function visible(text: string): string {
  return text.replace(unseen, codeOf);
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

function codeOf(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}`;
}
