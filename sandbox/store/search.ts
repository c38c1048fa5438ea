/** Searches the document store: filters, order and rows (document 3, "Document store"). */
import type { SQLInputValue } from "node:sqlite";
import { comparers } from "../../api/index.ts";
import type { Call, Handler, Reply } from "../base/call.ts";
import { booleanQuery, field, objectBody } from "../base/read.ts";
import { isObject } from "../../language/index.ts";
import type { JsonObject } from "../../language/index.ts";
import { Refusal } from "../base/refusal.ts";
import type { State } from "../base/state.ts";
import { readValue, shownIds } from "./documents.ts";
import type { ColumnValue, StoredDocument } from "./documents.ts";
import { columnNamed, columnsOf } from "./folders.ts";
import type { Column } from "./folders.ts";

export const searchStore: Handler = (call) => {
  const { state, company, documentsEnvironment, query } = call;
  const request = objectBody(call.body);
  const top = field(request, "Top");
  if (typeof top !== "number" || !Number.isInteger(top) || top < 1) throw new Refusal("top-required");
  const columns = columnsOf(state, company);
  const filter = readFilter(state, columns, request);
  const order = listOf(request, "Sorters")
    .map((sorter) => {
      const [column, direction] = isObject(sorter) ? [field(sorter, "Column"), field(sorter, "SortOrder")] : [];
      if (direction !== "ASC" && direction !== "DESC") throw new Refusal("bad-field", "SortOrder must be ASC or DESC");
      return `c${columnNamed(columns, "name", column).place} ${direction}, `;
    })
    .join("");
  const asked = listOf(request, "ResultColumns");
  const shown = asked.length === 0 ? columns : asked.map((name) => columnNamed(columns, "displayName", name));
  const rows = state.all<StoredDocument & Readonly<Record<string, ColumnValue>>>(
    `SELECT * FROM storedDocument WHERE company = ? AND environment = ? AND (${filter?.sql ?? "TRUE"}) ORDER BY ${order}number LIMIT ?`,
    company,
    documentsEnvironment,
    ...(filter?.values ?? []),
    Math.min(top, mostRows),
  );
  if (rows.length === 0) return noRows(state);
  return { json: written(call, { shown, isFlat: booleanQuery(query, "flattenSearchResult", false), rows }) };
};

/** The limit of rows, however many are requested (D11). */
const mostRows = 10_000;

/** More filters than anybody writes, but few enough for SQLite to accept them. */
const mostFilters = 500;

/** Returns `WhereConditions` as SQL for the table of stored documents; undefined if there are none. */
export function readFilter(
  state: State,
  columns: readonly Column[],
  request: JsonObject,
): { readonly sql: string; readonly values: readonly SQLInputValue[] } | undefined {
  const conditions = listOf(request, "WhereConditions").map((condition) => readCondition(state, columns, condition));
  if (conditions.length > mostFilters) throw new Refusal("bad-field", `more than ${mostFilters} filters`);
  const chainers = conditions.map(({ chainer }) => {
    if (chainer === undefined && conditions.length > 1 && state.choice("T154") === "400")
      throw new Refusal("chainer-missing");
    return chainer ?? "AND";
  });
  const [first, ...more] = conditions;
  if (!first) return undefined;
  const shift = state.choice("D3") === "with the one before" ? 1 : 0;
  const inOrder = state.choice("D4") === "in their order";
  const sql = more.reduce((left, { sql: right }, index) => {
    const joined = `${left} ${chainers[index + shift]} ${right}`;
    return inOrder ? `(${joined})` : joined;
  }, first.sql);
  return { sql, values: conditions.map(({ value }) => value) };
}

const operators: Readonly<Record<(typeof comparers)[number], string>> = {
  EQ: "=",
  LT: "<",
  LTE: "<=",
  GT: ">",
  GTE: ">=",
  LIKE: "LIKE",
  NE: "<>",
};

function readCondition(
  state: State,
  columns: readonly Column[],
  condition: unknown,
): { readonly sql: string; readonly value: SQLInputValue; readonly chainer: "AND" | "OR" | undefined } {
  if (!isObject(condition)) throw new Refusal("bad-field", "a filter must be an object");
  const column = columnNamed(columns, "name", field(condition, "Column"));
  const comparer = comparers.find((each) => each === field(condition, "Comparer"));
  if (!comparer) throw new Refusal("bad-field", `Comparer must be one of ${comparers.join(" ")}`);
  const chainer = field(condition, "Chainer") ?? undefined;
  if (chainer !== undefined && chainer !== "AND" && chainer !== "OR")
    throw new Refusal("bad-field", "Chainer must be AND or OR");
  const sent = field(condition, "Value");
  if (typeof sent !== "string" && typeof sent !== "number" && typeof sent !== "boolean")
    throw new Refusal("bad-field", "Value must be a text, a number, true or false");
  const place = `c${column.place}`;
  if (comparer === "LIKE") {
    // If the choice is "a part", % and _ have no special meaning.
    if (state.choice("D6") === "a part")
      return { sql: `instr(lower(${place}), lower(?)) > 0`, value: String(sent), chainer };
    return { sql: `${place} LIKE ?`, value: String(sent), chainer };
  }
  const value = readValue(column, sent);
  if (value === undefined) throw new Refusal("bad-field", `${column.name} can be compared only with numbers`);
  return { sql: `${place} ${operators[comparer]} ?`, value, chainer };
}

/** Returns an empty list if the field is absent. */
function listOf(request: JsonObject, name: string): readonly unknown[] {
  const list = field(request, name) ?? [];
  if (!Array.isArray(list)) throw new Refusal("bad-field", `${name} must be a list`);
  return list;
}

function noRows(state: State): Reply {
  switch (state.choice("T155")) {
    case "null":
      return { json: null };
    case "204":
      return { status: 204 };
    case "nothing":
      return {};
    default:
      return { json: [] };
  }
}

function written(
  { state }: Call,
  {
    shown,
    isFlat,
    rows,
  }: {
    readonly shown: readonly Column[];
    readonly isFlat: boolean;
    readonly rows: readonly (StoredDocument & Readonly<Record<string, ColumnValue>>)[];
  },
): unknown {
  const shape = state.choice("N26");
  const valueOf = (row: Readonly<Record<string, ColumnValue>>, { place }: Column) => row[`c${place}`] ?? null;
  const named = (row: Readonly<Record<string, ColumnValue>>) =>
    Object.fromEntries(shown.map((column) => [column.displayName, valueOf(row, column)]));
  if (shape === "table") {
    return {
      Columns: ["JobId", "DocId", ...shown.map(({ displayName }) => displayName)],
      Rows: rows.map((row) => [...Object.values(shownIds(state, row)), ...shown.map((column) => valueOf(row, column))]),
    };
  }
  const list = rows.map((row) => {
    const ids = shownIds(state, row);
    if (isFlat) return { ...ids, ...named(row) };
    return {
      ...ids,
      Columns:
        shape === "object"
          ? named(row)
          : shown.map((column) => ({ Name: column.displayName, Value: valueOf(row, column) })),
    };
  });
  return shape === "wrapped" ? { Rows: list } : list;
}
