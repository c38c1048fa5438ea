/** Refusals of the connected viewer archive. */
import type { RefusalRow } from "../base/refusal.ts";

declare module "../base/refusal.ts" {
  interface Refusals extends Record<keyof typeof viewerRefusals, RefusalRow> {}
}

export const viewerRefusals = {
  "viewer-not-connected": {
    status: 404,
    message: "The connection to the viewer archive is not set up.",
    section: "3, Connected viewer archive; D26",
  },
  "viewer-schema-missing": { status: 404, message: "The viewer archive has no such schema.", section: "sandbox, D33" },
  "viewer-missing": {
    status: 404,
    message: "The viewer archive has no such document for the company.",
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
    message: "The JSON patch is invalid or cannot be applied to the document.",
    section: "3, Connected viewer archive; D32",
  },
} as const satisfies Record<string, RefusalRow>;
