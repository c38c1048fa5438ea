/**
 * The table of a store folder: its columns, the comparisons that a person types, and the reading of more rows than
 * one answer holds. Does not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { isApiError, searchStore } from "../../../api/index.ts";
import type {
  ApiError,
  Comparer,
  StoreColumn,
  StoreFilter,
  StoreQuery,
  StoreRow,
  StoreSearchCall,
} from "../../../api/index.ts";
import { grouped } from "../../window/inDisplayLanguage.ts";
import { inWords } from "../../calls/failureModel.ts";
import type { Field } from "../../panels/table/messages.ts";
import type { Column, Filter, Reading } from "../../panels/table/source.ts";

export const storeNote = [
  l10n.t(
    "A value is searched for exactly as you enter it. Begin it with <, <=, >, >=, <> or LIKE to compare in another way, or join two comparisons with AND: >= 10 AND < 20.",
  ),
  l10n.t(
    "The API documents describe no way to limit a search to one folder, so documents of other folders may be among the rows.",
  ),
].join(" ");
export const storeEmpty = l10n.t(
  "No stored document matches. Remove a comparison, or use LIKE. The API documents do not say which wildcard LIKE uses; try %.",
);

/**
 * Services return a number as a number or as text. A missing value is shown as empty, and a value that is not text, a
 * number or a boolean as JSON.
 */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string"
    ? value
    : typeof value === "number" || typeof value === "boolean"
      ? String(value)
      : JSON.stringify(value);
}

/**
 * Returns what a row holds in a column of the folder. Services use the column's display name or its name as the key.
 */
export function valueIn({ columns }: StoreRow, { name, displayName }: StoreColumn): unknown {
  return columns.has(displayName) ? columns.get(displayName) : columns.get(name);
}

export function idsText({ jobId, docId }: Pick<StoreRow, "jobId" | "docId">): string {
  return jobId === undefined || docId === undefined ? "" : `${jobId}/${docId}`;
}

/** Returns the ids of a row, for use in a call. Throws an error for the user if the service returned none. */
export function idsOf({ jobId, docId }: StoreRow): { readonly jobid: string; readonly docid: string } {
  if (jobId === undefined || docId === undefined)
    throw new Error(
      l10n.t("The service did not give both a job id and a document id for this row, so nothing can be done with it."),
    );
  return { jobid: jobId, docid: docId };
}

export interface StoredIds {
  readonly jobId: string;
  readonly docId: string;
}

/**
 * Parses `1002/1`, also with a space, comma or hyphen in between; undefined if the text is not a pair of ids. The ids
 * stay text, so that they are not rounded.
 */
export function readIds(text: string): StoredIds | undefined {
  const [, jobId, docId] = /^(\d{1,19})(?:\s+|\s*[,/-]\s*)(\d{1,19})$/.exec(text.trim()) ?? [];
  return jobId === undefined || docId === undefined ? undefined : { jobId, docId };
}

export function idsProblem(text: string): string | undefined {
  return readIds(text) === undefined
    ? l10n.t("Write the JobId and the DocId, two whole numbers, as 1002/1.")
    : undefined;
}

/**
 * Whether a search may have failed because it had no filter: the service refused it, or it matched more rows than the
 * service can return or an answer can hold.
 */
export function mayNeedFilter(error: unknown): boolean {
  return isApiError(error) && (unfiltered as readonly string[]).includes(error.code);
}

const unfiltered = [
  "bad-request",
  "not-acceptable",
  "too-large",
  "server-error",
  "unexpected-status",
  "answer-too-large",
  "timeout",
] as const satisfies readonly ApiError["code"][];

/**
 * Returns the display names of the columns to request. Returns no column if every display name equals its column's
 * name: the request then names no columns.
 */
export function resultColumnsOf(folder: readonly StoreColumn[]): readonly string[] {
  return folder.some(({ name, displayName }) => name !== displayName)
    ? folder.map(({ displayName }) => displayName)
    : [];
}

/**
 * Returns the folder's columns, followed by other columns that the first rows contain. Leaves out a column of the
 * folder that none of these rows contains, because the column would look empty.
 */
export function tableColumns(folder: readonly StoreColumn[], sample: readonly StoreRow[]): readonly Column<StoreRow>[] {
  const names = new Set(sample.flatMap(({ columns }) => [...columns.keys()]));
  const known = folder.filter(
    ({ name, displayName }) => sample.length === 0 || names.has(displayName) || names.has(name),
  );
  for (const { name, displayName } of known) for (const each of [displayName, name]) names.delete(each);
  return [
    { key: "ids", title: l10n.t("Job/document"), width: 120, text: (row) => idsText(row) || l10n.t("no ids") },
    ...known.map((column): Column<StoreRow> => ({
      key: `column ${column.name}`,
      title: column.displayName,
      width: 160,
      text: (row) => cellText(valueIn(row, column)),
    })),
    ...[...names].map((name): Column<StoreRow> => ({
      key: `beside ${name}`,
      title: name,
      width: 160,
      text: ({ columns }) => cellText(columns.get(name)),
    })),
  ];
}

