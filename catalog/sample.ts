/**
 * Data samples: the data that fills a text while it is written. A create-form request can also serve as a data sample:
 * its data table and values are used.
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
  /** The values of a create-form request. */
  readonly values?: Answer<JsonObject>;
  /** Why the data is unknown, as a sentence that begins with the path. */
  readonly problem?: string;
}

/** Reads a data sample from a JSON file; with `root`, only from inside that folder. Rejects only when cancelled. */
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
        read.state === "refused" ? read.why : read.state === "absent" ? "ENOENT" : l10n.t("it is not a text file"),
      ),
    };
  return sampleOf(path, read.content);
}

/** Reveals nothing of the file's content in `problem`, only where it stops being valid JSON. */
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
  return { data: unknown, problem: l10n.t("{0}: a data sample must be a JSON object.", path) };
}

/** Properties that a request leaves out are not sent, so they count as empty. */
function sampleIn({ values = {}, dataTableValue, dataTableValues }: JsonObject, content: string): Sample {
  const table = dataTableValue ?? dataTableValues ?? {};
  return {
    data: isObject(table) ? known(table) : unknown,
    values: isObject(values) ? known({ ...namesFilled(content), ...values }) : unknown,
  };
}

/**
 * Returns the names that the request's values fill, including names inside of objects. A name that ends in `.options`
 * is also returned without that ending (document 1, "Value shapes"). Each name has the value null, because values are
 * never read.
 */
function namesFilled(content: string): JsonObject {
  return Object.fromEntries(
    flatValues(parseRequest(content), unknown)
      .flatMap(({ name }) => [name, name.replace(/\.options$/, "")])
      .map((name) => [name, null]),
  );
}

/**
 * Returns undefined if the content is not valid JSON. The parser's message quotes a piece of the content, so it is
 * never shown.
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
    ? l10n.t("{0}: the data sample is not JSON.", path)
    : l10n.t("{0}: from here on, the data sample is not JSON.", placed(path, content, first.start));
}

function placed(path: string, content: string, offset: number): string {
  const { line, column } = placeIn(content, offset);
  return `${path}:${line}:${column}`;
}
