/**
 * The mention index of a catalog file: which texts mention which folders, inputs and data. It is made once from all
 * contents, for programs that ask repeatedly, and kept beside the index of the file.
 */
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { privateDatabase } from "../disk/index.ts";
import type { Use } from "../language/index.ts";
import { isCut } from "./cutFile.ts";
import type { FileText } from "./fileCatalog.ts";
import { namesIn } from "./uses.ts";

/**
 * Milliseconds of work before the event loop gets a turn. A request waits for a few turns, and a person may be typing.
 */
const slice = 2;

// Rows are in the order of the file.
const tables = `
  PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
  CREATE TABLE mention (key TEXT NOT NULL, textId TEXT NOT NULL, language TEXT NOT NULL);
`;
const indexes = "CREATE INDEX mentionByKey ON mention (key);";

/** Writes the database to the file `to`. Rejects if it cannot be written, or if the writing is cancelled. */
export async function writeMentions(
  to: string,
  texts: Iterable<FileText>,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<void> {
  const database = privateDatabase(to);
  try {
    database.exec(tables);
    const mention = database.prepare("INSERT INTO mention VALUES (?, ?, ?)");
    let begun = performance.now();
    database.exec("BEGIN");
    for (const { id, contentType, translations } of texts) {
      for (const [name, { content }] of Object.entries(translations))
        for (const key of namesIn(content, contentType).keys) mention.run(key, id, name.toLowerCase());
      if (performance.now() - begun < slice) continue;
      await setImmediate();
      signal?.throwIfAborted();
      begun = performance.now();
    }
    database.exec("COMMIT");
    database.exec(indexes);
  } finally {
    database.close();
  }
}

/**
 * Returns a function that answers `mentioning`. Throws if the database cannot be opened, or if a part of it is missing.
 */
export function readMentions(path: string): (key: string) => readonly Use[] {
  const database = new DatabaseSync(path, { readOnly: true });
  if (isCut(path, database)) {
    database.close();
    throw new Error("A part of the index is missing.");
  }
  const mentioning = database.prepare("SELECT textId, language FROM mention WHERE key = ? ORDER BY rowid");
  return (key) =>
    mentioning.all(key).map((row) => ({ textId: String(row["textId"]), language: String(row["language"]) }));
}
