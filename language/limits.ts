/**
 * How much is read of a file, and how many findings are reported for it. A workspace can come from anywhere: what is
 * larger than anything that people write is not read, and a message says so.
 */
import * as l10n from "./l10n.ts";

/** How deep objects and lists may be nested. */
export const deepest = 100;

/** Largest `smartform.json` that is read, in bytes. */
export const largestSettings = 256 * 1024;

/** How many findings of one code are reported for a text. */
export const mostFindings = 1000;

/** How many names and values are read from a request file, or from a data sample in which their places are needed. */
export const mostValues = 15_000;

/** How many placeholders in the strings of a request file are read. */
export const mostPlaceholders = 7500;

/**
 * Maximum number of names besides those that a reader knows. If three such names occur in every possible order, a
 * parser takes four times as long as with two.
 */
const mostOtherNames = 2;

export interface Limit {
  /** Offset at which the limit is exceeded. */
  readonly at: number;
  /** How the limit is exceeded, worded for parentheses. */
  readonly why: string;
}

interface Bounds {
  /** How many names and values are allowed. */
  readonly most?: number;
  /**
   * Names that a reader knows, with their quotes. A few other names are allowed. Many other names, in many orders, slow
   * a parser down.
   */
  readonly names?: ReadonlySet<string>;
}

/**
 * Returns what exceeds a limit in a text that may be JSON; null if nothing does. Linear, and not recursive. A closing
 * bracket that matches nothing closes nothing: the answer also holds for readers that continue after a mistake. If the
 * text has comments, the answer holds for readers that understand comments and for readers that do not.
 */
export function limitIn(text: string, bounds: Bounds = {}): Limit | null {
  const limit = limitFor(text, bounds, { skipsComments: false });
  return limit === null && /\/[/*]/.test(text) ? limitFor(text, bounds, { skipsComments: true }) : limit;
}

function limitFor(text: string, bounds: Bounds, { skipsComments }: { readonly skipsComments: boolean }): Limit | null {
  const { most = Infinity, names } = bounds;
  const marks = skipsComments ? marksWithComments : marksOfStructure;
  const others = new Set<string>();
  const open: number[] = [];
  let values = 0;
  let lastString = 0;
  for (let at = next(marks, text, 0); at < text.length; at = next(marks, text, at + 1)) {
    const unit = text.charCodeAt(at);
    if (unit === quote) {
      lastString = at;
      at = endOfString(text, at);
    } else if (unit === slash) at = endOfComment(text, at);
    else if (unit === openBrace || unit === openBracket) {
      if (open.length >= deepest) return { at, why: l10n.t("it is nested deeper than {0} levels", deepest) };
      open.push(unit);
      values++;
    } else if (unit === comma) values++;
    else if (unit === colon) {
      values++;
      const name = names === undefined ? "" : text.slice(lastString, at).trimEnd();
      if (names?.has(name) === false && others.add(name).size > mostOtherNames) {
        const why = l10n.t("besides {1}, it holds more than {0} other names", mostOtherNames, [...names].join(", "));
        return { at: name.endsWith('"') ? lastString : at, why };
      }
    } else if (open.length > 0 && open[open.length - 1] === (unit === closeBrace ? openBrace : openBracket)) open.pop();
    if (values > most) return { at, why: l10n.t("it has more than {0} names and values", most) };
  }
  return null;
}

const [slash, star, quote, backslash, comma, colon, openBrace, openBracket, closeBrace] = [
  0x2f, 0x2a, 0x22, 0x5c, 0x2c, 0x3a, 0x7b, 0x5b, 0x7d,
] as const;

/** Characters to search for. */
interface Marks {
  /** Has 1 at the code unit of each of the characters, and 0 everywhere else. */
  readonly table: Uint8Array;
  /** A global pattern that matches one of the characters. */
  readonly pattern: RegExp;
}

const [marksOfStructure, marksWithComments, marksOfString, lineEnds] = ['"{}[],:', '"{}[],:/', '"\\\n\r', "\n\r"].map(
  (characters): Marks => ({
    table: Uint8Array.from({ length: 128 }, (_, unit) => Number(characters.includes(String.fromCharCode(unit)))),
    pattern: new RegExp(`[${characters.replaceAll(/[\]\\]/g, String.raw`\$&`)}]`, "g"),
  }),
) as [Marks, Marks, Marks, Marks];

/** Up to this distance a loop is faster than a pattern. */
const near = 16;

/**
 * Returns the offset of the next mark, or the text's length if there is none. Marks are close together in most texts.
 * If they are not, as in a text of blanks, a pattern is many times as fast as a loop, even when it is used for the
 * first time.
 */
function next({ table, pattern }: Marks, text: string, from: number): number {
  const end = Math.min(from + near, text.length);
  for (let at = from; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit < table.length && table[unit] === 1) return at;
  }
  pattern.lastIndex = end;
  return pattern.test(text) ? pattern.lastIndex - 1 : text.length;
}

/**
 * Returns the offset of the string's closing quote. Without a closing quote, returns the end of the line, where every
 * reader of JSON ends the string.
 */
function endOfString(text: string, start: number): number {
  for (let at = next(marksOfString, text, start + 1); at < text.length; at = next(marksOfString, text, at + 2)) {
    if (text.charCodeAt(at) !== backslash) return at;
  }
  return text.length;
}

/** Returns the last offset of the comment that begins at this slash; the slash itself if no comment begins. */
function endOfComment(text: string, start: number): number {
  const second = text.charCodeAt(start + 1);
  if (second === star) {
    const end = text.indexOf("*/", start + 2);
    return end < 0 ? text.length : end + 1;
  }
  return second === slash ? next(lineEnds, text, start + 2) - 1 : start;
}
