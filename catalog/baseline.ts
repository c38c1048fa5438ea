/**
 * Findings that were there before somebody looked: counted, and not shown. Told again by file, code and the words that
 * are wrong, never by line, so that edits elsewhere in a file do not matter. The file holds one entry per line, sorted,
 * so that two versions of it merge.
 */
import { visit } from "jsonc-parser";
import { l10n, limitIn } from "../language/index.ts";
import type { Finding, Limit, TextEdit } from "../language/index.ts";
import { placeIn } from "./place.ts";
import { largerThan, largestBaseline } from "./regularFile.ts";
import { parseJson } from "./sample.ts";

/**
 * How often a finding was there, by file (relative to `smartform.json`, or the address of a library text) and then by
 * its key: the code, a blank and the words.
 */
export type Baseline = ReadonlyMap<string, ReadonlyMap<string, number>>;

interface Entry {
  readonly file: string;
  readonly code: string;
  /** The words that are wrong; their beginning where they are many. */
  readonly words: string;
  readonly count?: number;
}

/** Code units of the wrong words that are compared. */
const longest = 120;

/** With these names and few others the parser takes no longer than the file is long. */
const names = new Set(["file", "code", "words", "count"].map((name) => JSON.stringify(name)));
/** Bytes that one entry comes to at most. */
const largestEntry = 64 * 1024;

export function findingKey({ code, start, end }: Pick<Finding, "code" | "start" | "end">, content: string): string {
  return keyOf(code, content.slice(start, Math.min(end, start + longest)).toWellFormed());
}

/** What keeps a text from being read as a baseline; null where nothing does. `room`: for one entry more. */
export function tooMuchFor(content: string, { room = false }: { readonly room?: boolean } = {}): Limit | null {
  const largest = largestBaseline - (room ? largestEntry : 0);
  if (Buffer.byteLength(content) > largest) return { at: content.length, why: largerThan(largest) };
  return limitIn(content, { names });
}

/** null where the text is no baseline. `room`: also where it has none for one entry more. */
export function readBaseline(content: string, options: { readonly room?: boolean } = {}): Baseline | null {
  if (firstIsNoEntry(content) !== null || tooMuchFor(content, options) !== null) return null;
  const read = parseJson(content);
  return isListOfEntries(read) ? combined(read) : null;
}

type OpenedBaseline =
  | { readonly baseline: Baseline }
  /** Why it is no baseline, as a sentence that begins with the name and the place. */
  | { readonly baseline: null; readonly problem: string };

export function openBaseline(name: string, content: string): OpenedBaseline {
  const placed = (at: number): string => {
    const { line, column } = placeIn(content, at);
    return `${name}:${line}:${column}`;
  };
  const noBaseline = (where: string): OpenedBaseline => ({
    baseline: null,
    problem: l10n.t(
      "{0}: this is no baseline, so it hides nothing. Repair it, or name another file: `smartform check --new-baseline` writes one where none is.",
      where,
    ),
  });
  const wrong = firstIsNoEntry(content);
  if (wrong !== null) return noBaseline(placed(wrong));
  const limit = tooMuchFor(content);
  if (limit !== null)
    return {
      baseline: null,
      problem: l10n.t("{0}: it cannot be read ({1}), so it hides nothing.", placed(limit.at), limit.why),
    };
  const read = parseJson(content);
  if (isListOfEntries(read)) return { baseline: combined(read) };
  const at = mistakeIn(content, Array.isArray(read) ? read.findIndex((each) => !isEntry(each)) : undefined);
  return noBaseline(at === undefined ? name : placed(at));
}

/**
 * Offset of the first item where it cannot be an entry, so that the rest is not read; null where it can, or where there
 * is no list.
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
    // No finding has such a code.
    if (each.code.includes(" ")) continue;
    const file = baseline.get(each.file) ?? new Map<string, number>();
    baseline.set(each.file, file);
    const key = keyOf(each.code, each.words);
    // Two branches may each have counted the same finding.
    file.set(key, Math.max(file.get(key) ?? 0, each.count ?? 1));
  }
  return baseline;
}

/** Ends a reading: the parser has no other way to end early. */
class Found extends Error {
  readonly at: number;
  constructor(at: number) {
    super();
    this.at = at;
  }
}

/**
 * Offset of the item that is no entry, of the first that is no JSON, or of what is no list; undefined where the text is
 * empty.
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
  // Whatever file is named as the baseline, a shell that takes it for a script finds no command in it.
  return line.replace(/[$`]/g, (each) => (each === "$" ? "\\u0024" : "\\u0060"));
}

/**
 * One finding more, in the text that `baseline` was read from. Where the lines are sorted, as they are written, a few
 * of them are looked at; where they are not, the entry stands at another place, and says the same: of two for one
 * finding the larger count holds.
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

/** Where the first line begins that does not stand before this one in the order of the file; `end` where none does. */
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

/** Takes findings of one file in their order; true for one that was there before, as often as it was. */
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

/** The code of a finding that is told by this key. */
export function codeOfKey(key: string): string {
  return key.slice(0, key.indexOf(" "));
}

/** How many findings it holds. */
export function sizeOf(baseline: Baseline): number {
  return [...baseline.values()].flatMap((keys) => [...keys.values()]).reduce((sum, count) => sum + count, 0);
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
