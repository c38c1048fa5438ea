/** Data samples: what the data placeholders of a text are filled with while it is written. */
import { readFile } from "node:fs/promises";
import { known, l10n, unknown } from "../language/index.ts";
import type { Answer, JsonObject } from "../language/index.ts";

/** A data sample from any JSON file. Rejects only when cancelled. */
export async function readSample(path: string, options: { readonly signal?: AbortSignal }): Promise<{ readonly data: Answer<JsonObject>; readonly problem?: string }> {
  try {
    const value: unknown = JSON.parse((await readFile(path, { encoding: "utf8", signal: options.signal })).replace(/^\uFEFF/, ""));
    return isObject(value) ? { data: known(value as JsonObject) } : { data: unknown, problem: l10n.t("{0}: a data sample is a JSON object.", path) };
  } catch (error) {
    options.signal?.throwIfAborted();
    return { data: unknown, problem: l10n.t("{0}: the data sample cannot be read ({1}).", path, error instanceof Error ? error.message : String(error)) };
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
