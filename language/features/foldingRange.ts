/**
 * What can be folded: placeholders of several lines and, in HTML, elements and comments. Paragraphs are left out,
 * because a letter consists of nothing but paragraphs.
 */
import { htmlOf } from "../html.ts";
import type { Range } from "../range.ts";
import type { Syntax } from "../syntax.ts";
import { elementsOf } from "./elements.ts";
import { bisect } from "../bisect.ts";

interface FoldingRange extends Range {
  readonly kind: "placeholder" | "element" | "comment";
  /** Whether the last line stays visible, because it contains the end tag or something after the range. */
  readonly keepsLastLine: boolean;
}

/**
 * Returns the ranges in order of `start`. Each range contains a line break. Takes time in proportion to the length of
 * the text.
 */
export function foldingRanges(syntax: Syntax): readonly FoldingRange[] {
  const { text } = syntax;
  const across = ({ start, end }: Range): boolean => /[\r\n]/.test(text.slice(start, end));
  const placeholders = syntax.placeholders
    .filter(across)
    .map(({ start, end }): FoldingRange => ({ start, end, kind: "placeholder", keepsLastLine: !endsLine(text, end) }));
  if (syntax.format === "plain") return placeholders;
  // An element may contain anything that spans lines: its tags alone do not show whether there is a line break.
  const lineBreaks = breaksBefore(text);
  const elements = elementsOf(syntax)
    .filter(({ open, close }) => lineBreaks(close.start) > lineBreaks(open.end))
    .map(({ start, end }): FoldingRange => ({ start, end, kind: "element", keepsLastLine: true }));
  // An unclosed comment extends to the end of the text; it is a mistake, not something to fold.
  const comments = htmlOf(syntax)
    .comments.filter((comment) => across(comment) && text.slice(comment.start, comment.end).endsWith("-->"))
    .map(({ start, end }): FoldingRange => ({ start, end, kind: "comment", keepsLastLine: !endsLine(text, end) }));
  return [...placeholders, ...elements, ...comments].sort((a, b) => a.start - b.start || b.end - a.end);
}

const restOfLine = /[^\S\r\n]*(?:[\r\n]|$)/y;

function endsLine(text: string, offset: number): boolean {
  restOfLine.lastIndex = offset;
  return restOfLine.test(text);
}

/** Returns a function that counts the line break characters before an offset. */
function breaksBefore(text: string): (offset: number) => number {
  const places = [...text.matchAll(/[\r\n]/g)].map(({ index }) => index);
  return (offset) => bisect(places.length, (index) => (places[index] ?? 0) >= offset);
}
