/** The handlers of the archive's operations. */
import type { Handler } from "../base/call.ts";
import { Refusal } from "../base/refusal.ts";
import { listColumns, listDocuments } from "./listing.ts";
import { upload } from "./upload.ts";
import { download, remove, rollback } from "./versions.ts";

/** Refuses a company without the licence before anything is read (R18). */
function licensed(handle: Handler): Handler {
  return (call) => {
    if (call.state.choice("R18") === "no") throw new Refusal("no-archive-licence");
    return handle(call);
  };
}

export const archiveHandlers = {
  "archive.columns": licensed(listColumns),
  "archive.upload": licensed(upload),
  "archive.search": licensed(listDocuments),
  "archive.download": licensed(download),
  "archive.rollback": licensed(rollback),
  "archive.delete": licensed(remove),
} as const satisfies Record<string, Handler>;