const orders = [
  ["ASC", (column: string) => l10n.t("{0}, ascending", column)],
  ["DESC", (column: string) => l10n.t("{0}, descending", column)],
] as const;

export function storeFields(folder: readonly StoreColumn[]): readonly Field[] {
  const sorts = folder.flatMap(({ displayName }, index) =>
    orders.map(([order, words]) => ({ value: `${index} ${order}`, label: words(displayName) })),
  );
  return [
    ...folder.map(({ name, displayName }): Field => ({ key: `column ${name}`, label: displayName, kind: "text" })),
    {
      key: "join",
      label: l10n.t("Comparisons"),
      kind: "select",
      options: [
        { value: "", label: l10n.t("All must match") },
        { value: "OR", label: l10n.t("One must match") },
      ],
    },
    ...(sorts.length === 0
      ? []
      : [{ key: "sort", label: l10n.t("Sorted by"), kind: "select" as const, options: sorts }]),
  ];
}

/** The first search: everything, sorted by the first column, because only a sorted search can be continued. */
export function firstFilter(folder: readonly StoreColumn[]): Filter {
  return new Map(folder.length === 0 ? [] : [["sort", "0 ASC"]]);
}

/** Longer signs first: `<=` begins with `<`. */
const signs: readonly (readonly [string, Comparer])[] = [
  ["<=", "LTE"],
  [">=", "GTE"],
  ["<>", "NE"],
  ["<", "LT"],
  [">", "GT"],
  ["=", "EQ"],
  ["LIKE ", "LIKE"],
];

/** Parses the text of one box. Throws an error for the user if a sign has no value. */
export function comparisonsIn(text: string, column: StoreColumn): readonly StoreFilter[] {
  return text.split(/ AND (?=[<>=]|LIKE )/).map((part) => {
    const written = part.trim();
    const [sign = "", comparer = "EQ"] = signs.find(([each]) => `${written} `.startsWith(each)) ?? [];
    const value = written.slice(sign.length).trim();
    if (value === "")
      throw new Error(l10n.t("{0}: write a value after {1}.", column.displayName, sign.trim() || "AND"));
    return { column: column.name, comparer, value: comparer === "LIKE" ? value : valueOf(column, value) };
  });
}

/**
 * Returns a number if the folder says that the column holds numbers, and if the number keeps every digit. Otherwise
 * returns text, as for long ids.
 */
export function valueOf({ type = "" }: StoreColumn, text: string): string | number {
  const number = Number(text);
  return /num|int|dec|float|double/i.test(type) && text !== "" && String(number) === text ? number : text;
}

/** Turns the fields into a search. Throws an error for the user if it would be ambiguous. */
export function queryOf(
  filter: Filter,
  folder: readonly StoreColumn[],
): Pick<StoreQuery, "filters" | "join" | "sorters"> {
  const boxes = folder.flatMap((column) => {
    const text = filter.get(`column ${column.name}`)?.trim() ?? "";
    return text === "" ? [] : [comparisonsIn(text, column)];
  });
  const join = filter.get("join") === "OR" ? "OR" : "AND";
  if (join === "OR" && boxes.some(({ length }) => length > 1))
    throw new Error(
      l10n.t(
        "You cannot use AND in a box together with “One must match”, because the API documents do not say how the service reads the combination. Choose “All must match”, or search twice.",
      ),
    );
  const [index = "", order] = filter.get("sort")?.split(" ") ?? [];
  const column = folder[Number(index)];
  return {
    filters: boxes.flat(),
    join,
    ...(index !== "" &&
      column !== undefined && { sorters: [{ column: column.name, order: order === "DESC" ? "DESC" : "ASC" }] }),
  };
}

const comparerWords: Readonly<Record<Comparer, (column: string, value: string | number) => string>> = {
  EQ: (column, value) => l10n.t("{0} is “{1}”", column, value),
  NE: (column, value) => l10n.t("{0} is not “{1}”", column, value),
  LIKE: (column, value) => l10n.t("{0} is like “{1}”", column, value),
  LT: (column, value) => `${column} < “${value}”`,
  LTE: (column, value) => `${column} ≤ “${value}”`,
  GT: (column, value) => `${column} > “${value}”`,
  GTE: (column, value) => `${column} ≥ “${value}”`,
};

/** Returns the search in words, for the question that is asked before all matching documents are changed. */
export function filterWords(
  { filters, join }: Pick<StoreQuery, "filters" | "join">,
  folder: readonly StoreColumn[],
): string {
  return filters
    .map(({ column, comparer, value }) =>
      comparerWords[comparer](folder.find(({ name }) => name === column)?.displayName ?? column, value),
    )
    .join(join === "OR" ? l10n.t(" or ") : l10n.t(" and "));
}

/** How many rows one call requests, at first and at most. */
const portion = 1000;
const most = 10_000;

