/** Refusals of statistics, with the bodies that document 2 describes. */
import type { RefusalRow } from "../base/refusal.ts";

declare module "../base/refusal.ts" {
  interface Refusals extends Record<keyof typeof statisticsRefusals, RefusalRow> {}
}

export const statisticsRefusals = {
  "statistics-token": {
    status: 401,
    message: "A valid bearer token for statistics is required.",
    section: "2, Errors",
    body: "none",
  },
  "statistics-no-company": {
    status: 403,
    message: "The token is not tied to a company.",
    section: "2, Errors",
    body: "none",
  },
  "prometheus-no-company": {
    status: 500,
    message: "The token is not tied to a company.",
    section: "2, Errors",
    body: "none",
  },
  "no-statistics": { status: 404, message: "Customer does not have any data", section: "2, Errors", body: "Message" },
  "statistics-query": {
    status: 400,
    message: "A query parameter has an invalid value.",
    section: "2, Errors; C3",
    body: "problems",
  },
  "statistics-failed": { status: 500, message: "Internal server error", section: "2, Errors", body: "Message" },
} as const satisfies Record<string, RefusalRow>;
