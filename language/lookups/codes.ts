/** Which characters a code can have (document 1, "Text Library folder" and "Text Library text"). */
import * as l10n from "../l10n.ts";
import { quotation } from "../words/sentences.ts";

/**
 * Returns the first character that codes cannot have, whole even if it takes two code units; null if all are allowed.
 */
export function foreignCharacter(code: string): string | null {
  return /[^\p{L}\p{M}\p{N}._-]/u.exec(code)?.[0] ?? null;
}

/** Returns how a message names a character. */
export function named(character: string): string {
  if (character === " ") return l10n.t({ message: "a space", comment: ["What a code holds."] });
  if (character === "\t") return l10n.t({ message: "a tab", comment: ["What a code holds."] });
  if (/[\r\n]/.test(character)) return l10n.t({ message: "a line break", comment: ["What a code holds."] });
  if (/[\s\p{C}]/u.test(character))
    return l10n.t({
      message: "the character {0}",
      args: [`U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`],
      comment: ["What a code holds."],
    });
  return quotation(character);
}
