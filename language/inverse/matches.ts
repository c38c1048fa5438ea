/**
 * Finds the letters of a selection in other letters. A match consists of runs of equal letters. Between two runs, one
 * side may have letters that the other side lacks, such as a data value or the foot of a page. The time is linear in
 * both sides; repetitions are limited.
 */
import { gap } from "./letters.ts";
import type { Letters } from "./letters.ts";

/** Equal letters, starting at `a` on one side and at `b` on the other. */
interface Run {
  readonly a: number;
  readonly b: number;
  readonly length: number;
}

/** One way in which the selection can occur in the other letters. */
export interface Match {
  /** Number of equal letters around the selection, minus a cost for what is between the runs. */
  readonly score: number;
  readonly runs: readonly Run[];
  /**
   * `a`: index of the first selected letter that has a place in the other letters. `b`: that place; if a gap stands for
   * the letter, the place of the gap.
   */
  readonly a: number;
  readonly b: number;
  /** Number of selected letters that are in a run. */
  readonly equal: number;
  /**
   * True if the match is more than chance: the run at the selection is long, or each of its ends is at a gap or at the
   * end of the letters. A short run among letters that disagree is chance.
   */
  readonly firm: boolean;
  /**
   * Whether the borders of the printed part are uncertain: a run borders on only one side of the selection, or the
   * selection is in a gap that is too long for most values.
   */
  readonly open: boolean;
}

export interface Selection {
  readonly start: number;
  readonly end: number;
}

/** How many letters around the selection are compared. */
const around = 600;
/** The shortest run that counts, in letters: shorter runs prove nothing. */
const seed = 6;
/** A run of this many letters is not chance. */
const longRun = 18;
const mostRuns = 1200;
const mostMatches = 40;
/**
 * How many of the nearest runs are tried as a run's neighbour in a match. Because all of these may be short, up to
 * `lookBackLong` long runs beyond them are tried too.
 */
const lookBack = 300;
const lookBackLong = 100;
/** Maximum number of letters in a data value, or in the foot and head of pages between two lines. */
const longestGap = 400;
/** Longer values are rare: a gap for more letters may stand for something other than a value. */
const longestValue = 100;

/**
 * The letters around a selection, with the places of their seeds, so that these letters can be searched for in many
 * texts. A seed is a sequence of `seed` letters without a gap.
 */
interface Window extends Selection {
  readonly letters: Letters;
  readonly from: number;
  readonly to: number;
  readonly seeds: ReadonlyMap<string, readonly number[]>;
}

export function windowOf(letters: Letters, { start, end }: Selection): Window {
  const from = Math.max(0, start - around);
  const to = Math.min(letters.text.length, end + around);
  const seeds = new Map<string, number[]>();
  for (let at = from; at + seed <= to; at++) {
    const key = letters.text.slice(at, at + seed);
    if (key.includes(gap)) continue;
    const known = seeds.get(key);
    if (known === undefined) seeds.set(key, [at]);
    else if (known.length < 64) known.push(at);
  }
  return { letters, start, end, from, to, seeds };
}

