/** What the caller can put right: told in one line, without a stack. Exit status 2. */
export class Problem extends Error {
  override readonly name = "Problem";
}

/** Told by the name: the sandbox is a file of its own when it is built, with classes of its own. */
export function isKnown(error: unknown): error is Error {
  return error instanceof Error && (error.name === "Problem" || error.name === "CatalogError");
}

/** For terminals: without control characters and without characters that change the direction of what follows. */
export function printable(text: string): string {
  return text.toWellFormed().replace(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu, " ");
}
