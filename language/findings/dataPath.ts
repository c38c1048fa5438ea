/** Follows a dotted name through the data sample. */
import type { Json, JsonObject } from "../catalog.ts";
import type { Part } from "../range.ts";
import { nearest, prepareWords, type Words } from "./spelling.ts";

export type DataAnswer =
  | { readonly state: "found"; readonly value: Json }
  /** `at`: index of the first segment that is not there; `among`: the names that are there instead. */
  | { readonly state: "absent"; readonly at: number; readonly among: JsonObject }
  /** The segment `at` is a plain value, and the path goes on behind it. */
  | { readonly state: "plain"; readonly at: number }
  /** The segment `at` is null, and the path goes on behind it. */
  | { readonly state: "empty"; readonly at: number }
  /** The path goes through a list, about which the documents say nothing. */
  | { readonly state: "unknown" };

export function follow(segments: readonly string[], data: JsonObject): DataAnswer {
  const whole = segments.join(".");
  if (Object.hasOwn(data, whole)) return { state: "found", value: data[whole] ?? null };
  let value: Json = data;
  for (const [at, name] of segments.entries()) {
    if (value === null) return { state: "empty", at: at - 1 };
    if (isList(value)) return { state: "unknown" };
    if (typeof value !== "object") return { state: "plain", at: at - 1 };
    if (!Object.hasOwn(value, name)) return { state: "absent", at, among: value };
    value = value[name] ?? null;
  }
  return { state: "found", value };
}

/** Names of the object that are spelt like this one; one that differs in letter case only comes alone. */
export function namesNear(name: string, among: JsonObject): readonly string[] {
  const kept = wordsOf.get(among) ?? prepareWords(Object.keys(among));
  wordsOf.set(among, kept);
  const index = kept.folded.indexOf(name.toLowerCase());
  const same = index === -1 ? undefined : kept.words[index];
  return same === undefined ? nearest(name, kept) : [same];
}

const wordsOf = new WeakMap<JsonObject, Words>();

/** The segment that is wrong, or the whole name where that segment is empty. */
export function wrongPart(segments: readonly Part[], at: number, whole: Part): Part {
  const segment = segments[at];
  return segment && segment.text !== "" ? segment : whole;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
