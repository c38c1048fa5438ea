/** Refusals that any call can get, with the section of the documents that requires them. */
import type { RefusalRow } from "./refusal.ts";

declare module "./refusal.ts" {
  interface Refusals extends Record<keyof typeof commonRefusals, RefusalRow> {}
}

export const commonRefusals = {
  failed: { status: 500, message: "The sandbox failed. Its log says why.", section: "sandbox" },
  "foreign-host": { status: 403, message: "This host name does not belong to the sandbox.", section: "sandbox" },
  "foreign-origin": { status: 403, message: "Pages of other origins must not call the sandbox.", section: "sandbox" },
  "no-token": { status: 401, message: "A valid bearer token is required.", section: "1, Authentication" },
  "no-company": { status: 403, message: "The client has no company or no access.", section: "1, Authentication" },
  "wrong-scope": { status: 403, message: "The token's scope does not allow this call.", section: "1, Authentication" },
  "no-route": {
    status: 404,
    message: "There is no such address. Paths must match exactly, including letter case and slashes.",
    section: "sandbox, N56",
  },
  "body-too-large": { status: 413, message: "The body is larger than the sandbox accepts.", section: "sandbox, Q12" },
  "body-too-deep": {
    status: 400,
    message: "The JSON of the body is nested deeper than the sandbox reads.",
    section: "sandbox, N62",
  },
  "body-not-json": { status: 400, message: "The body must be JSON.", section: "sandbox, Q2" },
  "bad-field": {
    status: 400,
    message: "A field has an invalid value.",
    section: "1, Resources and their fields; Q3",
  },
  "bad-query": {
    status: 400,
    message: "A query parameter has an invalid value.",
    section: "sandbox, Q7, N37",
  },
  "unknown-environment": {
    status: 400,
    message: "The environment must be Development, Test, PreProduction or Production.",
    section: "1, Versioning; S4",
  },
  "unknown-documents-environment": {
    status: 404,
    message: "The document editor has no environment of this name. Names must be spelled exactly as documented.",
    section: "3, Versioning; N55",
  },
  "two-environments": {
    status: 400,
    message: "The environment is named differently in the path and in the body.",
    section: "1, Errors",
  },
  "page-expired": {
    status: 403,
    message: "The page does not belong to this sandbox. Open the form again.",
    section: "sandbox",
  },
} as const satisfies Record<string, RefusalRow>;
