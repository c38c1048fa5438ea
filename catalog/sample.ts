/**
 * Data samples: what a text is filled with while it is written. A create-form request is one too: its data table, with
 * its values.
 */
import {
  flatValues,
  isObject,
  isRequestFile,
  known,
  l10n,
  limitIn,
  mostValues,
  parseRequest,
  unknown,
} from "../language/index.ts";
import type { Answer, JsonObject } from "../language/index.ts";
import { placeIn } from "./place.ts";
import { largestSample, readRegular } from "./regularFile.ts";

export interface Sample {
  readonly data: Answer<JsonObject>;
  /** Of a create-form request. */
  readonly values?: Answer<JsonObject>;
  /** Why the data is unknown, as a sentence that begins with the path. */
  readonly problem?: string;
}

/** A data sample from any JSON file; with `root`, from none outside of that folder. Rejects only when cancelled. */
export async function readSample(
  path: string,
  { root, signal }: { readonly root?: string; readonly signal?: AbortSignal },
): Promise<Sample> {
  const read = await readRegular(path, { largest: largestSample, signal, ...(root === undefined ? {} : { root }) });
  if (read.state !== "read")
    return {
      data: unknown,
      problem: l10n.t(
        "{0}: the data sample cannot be read ({1}).",
        path,
        read.state === "refused" ? read.why : read.state === "absent" ? "ENOENT" : l10n.t("it is no text"),
      ),
    };
  return sampleOf(path, read.content);
}

/** Nothing of the file is told beside where it is no JSON. */
export function sampleOf(path: string, content: string): Sample {
  const limit = limitIn(content, { most: mostValues });
  if (limit !== null)
    return {
      data: unknown,
      problem: l10n.t("{0}: the data sample cannot be read ({1}).", placed(path, content, limit.at), limit.why),
    };
  const value = parseJson(content);
  if (value === undefined) return { data: unknown, problem: notJson(path, content) };
  if (isObject(value)) return isRequestFile(path) ? sampleIn(value, content) : { data: known(value) };
  return { data: unknown, problem: l10n.t("{0}: a data sample is a JSON object.", path) };
}

/** What a request leaves out it does not send. */
function sampleIn({ values = {}, dataTableValue, dataTableValues }: JsonObject, content: string): Sample {
  const table = dataTableValue ?? dataTableValues ?? {};
  return {
    data: isObject(table) ? known(table) : unknown,
    values: isObject(values) ? known({ ...namesFilled(content), ...values }) : unknown,
  };
}

/**
 * The names that values fill from inside of objects, and those whose options stand under a name of their own (document
 * 1, "Value shapes"). Nobody asks for what they hold.
 */
function namesFilled(content: string): JsonObject {
  return Object.fromEntries(
    flatValues(parseRequest(content), unknown)
      .flatMap(({ name }) => [name, name.replace(/\.options$/, "")])
      .map((name) => [name, null]),
  );
}

/**
 * undefined where it is no JSON. What the parser says about that holds a piece of the text, so that nobody is shown it.
 */
export function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function notJson(path: string, content: string): string {
  const [first] = parseRequest(content).problems;
  return first === undefined
    ? l10n.t("{0}: the data sample is no JSON.", path)
    : l10n.t("{0}: the data sample is no JSON from here on.", placed(path, content, first.start));
}

function placed(path: string, content: string, offset: number): string {
  const { line, column } = placeIn(content, offset);
  return `${path}:${line}:${column}`;
}
