/** What answers each operation of the archive. */
import type { Handler } from "../call.ts";
import { listColumns, listDocuments } from "./listing.ts";
import { upload } from "./upload.ts";
import { download, remove, rollback } from "./versions.ts";

export const archiveHandlers = {
  "archive.columns": listColumns,
  "archive.upload": upload,
  "archive.search": listDocuments,
  "archive.download": download,
  "archive.rollback": rollback,
  "archive.delete": remove,
} as const satisfies Record<string, Handler>;