/** A stretch of the rows: all of them, or as many as one answer holds. */
interface Stretch {
  /** Offset of its first row. */
  readonly start: number;
  /** The condition that continues the search after the last row read: a comparison with that row's sort value. */
  readonly from?: StoreFilter;
  /** Ids of the earlier rows that have this sort value. */
  readonly seen: ReadonlySet<string>;
}

interface Held {
  readonly stretch: Stretch;
  readonly rows: readonly StoreRow[];
  readonly isLast: boolean;
  readonly next: Stretch | undefined;
}

/**
 * The API has no pages: an answer has a maximum number of rows, and no cursor to continue from. A sorted search
 * continues from the last value, and skips the rows already read. Any other search requests more rows at once, up to a
 * limit. Only the rows of the last answer are kept. Rejects with an error for the user.
 */
export function storeReading(
  call: StoreSearchCall,
  query: Pick<StoreQuery, "environment" | "filters" | "join" | "sorters" | "resultColumns">,
  folder: readonly StoreColumn[],
): Reading<StoreRow> {
  const [sorter] = query.sorters ?? [];
  const sorted = folder.find(({ name }) => name === sorter?.column);
  /**
   * False if several conditions are joined with OR: one more condition would be ambiguous, so such a search cannot
   * continue.
   */
  const goesOn = query.join !== "OR" || query.filters.length < 2;
  const stretches: Stretch[] = [{ start: 0, seen: new Set() }];
  let held: Held | undefined;

  const sortValue = (row: StoreRow | undefined): string | number | undefined => {
    const value = row === undefined || sorted === undefined ? undefined : valueIn(row, sorted);
    return typeof value === "number" || (typeof value === "string" && value !== "") ? value : undefined;
  };

  function behind({ start, from }: Stretch, rows: readonly StoreRow[]): Stretch | undefined {
    const value = sortValue(rows.at(-1));
    if (
      !goesOn ||
      sorted === undefined ||
      value === undefined ||
      value === from?.value ||
      rows.some((row) => idsText(row) === "")
    )
      return undefined;
    const same = rows.filter((row) => sortValue(row) === value).map(idsText);
    return {
      start: start + rows.length,
      from: { column: sorted.name, comparer: sorter?.order === "DESC" ? "LTE" : "GTE", value },
      seen: new Set(same),
    };
  }

  async function load(stretch: Stretch, signal: AbortSignal): Promise<Held> {
    for (let top = portion; ; top *= 10) {
      const filters = stretch.from === undefined ? query.filters : [...query.filters, stretch.from];
      const found = await searchStore(
        call,
        { ...query, ...(stretch.from && { join: "AND" }), filters, top },
        { signal },
      ).catch((error: unknown) => {
        const told = inWords(error);
        if (filters.length > 0 || !mayNeedFilter(error) || !(told instanceof Error)) throw told;
        throw new Error(
          `${told.message} ${l10n.t("The service may require a comparison: fill in at least one box above, and press Enter.")}`,
          { cause: error },
        );
      });
      const rows = [...found.rows, ...Array.from({ length: found.unread }, () => unreadable)].filter(
        (row) => idsText(row) === "" || !stretch.seen.has(idsText(row)),
      );
      const next = found.atLeast ? behind(stretch, rows) : undefined;
      if (!found.atLeast || next !== undefined || top >= most) return { stretch, rows, isLast: !found.atLeast, next };
    }
  }

  return {
    async page(from, count, signal) {
      const rows: StoreRow[] = [];
      for (let index = stretches.findLastIndex(({ start }) => start <= from); ; index += 1) {
        const stretch = stretches[index];
        if (stretch === undefined) throw new Error(whyNot());
        const now = held?.stretch === stretch ? held : await load(stretch, signal);
        held = now;
        const end = stretch.start + now.rows.length;
        // The store may have changed since this stretch was last read, so the stretches after it are read again.
        if (now.next?.start !== stretches[index + 1]?.start)
          stretches.splice(index + 1, Infinity, ...(now.next ? [now.next] : []));
        rows.push(...now.rows.slice(Math.max(0, from - stretch.start), from + count - stretch.start));
        if (now.isLast) return { rows, total: end, end: from + rows.length >= end };
        if (rows.length === count) return { rows, total: null, end: false };
        if (now.next === undefined && rows.length > 0) return { rows, total: null, end: false };
      }
    },
  };

  function whyNot(): string {
    const first = grouped(most);
    if (!goesOn)
      return l10n.t(
        "With “One must match” and several comparisons, only the first {0} rows can be read. Narrow the search.",
        first,
      );
    if (sorted === undefined)
      return l10n.t(
        "Without a column to sort by, only the first {0} rows can be read. Sort by a column, or narrow the search.",
        first,
      );
    return l10n.t(
      "Only the first {0} rows can be read when sorted by “{1}”, because too many documents hold the same value in that column. Narrow the search.",
      first,
      sorted.displayName,
    );
  }
}

/** A row of unknown shape is counted, and shown without ids. */
const unreadable: StoreRow = { jobId: undefined, docId: undefined, columns: new Map() };
