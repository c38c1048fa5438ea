/**
 * Finds the brackets of placeholders: one pass from left to right, linear in the text. Brackets are paired in groups:
 * some `[[` followed by some `]]`, up to the next `[[` or to what ends the search (a blank line, a block-level tag, the
 * end of the text).
 */
import type { Range } from "./range.ts";
import type { Format, Placeholder } from "./syntax.ts";

/**
 * Brackets that were paired together. Nothing outside `start`..`end` affects them, so that an edit elsewhere leaves the
 * group alone.
 */
export interface Group extends Range {
  /** The `[[` and `]]` of its placeholder; null if the group has strays only. */
  readonly brackets: {
    readonly open: number;
    readonly close: number;
    readonly nested: boolean;
    readonly markup: readonly Range[];
  } | null;
  /** Start offsets of stray `[[`; `unopened` has those of stray `]]`. */
  readonly unclosed: readonly number[];
  readonly unopened: readonly number[];
  /**
   * The placeholder as it was last read, with its offsets moved by `by`. While `by` stays the same, later callers and
   * later versions of the text get the same object.
   */
  read: { readonly by: number; readonly placeholder: Placeholder } | null;
}

interface ScanOptions {
  /** Where to begin: outside every group, tag and comment. */
  readonly from: number;
  /** Called wherever the scan is outside every group, tag and comment; returning true ends it there. */
  readonly stop: (offset: number) => boolean;
  readonly group: (group: Group) => void;
  /** Called for every tag and comment: `start` is the place of its `<`, and `end` is exclusive. */
  readonly tag: (start: number, end: number) => void;
}

type State = "plain" | "text" | "tag" | "double" | "single" | "comment";

const brackets = String.raw`\[\[+|\]\]+`;
const blankLine = String.raw`(?:\r\n|\n|\r(?!\n))[^\S\r\n]*(?=[\r\n])`;
const entity = "&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});";
const tagStart = "<(?:!--|[a-zA-Z/!?])";
/** What to search for in each state: outside of a group, and inside of one. A quote opens a value only after `=`. */
const patterns: Record<State, readonly [RegExp, RegExp]> = {
  plain: [pattern(brackets), pattern(brackets, blankLine)],
  text: [pattern(brackets, tagStart), pattern(brackets, tagStart, blankLine, entity)],
  tag: [
    pattern(brackets, tagStart, ">", String.raw`=\s*["']`),
    pattern(brackets, tagStart, ">", String.raw`=\s*["']`, blankLine, entity),
  ],
  double: [pattern(brackets, '"'), pattern(brackets, '"', blankLine, entity)],
  single: [pattern(brackets, "'"), pattern(brackets, "'", blankLine, entity)],
  comment: [pattern(brackets, "-->"), pattern(brackets, "-->", blankLine)],
};

/**
 * Matches nearly every placeholder: one that is closed on its own line and contains nothing that needs a closer look.
 */
const closedAtOnce = /[^[\]<&\r\n]*\]\](?!\])/y;
const none: readonly never[] = [];

/** Tags that end a sentence. `br` is not one of them. */
const blockTag =
  /<\/?(?:address|article|aside|blockquote|body|caption|center|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|head|header|hr|html|li|main|menu|nav|ol|option|p|pre|section|select|table|tbody|td|textarea|tfoot|th|thead|title|tr|ul)(?![a-zA-Z0-9-])/iy;

