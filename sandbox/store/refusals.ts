/** Refusals of the document store. */
import type { RefusalRow } from "../base/refusal.ts";

declare module "../base/refusal.ts" {
  interface Refusals extends Record<keyof typeof storeRefusals, RefusalRow> {}
}

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
    message: "JobId and DocId are both required, and must be whole numbers.",
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
    message: "Chainer is required if there is more than one filter.",
    section: "3, Document store; T154",
  },
  "filter-missing": {
    status: 400,
    message: "WhereConditions is empty, so every document would be changed.",
    section: "sandbox, T152",
  },
  "changes-missing": { status: 400, message: "UpdateColumns names no column.", section: "3, Document store; Q3" },
} as const satisfies Record<string, RefusalRow>;
