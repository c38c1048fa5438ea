/**
 * What a table and its page say to each other. The page imports the types alone; what it says is checked on arrival.
 */
import * as z from "zod";

/** A field above the table. The hint stands beside it and belongs to its description for screen readers. */
export type Field = {
  readonly key: string;
  readonly label: string;
  readonly hint?: string;
  /** `read`: filters the rows that were read and asks nothing of the service; matches the column with the same key. */
  readonly within?: "read";
} & (
  | { readonly kind: "text" | "date" }
  | { readonly kind: "select"; readonly options: readonly { readonly value: string; readonly label: string }[] }
);

export interface PageRow {
  readonly id: string;
  /** Texts in the order of the columns. */
  readonly cells: readonly string[];
  readonly isNew: boolean;
}

export interface Setup {
  readonly title: string;
  readonly columns: readonly { readonly key: string; readonly title: string; readonly width: number }[];
  readonly fields: readonly Field[];
  readonly values: readonly (readonly [string, string])[];
  readonly buttons: readonly { readonly key: string; readonly label: string; readonly on: "row" | "table" }[];
  readonly note: string | null;
  readonly empty: string;
  /** What Enter does. */
  readonly open: string | null;
  readonly follow: string | null;
  /** Rows per page. */
  readonly size: number;
  /** Pages that the table keeps; the extension keeps more. */
  readonly kept: number;
}

export interface Status {
  /** "1,000 of 1,000,000 events read". */
  readonly read: string;
  /** What failed; the rows that were read stay. */
  readonly problem: string | null;
  /** "3 new events"; null where there are none. */
  readonly fresh: string | null;
  readonly following: boolean;
  /** A field filters what was read, and there is more to read. */
  readonly more: boolean;
}

/** What the page says itself, in the language of the interface, with places for `fill`. */
export interface TableWords {
  /** In the first cell of a row that is new. */
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
  /** The request was given up or failed; the status says which. */
  | { readonly type: "failed"; readonly request: number }
  /** The rows are other ones now: every page is asked for anew, from the top or where the reader is. */
  | { readonly type: "anew"; readonly keepsPlace: boolean }
  | ({ readonly type: "status" } & Status);

const text = z.string().max(2000);
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
