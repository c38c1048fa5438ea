/** What a feature provides for a table; `Tables` in `tables.ts` shows the table. Does not import `vscode`. */
import type { Field } from "./messages.ts";

export interface TableSource<Row> {
  /** One panel per key. */
  readonly key: string;
  readonly title: string;
  /**
   * Words for the number of rows, such as "1 event" or "1,000 events", and for no rows, such as "No events". They are
   * used on their own, because some languages inflect words inside a sentence.
   */
  readonly words: { readonly count: (rows: number) => string; readonly none: string };
  readonly columns: readonly Column<Row>[];
  /** The rows are in chronological order, and the first column is their time. */
  readonly timeLine?: boolean;
  /** Identifies a row. */
  readonly id: (row: Row) => string;
  readonly fields: readonly Field[];
  /** Initial values of the fields, by key. */
  readonly filter?: Filter;
  /** A sentence below the fields, about all rows. */
  readonly note?: string;
  /** Shown if nothing matches; says what to do. */
  readonly empty: string;
  /**
   * Starts a reading with this filter; called again if the filter changes or the reader refreshes. Throws an error with
   * a message for the user if the filter is invalid.
   */
  readonly read: (filter: Filter) => Reading<Row>;
  /** What Enter and double-click do with a row. */
  readonly open?: { readonly label: string; readonly run: (row: Row) => Promise<void> };
  readonly actions: readonly TableAction<Row>[];
  /**
   * The button that starts and stops the search for new rows: its label, the number of new rows in words, and the
   * message if a search failed. The search pauses while the table is hidden. The reading must have `look`.
   */
  readonly follow?: { readonly label: string; readonly fresh: (rows: number) => string; readonly failed: string };
}

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  /** Initial width in pixels; the reader can change it. */
  readonly width: number;
  readonly text: (row: Row) => string;
  /** The complete value, if the cell shows less: used for filtering, copying and export. */
  readonly whole?: (row: Row) => string;
}

/** Returns the complete value of the row in this column. */
export function wholeText<Row>({ text, whole = text }: Column<Row>, row: Row): string {
  return whole(row);
}

/** Values of the fields by key; empty ones are left out. */
export type Filter = ReadonlyMap<string, string>;

/** One reading of the rows. Its functions reject with errors whose message is for the user. */
export interface Reading<Row> {
  readonly page: (from: number, count: number, signal: AbortSignal) => Promise<RowPage<Row>>;
  /** Returns how many new rows have appeared in front of those of this reading. */
  readonly look?: (signal: AbortSignal) => Promise<number>;
}

interface RowPage<Row> {
  readonly rows: readonly Row[];
  /** Null if the service does not say. */
  readonly total: number | null;
  /** No row follows these. */
  readonly end: boolean;
}

interface TableAction<Row> {
  readonly key: string;
  readonly label: string;
  /** `row`: runs with the focused row, and is disabled if there is none. */
  readonly on: "row" | "table";
  readonly run: (chosen: Chosen<Row>) => Promise<void>;
}

interface Chosen<Row> {
  readonly row: Row | undefined;
  readonly filter: Filter;
  /** How many rows match the filter; null if unknown. */
  readonly total: number | null;
}
