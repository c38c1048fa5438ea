/** Refusals of audit. */
import type { RefusalRow } from "../base/refusal.ts";

declare module "../base/refusal.ts" {
  interface Refusals extends Record<keyof typeof auditRefusals, RefusalRow> {}
}

export const auditRefusals = {
  "audit-customer": { status: 400, message: "CustomerId not set", section: "2, Errors" },
  "audit-name": { status: 400, message: "Event name not set", section: "2, Errors" },
  "audit-user": { status: 400, message: "User not set", section: "2, Errors" },
  "audit-source": { status: 400, message: "Source not set", section: "2, Errors" },
  "audit-level": { status: 400, message: "Level not set", section: "2, Errors" },
  "audit-dates": { status: 400, message: "dateFrom and dateTo are required.", section: "2, Errors; A5" },
  "audit-value": { status: 400, message: "A field has an invalid value.", section: "2, Errors; N53" },
  "audit-missing": { status: 400, message: "The company has no event with this id.", section: "2, Endpoints, Audit" },
  "audit-foreign": {
    status: 403,
    message: "customerId is not the company of the token.",
    section: "sandbox, A1",
    statusChoice: "A1",
  },
} as const satisfies Record<string, RefusalRow>;
