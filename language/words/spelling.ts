/** For "Did you mean": finds the nearest of many words, fast enough for every misspelt code of a large library. */
import * as l10n from "../l10n.ts";
import { anyOf } from "./sentences.ts";

/** Words prepared for many searches: ordered by length, each with a mark of the letters that it contains. */
export interface Words {
  readonly words: readonly string[];
  readonly folded: readonly string[];
  readonly marks: Int32Array;
  /** For each length, the index of the first word that is at least this long. */
  readonly starts: readonly number[];
  /** The results for words that were searched for lately. */
  readonly answers: Map<string, Search>;
}

interface Search {
  readonly found: readonly string[];
  /** How much of an `Effort` the search takes. */
  readonly cost: number;
}

/** How many results are kept: a mistake is looked up when it is found, and again when somebody wants to repair it. */
const mostAnswers = 10_000;

export function prepareWords(all: Iterable<string>): Words {
  const words = [...new Set(all)].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  const folded = words.map((word) => word.toLowerCase());
  const starts: number[] = [];
  for (const [index, word] of words.entries()) while (starts.length <= word.length) starts.push(index);
  return { words, folded, marks: Int32Array.from(folded, markOf), starts, answers: new Map() };
}

/**
 * Limits the guesses of one check, so that thousands of misspelt codes in a library of similar ones cannot hold up the
 * check: later codes are reported without a guess. A guess for them is made only when their fixes are requested. A word
 * costs the same whether or not an earlier check searched for it, so that the guesses for a text do not depend on which
 * texts were checked before.
 */
export interface Effort {
  /** How many words may still be compared letter by letter. */
  left: number;
  /** How often a guess was requested. */
  asked: number;
  /** What was found in this check, for each list of words. Asking again costs nothing. */
  readonly found: Map<Words, Map<string, readonly string[]>>;
}

export function newEffort(left = 250_000): Effort {
  return { left, asked: 0, found: new Map() };
}

/**
 * Returns the number of letters in which another word may differ from a word of this length and still count as alike.
 */
function toleranceFor(length: number): number {
  return length < 3 ? 0 : length < 6 ? 1 : length < 12 ? 2 : 3;
}

/** Returns words near to this one, nearest first, at most three. Ignores letter case; leaves out the word itself. */
export function nearest(word: string, among: Words, effort: Effort): readonly string[] {
  // If the word is longer than all words of the list by more than the tolerance, nothing is near: a long word is not
  // read at all.
  if (word.length > among.starts.length + toleranceFor(word.length)) return [];
  effort.asked++;
  const known = effort.found.get(among) ?? new Map<string, readonly string[]>();
  effort.found.set(among, known);
  const again = known.get(word);
  if (again) return again;
  if (effort.left <= 0) return [];
  const { found, cost } = among.answers.get(word) ?? search(word, among);
  if (among.answers.size >= mostAnswers) among.answers.clear();
  among.answers.set(word, { found, cost });
  effort.left -= cost;
  known.set(word, found);
  return found;
}

function search(word: string, among: Words): Search {
  const wanted = word.toLowerCase();
  let tolerance = toleranceFor(wanted.length);
  const mark = markOf(wanted);
  const end = among.starts[wanted.length + tolerance + 1] ?? among.words.length;
  const found: { readonly word: string; readonly distance: number }[] = [];
  const start = among.starts[Math.max(0, wanted.length - tolerance)] ?? end;
  // Looking at a mark is fast, but not free.
  let cost = (end - start) >>> 5;
  for (let index = start; index < end; index++) {
    // One changed letter changes at most two bits of the mark.
    if (bitsOf(mark ^ (among.marks[index] ?? 0)) > 2 * tolerance) continue;
    const candidate = among.words[index] ?? "";
    if (candidate === word) continue;
    cost++;
    const distance = distanceWithin(wanted, among.folded[index] ?? "", tolerance);
    if (distance > tolerance) continue;
    found.push({ word: candidate, distance });
    if (found.length >= 16) tolerance = Math.min(tolerance, distance);
  }
  const nearestFirst = found.sort((a, b) => a.distance - b.distance || (a.word < b.word ? -1 : 1)).slice(0, 3);
  return { found: nearestFirst.map((each) => each.word), cost };
}

/** Returns `Did you mean "a" or "b"?`; empty if there is nothing to offer. */
export function didYouMean(words: readonly string[]): string {
  return words.length === 0 ? "" : l10n.t("Did you mean {0}?", anyOf(words));
}

/** Returns a set of letters in 32 bits. */
function markOf(word: string): number {
  let mark = 0;
  for (let index = 0; index < word.length; index++) mark |= 1 << (word.charCodeAt(index) & 31);
  return mark;
}

function bitsOf(mark: number): number {
  let rest = mark - ((mark >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * Returns how many letters to add, drop, change or swap with their neighbour until `a` is `b` (optimal string
 * alignment); `limit + 1` if there are more than `limit`. Skips equal ends, and looks only at the band that reaches
 * `limit` cells to each side of the diagonal.
 */
export function distanceWithin(a: string, b: string, limit: number): number {
  const far = limit + 1;
  let from = 0;
  let endA = a.length;
  let endB = b.length;
  if (Math.abs(endA - endB) > limit) return far;
  while (from < endA && from < endB && a.charCodeAt(from) === b.charCodeAt(from)) from++;
  while (endA > from && endB > from && a.charCodeAt(endA - 1) === b.charCodeAt(endB - 1)) {
    endA--;
    endB--;
  }
  const width = endB - from;
  if (endA === from || width === 0) return Math.min(Math.max(endA - from, width), far);
  let beforeLast = new Uint8Array(width + 1).fill(far);
  let last = Uint8Array.from({ length: width + 1 }, (_, column) => Math.min(column, far));
  let current = new Uint8Array(width + 1).fill(far);
  for (let row = 1; row <= endA - from; row++) {
    const first = Math.max(1, row - limit);
    let best = Math.min(row, far);
    // The cell to the left of the band is stale. Cells to the right of the band were never written.
    current[first - 1] = best;
    const letter = a.charCodeAt(from + row - 1);
    for (let column = first; column <= Math.min(width, row + limit); column++) {
      const other = b.charCodeAt(from + column - 1);
      let cost = Math.min(
        (last[column] ?? far) + 1,
        (current[column - 1] ?? far) + 1,
        (last[column - 1] ?? far) + (letter === other ? 0 : 1),
      );
      if (
        row > 1 &&
        column > 1 &&
        letter === b.charCodeAt(from + column - 2) &&
        a.charCodeAt(from + row - 2) === other
      ) {
        cost = Math.min(cost, (beforeLast[column - 2] ?? far) + 1);
      }
      current[column] = Math.min(cost, far);
      best = Math.min(best, cost);
    }
    if (best > limit) return far;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return last[width] ?? far;
}
