/** Refusals of the archive. */
import type { RefusalRow } from "../base/refusal.ts";

declare module "../base/refusal.ts" {
  interface Refusals extends Record<keyof typeof archiveRefusals, RefusalRow> {}
}

export const archiveRefusals = {
  "no-archive-licence": {
    status: 403,
    message: "The company has no licence for the archive.",
    section: "2, Authentication; R18",
  },
  "archive-required": {
    status: 400,
    message: "fileName, fileContent and a folder are required.",
    section: "2, Archive document; Q3, R10",
  },
  "archive-not-base64": { status: 400, message: "fileContent must be base64.", section: "2, Archive document" },
  "archive-type": {
    status: 400,
    message: "type must be a number: 0 ordinary, 1 Smartform, 2 digitally signed. Names are not accepted.",
    section: "2, Archive document",
  },
  "archive-folder-missing": { status: 400, message: "There is no such archive folder.", section: "2, Errors" },
  "archive-version-missing": {
    status: 404,
    message: "There is no document with this id to add a version to.",
    section: "sandbox, R2",
    statusChoice: "R2",
  },
  "archive-too-large": {
    status: 413,
    message: "The file is larger than the archive accepts.",
    section: "sandbox, N22",
  },
  "archive-document-missing": { status: 404, message: "There is no such file.", section: "2, Errors" },
  "archive-rollback-required": {
    status: 400,
    message: "sourceFileVersionId and targetFileId are required.",
    section: "2, Endpoints, Archive",
  },
  "archive-rollback-failed": {
    status: 400,
    message: "The document cannot be returned to this version.",
    section: "2, Errors",
  },
} as const satisfies Record<string, RefusalRow>;
