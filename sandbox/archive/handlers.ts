/** What answers each operation of the archive. */
import type { Handler } from "../base/call.ts";
import { Refusal } from "../base/refusal.ts";
import { listColumns, listDocuments } from "./listing.ts";
import { upload } from "./upload.ts";
import { download, remove, rollback } from "./versions.ts";

/** A company without the licence is refused before anything is read (R18). */
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
