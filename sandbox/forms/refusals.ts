/** Refusals of forms, Smartforms and PDFs. */
import type { RefusalRow } from "../base/refusal.ts";

declare module "../base/refusal.ts" {
  interface Refusals extends Record<keyof typeof formsRefusals, RefusalRow> {}
}

export const formsRefusals = {
  "create-required": { status: 400, message: "dialogDefinitionId and values are required.", section: "1, Errors" },
  "two-data-tables": {
    status: 400,
    message: "Send dataTableValue or dataTableValues, not both.",
    section: "sandbox, N46",
  },
  "bad-webhook": { status: 400, message: "webhook must be an absolute http or https URL.", section: "1, Errors" },
  "smartform-missing": { status: 404, message: "There is no such Smartform.", section: "1, Errors" },
  "not-deployed": { status: 404, message: "The Smartform is not deployed to this environment.", section: "1, Errors" },
  "form-missing": { status: 404, message: "There is no such form.", section: "1, Errors" },
  "no-value": { status: 404, message: "The property has no value.", section: "1, Errors" },
  "file-missing": { status: 404, message: "There is no such file.", section: "1, Endpoints, Forms" },
  "pdf-required": { status: 400, message: "smartformId and smartformValueId are required.", section: "1, Errors" },
  "other-smartform": {
    status: 400,
    message: "The form belongs to another Smartform.",
    section: "1, Errors; N48",
    statusChoice: "N48",
  },
  "already-submitted": { status: 409, message: "The form has been submitted.", section: "sandbox" },
} as const satisfies Record<string, RefusalRow>;
