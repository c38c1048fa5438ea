/** What the caller can put right: told in one line, without a stack. Exit status 2. */
export class Problem extends Error {
  override readonly name = "Problem";
}

/** Told by the name: the sandbox is a file of its own when it is built, with classes of its own. */
export function isKnown(error: unknown): error is Error {
  return error instanceof Error && (error.name === "Problem" || error.name === "CatalogError");
}

/** Characters that a terminal takes for a command, that end a line, or that change the direction of what follows. */
const commanding = "[\\p{Cc}\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069]";
const [each, several] = [new RegExp(commanding, "gu"), new RegExp(`${commanding}+`, "gu")] as const;

/**
 * Where Azure Pipelines and TeamCity find a command to themselves, anywhere in a line: `##vso[`, `##[`, `##teamcity[`.
 */
export const logCommand = /#(?=#\w*\[)/g;

/** For terminals and logs: nothing that is a command, or changes the direction of what follows. */
export function printable(text: string): string {
  return text.toWellFormed().replace(several, " ").replace(logCommand, "# ");
}

/** The name of a file for terminals and logs, what could be a command is written as its escape. */
export function shownName(name: string): string {
  return escaped(name.toWellFormed());
}

/** JSON in which nothing is a command. It says the same. */
export function harmlessJson(value: unknown, indent?: number): string {
  return harmlessCode(JSON.stringify(value, undefined, indent));
}

/** The same for JSON or TypeScript that is there: what could be a command stands in strings and remarks alone. */
export function harmlessCode(code: string): string {
  return escaped(code, /\n/);
}

function escaped(text: string, kept?: RegExp): string {
  const escape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return text
    .replace(each, (character) => (kept?.test(character) ? character : escape(character)))
    .replace(logCommand, escape);
}

/** A line of its own. One that a log could take for a command to itself (`::error::`) gets something in front. */
export function line(text: string, before: string): string {
  return /^\s*::/.test(text) ? before + text : text;
}
