/** Document 2, Statistics: counts of events per hour, as pages of unordered rows, or as one text for Prometheus. */
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { Operation } from "../operation.ts";
import { answer, shownText, textual, told, utcTime } from "./schema.ts";

const row = answer({
  event: shownText,
  system: told(textual),
  /** `YYYY-MM-DD`, on records counted per day or hour. */
  date: told(textual),
  /** Two digits, in UTC, on records counted per hour. */
  hour: told(z.preprocess((value) => (typeof value === "number" ? String(value).padStart(2, "0") : value), z.string())),
  template: told(textual),
  source: told(textual),
  distribution: told(textual),
  environment: told(textual),
  area: told(textual),
  count: z.int(),
  eventDetail: told(textual),
});

const time = utcTime.optional();

/**
 * Both ends are inclusive and optional. Without a start, `statistics.analytics` reads from the very beginning, and
 * `statistics.prometheus` from midnight. Without an end, both read up to now.
 */
const range = { startDate: time, toDate: time };

/** For a company that has never had any data, the service answers with a refusal. */
const absence = { status: 404, message: "Customer does not have any data" } as const;

export const statisticsOperations = {
  "statistics.analytics": {
    get name() {
      return l10n.t("read the statistics");
    },
    service: "statistics",
    method: "GET",
    path: "/analytics",
    environment: "none",
    effect: "read",
    retry: "free",
    query: z.strictObject({
      pageNumber: z.int().min(1).optional(),
      pageSize: z.int().min(1).max(1000).optional(),
      ...range,
    }),
    response: "json",
    schema: answer({
      pageNumber: told(z.int()),
      pageSize: told(z.int()),
      totalRecords: z.int().min(0),
      totalPages: z.int().min(0),
      data: z.array(row),
    }),
    absence: { ...absence, answer: { pageNumber: 1, pageSize: null, totalRecords: 0, totalPages: 0, data: [] } },
    section: "2, Endpoints, Statistics",
  },
  // The answer has one total for each combination of labels, for the whole range.
  "statistics.prometheus": {
    get name() {
      return l10n.t("read the statistics for Prometheus");
    },
    service: "statistics",
    method: "GET",
    path: "/analytics/prometheus",
    environment: "none",
    effect: "read",
    retry: "free",
    query: z.strictObject(range),
    response: "text",
    absence: { ...absence, answer: "" },
    section: "2, Endpoints, Statistics",
  },
} as const satisfies Record<string, Operation>;
