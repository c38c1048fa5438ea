/** The words of a PDF page, and the differences between the words of two pages. Uses neither `vscode` nor the DOM. */
import { diffIndices } from "node-diff3";
import { sameEnds } from "../../window/sameEnds.ts";

/** A piece of text as pdf.js returns it. */
export interface Item {
  readonly str: string;
  /** Whether a line break follows. */
  readonly hasEOL: boolean;
}

/**
 * The part of a word that is in one item; a PDF may split a word into several items. `start` and `end` count UTF-16
 * code units of the item's text.
 */
interface Part {
  readonly item: number;
  readonly start: number;
  readonly end: number;
}

export interface Word {
  /** As compared: ligatures are split into letters, and soft hyphens are removed. */
  readonly text: string;
  readonly parts: readonly Part[];
}

/** `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Words of one page that are replaced by words of the other; one of the two spans may be empty. */
export interface Change {
  readonly left: Span;
  readonly right: Span;
}

export interface WordChanges {
  readonly changes: readonly Change[];
  /** False if too many words differ for an exact comparison: some of the marked words may then be equal. */
  readonly isExact: boolean;
}

/** Maximum product of the two word counts for an exact comparison. Printed pages have a few hundred words. */
const comparablePairs = 4_000_000;

/** In the order of the PDF, which might not be the visual one. */
export function wordsOf(items: readonly Item[]): readonly Word[] {
  const words: Word[] = [];
  let text = "";
  let parts: Part[] = [];
  const close = (): void => {
    const compared = text.replaceAll("\u00AD", "").normalize("NFKC");
    if (compared !== "") words.push({ text: compared, parts });
    text = "";
    parts = [];
  };
  for (const [item, { str, hasEOL }] of items.entries()) {
    if (/^\s/.test(str)) close();
    for (const { 0: piece, index: start } of str.matchAll(/\S+/g)) {
      if (start > 0) close();
      text += piece;
      parts.push({ item, start, end: start + piece.length });
    }
    if (hasEOL || /\s$/.test(str)) close();
  }
  close();
  return words;
}

export function changesOf(left: readonly string[], right: readonly string[]): WordChanges {
  const { head, tail } = sameEnds(left, right);
  const [ours, theirs] = [left.slice(head, left.length - tail), right.slice(head, right.length - tail)];
  if (ours.length + theirs.length === 0) return { changes: [], isExact: true };
  const span = (start: number, length: number): Span => ({ start: head + start, end: head + start + length });
  if (ours.length === 0 || theirs.length === 0 || ours.length * theirs.length > comparablePairs) {
    return {
      changes: [{ left: span(0, ours.length), right: span(0, theirs.length) }],
      isExact: ours.length === 0 || theirs.length === 0,
    };
  }
  return {
    changes: diffIndices(ours, theirs).map(({ buffer1, buffer2 }) => ({
      left: span(...buffer1),
      right: span(...buffer2),
    })),
    isExact: true,
  };
}

/** A replaced word counts once. */
export function countOf({ changes }: WordChanges): number {
  return changes.reduce((sum, { left, right }) => sum + Math.max(left.end - left.start, right.end - right.start), 0);
}

/** Returns the parts of the words in the span. Neighbouring parts in the same item are joined. */
export function placesOf(words: readonly Word[], { start, end }: Span): readonly Part[] {
  const places: Part[] = [];
  for (const part of words.slice(start, end).flatMap(({ parts }) => parts)) {
    const last = places.at(-1);
    if (last?.item === part.item) places[places.length - 1] = { ...last, end: part.end };
    else places.push(part);
  }
  return places;
}