/** Returns where the scan ended: where `stop` returned true, or the length of the text. */
export function scan(text: string, format: Format, options: ScanOptions): number {
  const outside: State = format === "plain" ? "plain" : "text";
  let state: State = outside;
  let tagFrom = 0;
  let at = options.from;
  let groupStart = 0;
  let opens: number[] = [];
  let closes: number[] = [];
  let markup: Range[] = [];

  function endGroup(end: number): void {
    if (opens.length === 0) return;
    if (state !== outside && tagFrom >= groupStart) markup.push({ start: tagFrom, end });
    const depth = Math.min(opens.length, closes.length);
    const open = opens[opens.length - depth];
    const close = closes[depth - 1];
    const pair =
      open === undefined || close === undefined
        ? null
        : { open, close, nested: depth > 1, markup: markupWithin(markup, open, close) };
    options.group({
      start: groupStart,
      end,
      brackets: pair,
      unclosed: opens.length === depth ? none : opens.slice(0, opens.length - depth),
      unopened: none,
      read: null,
    });
    opens = [];
    closes = [];
    markup = [];
  }

  function endTag(end: number): void {
    options.tag(tagFrom, end);
    if (opens.length > 0 && tagFrom >= groupStart) markup.push({ start: tagFrom, end });
  }

  for (;;) {
    if (opens.length === 0 && state === outside && options.stop(at)) return at;
    const regex: RegExp = patterns[state][opens.length === 0 ? 0 : 1];
    regex.lastIndex = at;
    // In plain text outside of every group, only brackets are searched for, and their start is found from the end of a
    // match. Making a match object for each bracket would leave much garbage to collect.
    const match: RegExpExecArray | null = state === "plain" && opens.length === 0 ? null : regex.exec(text);
    if (match === null && (state !== "plain" || opens.length > 0 || !regex.test(text))) break;
    const start: number = match === null ? runStart(text, at, regex.lastIndex) : match.index;
    at = regex.lastIndex;
    switch (text.charCodeAt(start)) {
      case 0x5b: // [
        if (closes.length > 0) endGroup(start);
        if (opens.length === 0) {
          groupStart = start;
          closedAtOnce.lastIndex = at;
          if (state === outside && closedAtOnce.test(text)) {
            const open = at - 2;
            at = closedAtOnce.lastIndex;
            options.group({
              start,
              end: at,
              brackets: { open, close: at - 2, nested: false, markup: none },
              unclosed: none,
              unopened: none,
              read: null,
            });
            break;
          }
        }
        opens.push(at - 2);
        break;
      case 0x5d: {
        // ]
        if (opens.length === 0) {
          options.group({ start, end: at, brackets: null, unclosed: none, unopened: [start], read: null });
          break;
        }
        for (let close = start; close + 2 <= at && closes.length < opens.length; close += 2) closes.push(close);
        if (closes.length === opens.length) endGroup(at);
        break;
      }
      case 0x3c: // <
        if (state === "tag") endTag(start);
        blockTag.lastIndex = start;
        if (opens.length > 0 && blockTag.test(text)) endGroup(blockTag.lastIndex);
        tagFrom = start;
        state = at - start === 4 ? "comment" : "tag";
        if (state === "comment") at = start + 2;
        break;
      case 0x3e: // >
      case 0x2d: // -->
        endTag(at);
        state = outside;
        break;
      case 0x3d: // =
        state = text.charCodeAt(at - 1) === 0x22 ? "double" : "single";
        break;
      case 0x22: // "
      case 0x27: // '
        state = "tag";
        break;
      case 0x26: // &
        markup.push({ start, end: at });
        break;
      default: // a blank line
        endGroup(at);
    }
  }
  if (state !== outside) endTag(text.length);
  endGroup(text.length);
  return text.length;
}

/** Returns the start of the run of equal brackets that ends at `end`. Looks back no further than `from`. */
function runStart(text: string, from: number, end: number): number {
  const bracket = text.charCodeAt(end - 1);
  let start = end - 1;
  while (start > from && text.charCodeAt(start - 1) === bracket) start--;
  return start;
}

function pattern(...alternatives: string[]): RegExp {
  return new RegExp(alternatives.join("|"), "g");
}

/**
 * Returns the markup between the brackets. A tag that begins inside the brackets and ends after them is cut at the
 * closing brackets. An entity inside a tag is left out.
 */
function markupWithin(markup: readonly Range[], open: number, close: number): readonly Range[] {
  if (markup.length === 0) return markup;
  const within: Range[] = [];
  let last = open + 2;
  for (const range of [...markup].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (range.start < last || range.start >= close) continue;
    last = Math.min(range.end, close);
    within.push({ start: range.start, end: last });
  }
  return within;
}
