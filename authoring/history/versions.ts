/**
 * Reads and writes the database of the history: versions of a text in one language, and the last whole copy of a text.
 * Does not use `vscode`.
 */
import { createHash } from "node:crypto";
import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import type { LibraryText } from "../guard/writePlan.ts";

/**
 * Where a version came from: `read` from the service; `saved` from here, as the service returned it in the read-back;
 * `deletion`, kept right before this computer deleted the text; `restored`: saved from here, and equal to an earlier
 * version.
 */
type How = "read" | "saved" | "deletion" | "restored";

/** The content of a text in one language at one time. */
export interface Version {
  /** Grows with time. */
  readonly number: number;
  readonly textId: string;
  readonly language: string;
  /** ISO time of this computer when the version was recorded. */
  readonly at: string;
  readonly how: How;
  /**
   * Who wrote the version according to the service: 0 a person, 1 a machine; null if the service does not say. The
   * service never says which person (document 1, "Text Library text").
   */
  readonly source: number | null;
  /** When this language was last changed, as the service writes it; null if the service does not say. */
  readonly updatedAt: string | null;
  readonly content: string;
}

/** A reading that found a new version of a language, or a new date for an existing version. */
export interface Sighting {
  /** The number of the version. */
  readonly number: number;
  /** ISO time of this computer; languages that were read together have the same time. */
  readonly at: string;
  /** In the service's format; null if the service does not say. */
  readonly updatedAt: string | null;
}

/** A text that the service no longer shows. */
export interface GoneText {
  readonly at: string;
  /**
   * `missing`: the service was asked for this text and answered that it does not exist. Somebody deleted the text or
   * made it private, or this client could never see it (T34).
   */
  readonly how: "deleted" | "missing";
  /** The last whole reading, with the last content of each of its languages. */
  readonly text: LibraryText;
  /** Languages whose content is no longer kept. */
  readonly lost: readonly string[];
}

export interface Limits {
  readonly bytes: number;
  /** How many days the last versions of a deleted or missing text are kept, even if the history is too large. */
  readonly keepGoneDays: number;
}

export type Versions = ReturnType<typeof createVersions>;

const columns = "version.number AS number, textId, language, at, how, source, updatedAt, encoding, value";

