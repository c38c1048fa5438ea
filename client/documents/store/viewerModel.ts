/**
 * The connected viewer archive. Neither its search model nor its rows are documented, so JSON is taken as it comes.
 * Does not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { jsonMistake, messageOf, oneOrMany, visible } from "../../../language/index.ts";
import { isObject, placeOfFile } from "../../../api/index.ts";
import type { BodyOf, Files } from "../../../api/index.ts";
import { inWords } from "../../calls/failureModel.ts";
import { safeFileName } from "../../window/fileName.ts";
import type { Column, Reading } from "../../panels/table/source.ts";
import { cellText } from "./searchModel.ts";

export type ViewerRow = Readonly<Record<string, unknown>>;

export const viewerNote = l10n.t(
  "The search model is any JSON that the connected archive understands; {} sets no condition. The maximum number of documents that the archive returns is not documented.",
);
export const viewerEmpty = l10n.t(
  "The viewer archive returned nothing for this search model. To search without a condition, enter {}.",
);

/**
 * Returns the only list in an answer: the answer itself, or a list inside the answer's object. Returns an empty list if
 * there is no answer, and undefined for any other shape.
 */
function listIn(answer: unknown): readonly unknown[] | undefined {
  if (answer === null || answer === undefined || answer === "") return [];
  if (Array.isArray(answer)) return answer as readonly unknown[];
  const lists = isObject(answer) ? Object.values(answer).filter((value) => Array.isArray(value)) : [];
  return lists.length === 1 ? (lists[0] as readonly unknown[]) : undefined;
}

/**
 * Reads the names from a list of names, or from a list of objects with names. Empty if none can be read; the person
 * then types the name.
 */
export function schemaNames(answer: unknown): readonly string[] {
  return (listIn(answer) ?? []).flatMap((schema) => {
    const name = isObject(schema)
      ? (fieldOf(schema, "name") ?? fieldOf(schema, "schema") ?? fieldOf(schema, "id"))
      : schema;
    return typeof name === "string" && name !== "" ? [name] : [];
  });
}

/** Ignores letter case. */
function fieldOf(row: ViewerRow, ...names: readonly string[]): unknown {
  return Object.entries(row).find(([name]) => names.includes(name.toLowerCase()))?.[1];
}

/** Throws an error for the user if the shape of the answer is unknown. */
export function viewerRows(answer: unknown): readonly ViewerRow[] {
  const list = listIn(answer);
  if (list === undefined || !list.every(isObject))
    throw new Error(
      l10n.t("The viewer archive answered in an unknown format, so it is not known whether anything was found."),
    );
  return list;
}

/** The maximum number of columns shown; the JSON of a document shows all fields. */
const mostColumns = 20;

/**
 * Columns that tell the documents apart come first. Columns with the same value in every document come later, and the
 * id is always last.
 */
export function viewerColumns(sample: readonly ViewerRow[]): readonly Column<ViewerRow>[] {
  const names = new Set(sample.flatMap((row) => Object.keys(row)));
  const textOf = (row: ViewerRow, name: string): string => (Object.hasOwn(row, name) ? cellText(row[name]) : "");
  const shared = (name: string): boolean =>
    sample.length > 1 && new Set(sample.map((row) => textOf(row, name))).size === 1;
  const hasId = names.delete("id") || names.size === 0;
  const sorted = [...names].sort((one, other) => Number(shared(one)) - Number(shared(other)));
  const last = hasId ? ["id"] : [];
  return [...sorted.slice(0, mostColumns - last.length), ...last].map((name) => ({
    key: name,
    title: name,
    width: 160,
    text: (row) => textOf(row, name),
  }));
}

/** Throws an error for the user if the text is not JSON. */
export function modelOf(text: string): BodyOf<"viewer.search"> {
  try {
    return JSON.parse(text.trim() === "" ? "{}" : text) as BodyOf<"viewer.search">;
  } catch (error) {
    throw new Error(l10n.t("The search model is not JSON. {0}", jsonMistake(text)), { cause: error });
  }
}

