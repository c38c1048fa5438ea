/**
 * The uses index of a catalog file: which text refers to which, and what else they mention. It is made once from all
 * contents, for programs that ask repeatedly, and kept beside the index of the file.
 */
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { privateDatabase } from "../disk/index.ts";
import { known, unknown } from "../language/index.ts";
import type { Answer, Use } from "../language/index.ts";
import { isCut } from "./cutFile.ts";
import { byFrequency } from "./fileCatalog.ts";
import type { FileText, TextIndex } from "./fileCatalog.ts";
import { distinct, mayMean, namesIn } from "./uses.ts";

/** Milliseconds of work before the event loop gets a turn. */
const slice = 10;

// Rows are in the order of the file.
const tables = `
  PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
  CREATE TABLE reference (code TEXT NOT NULL, folder TEXT NOT NULL, textId TEXT NOT NULL, language TEXT NOT NULL);
  CREATE TABLE mention (key TEXT NOT NULL, textId TEXT NOT NULL, language TEXT NOT NULL);
  CREATE TABLE languages (json TEXT NOT NULL);
`;
const indexes = "CREATE INDEX referenceByCode ON reference (code); CREATE INDEX mentionByKey ON mention (key);";

/** Writes the database to the file `to`. Rejects if it cannot be written, or if the writing is cancelled. */
export async function writeUses(
  to: string,
  texts: Iterable<FileText>,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<void> {
  const database = privateDatabase(to);
  try {
    database.exec(tables);
    const reference = database.prepare("INSERT INTO reference VALUES (?, ?, ?, ?)");
    const mention = database.prepare("INSERT INTO mention VALUES (?, ?, ?)");
    const counts = new Map<string, number>();
    let begun = performance.now();
    database.exec("BEGIN");
    for (const { id, contentType, translations } of texts) {
      for (const [name, { content }] of Object.entries(translations)) {
        const language = name.toLowerCase();
        counts.set(language, (counts.get(language) ?? 0) + 1);
        const { references, keys } = namesIn(content, contentType);
        for (const { code, folder } of references) reference.run(code, folder, id, language);
        for (const key of keys) mention.run(key, id, language);
      }
      if (performance.now() - begun < slice) continue;
      await setImmediate();
      signal?.throwIfAborted();
      begun = performance.now();
    }
    database.exec("COMMIT");
    database.exec(indexes);
    database.prepare("INSERT INTO languages VALUES (?)").run(JSON.stringify(byFrequency(counts)));
  } finally {
    database.close();
  }
}

/**
 * Gives the same answers as reading all contents. If the database turns out to be broken, the answers come from
 * `otherwise`. Throws if the database cannot be opened, or if a part of it is missing.
 */
export function readUses(path: string, otherwise: TextIndex): TextIndex {
  const database = new DatabaseSync(path, { readOnly: true });
  if (isCut(path, database)) {
    database.close();
    throw new Error("A part of the index is missing.");
  }
  const languages = JSON.parse(
    String(database.prepare("SELECT json FROM languages").get()?.["json"]),
  ) as readonly string[];
  const referring = database.prepare("SELECT folder, textId, language FROM reference WHERE code = ? ORDER BY rowid");
  const mentioning = database.prepare("SELECT textId, language FROM mention WHERE key = ? ORDER BY rowid");
  const uses = (code: string, folderNames: ReadonlySet<string>): readonly Use[] =>
    distinct(
      referring
        .all(code.toLowerCase())
        .filter(({ folder }) => mayMean(String(folder), folderNames))
        .map(toUse),
    );
  const or = <T>(ask: () => T, instead: () => T): T => {
    try {
      return ask();
    } catch {
      return instead();
    }
  };
  return {
    ...otherwise,
    uses: (code, names) =>
      or(
        () => uses(code, names),
        () => otherwise.uses(code, names),
      ),
    countUses: (text, names) =>
      or<Answer<number>>(
        () =>
          known(
            new Set(
              uses(text.code, names)
                .map(({ textId }) => textId)
                .filter((id) => id !== text.id),
            ).size,
          ),
        () => unknown,
      ),
    mentioning: (key) =>
      or(
        () => mentioning.all(key).map(toUse),
        () => otherwise.mentioning(key),
      ),
    languages: () => languages,
  };
}

function toUse(row: Readonly<Record<string, unknown>>): Use {
  return { textId: String(row["textId"]), language: String(row["language"]) };
}