export function createVersions(database: DatabaseSync) {
  const sql = {
    text: database.prepare("SELECT fields, languages, goneAt, goneHow FROM text WHERE id = ?"),
    putText: database.prepare("INSERT OR REPLACE INTO text VALUES (?, ?, ?, NULL, NULL)"),
    gone: database.prepare("UPDATE text SET goneAt = ?, goneHow = ? WHERE id = ? AND goneAt IS NULL"),
    allGone: database.prepare(
      "SELECT id, fields, languages, goneAt, goneHow FROM text WHERE goneAt IS NOT NULL ORDER BY goneAt DESC, id",
    ),
    dropText: database.prepare("DELETE FROM text WHERE id = ?"),
    content: database.prepare("SELECT number FROM content WHERE hash = ?"),
    putContent: database.prepare("INSERT INTO content (hash, encoding, value) VALUES (?, ?, ?)"),
    last: database.prepare(
      "SELECT number, content, how, source, updatedAt FROM version WHERE textId = ? AND language = ? ORDER BY number DESC LIMIT 1",
    ),
    earlier: database.prepare("SELECT 1 FROM version WHERE textId = ? AND language = ? AND content = ? LIMIT 1"),
    put: database.prepare(
      "INSERT INTO version (textId, language, content, at, how, source, updatedAt) VALUES (?, ?, ?, ?, ?, ?, ?)",
    ),
    putDate: database.prepare("INSERT INTO redated VALUES (?, ?, ?)"),
    lastDate: database.prepare("SELECT updatedAt FROM redated WHERE version = ? ORDER BY rowid DESC LIMIT 1"),
    dates: database.prepare(
      `SELECT version.number, version.at, version.updatedAt, version.content FROM version
         WHERE textId = ?1 AND language = ?2
       UNION ALL SELECT version.number, redated.at, redated.updatedAt, version.content FROM redated
         JOIN version ON version.number = redated.version WHERE textId = ?1 AND language = ?2
       ORDER BY 1, 2`,
    ),
    setHow: database.prepare("UPDATE version SET how = ? WHERE number = ?"),
    list: database.prepare(
      `SELECT ${columns} FROM version JOIN content ON content.number = version.content 
         WHERE textId = ? AND language = ? ORDER BY version.number DESC LIMIT ?`,
    ),
    one: database.prepare(
      `SELECT ${columns} FROM version JOIN content ON content.number = version.content WHERE version.number = ?`,
    ),
    restored: database.prepare("UPDATE version SET how = 'restored' WHERE textId = ?"),
    moveVersions: database.prepare("UPDATE version SET textId = ? WHERE textId = ?"),
    total: database.prepare("SELECT bytes FROM total"),
    // The oldest versions come first. If a text disappeared at ?1 or later, the last version in each of its languages
    // is left out.
    oldest: database.prepare(
      `SELECT number FROM version LEFT JOIN text ON text.id = version.textId
       WHERE NOT (coalesce(goneAt, '') >= ?1 AND number = (SELECT max(number) FROM version AS later
         WHERE later.textId = version.textId AND later.language = version.language))
       ORDER BY number LIMIT 100`,
    ),
    dropVersion: database.prepare("DELETE FROM version WHERE number = ?"),
    dropEmpty: database.prepare(
      "DELETE FROM text WHERE coalesce(goneAt, '') < ? AND NOT EXISTS (SELECT 1 FROM version WHERE textId = text.id)",
    ),
  };

  function contentNumber(content: string): number {
    // UTF-8 would replace half a surrogate pair with another character.
    const encoding = content.isWellFormed() ? "utf8" : "utf16le";
    const value = Buffer.from(content, encoding);
    const hash = createHash("sha256").update(encoding).update(value).digest("hex");
    return Number(sql.content.get(hash)?.["number"] ?? sql.putContent.run(hash, encoding, value).lastInsertRowid);
  }

  function goneText({ id, fields, languages, goneAt, goneHow }: Record<string, SQLOutputValue>): GoneText {
    const translations = Object.create(null) as NonNullable<LibraryText["translations"]>;
    const lost: string[] = [];
    for (const language of JSON.parse(String(languages)) as readonly string[]) {
      const [version] = sql.list.all(String(id), language, 1).map(versionOf);
      if (version === undefined) lost.push(language);
      else
        translations[language] = {
          content: version.content,
          ...(version.source === null ? {} : { source: version.source }),
          ...(version.updatedAt === null ? {} : { updatedAt: version.updatedAt }),
        };
    }
    return {
      at: String(goneAt),
      how: goneHow === "deleted" ? "deleted" : "missing",
      text: { ...(JSON.parse(String(fields)) as LibraryText), translations },
      lost,
    };
  }

  return {
    knows: (textId: string): boolean => sql.text.get(textId) !== undefined,

    /**
     * Records a whole reading of a text. `sent` holds the contents that this window has just sent for the text, by
     * language.
     */
    keep(
      { translations, ...fields }: LibraryText,
      { at, sent }: { readonly at: string; readonly sent?: ReadonlyMap<string, string> | undefined },
    ): void {
      const contents = Object.entries(translations ?? {}).map(
        ([language, translation]) => [language.toLowerCase(), translation] as const,
      );
      const [json, languages] = [JSON.stringify(fields), JSON.stringify(contents.map(([language]) => language))];
      const known = sql.text.get(fields.id);
      if (known?.["fields"] !== json || known["languages"] !== languages || known["goneAt"] !== null)
        sql.putText.run(fields.id, json, languages);
      for (const [language, { content, source, updatedAt }] of contents) {
        const number = contentNumber(content);
        const last = sql.last.get(fields.id, language);
        const isMine = sent?.get(language) === content;
        if (last?.["content"] !== number) {
          const how: How = !isMine
            ? "read"
            : sql.earlier.get(fields.id, language, number) === undefined
              ? "saved"
              : "restored";
          sql.put.run(fields.id, language, number, at, how, source ?? null, updatedAt ?? null);
          continue;
        }
        // Another window has read the saved content before this window's read-back.
        if (isMine && last["how"] === "read") sql.setHow.run("saved", last["number"] ?? null);
        const date = sql.lastDate.get(last["number"] ?? null)?.["updatedAt"] ?? last["updatedAt"];
        if (date !== (updatedAt ?? null)) sql.putDate.run(last["number"] ?? null, at, updatedAt ?? null);
      }
    },

    /** Records the last content of every language once more, right before the text is deleted. */
    beforeDeletion(textId: string, at: string): void {
      for (const language of JSON.parse(String(sql.text.get(textId)?.["languages"] ?? "[]")) as readonly string[]) {
        const last = sql.last.get(textId, language);
        if (last !== undefined)
          sql.put.run(
            textId,
            language,
            last["content"] ?? null,
            at,
            "deletion",
            last["source"] ?? null,
            last["updatedAt"] ?? null,
          );
      }
    },

    gone: (textId: string, how: GoneText["how"], at: string): void => void sql.gone.run(at, how, textId),

    /** Newest first. */
    list: (textId: string, language: string, limit: number): readonly Version[] =>
      sql.list.all(textId, language, limit).map(versionOf),

    /** Returns every date that the service gave for the language, with the version at that time, oldest first. */
    sightings: (textId: string, language: string): readonly Sighting[] =>
      sql.dates.all(textId, language).map(({ number, at, updatedAt }) => ({
        number: Number(number),
        at: String(at),
        updatedAt: updatedAt === null ? null : String(updatedAt),
      })),

    version(number: number): Version | undefined {
      const row = sql.one.get(number);
      return row && versionOf(row);
    },

    /** Returns the texts that are gone. The text that disappeared last comes first. */
    allGone: (): readonly GoneText[] => sql.allGone.all().map(goneText),

    /**
     * Marks the versions under the new id of a text as restored, then moves the versions of the former id to the new
     * one.
     */
    adopt(formerId: string, textId: string): void {
      sql.restored.run(textId);
      sql.moveVersions.run(textId, formerId);
      sql.dropText.run(formerId);
    },

    /**
     * Deletes the oldest versions until the size is within the limit. Protected versions stay, even if they exceed the
     * limit. Returns whether any were deleted.
     */
    trim({ bytes, keepGoneDays }: Limits, now: Date): boolean {
      const protectedSince = new Date(now.getTime() - keepGoneDays * 86_400_000).toISOString();
      let wentAny = false;
      const isTooMuch = (): boolean => Number(sql.total.get()?.["bytes"]) > bytes;
      while (isTooMuch()) {
        const oldest = sql.oldest.all(protectedSince);
        if (oldest.length === 0) break;
        for (const { number } of oldest) {
          if (!isTooMuch()) break;
          sql.dropVersion.run(number ?? null);
          wentAny = true;
        }
      }
      if (wentAny) sql.dropEmpty.run(protectedSince);
      return wentAny;
    },
  };
}

function versionOf(row: Record<string, SQLOutputValue>): Version {
  const { number, textId, language, at, how, source, updatedAt, encoding, value } = row;
  return {
    number: Number(number),
    textId: String(textId),
    language: String(language),
    at: String(at),
    how: String(how) as How,
    source: source === null ? null : Number(source),
    updatedAt: updatedAt === null ? null : String(updatedAt),
    content: Buffer.from(value as Uint8Array).toString(encoding === "utf16le" ? "utf16le" : "utf8"),
  };
}
