/**
 * What a dotted name finds in the data sample, in enough detail for every rule about data. Without a sample nothing is
 * known.
 */
import type { Answer } from "../answer.ts";
import type { Json, JsonObject } from "../catalog.ts";
import type { Part } from "../range.ts";
import { findData, isObject, namesIn } from "../resolve.ts";
import { nearest, prepareWords } from "../words/spelling.ts";
import type { Effort, Words } from "../words/spelling.ts";

type DataFound =
  | { readonly state: "found"; readonly value: Json }
  /** `at`: index of the first segment that does not exist; `among`: the object that lacks it. */
  | { readonly state: "absent"; readonly at: number; readonly among: JsonObject }
  /** The segment `at` is a plain value, and the name goes on after it. */
  | { readonly state: "plain"; readonly at: number }
  /** The segment `at` is null, and the name goes on after it. */
  | { readonly state: "empty"; readonly at: number }
  | { readonly state: "unknown" };

export function follow(segments: readonly string[], data: Answer<JsonObject>): DataFound {
  const answer = findData(segments, data);
  if (answer.state === "known") return { state: "found", value: answer.value };
  if (answer.state === "unknown") return answer;
  // The documents do not say what a name finds inside of a list.
  if (answer.state === "not-object")
    return Array.isArray(answer.value) ? { state: "unknown" } : { state: "plain", at: answer.segment };
  const before = findData(segments.slice(0, answer.segment), data);
  if (before.state !== "known") return { state: "unknown" };
  if (!isObject(before.value)) return { state: "empty", at: answer.segment - 1 };
  // The documents do not say whether a name may itself contain dots.
  return Object.hasOwn(before.value, segments.slice(answer.segment).join("."))
    ? { state: "unknown" }
    : { state: "absent", at: answer.segment, among: before.value };
}

/**
 * Returns names of the object that are spelt like `name`. If one of them differs from it in letter case only, returns
 * that name alone.
 */
export function namesNear(name: string, among: JsonObject, effort: Effort): readonly string[] {
  const kept = wordsOf.get(among) ?? wordsIn(among);
  wordsOf.set(among, kept);
  const same = kept.folded.get(name.toLowerCase());
  return same !== undefined ? [same] : kept.words === null ? [] : nearest(name, kept.words, effort);
}

/** If there are more names than this, no guess is made: preparing the names would take longer than everything else. */
const mostGuessed = 10_000;

/** `folded` maps each lower-case spelling to the first name that has it, in the order of the words. */
function wordsIn(among: JsonObject): { readonly words: Words | null; readonly folded: ReadonlyMap<string, string> } {
  const names = namesIn(among);
  const words = names.length > mostGuessed ? null : prepareWords(names);
  const folded = new Map<string, string>();
  for (const name of words?.words ?? names) if (!folded.has(name.toLowerCase())) folded.set(name.toLowerCase(), name);
  return { words, folded };
}

const wordsOf = new WeakMap<JsonObject, ReturnType<typeof wordsIn>>();

/** Returns the segment that is wrong, or the whole name if that segment is empty. */
export function wrongPart(segments: readonly Part[], at: number, whole: Part): Part {
  const segment = segments[at];
  return segment && segment.text !== "" ? segment : whole;
}
