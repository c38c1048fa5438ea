/** A problem that the caller can correct: reported in one line, without a stack. Exit status 2. */
export class Problem extends Error {
  override readonly name = "Problem";
}

/** Compares the names of error classes, because the built sandbox is a separate file with its own classes. */
export function isKnown(error: unknown): error is Error {
  return error instanceof Error && (error.name === "Problem" || error.name === "CatalogError");
}

/** Characters that a terminal takes for a command, that end a line, or that change the text direction. */
const commanding = "[\\p{Cc}\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069]";
const [each, several] = [new RegExp(commanding, "gu"), new RegExp(`${commanding}+`, "gu")] as const;

/** Matches where Azure Pipelines and TeamCity find a command, anywhere in a line: `##vso[`, `##[`, `##teamcity[`. */
export const logCommand = /#(?=#\w*\[)/g;

/** Makes text safe for terminals and logs: the result contains no command and does not change the text direction. */
export function printable(text: string): string {
  return text.toWellFormed().replace(several, " ").replace(logCommand, "# ");
}

/** Makes the name of a file safe for terminals and logs: what could be a command is escaped. */
export function shownName(name: string): string {
  return escaped(name.toWellFormed());
}

/** Returns JSON that contains no command and has the same meaning. */
export function harmlessJson(value: unknown, indent?: number): string {
  return harmlessCode(JSON.stringify(value, undefined, indent));
}

/**
 * Returns JSON or TypeScript that contains no command and has the same meaning. Only strings and comments of the code
 * can contain commands.
 */
export function harmlessCode(code: string): string {
  return escaped(code, /\n/);
}

function escaped(text: string, kept?: RegExp): string {
  const escape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return text
    .replace(each, (character) => (kept?.test(character) ? character : escape(character)))
    .replace(logCommand, escape);
}

/** Returns the text as a line. Puts `before` in front if a log could take the line for a command (`::error::`). */
export function line(text: string, before: string): string {
  return /^\s*::/.test(text) ? before + text : text;
}
