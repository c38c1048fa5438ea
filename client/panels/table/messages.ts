/**
 * The messages between a table and its page. The page imports only the types; messages from it are validated on
 * arrival.
 */
import * as z from "zod";

/** A field above the table. The hint is shown next to it and is its description for screen readers. */
export type Field = {
  readonly key: string;
  readonly label: string;
  readonly hint?: string;
  /**
   * `read`: the field makes no request. It filters only the rows already read, by the column that has the field's key.
   */
  readonly within?: "read";
} & (
  | { readonly kind: "text" | "date" }
  | { readonly kind: "select"; readonly options: readonly { readonly value: string; readonly label: string }[] }
);

export interface PageRow {
  readonly id: string;
  /** In the order of the columns. */
  readonly cells: readonly string[];
  readonly isNew: boolean;
}

export interface Setup {
  readonly title: string;
  readonly columns: readonly { readonly key: string; readonly title: string; readonly width: number }[];
  /** The first column is drawn as a timeline, with a dot for each row. */
  readonly timeLine: boolean;
  readonly fields: readonly Field[];
  readonly values: readonly (readonly [string, string])[];
  readonly buttons: readonly { readonly key: string; readonly label: string; readonly on: "row" | "table" }[];
  readonly note: string | null;
  readonly empty: string;
  /** Label of the action that Enter runs. */
  readonly open: string | null;
  readonly follow: string | null;
  /** Rows per page. */
  readonly size: number;
  /** How many pages the grid keeps; the extension keeps more. */
  readonly kept: number;
}

export interface Status {
  /** Such as "1,000 of 1,000,000 events read". */
  readonly read: string;
  /** The last failure; rows already read stay. */
  readonly problem: string | null;
  /** Such as "3 new events"; null if there are none. */
  readonly fresh: string | null;
  readonly following: boolean;
  /** True if a field filters only the rows that were read, and more rows can still be read. */
  readonly more: boolean;
}

/** The page's own words in the language of the interface, with placeholders for `fill`. */
export interface TableWords {
  /** Marks a new row: shown in its first cell, with a placeholder for the cell's own text. */
  readonly fresh: string;
}

/** From the extension to the page. */
export type ToPage =
  | ({ readonly type: "setup" } & Setup)
  | {
      readonly type: "page";
      readonly request: number;
      readonly rows: readonly PageRow[];
      readonly total: number | null;
      readonly end: boolean;
    }
  /** The request was cancelled or failed; the status says which. */
  | { readonly type: "failed"; readonly request: number }
  /** The rows have changed: the page requests them again, from the top or at the reader's position. */
  | { readonly type: "anew"; readonly keepsPlace: boolean }
  | ({ readonly type: "status" } & Status);

/** Maximum characters of a row's id. The page identifies a row by its place and its id. */
export const longestId = 2000;
const text = z.string().max(longestId);
const index = z.int().min(0);
const row = z.strictObject({ index, id: text });

/** From the page to the extension. */
export const fromPage = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("ready") }),
  z.strictObject({ type: z.literal("page"), request: index, from: index, count: z.int().min(1).max(1000) }),
  z.strictObject({ type: z.literal("cancel"), request: index }),
  z.strictObject({ type: z.literal("filter"), values: z.array(z.tuple([text, text])).max(100) }),
  z.strictObject({ type: z.literal("open"), row }),
  z.strictObject({ type: z.literal("copy"), row, column: index }),
  z.strictObject({ type: z.literal("act"), action: text, row: row.nullable() }),
  z.strictObject({ type: z.literal("follow"), on: z.boolean() }),
  z.strictObject({ type: z.literal("command"), command: z.enum(["refresh", "export", "showNew", "readMore", "stop"]) }),
]);

export type FromPage = z.infer<typeof fromPage>;
