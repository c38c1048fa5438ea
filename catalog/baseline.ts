/**
 * Findings that were there before somebody looked: counted, and not shown. Told again by file, code and the words that are wrong, never
 * by line, so that edits elsewhere in a file do not matter. The file holds one entry per line, sorted, so that two versions of it merge.
 */
import { limitIn } from "../language/index.ts";
import type { Finding } from "../language/index.ts";
import { parseJson } from "./sample.ts";

/** How often a finding was there, by file (relative to `smartform.json`, or the address of a library text) and then by code and words. */
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

export function findingKey({ code, start, end }: Pick<Finding, "code" | "start" | "end">, content: string): string {
  return JSON.stringify([code, content.slice(start, Math.min(end, start + longest)).toWellFormed()]);
}

/** null where the text is no baseline. */
export function readBaseline(content: string): Baseline | null {
  // The parser takes a long time for an object of many names, which is no baseline.
  const read = /^\s*\[/.test(content) && limitIn(content) === null ? parseJson(content) : undefined;
  if (!Array.isArray(read)) return null;
  const baseline = new Map<string, Map<string, number>>();
  for (const each of read as readonly unknown[]) {
    if (!isEntry(each)) return null;
    const file = baseline.get(each.file) ?? new Map<string, number>();
    const key = JSON.stringify([each.code, each.words]);
    // Two branches may each have counted the same finding.
    file.set(key, Math.max(file.get(key) ?? 0, each.count ?? 1));
    baseline.set(each.file, file);
  }
  return baseline;
}

export function writeBaseline(baseline: Baseline): string {
  const lines = [...baseline].flatMap(([file, keys]) => [...keys].filter(([, count]) => count > 0).map(([key, count]) => {
    const [code, words] = JSON.parse(key) as readonly [string, string];
    // Whatever file is named as the baseline, a shell that takes it for a script finds no command in it.
    return JSON.stringify({ file, code, words, ...(count === 1 ? {} : { count }) } satisfies Entry).replace(/[$`]/g, (each) => (each === "$" ? "\\u0024" : "\\u0060"));
  }));
  return `[${lines.length === 0 ? "" : "\n"}${lines.sort().join(",\n")}${lines.length === 0 ? "" : "\n"}]\n`;
}

/** Takes findings of one file in their order; true for one that was there before, as often as it was. */
export function baselineOf(known: ReadonlyMap<string, number> | undefined): (finding: Pick<Finding, "code" | "start" | "end" | "moreFollow">, content: string) => boolean {
  if (known === undefined) return () => false;
  const left = new Map(known);
  return (finding, content) => {
    if (finding.moreFollow) return false;
    const key = findingKey(finding, content);
    const count = left.get(key) ?? 0;
    if (count > 0) left.set(key, count - 1);
    return count > 0;
  };
}

/** The code of a finding that is told by this key. */
export function codeOfKey(key: string): string {
  return (JSON.parse(key) as readonly [code: string, words: string])[0];
}

/** How many findings it holds. */
export function sizeOf(baseline: Baseline): number {
  return [...baseline.values()].flatMap((keys) => [...keys.values()]).reduce((sum, count) => sum + count, 0);
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== "object" || value === null) return false;
  const { file, code, words, count } = value as Partial<Record<string, unknown>>;
  return typeof file === "string" && typeof code === "string" && typeof words === "string" && (count === undefined || (typeof count === "number" && Number.isInteger(count) && count > 0));
}
