/** Detects an SQLite file whose end is missing. */
import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

/**
 * SQLite itself detects when whole pages are missing. But if a file ends within a page, SQLite reads the missing part
 * of that page as zeros.
 */
export function isCut(path: string, database: DatabaseSync): boolean {
  return statSync(path).size % Number(database.prepare("PRAGMA page_size").get()?.["page_size"]) !== 0;
}
