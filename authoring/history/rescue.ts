/**
 * Rescues what can be read of a damaged history: every table from its beginning up to the damaged place, and from its
 * end back to that place. Does not use `vscode`.
 */
import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { SQLOutputValue } from "node:sqlite";

/**
 * The tables in the order in which they are rescued: contents come before the versions that refer to them. Rows are
 * validated, since a damaged page may yield rows that were never written.
 */
const tables: readonly {
  readonly name: string;
  readonly key: string;
  readonly columns: readonly string[];
  readonly isSound: (row: Readonly<Record<string, SQLOutputValue>>) => boolean;
}[] = [
  {
    name: "content",
    key: "number",
    columns: ["number", "hash", "encoding", "value"],
    isSound: ({ hash, encoding, value }) =>
      value instanceof Uint8Array && createHash("sha256").update(String(encoding)).update(value).digest("hex") === hash,
  },
  {
    name: "text",
    key: "id",
    columns: ["id", "fields", "languages", "goneAt", "goneHow"],
    isSound: ({ fields, languages }) => isJson(fields) && isJson(languages),
  },
  {
    name: "version",
    key: "number",
    columns: ["number", "textId", "language", "content", "at", "how", "source", "updatedAt"],
    isSound: ({ at }) => isTime(at),
  },
  { name: "redated", key: "rowid", columns: ["rowid", "version", "at", "updatedAt"], isSound: ({ at }) => isTime(at) },
];

/**
 * Copies what can be read, and returns the number of rescued versions. Never throws because of the damaged file, and
 * never changes it.
 */
export function rescue(from: string, to: DatabaseSync): number {
  // SQLite would delete the log of an empty file.
  if (statSync(from).size === 0) return 0;
  let damaged: DatabaseSync | undefined;
  try {
    damaged = new DatabaseSync(from, { defensive: false });
    // Without this, SQLite refuses the whole file if pages at its end are missing.
    damaged.exec("PRAGMA writable_schema = ON; PRAGMA query_only = ON;");
    to.exec("BEGIN IMMEDIATE");
    for (const table of tables) takeOver(table, damaged, to);
    to.exec("DELETE FROM redated WHERE version NOT IN (SELECT number FROM version); COMMIT");
  } catch {
    // Not even the beginning of the file is readable.
    if (to.isTransaction) to.exec("ROLLBACK");
  } finally {
    damaged?.close();
  }
  return Number(to.prepare("SELECT count(*) AS count FROM version").get()?.["count"]);
}

function takeOver(
  { name, key, columns, isSound }: (typeof tables)[number],
  from: DatabaseSync,
  to: DatabaseSync,
): void {
  const put = to.prepare(
    `INSERT OR IGNORE INTO ${name} (${columns.join(", ")}) SELECT ${columns.map(() => "?").join(", ")}${name === "version" ? " WHERE EXISTS (SELECT 1 FROM content WHERE number = ?4)" : ""}`,
  );
  const isWhole = walk("ASC");
  if (!isWhole) walk("DESC");

  /** Returns whether the walk reached the end of the table. */
  function walk(direction: "ASC" | "DESC"): boolean {
    try {
      for (const row of from
        .prepare(`SELECT ${columns.join(", ")} FROM ${name} NOT INDEXED ORDER BY ${key} ${direction}`)
        .iterate()) {
        if (isSound(row)) put.run(...columns.map((column) => row[column] ?? null));
      }
      return true;
    } catch {
      return false;
    }
  }
}

function isJson(value: unknown): boolean {
  try {
    return typeof value === "string" && JSON.parse(value) !== null;
  } catch {
    return false;
  }
}

function isTime(value: unknown): boolean {
  return typeof value === "string" && !Number.isNaN(Date.parse(value));
}
