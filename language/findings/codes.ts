/** Which characters a code can have (document 1, "Text Library folder" and "Text Library text"). */

/** The first character that codes cannot have, whole even where it takes two code units; null where all are allowed. */
export function foreignCharacter(code: string): string | null {
  return /[^\p{L}\p{M}\p{N}._-]/u.exec(code)?.[0] ?? null;
}

/** How a message names a character. */
export function named(character: string): string {
  if (character === " ") return "a space";
  if (character === "\t") return "a tab";
  if (/[\r\n]/.test(character)) return "a line break";
  if (/[\s\p{C}]/u.test(character)) return `the character U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  return `"${character}"`;
}
