/** Reads what is between the brackets of a placeholder. */
import type { Part, Range } from "./range.ts";
import type { Input, InputOption, LibraryReference, Placeholder } from "./syntax.ts";

interface BracketPair {
  /** Start of `[[`. */
  readonly open: number;
  /** Start of `]]`; if the brackets are not closed yet, the end of their content so far. */
  readonly close: number;
  readonly nested: boolean;
  readonly markup: readonly Range[];
}

/**
 * The characters between the brackets, each with its place. Markup is left out, or becomes a space if it is shown as a
 * space.
 */
interface Letters {
  readonly text: string;
  /** Offset of each character in the whole text; null if they follow one another from `start`. */
  readonly offsets: readonly number[] | null;
  readonly start: number;
  readonly end: number;
}

const noRanges: readonly Range[] = [];
const noParts: readonly Part[] = [];
const spaceEntity = /^&(?:nbsp|ensp|emsp|emsp13|emsp14|thinsp|hairsp|numsp|puncsp|Tab|NewLine);$/;
const numericEntity = /^&#(?:([0-9]+)|[xX]([0-9a-fA-F]+));$/;
const lineBreakTag = /^<br[\s/>]/i;
const space = /[\s\u0085]/;

/** Reads brackets without an end as if they closed at `close`. */
export function readPlaceholder(text: string, pair: BracketPair): Placeholder {
  const inner = { start: pair.open + 2, end: pair.close };
  const letters = readLetters(text, inner, pair.markup);
  const about = {
    start: pair.open,
    end: Math.min(pair.close + 2, text.length),
    inner,
    spaceBefore: letters.text !== "" && isSpace(letters.text, 0),
    spaceAfter: letters.text !== "" && isSpace(letters.text, letters.text.length - 1),
    markup: pair.markup.length === 0 ? noRanges : pair.markup,
  };
  if (pair.nested) return { kind: "invalid", reason: "nested", keyword: null, parts: noParts, ...about };
  const whole = part(letters, 0, letters.text.length);
  if (whole.text === "") return { kind: "invalid", reason: "empty", keyword: null, parts: noParts, ...about };
  const colon = letters.text.indexOf(":");
  if (colon < 0) {
    if (whole.text === "LIB") return { ...library(whole, noParts), ...about };
    if (whole.text === "INPUT")
      return { kind: "input", keyword: whole, name: emptyAfter(whole), options: [], ...about };
    const segments = whole.text.includes(".") ? split(letters, 0, ".") : [whole];
    return { kind: "data", path: whole, segments, ...about };
  }
  const keyword = part(letters, 0, colon);
  if (/^lib$/i.test(keyword.text)) return { ...library(keyword, split(letters, colon + 1, ":")), ...about };
  if (/^input$/i.test(keyword.text)) return { ...input(keyword, letters, colon + 1), ...about };
  return { kind: "invalid", reason: "unknown-keyword", keyword, parts: split(letters, colon + 1, ":"), ...about };
}

/** White space of any script; the service shows U+0085 and the no-break space as spaces too. */
export function isSpace(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code === 32 || ((code < 33 || code > 132) && space.test(text.charAt(index)));
}

function library(
  keyword: Part,
  parts: readonly Part[],
): Pick<LibraryReference, "kind" | "keyword" | "folder" | "code" | "malformed" | "parts"> {
  const malformed =
    parts.length > 2
      ? "too-many-parts"
      : parts.length === 0 || parts.some((part) => part.text === "")
        ? "empty-part"
        : null;
  const [first, second] = parts;
  return {
    kind: "library",
    keyword,
    folder: second === undefined ? null : (first ?? null),
    code: second ?? first ?? emptyAfter(keyword),
    malformed,
    parts,
  };
}

function input(keyword: Part, letters: Letters, from: number): Pick<Input, "kind" | "keyword" | "name" | "options"> {
  const bars = indexesOf(letters.text, "|", from);
  const [nameEnd = letters.text.length] = bars;
  const options = bars.map((bar, index) => option(letters, bar + 1, bars[index + 1] ?? letters.text.length));
  return { kind: "input", keyword, name: part(letters, from, nameEnd), options };
}

function option(letters: Letters, from: number, to: number): InputOption {
  const whole = part(letters, from, to);
  const equals = letters.text.slice(from, to).indexOf("=");
  if (equals < 0) return { start: whole.start, end: whole.end, name: whole, value: null };
  const name = part(letters, from, from + equals);
  const value = part(letters, from + equals + 1, to);
  return { start: whole.start, end: whole.end, name, value };
}

function readLetters(text: string, inner: Range, markup: readonly Range[]): Letters {
  // A slice keeps the whole string in memory, and placeholders outlive many versions of a text. Concatenating a space
  // makes it a string of its own.
  if (markup.length === 0) return { text: ` ${text.slice(inner.start, inner.end)}`.slice(1), offsets: null, ...inner };
  const letters: string[] = [];
  const offsets: number[] = [];
  let at = inner.start;
  for (const range of [...markup, { start: inner.end, end: inner.end }]) {
    for (; at < range.start; at++) {
      letters.push(text.charAt(at));
      offsets.push(at);
    }
    if (showsAsSpace(text.slice(range.start, Math.min(range.end, range.start + 40)))) {
      letters.push(" ");
      offsets.push(range.start);
    }
    at = range.end;
  }
  return { text: letters.join(""), offsets, ...inner };
}

function showsAsSpace(markup: string): boolean {
  if (lineBreakTag.test(markup) || spaceEntity.test(markup)) return true;
  const [, decimal, hexadecimal] = numericEntity.exec(markup) ?? [];
  const code =
    decimal !== undefined
      ? Number.parseInt(decimal, 10)
      : hexadecimal !== undefined
        ? Number.parseInt(hexadecimal, 16)
        : 0;
  return code > 0 && code <= 0xffff && isSpace(String.fromCharCode(code), 0);
}

/**
 * Returns the letters `from`..`to` without the spaces around them. An empty part is placed after its first space, where
 * an author would type.
 */
function part(letters: Letters, from: number, to: number): Part {
  let start = from;
  let end = to;
  while (start < end && isSpace(letters.text, start)) start++;
  if (start === end) {
    const at = offsetOf(letters, from < to ? from + 1 : from);
    return { start: at, end: at, text: "" };
  }
  while (isSpace(letters.text, end - 1)) end--;
  return { start: offsetOf(letters, start), end: offsetOf(letters, end - 1) + 1, text: letters.text.slice(start, end) };
}

function offsetOf(letters: Letters, index: number): number {
  return letters.offsets === null ? letters.start + index : (letters.offsets[index] ?? letters.end);
}

function split(letters: Letters, from: number, separator: string): Part[] {
  const ends = [...indexesOf(letters.text, separator, from), letters.text.length];
  return ends.map((end, index) => part(letters, index === 0 ? from : (ends[index - 1] ?? 0) + 1, end));
}

function indexesOf(text: string, character: string, from: number): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(character, from); at >= 0; at = text.indexOf(character, at + 1)) found.push(at);
  return found;
}

function emptyAfter(part: Part): Part {
  return { start: part.end, end: part.end, text: "" };
}
