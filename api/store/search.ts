/**
 * Searches the document store. A request means the same whichever way the service reads chainers. Rows are read in
 * every shape that the documents allow.
 */
import * as l10n from "@vscode/l10n";
import type { AnswerOf, BodyOf, Request } from "../http/client.ts";
import type { DocumentsEnvironment } from "../connection.ts";
import { isObject } from "../operations/schema.ts";

type Body = BodyOf<"store.search">;
export type Comparer = Body["WhereConditions"][number]["Comparer"];

export interface StoreFilter {
  /** The name in the folder definition, not the display name. */
  readonly column: string;
  readonly comparer: Comparer;
  readonly value: string | number;
}

export interface StoreQuery {
  readonly environment: DocumentsEnvironment;
  readonly filters: readonly StoreFilter[];
  /**
   * How all filters are joined; default AND. AND and OR are never mixed, because a mixture could be read in two ways.
   */
  readonly join?: "AND" | "OR";
  readonly sorters?: readonly { readonly column: string; readonly order: "ASC" | "DESC" }[];
  /** Display names; if none are given, the service returns all columns. */
  readonly resultColumns?: readonly string[];
  /** The largest number of rows; default 100. */
  readonly top?: number;
  readonly flat?: boolean;
}

/** Gives every filter a Chainer, even a single filter, because it is not documented which filters need one (T154). */
export function conditionsOf({ filters, join = "AND" }: Pick<StoreQuery, "filters" | "join">): Body["WhereConditions"] {
  return filters.map(({ column, comparer, value }) => ({
    Column: column,
    Comparer: comparer,
    Value: value,
    Chainer: join,
  }));
}

export function storeSearch(query: StoreQuery): Request<"store.search"> {
  const { environment, sorters = [], resultColumns = [], top = 100, flat = false } = query;
  return {
    environment,
    body: {
      Top: top,
      WhereConditions: conditionsOf(query),
      ...(sorters.length === 0
        ? {}
        : { Sorters: sorters.map(({ column, order }) => ({ Column: column, SortOrder: order })) }),
      ...(resultColumns.length === 0 ? {} : { ResultColumns: [...resultColumns] }),
    },
    ...(flat ? { query: { flattenSearchResult: true } } : {}),
  };
}

export interface StoreRow {
  /**
   * A string of digits, because a JavaScript number cannot hold every id exactly. Undefined if the row has no such id.
   */
  readonly jobId: string | undefined;
  readonly docId: string | undefined;
  /** The values by the service's names, in the service's order. */
  readonly columns: ReadonlyMap<string, unknown>;
}

interface StoreRows {
  readonly rows: readonly StoreRow[];
  /** How many rows have an unknown shape: they exist, but are not shown. */
  readonly unread: number;
}

/**
 * Reads the rows of an answer. No rows, `null` and an empty answer all mean that nothing was found (T155). Throws if
 * the whole answer has an unknown shape.
 */
export function readStoreRows(answer: AnswerOf<"store.search">): StoreRows {
  if (answer === null || answer === undefined || answer === "") return { rows: [], unread: 0 };
  const list = Array.isArray(answer) ? (answer as readonly unknown[]) : listIn(answer);
  if (list === undefined)
    throw new Error(
      l10n.t("The document store's answer has an unknown format, so it does not show whether anything was found."),
    );
  const names = isObject(answer) ? namesIn(answer) : undefined;
  const rows = list.flatMap((row) => readRow(row, names) ?? []);
  return { rows, unread: list.length - rows.length };
}

/** Returns the only list of rows in an object, whatever its name is; a list of column names does not count. */
function listIn(answer: unknown): readonly unknown[] | undefined {
  if (!isObject(answer)) return undefined;
  const lists = Object.entries(answer).filter(([name, value]) => Array.isArray(value) && !/^columns$/i.test(name));
  return lists.length === 1 ? (lists[0]?.[1] as readonly unknown[]) : undefined;
}

function namesIn(answer: Record<string, unknown>): readonly string[] | undefined {
  const columns = valueOf(answer, "columns");
  return Array.isArray(columns)
    ? columns.map((each) => (isObject(each) ? text(valueOf(each, "name")) : text(each)) ?? "")
    : undefined;
}

function readRow(row: unknown, names: readonly string[] | undefined): StoreRow | undefined {
  if (Array.isArray(row))
    return names?.length === row.length ? rowOf(names.map((name, index) => [name, row[index] as unknown])) : undefined;
  if (!isObject(row)) return undefined;
  const own = Object.entries(row).filter(([name]) => !/^columns$/i.test(name));
  const columns = valueOf(row, "columns");
  if (Array.isArray(columns)) return rowOf([...own, ...pairs(columns)]);
  return rowOf([...own, ...(isObject(columns) ? Object.entries(columns) : [])]);
}

/** Reads `{Name, Value}`. The name may also be under `DisplayName` or `Column`. */
function pairs(columns: readonly unknown[]): readonly (readonly [string, unknown])[] {
  return columns.flatMap((column) => {
    if (!isObject(column)) return [];
    const name = text(valueOf(column, "displayname") ?? valueOf(column, "name") ?? valueOf(column, "column"));
    return name === undefined ? [] : [[name, valueOf(column, "value")] as const];
  });
}

function rowOf(entries: readonly (readonly [string, unknown])[]): StoreRow | undefined {
  const id = (wanted: string) => digits(entries.find(([name]) => name.toLowerCase() === wanted)?.[1]);
  const columns = new Map(entries.filter(([name]) => !/^(job|doc)id$/i.test(name)));
  const row = { jobId: id("jobid"), docId: id("docid"), columns };
  return row.jobId === undefined && row.docId === undefined && columns.size === 0 ? undefined : row;
}

/** Returns the value under a name in any letter case; `name` is in lower case. */
function valueOf(object: Record<string, unknown>, name: string): unknown {
  return Object.entries(object).find(([own]) => own.toLowerCase() === name)?.[1];
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function digits(value: unknown): string | undefined {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return String(value);
  return typeof value === "string" && /^\d+$/.test(value) ? value : undefined;
}

export interface StoreColumn {
  readonly name: string;
  /** The name itself if the definition has no display name. */
  readonly displayName: string;
  readonly type: string | undefined;
}

/** Returns a folder's columns. The shape of a column is not documented: a column that is not understood is left out. */
export function storeColumns({ Columns }: AnswerOf<"store.folder">): readonly StoreColumn[] {
  return (Columns ?? []).flatMap((column) => {
    if (typeof column === "string") return [{ name: column, displayName: column, type: undefined }];
    const name = isObject(column) ? (text(valueOf(column, "name")) ?? text(valueOf(column, "column"))) : undefined;
    if (!isObject(column) || name === undefined) return [];
    return [{ name, displayName: text(valueOf(column, "displayname")) ?? name, type: text(valueOf(column, "type")) }];
  });
}

export type StoreSearchCall = (
  operation: "store.search",
  request: Request<"store.search">,
  options?: { readonly signal?: AbortSignal },
) => Promise<AnswerOf<"store.search">>;

/** Searches the store. `atLeast` is true if the list is as long as allowed: there may be more. */
export async function searchStore(
  call: StoreSearchCall,
  query: StoreQuery,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<StoreRows & { readonly atLeast: boolean }> {
  const request = storeSearch(query);
  const found = readStoreRows(await call("store.search", request, { signal }));
  return { ...found, atLeast: found.rows.length + found.unread >= request.body.Top };
}
