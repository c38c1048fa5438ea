/**
 * What a table shows, as the features of the client write it down; `Tables` in `tablePanel.ts` shows it. Knows no
 * `vscode`.
 */
import type { Field } from "./messages.ts";

export interface TableSource<Row> {
  /** One panel per key. */
  readonly key: string;
  readonly title: string;
  /**
   * How many rows there are, "1 event" or "1,000 events", and that there are none, "No events": words that stand by
   * themselves, since languages bend them.
   */
  readonly words: { readonly count: (rows: number) => string; readonly none: string };
  readonly columns: readonly Column<Row>[];
  /** Tells rows apart. */
  readonly id: (row: Row) => string;
  readonly fields: readonly Field[];
  /** What the fields hold at first, by their keys. */
  readonly filter?: Filter;
  /** A sentence below the fields: what the reader should know of all rows. */
  readonly note?: string;
  /** Said where nothing matches: what to do. */
  readonly empty: string;
  /**
   * Begins a reading with this filter. Called anew where the filter changes or the reader asks again. Throws an error
   * whose message is for people where the filter makes no sense.
   */
  readonly read: (filter: Filter) => Reading<Row>;
  /** What Enter and a double click do with a row. */
  readonly open?: { readonly label: string; readonly run: (row: Row) => Promise<void> };
  readonly actions: readonly TableAction<Row>[];
  /**
   * The switch that looks for new rows while the table is visible, how many came, and that looking failed; the reading
   * has a `look`.
   */
  readonly follow?: { readonly label: string; readonly fresh: (rows: number) => string; readonly failed: string };
}

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  /** Pixels at first; the reader can change it. */
  readonly width: number;
  readonly text: (row: Row) => string;
  /** Where the cell shows less than there is: what filters look at, and what is copied and saved. */
  readonly whole?: (row: Row) => string;
}

/** What the row holds in this column, whole. */
export function wholeText<Row>({ text, whole = text }: Column<Row>, row: Row): string {
  return whole(row);
}

/** The answers of the fields by their keys; what is empty is left out. */
export type Filter = ReadonlyMap<string, string>;

/** Rejects with errors whose message is for people. */
export interface Reading<Row> {
  readonly page: (from: number, count: number, signal: AbortSignal) => Promise<RowPage<Row>>;
  /** How many rows there are by now in front of those of this reading. */
  readonly look?: (signal: AbortSignal) => Promise<number>;
}

interface RowPage<Row> {
  readonly rows: readonly Row[];
  /** Null where the service does not say. */
  readonly total: number | null;
  /** No row comes behind these. */
  readonly end: boolean;
}

interface TableAction<Row> {
  readonly key: string;
  readonly label: string;
  /** `row`: with the row that has the focus; off where none has. */
  readonly on: "row" | "table";
  readonly run: (chosen: Chosen<Row>) => Promise<void>;
}

interface Chosen<Row> {
  readonly row: Row | undefined;
  readonly filter: Filter;
  /** How many rows the filter matches; null where nobody knows. */
  readonly total: number | null;
}
