/**
 * The messages between the statistics panel and its page. The page imports only the types; messages from it are
 * validated on arrival.
 */
import * as z from "zod";
import { dimensions } from "./tallyModel.ts";
import type { Tally } from "./tallyModel.ts";

const day = z.string().max(10);
const value = z.string().max(1000);

export const pageWish = z.strictObject({
  /** Days in the reader's time zone, both inclusive. */
  from: day,
  to: day,
  by: z.enum(dimensions),
  step: z.enum(["hour", "day"]),
  /** Empty for all. */
  event: value,
  template: value,
  environment: value,
});
export type PageWish = z.infer<typeof pageWish>;

/** From the page to the extension. */
export const fromPage = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("ready") }),
  z.strictObject({ type: z.literal("wish"), wish: pageWish }),
  z.strictObject({ type: z.literal("command"), command: z.enum(["refresh", "cancel", "csv", "prometheus"]) }),
]);
export type FromPage = z.infer<typeof fromPage>;

/** The page's own words in the language of the interface, with placeholders for `fill`. */
export interface StatisticsWords {
  readonly all: string;
  readonly nothing: string;
  readonly event: string;
  readonly events: string;
  readonly hour: string;
  readonly day: string;
  readonly counts: string;
  /** What the chart shows and says to screen readers. */
  readonly chart: Readonly<Record<"area" | "chart" | "allHidden" | "legend" | "legendEntry", string>>;
  /** Words of the list entry that stands for a missing value. */
  readonly none: Readonly<Record<"event" | "template" | "environment", string>>;
}

/** From the extension to the page. */
export type ToPage =
  | {
      readonly type: "show";
      readonly wish: PageWish;
      readonly options: Readonly<Record<"event" | "template" | "environment", readonly string[]>>;
      readonly tally: Tally;
      /** What the reader should know about the counts. */
      readonly notes: readonly string[];
    }
  | { readonly type: "busy"; readonly busy: boolean }
  /** The page shows the text beside the previous counts. */
  | { readonly type: "problem"; readonly text: string };
