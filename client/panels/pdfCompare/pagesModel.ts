/**
 * Decides which pages of two PDFs are shown side by side. Pairs the pages by their words and keeps their order, so that
 * an inserted page stays alone and does not make all later pages differ. Uses neither `vscode` nor the DOM.
 */
import { diffIndices } from "node-diff3";
import type { SideName } from "./messages.ts";
import type { Span } from "./wordsModel.ts";
import { sameEnds } from "../../window/sameEnds.ts";

/** Pages count from 0; null if the other side's page has no counterpart. Never both null. */
export interface Pair {
  readonly left: number | null;
  readonly right: number | null;
}

/**
 * Returns the PDF from which a page is to be read next; undefined if all pages have been read. The PDFs take turns,
 * because a row is shown once both of its pages have been read.
 */
export function sideToRead(
  read: Readonly<Record<SideName, number>>,
  counts: Readonly<Record<SideName, number>>,
): SideName | undefined {
  const hasMore = (side: SideName): boolean => read[side] < counts[side];
  if (hasMore("right") && (read.right < read.left || !hasMore("left"))) return "right";
  return hasMore("left") ? "left" : undefined;
}

/** Words of each page. */
type Pages = readonly (readonly string[])[];

/** Maximum number of page pairs compared for similarity; above it, unequal pages are paired by number. */
const mostLikenesses = 250_000;

/**
 * How much a page without a partner reduces the total similarity; a pair increases it by 0 to 1. The reduction is above
 * 0, so two pages are paired rather than both left alone, however little they share (their languages may differ).
 */
const lonely = 0.15;

/** How many distinct words of a page are compared. */
const sample = 256;

/** Designed for at most a few thousand pages on each side. */
export function pairPages(left: Pages, right: Pages): readonly Pair[] {
  const [ours, theirs] = [left.map((words) => words.join(" ")), right.map((words) => words.join(" "))];
  const { head, tail } = sameEnds(ours, theirs);
  const [leftEnd, rightEnd] = [ours.length - tail, theirs.length - tail];
  const inner = middle({ start: head, end: leftEnd }, { start: head, end: rightEnd });
  return [...equal(0, 0, head), ...inner, ...equal(leftEnd, rightEnd, tail)];

  function middle(some: Span, others: Span): readonly Pair[] {
    if (cells(some, others) <= mostLikenesses) return byLikeness(left, right, some, others);
    const pairs: Pair[] = [];
    let [at, beside] = [some.start, others.start];
    for (const {
      buffer1: [start, length],
      buffer2: [otherStart, otherLength],
    } of diffIndices(ours.slice(some.start, some.end), theirs.slice(others.start, others.end))) {
      const [ourPart, theirPart] = [
        { start: some.start + start, end: some.start + start + length },
        { start: others.start + otherStart, end: others.start + otherStart + otherLength },
      ];
      pairs.push(...equal(at, beside, ourPart.start - at));
      pairs.push(
        ...(cells(ourPart, theirPart) <= mostLikenesses
          ? byLikeness(left, right, ourPart, theirPart)
          : byNumber(ourPart, theirPart)),
      );
      [at, beside] = [ourPart.end, theirPart.end];
    }
    return [...pairs, ...equal(at, beside, some.end - at)];
  }
}

function cells(some: Span, others: Span): number {
  return (some.end - some.start) * (others.end - others.start);
}

function equal(left: number, right: number, count: number): readonly Pair[] {
  return Array.from({ length: count }, (_, index) => ({ left: left + index, right: right + index }));
}

function byNumber(some: Span, others: Span): readonly Pair[] {
  const [ours, theirs] = [some.end - some.start, others.end - others.start];
  return Array.from({ length: Math.max(ours, theirs) }, (_, index) => ({
    left: index < ours ? some.start + index : null,
    right: index < theirs ? others.start + index : null,
  }));
}

/** Returns the order-preserving pairing with the greatest total similarity. */
function byLikeness(left: Pages, right: Pages, some: Span, others: Span): readonly Pair[] {
  const ours = left.slice(some.start, some.end).map(signOf);
  const theirs = right.slice(others.start, others.end).map(signOf);
  const width = theirs.length + 1;
  /** How each cell was reached: 0 with both pages, 1 with the left one alone, 2 with the right one alone. */
  const steps = new Uint8Array((ours.length + 1) * width).fill(2, 0, width);
  let above = Float64Array.from({ length: width }, (_, column) => -lonely * column);
  for (const [row, our] of ours.entries()) {
    const here = new Float64Array(width);
    here[0] = -lonely * (row + 1);
    steps[(row + 1) * width] = 1;
    for (const [column, their] of theirs.entries()) {
      const ways = [
        (above[column] ?? 0) + likeness(our, their),
        (above[column + 1] ?? 0) - lonely,
        (here[column] ?? 0) - lonely,
      ] as const;
      const best = Math.max(...ways);
      here[column + 1] = best;
      steps[(row + 1) * width + column + 1] = ways.indexOf(best);
    }
    above = here;
  }
  const pairs: Pair[] = [];
  for (let [row, column] = [ours.length, theirs.length]; row > 0 || column > 0;) {
    const step = steps[row * width + column];
    if (step !== 2) row -= 1;
    if (step !== 1) column -= 1;
    pairs.push({ left: step === 2 ? null : some.start + row, right: step === 1 ? null : others.start + column });
  }
  return pairs.reverse();
}

/**
 * Hashes the words and returns the smallest hashes in ascending order: a sample that is the same for the same words,
 * wherever they are on the page.
 */
function signOf(words: readonly string[]): Uint32Array {
  return Uint32Array.from(new Set(words.map(numberOf)))
    .sort()
    .slice(0, sample);
}

function numberOf(word: string): number {
  let number = 0x811c9dc5;
  for (let index = 0; index < word.length; index += 1) number = Math.imul(number ^ word.charCodeAt(index), 0x01000193);
  return number >>> 0;
}

/** Returns the similarity, from 0 to 1. For two pages without words it is unknown, and counts as one half. */
function likeness(one: Uint32Array, other: Uint32Array): number {
  if (one.length === 0 || other.length === 0) return one.length === other.length ? 0.5 : 0;
  let shared = 0;
  for (let [here, there] = [0, 0]; here < one.length && there < other.length;) {
    const [ours = 0, theirs = 0] = [one[here], other[there]];
    if (ours === theirs) shared += 1;
    if (ours <= theirs) here += 1;
    if (theirs <= ours) there += 1;
  }
  return shared / Math.max(one.length, other.length);
}
