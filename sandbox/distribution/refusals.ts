/** Refusals of distribution. */
import type { RefusalRow } from "../base/refusal.ts";

declare module "../base/refusal.ts" {
  interface Refusals extends Record<keyof typeof distributionRefusals, RefusalRow> {}
}

export const distributionRefusals = {
  "bad-correlation": { status: 400, message: "ExternalCorrelationId must be a GUID.", section: "3, Distribution; D30" },
  "correlation-taken": {
    status: 409,
    message: "This ExternalCorrelationId was used for another document.",
    section: "sandbox, N54",
  },
  "no-print-provider": {
    status: 406,
    message: "Central distribution requires a fallback print provider, and none is set up.",
    section: "3, Distribution; D29",
  },
  "distribution-missing": {
    status: 404,
    message: "There is no such distribution, so it has no notification.",
    section: "3, Errors",
  },
} as const satisfies Record<string, RefusalRow>;
