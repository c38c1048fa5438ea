/**
 * Known findings: counted, but not shown. They are matched by file, code and wrong words, never by line, so that edits
 * elsewhere in a file do not matter. The file holds one entry per line, sorted, so that two versions of it can be
 * merged.
 */
import { visit } from "jsonc-parser";
import { l10n, limitIn } from "../language/index.ts";
import type { Finding, Limit, TextEdit } from "../language/index.ts";
import { placeIn } from "./place.ts";
import { largerThan, largestBaseline } from "./regularFile.ts";
import { parseJson } from "./sample.ts";

/**
 * How often each finding occurred, by file (relative to `smartform.json`, or the address of a library text) and then by
 * key: the code, a blank and the wrong words.
 */
export type Baseline = ReadonlyMap<string, ReadonlyMap<string, number>>;

interface Entry {
  readonly file: string;
  readonly code: string;
  /** The wrong words; only their beginning if they are long. */
  readonly words: string;
  readonly count?: number;
}

/** How many code units of the wrong words are compared. */
const longest = 120;

/**
 * The names of a baseline's properties. The parser's time is linear in the length of the file only if the file has few
 * other names.
 */
const names = new Set(["file", "code", "words", "count"].map((name) => JSON.stringify(name)));
/** The largest size of one entry, in bytes. */
const largestEntry = 64 * 1024;

export function findingKey({ code, start, end }: Pick<Finding, "code" | "start" | "end">, content: string): string {
  return keyOf(code, content.slice(start, Math.min(end, start + longest)).toWellFormed());
}

/** Returns why a text is too large to be read as a baseline, or null. With `room`, one more entry must fit too. */
export function tooMuchFor(content: string, { room = false }: { readonly room?: boolean } = {}): Limit | null {
  const largest = largestBaseline - (room ? largestEntry : 0);
  if (Buffer.byteLength(content) > largest) return { at: content.length, why: largerThan(largest) };
  return limitIn(content, { names });
}

/** Returns null if the text is not a baseline. With `room`, also returns null if one more entry would not fit. */
export function readBaseline(content: string, options: { readonly room?: boolean } = {}): Baseline | null {
  if (firstIsNoEntry(content) !== null || tooMuchFor(content, options) !== null) return null;
  const read = parseJson(content);
  return isListOfEntries(read) ? combined(read) : null;
}

type OpenedBaseline =
  | { readonly baseline: Baseline }
  /** Why the file cannot be used as a baseline, as a sentence that begins with its name and, if known, the place. */
  | { readonly baseline: null; readonly problem: string };

export function openBaseline(name: string, content: string): OpenedBaseline {
  const placed = (at: number): string => {
    const { line, column } = placeIn(content, at);
    return `${name}:${line}:${column}`;
  };
  const noBaseline = (where: string): OpenedBaseline => ({
    baseline: null,
    problem: l10n.t(
      "{0}: this is not a baseline, so it hides nothing. Repair it, or name another file; `smartform check --new-baseline` creates that file.",
      where,
    ),
  });
  const wrong = firstIsNoEntry(content);
  if (wrong !== null) return noBaseline(placed(wrong));
  const limit = tooMuchFor(content);
  if (limit !== null)
    return {
      baseline: null,
      problem: l10n.t("{0}: the baseline cannot be read ({1}), so it hides nothing.", placed(limit.at), limit.why),
    };
  const read = parseJson(content);
  if (isListOfEntries(read)) return { baseline: combined(read) };
  const at = mistakeIn(content, Array.isArray(read) ? read.findIndex((each) => !isEntry(each)) : undefined);
  return noBaseline(at === undefined ? name : placed(at));
}

/**
 * Returns the offset of the first item if that item cannot be an entry; the rest need not be read then. Returns null if
 * the item can be an entry, or if there is no list.
 */