/** Returns matches, best first; null if too much is repeated to tell. */
export function matches(window: Window, other: Letters): readonly Match[] | null {
  const runs = runsOf(window, other);
  if (runs === null) return null;
  const gaps = gapCounts(other);
  const gapsHere = gapCounts(window.letters);
  const forward = chain(runs, gaps, gapsHere);
  const backward = chainBack(runs, gaps, gapsHere);
  interface Found extends Omit<Match, "runs"> {
    readonly runs: () => readonly Run[];
  }
  const found: Found[] = [];
  const { start, end } = window;
  const scoreAt = (index: number): number => forward[index]!.score + backward[index]!.score - runs[index]!.length;
  const whole = (index: number) => (): readonly Run[] => [
    ...pathTo(runs, forward, index),
    ...pathFrom(runs, backward, index).slice(1),
  ];
  for (const [index, run] of runs.entries()) {
    const runEnd = run.a + run.length;
    const runEndB = run.b + run.length;
    const first = Math.max(run.a, start);
    const equal = Math.min(runEnd, end) - first;
    if (equal > 0) {
      found.push({
        score: scoreAt(index),
        runs: whole(index),
        a: first,
        b: run.b + first - run.a,
        equal,
        open: false,
        firm: run.length >= longRun || (ends(other.text, run.b - 1) && ends(other.text, run.b + run.length)),
      });
    } else if (runEnd <= start) {
      const next = runs[backward[index]!.next];
      if (next === undefined) {
        // A value follows the last run, and its end is not known. Only a selection that begins right after the run
        // counts as a part of this value.
        if (other.text[runEndB] === gap && runEnd === start)
          found.push({
            score: forward[index]!.score - 4,
            runs: () => pathTo(runs, forward, index),
            a: start,
            b: runEndB,
            equal: 0,
            open: true,
            firm: run.length >= longRun,
          });
        continue;
      }
      if (next.a < end) continue;
      const place = between(window, { from: runEnd, to: next.a }, other, { from: runEndB, to: next.b });
      if (place !== null) found.push({ score: scoreAt(index), runs: whole(index), a: start, ...place, firm: true });
    } else if (run.a === end && forward[index]!.previous === -1 && other.text[run.b - 1] === gap) {
      found.push({
        score: backward[index]!.score - 4,
        runs: () => pathFrom(runs, backward, index),
        a: start,
        b: run.b - 1,
        equal: 0,
        open: true,
        firm: run.length >= longRun,
      });
    }
  }
  const best = found.sort((left, right) => right.score - left.score || right.equal - left.equal).slice(0, mostMatches);
  return best.map((match) => ({ ...match, runs: match.runs() }));
}

