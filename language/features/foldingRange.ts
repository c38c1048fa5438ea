/**
 * What can be folded: placeholders of several lines, and in HTML elements and comments. Paragraphs cannot: a letter has
 * no other lines.
 */
import { htmlOf } from "../html.ts";
import type { Range } from "../range.ts";
import type { Syntax } from "../syntax.ts";
import { elementsOf } from "./elements.ts";
import { bisect } from "../bisect.ts";

interface FoldingRange extends Range {
  readonly kind: "placeholder" | "element" | "comment";
  /** The line that it ends on stays to be seen: something else stands there too, or the end tag. */
  readonly keepsLastLine: boolean;
}

/** In order of `start`, each across a line break. Linear in the text. */
export function foldingRanges(syntax: Syntax): readonly FoldingRange[] {
  const { text } = syntax;
  const across = ({ start, end }: Range): boolean => /[\r\n]/.test(text.slice(start, end));
  const placeholders = syntax.placeholders
    .filter(across)
    .map(({ start, end }): FoldingRange => ({ start, end, kind: "placeholder", keepsLastLine: !endsLine(text, end) }));
  if (syntax.format === "plain") return placeholders;
  // Inside of an element stands whatever its lines hold: its tags alone do not tell whether there is a line break.
  const lineBreaks = breaksBefore(text);
  const elements = elementsOf(syntax)
    .filter(({ open, close }) => lineBreaks(close.start) > lineBreaks(open.end))
    .map(({ start, end }): FoldingRange => ({ start, end, kind: "element", keepsLastLine: true }));
  // One that nobody closed ends with the text, and is a mistake instead of something to fold.
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

/** How many characters of line breaks stand in front of an offset. */
function breaksBefore(text: string): (offset: number) => number {
  const places = [...text.matchAll(/[\r\n]/g)].map(({ index }) => index);
  return (offset) => bisect(places.length, (index) => (places[index] ?? 0) >= offset);
}