export function modelProblem(text: string): string | undefined {
  try {
    modelOf(text);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** Requests one answer and takes all rows from it, because the API has no pages. */
export function viewerReading(search: (signal: AbortSignal) => Promise<unknown>): Reading<ViewerRow> {
  let rows: readonly ViewerRow[] | undefined;
  return {
    async page(from, count, signal) {
      try {
        rows ??= viewerRows(await search(signal));
      } catch (error) {
        throw inWords(error);
      }
      return { rows: rows.slice(from, from + count), total: rows.length, end: from + count >= rows.length };
    },
  };
}

/** Returns the id, for use in a call. Throws an error for the user if the row has none. */
export function viewerId(row: ViewerRow): string {
  const id = fieldOf(row, "documentid", "id");
  if (typeof id === "string" && id !== "") return id;
  if (typeof id === "number") return String(id);
  throw new Error(l10n.t("The viewer archive gave no id for this document, so nothing can be done with it."));
}

/** For a save dialog; the file name that the service gives is never used as a path. */
export function viewerFileName(row: ViewerRow): string {
  return safeFileName(cellText(fieldOf(row, "filename", "name", "title")));
}

interface ViewerPlace {
  readonly environment: string;
  readonly environmentGroup?: string;
  readonly schema: string;
  readonly userId: string;
}

/**
 * Returns a request file with a patch to edit. The patch takes the first field that a patch may change, and sets it to
 * the value that it already has.
 */
export function patchFile({ environment, environmentGroup, schema, userId }: ViewerPlace, row: ViewerRow): string {
  const partitionKey = fieldOf(row, "partitionkey");
  const [name, value] = Object.entries(row).find(
    ([field, held]) => !apart.has(field.toLowerCase()) && (typeof held !== "object" || held === null),
  ) ?? ["Name", ""];
  const pointer = `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  return `${JSON.stringify(
    {
      operation: "viewer.patch",
      environment,
      environmentGroup,
      path: {
        schema,
        userId,
        partitionKey: partitionKey === undefined ? "" : cellText(partitionKey),
        id: viewerId(row),
      },
      body: [{ op: "replace", path: pointer, value }],
    },
    undefined,
    2,
  )}\n`;
}

/**
 * Fields by which services tell documents apart. A patch of one of them is refused (document 3, "Errors"). Document 3
 * does not list all of these fields.
 */
const apart: ReadonlySet<string> = new Set([
  "id",
  "partitionkey",
  "schema",
  "userid",
  "companyid",
  "documentid",
  "_etag",
  "_ts",
]);

/**
 * Builds the upload: the metadata that the person entered, and the file under the field name that other calls use.
 * Throws an error for the user if the metadata are not a JSON object.
 */
export function uploadOf(
  metadata: string,
  bytes: Uint8Array,
): { readonly body: BodyOf<"viewer.upload">; readonly files: Files } {
  const read = modelOf(metadata);
  if (!isObject(read))
    throw new Error(l10n.t("The metadata must be a JSON object, such as {0}.", JSON.stringify({ Title: "A letter" })));
  const place = placeOfFile();
  return { body: { ...read, FileAsBase64: place }, files: new Map([[place, bytes]]) };
}

/** Returns what a search shows about an uploaded file if the answer to the upload was lost or says nothing. */
export function uploadedWords(rows: readonly ViewerRow[], fileName: string): string {
  const same = rows.filter((row) => cellText(fieldOf(row, "filename")) === fileName).length;
  return same === 0
    ? l10n.t(
        "A search found no document with this file name. The document may still be there: an archive may need time to show it, or may give it another name.",
      )
    : oneOrMany(
        same,
        l10n.t("A search found one document with the file name “{0}”.", visible(fileName)),
        l10n.t("A search found {0} documents with the file name “{1}”.", same, visible(fileName)),
      );
}
