/** Refusals of the document store, of distribution and of the connected viewer archive. */
import type { RefusalRow } from "../base/refusal.ts";

export const storeRefusals = {
  "store-folder-missing": {
    status: 404,
    message: "There is no such folder in the document store.",
    section: "sandbox, D10",
  },
  "store-column-missing": {
    status: 400,
    message: "No folder of the document store has such a column.",
    section: "3, Document store; D12",
  },
  "store-ids-required": {
    status: 400,
    message: "JobId and DocId are whole numbers, and both are needed.",
    section: "3, Document store; Q3",
  },
  "stored-missing": { status: 404, message: "There is no such document in the store.", section: "sandbox, D9" },
  "stored-html-missing": {
    status: 404,
    message: "The document's HTML was not created when it was stored.",
    section: "3, Document store; D7",
    statusChoice: "D7",
  },
  "chainer-missing": {
    status: 400,
    message: "Chainer is needed where there is more than one filter.",
    section: "3, Document store; T154",
  },
  "filter-missing": {
    status: 400,
    message: "WhereConditions is empty; every document would be changed.",
    section: "sandbox, T152",
  },
  "changes-missing": { status: 400, message: "UpdateColumns names no column.", section: "3, Document store; Q3" },
  "bad-correlation": { status: 400, message: "ExternalCorrelationId must be a GUID.", section: "3, Distribution; D30" },
  "correlation-taken": {
    status: 409,
    message: "This ExternalCorrelationId was used for another document.",
    section: "sandbox, N54",
  },
  "no-print-provider": {
    status: 406,
    message: "Central distribution needs a fallback print provider, and none is set up.",
    section: "3, Distribution; D29",
  },
  "distribution-missing": {
    status: 404,
    message: "There is no such distribution, and so no notification of it.",
    section: "3, Errors",
  },
  "viewer-not-connected": {
    status: 404,
    message: "The connection to the viewer archive is not set up.",
    section: "3, Connected viewer archive; D26",
  },
  "viewer-schema-missing": { status: 404, message: "The viewer archive has no such schema.", section: "sandbox, D33" },
  "viewer-missing": {
    status: 404,
    message: "The viewer archive has no such document of the company.",
    section: "3, Errors",
  },
  "viewer-empty": { status: 400, message: "There is nothing to upload.", section: "sandbox, D33" },
  "viewer-apart": {
    status: 400,
    message: "The service keeps documents apart by this field; it cannot be changed.",
    section: "3, Errors; D27",
  },
  "viewer-bad-patch": {
    status: 400,
    message: "This is no JSON patch that can be applied to the document.",
    section: "3, Connected viewer archive; D32",
  },
} as const satisfies Record<string, RefusalRow>;
