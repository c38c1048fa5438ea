/** Whether the end of an SQLite file is missing. */
import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

/** SQLite itself sees that whole pages are missing, and takes the missing rest of a page for zeros. */
export function isCut(path: string, database: DatabaseSync): boolean {
  return statSync(path).size % Number(database.prepare("PRAGMA page_size").get()?.["page_size"]) !== 0;
}
