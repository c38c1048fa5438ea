/** Refusals of the Text Library. */
import type { RefusalRow } from "../base/refusal.ts";

declare module "../base/refusal.ts" {
  interface Refusals extends Record<keyof typeof libraryRefusals, RefusalRow> {}
}

export const libraryRefusals = {
  "folder-name-missing": { status: 400, message: "name is required and cannot be empty.", section: "1, Errors" },
  "folder-too-deep": {
    status: 400,
    message: "The parent is itself a subfolder; folders go one level deep.",
    section: "1, Errors",
  },
  "bad-code": {
    status: 400,
    message: "A code can hold only letters, digits, dots, dashes and underscores.",
    section: "1, Text Library folder",
  },
  "text-required": { status: 400, message: "folderId and code are required.", section: "1, Errors" },
  "content-type": {
    status: 400,
    message: "contentType must be a number (0 plain text, 1 rich text, 2 HTML); names are not accepted.",
    section: "1, Text Library text",
  },
  "language-twice": { status: 400, message: "Two languages differ only in letter case.", section: "sandbox, L8" },
  "bad-translation": { status: 400, message: "A translation must be an object with content.", section: "sandbox, N32" },
  "folder-missing": { status: 404, message: "There is no such folder.", section: "1, Errors" },
  "text-missing": { status: 404, message: "There is no such text.", section: "1, Errors" },
  "folder-name-used": { status: 409, message: "The folder name is already used at this level.", section: "1, Errors" },
  "folder-code-used": { status: 409, message: "The folder code is already used in the company.", section: "1, Errors" },
  "text-code-used": {
    status: 409,
    message: "The text code is already used in this folder or under the same top folder.",
    section: "1, Limits",
  },
  "folder-not-empty": { status: 409, message: "The folder still holds texts or subfolders.", section: "1, Errors" },
} as const satisfies Record<string, RefusalRow>;
