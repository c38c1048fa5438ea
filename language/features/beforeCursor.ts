/**
 * Reads the part of a placeholder before the cursor, whether the placeholder is closed or not: a half-typed placeholder
 * has no syntax yet.
 */
import type { Syntax } from "../syntax.ts";

interface BeforeCursor {
  /** Start of the opening brackets. */
  readonly open: number;
  /** The text between the opening brackets and the cursor. */
  readonly before: string;
}

/**
 * In code units. Nobody types a longer placeholder, so the search for the opening brackets goes back no further than
 * this.
 */
const longest = 2000;

/** Returns null if no brackets are open before the offset. */
export function beforeCursor({ text }: Syntax, offset: number): BeforeCursor | null {
  const from = Math.max(0, offset - longest);
  const open = text.slice(from, offset).lastIndexOf("[[") + from;
  if (open < from) return null;
  const before = text.slice(open + 2, offset);
  return before.includes("]]") || /(?:\r\n|\n|\r(?!\n))[^\S\r\n]*[\r\n]/.test(before) ? null : { open, before };
}