function ends(text: string, at: number): boolean {
  return at < 0 || at >= text.length || text[at] === gap;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * Finds the selection between two runs if the other letters have gaps there. The parts between the gaps must be found
 * in order, and each exactly once: they bound the gaps. Returns null if the place is not certain.
 */
function between(
  { letters, start, end }: Window,
  here: Stretch,
  other: Letters,
  there: Stretch,
): Pick<Match, "b" | "equal" | "open"> | null {
  if (here.to <= here.from || there.to <= there.from) return null;
  const said = letters.text.slice(here.from, here.to);
  let at = 0;
  let b = there.from;
  /** The gap that ends where the next fixed part begins; -1 if there is none. */
  let open = -1;
  for (const fixed of other.text.slice(there.from, there.to).split(gap)) {
    const place = open < 0 ? (said.startsWith(fixed, at) ? at : -1) : fixed === "" ? -2 : said.indexOf(fixed, at);
    const isLast = b + fixed.length === there.to;
    // If two gaps are side by side, it is not known which letters belong to which gap.
    if (place === -1 || (place === -2 && !isLast) || (place >= 0 && open >= 0 && said.indexOf(fixed, place + 1) >= 0))
      return null;
    const stop = place === -2 ? said.length : place;
    if (open >= 0 && start >= here.from + at && end <= here.from + stop)
      return { b: open, equal: 0, open: stop - at > longestValue };
    if (place >= 0 && start >= here.from + place && end <= here.from + place + fixed.length)
      return { b: b + start - here.from - place, equal: end - start, open: false };
    at = Math.max(stop, 0) + fixed.length;
    open = b + fixed.length;
    b = open + 1;
  }
  return null;
}

/** Whether the text has any seed of the window: a quick test of many texts, before `matches` runs on few. */
export function mayMatch(window: Window, shown: string): boolean {
  for (let at = 0; at + seed <= shown.length; at++) {
    if (window.seeds.has(shown.slice(at, at + seed))) return true;
  }
  return false;
}

function runsOf({ letters, from, to, seeds }: Window, other: Letters): readonly Run[] | null {
  const a = letters.text;
  const b = other.text;
  const runs: Run[] = [];
  /** Where in `a` the last run ended, by the difference between its places in `a` and `b`. */
  const ended = new Map<number, number>();
  for (let at = 0; at + seed <= b.length; at++) {
    const places = seeds.get(b.slice(at, at + seed));
    if (places === undefined) continue;
    for (const place of places) {
      if (place < (ended.get(place - at) ?? -1)) continue;
      let length = seed;
      while (place + length < to && a[place + length] === b[at + length] && a[place + length] !== gap) length++;
      let before = 0;
      while (
        place - before > from &&
        at - before > 0 &&
        a[place - before - 1] === b[at - before - 1] &&
        a[place - before - 1] !== gap
      )
        before++;
      ended.set(place - at, place + length);
      runs.push({ a: place - before, b: at - before, length: length + before });
    }
    if (runs.length > 20 * mostRuns) return null;
  }
  runs.sort((left, right) => right.length - left.length);
  return runs.slice(0, mostRuns).sort((left, right) => left.a - right.a || left.b - right.b);
}

/** Returns the number of gaps before each letter. */
function gapCounts({ text }: Letters): Int32Array {
  const counts = new Int32Array(text.length + 1);
  for (let at = 0; at < text.length; at++) counts[at + 1] = (counts[at] ?? 0) + (text[at] === gap ? 1 : 0);
  return counts;
}

/** Returns the cost of continuing one run with another; Infinity if that is impossible. */
function cost(one: Run, next: Run, gaps: Int32Array, gapsHere: Int32Array): number {
  const overlap = Math.max(0, one.a + one.length - next.a, one.b + one.length - next.b);
  if (overlap >= next.length || next.a <= one.a || next.b <= one.b) return Infinity;
  const betweenA = next.a + overlap - one.a - one.length;
  const betweenB = next.b + overlap - one.b - one.length;
  const unknownB = gaps[next.b]! - gaps[Math.min(one.b + one.length, next.b)]!;
  const unknownA = gapsHere[next.a]! - gapsHere[Math.min(one.a + one.length, next.a)]!;
  const lettersA = betweenA - unknownA;
  const lettersB = betweenB - unknownB;
  if (unknownB > 0 || unknownA > 0) {
    const fixed = unknownB > 0 ? lettersB : lettersA;
    const free = unknownB > 0 ? lettersA : lettersB;
    // A wide gap often holds more than a value. Its cost must be higher than the gain from a few letters after it that
    // agree by chance.
    return free <= longestGap && fixed <= 40 ? overlap + fixed + 1 + Math.floor(free / 16) : Infinity;
  }
  if (Math.max(betweenA, betweenB) <= 40) return overlap + Math.max(betweenA, betweenB) + 2;
  // The foot and the head of a page may be between two lines of a text.
  return Math.min(betweenA, betweenB) <= 4 && Math.max(betweenA, betweenB) <= longestGap ? overlap + 14 : Infinity;
}

interface Link {
  readonly score: number;
  readonly previous: number;
  readonly next: number;
}

function chain(runs: readonly Run[], gaps: Int32Array, gapsHere: Int32Array): readonly Link[] {
  const links: Link[] = [];
  const long: number[] = [];
  for (const [index, run] of runs.entries()) {
    let score = run.length;
    let previous = -1;
    const reach = (at: number): void => {
      const reached = links[at]!.score + run.length - cost(runs[at]!, run, gaps, gapsHere);
      if (reached > score) [score, previous] = [reached, at];
    };
    const nearest = Math.max(0, index - lookBack);
    for (let at = index - 1; at >= nearest; at--) reach(at);
    for (const at of long.slice(-lookBackLong)) if (at < nearest) reach(at);
    links.push({ score, previous, next: -1 });
    if (run.length >= longRun) long.push(index);
  }
  return links;
}

function chainBack(runs: readonly Run[], gaps: Int32Array, gapsHere: Int32Array): readonly Link[] {
  const links: Link[] = new Array<Link>(runs.length);
  const long: number[] = [];
  for (let index = runs.length - 1; index >= 0; index--) {
    const run = runs[index]!;
    let score = run.length;
    let next = -1;
    const reach = (at: number): void => {
      const reached = links[at]!.score + run.length - cost(run, runs[at]!, gaps, gapsHere);
      if (reached > score) [score, next] = [reached, at];
    };
    const furthest = Math.min(runs.length, index + 1 + lookBack);
    for (let at = index + 1; at < furthest; at++) reach(at);
    for (const at of long.slice(-lookBackLong)) if (at >= furthest) reach(at);
    links[index] = { score, previous: -1, next };
    if (run.length >= longRun) long.push(index);
  }
  return links;
}

function pathTo(runs: readonly Run[], links: readonly Link[], index: number): readonly Run[] {
  const path: Run[] = [];
  for (let at = index; at >= 0; at = links[at]?.previous ?? -1) path.unshift(runs[at]!);
  return path;
}

function pathFrom(runs: readonly Run[], links: readonly Link[], index: number): readonly Run[] {
  const path: Run[] = [];
  for (let at = index; at >= 0; at = links[at]?.next ?? -1) path.push(runs[at]!);
  return path;
}