function firstIsNoEntry(content: string): number | null {
  const found = /^\s*\[\s*(?=[^\s{\]]|\{\s*\})/.exec(content);
  return found && found[0].length;
}

function isListOfEntries(read: unknown): read is readonly Entry[] {
  return Array.isArray(read) && read.every(isEntry);
}

function combined(entries: readonly Entry[]): Baseline {
  const baseline = new Map<string, Map<string, number>>();
  for (const each of entries) {
    // The code of a finding never contains a blank, so this entry matches no finding.
    if (each.code.includes(" ")) continue;
    const file = baseline.get(each.file) ?? new Map<string, number>();
    baseline.set(each.file, file);
    const key = keyOf(each.code, each.words);
    // Two merged Git branches may each have an entry for the same finding.
    file.set(key, Math.max(file.get(key) ?? 0, each.count ?? 1));
  }
  return baseline;
}

/** Stops the parser, which offers no other way to stop early. */
class Found extends Error {
  readonly at: number;
  constructor(at: number) {
    super();
    this.at = at;
  }
}

/**
 * Returns the offset of the item that is not an entry, of the first syntax error, or of a value that is not a list;
 * undefined if the text is empty.
 */
function mistakeIn(content: string, wrong: number | undefined): number | undefined {
  if (content.trim() === "") return undefined;
  let [depth, item] = [0, 0];
  let first: number | undefined;
  const value = (at: number): void => {
    first ??= at;
    if (depth === 1 && item++ === wrong) throw new Found(at);
  };
  const open = (at: number): void => {
    value(at);
    depth++;
  };
  const close = (): void => {
    depth--;
  };
  try {
    visit(
      content,
      {
        onArrayBegin: open,
        onObjectBegin: open,
        onArrayEnd: close,
        onObjectEnd: close,
        onLiteralValue: (_, at) => {
          value(at);
        },
        onError: (_, at) => {
          throw new Found(at);
        },
      },
      { disallowComments: true },
    );
  } catch (error) {
    if (error instanceof Found) return error.at;
    throw error;
  }
  return first;
}

export function writeBaseline(baseline: Baseline): string {
  const lines = [...baseline].flatMap(([file, keys]) =>
    [...keys].filter(([, count]) => count > 0).map(([key, count]) => lineOf(file, key, count)),
  );
  return `[${lines.length === 0 ? "" : "\n"}${lines.sort().join(",\n")}${lines.length === 0 ? "" : "\n"}]\n`;
}

function lineOf(file: string, key: string, count: number): string {
  const code = codeOfKey(key);
  const words = key.slice(code.length + 1);
  const line = JSON.stringify({ file, code, words, ...(count === 1 ? {} : { count }) } satisfies Entry);
  // If the baseline is saved under the name of a shell script, a shell must not find a command in it.
  return line.replace(/[$`]/g, (each) => (each === "$" ? "\\u0024" : "\\u0060"));
}

/**
 * Returns the edit that adds one finding to the text that `baseline` was read from. If the lines are sorted, as
 * `writeBaseline` leaves them, a binary search finds the place. If they are not sorted, the finding may get a second
 * entry, which does no harm: the larger count holds.
 */
export function withOneMore(
  content: string,
  baseline: Baseline,
  { file, key }: { readonly file: string; readonly key: string },
): TextEdit {
  const count = baseline.get(file)?.get(key) ?? 0;
  const line = lineOf(file, key, count + 1);
  const end = content.lastIndexOf("}") + 1;
  if (end === 0) return { start: 0, end: content.length, newText: `[\n${line}\n]\n` };
  const lineEnd = content.includes("\r\n") ? "\r\n" : "\n";
  const before = lineOf(file, key, count);
  const at = lineFrom(content, end, before);
  if (content.startsWith(before, at)) return { start: at, end: at + before.length, newText: line };
  return content.startsWith("{", at)
    ? { start: at, end: at, newText: `${line},${lineEnd}` }
    : { start: end, end, newText: `,${lineEnd}${line}` };
}

/**
 * Returns the start of the first line that does not sort before `line`; returns `end` if every line sorts before it.
 */
function lineFrom(content: string, end: number, line: string): number {
  let [low, high] = [0, end];
  while (low < high) {
    const middle = (low + high) >> 1;
    const start = middle === 0 ? 0 : content.lastIndexOf("\n", middle - 1) + 1;
    const next = content.indexOf("\n", middle) + 1;
    if (content.slice(start, start + line.length) < line) low = next === 0 ? end : Math.min(next, end);
    else high = start;
  }
  return low;
}

/**
 * Returns a predicate for the findings of one file. Pass it the findings in order. If the baseline counts n findings of
 * a key, the predicate is true for the first n.
 */
export function baselineOf(
  known: ReadonlyMap<string, number> | undefined,
): (finding: Pick<Finding, "code" | "start" | "end" | "moreFollow">, content: string) => boolean {
  if (known === undefined) return () => false;
  const met = new Map<string, number>();
  return (finding, content) => {
    if (finding.moreFollow) return false;
    const key = findingKey(finding, content);
    const count = (met.get(key) ?? 0) + 1;
    met.set(key, count);
    return count <= (known.get(key) ?? 0);
  };
}

function keyOf(code: string, words: string): string {
  return `${code} ${words}`;
}

/** Returns the code in a key. */
export function codeOfKey(key: string): string {
  return key.slice(0, key.indexOf(" "));
}

/** Counts the findings that a baseline lists for a file. */
export function sizeOf(keys: ReadonlyMap<string, number>): number {
  return [...keys.values()].reduce((sum, count) => sum + count, 0);
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== "object" || value === null) return false;
  const { file, code, words, count } = value as Partial<Record<string, unknown>>;
  return (
    typeof file === "string" &&
    typeof code === "string" &&
    typeof words === "string" &&
    (count === undefined || (typeof count === "number" && Number.isInteger(count) && count > 0))
  );
}
