/**
 * What is written into the database of the history and read from it: versions of a text in one language, and the last
 * whole copy of a text. Knows no `vscode`.
 */
import { createHash } from "node:crypto";
import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import type { LibraryText } from "../guard/writePlan.ts";

/**
 * How a version came: `read` from the service; `saved` from here, as the service said when it was read back;
 * `deletion`, kept right before the text was deleted from here; `restored`: saved from here, and equal to a version
 * before.
 */
type How = "read" | "saved" | "deletion" | "restored";

/** A content that a text had in one language. */
export interface Version {
  /** Grows with time. */
  readonly number: number;
  readonly textId: string;
  readonly language: string;
  /** ISO time of this computer when it came. */
  readonly at: string;
  readonly how: How;
  /**
   * What the service says of who wrote it: 0 a person, 1 a machine; null where it says nothing. It never says which
   * person (document 1, "Text Library text").
   */
  readonly source: number | null;
  /** When the service says that this language was last changed, as it says it; null where it says nothing. */
  readonly updatedAt: string | null;
  readonly content: string;
}

/** A reading that found a version of a language, or another date of it. */
export interface Sighting {
  /** Of the version. */
  readonly number: number;
  /** ISO time of this computer; languages that were read together have the same. */
  readonly at: string;
  /** As the service says it; null where it says nothing. */
  readonly updatedAt: string | null;
}

/** A text that the service does not show any more. */
export interface GoneText {
  readonly at: string;
  /**
   * `missing`: it was asked for this very text and said that it is not there: deleted by somebody, made private, or
   * never this client's (T34).
   */
  readonly how: "deleted" | "missing";
  /** The last whole reading, with the last content of each of its languages. */
  readonly text: LibraryText;
  /** Languages that the text had and whose content is not kept any more. */
  readonly lost: readonly string[];
}

export interface Limits {
  readonly bytes: number;
  /** How long the last versions of a text that is gone are kept however little room there is. */
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
      `SELECT version.number, version.at, version.updatedAt, version.content FROM version WHERE textId = ?1 AND language = ?2
       UNION ALL SELECT version.number, redated.at, redated.updatedAt, version.content FROM redated JOIN version ON version.number = redated.version WHERE textId = ?1 AND language = ?2
       ORDER BY 1, 2`,
    ),
    setHow: database.prepare("UPDATE version SET how = ? WHERE number = ?"),
    list: database.prepare(
      `SELECT ${columns} FROM version JOIN content ON content.number = version.content WHERE textId = ? AND language = ? ORDER BY version.number DESC LIMIT ?`,
    ),
    one: database.prepare(
      `SELECT ${columns} FROM version JOIN content ON content.number = version.content WHERE version.number = ?`,
    ),
    restored: database.prepare("UPDATE version SET how = 'restored' WHERE textId = ?"),
    moveVersions: database.prepare("UPDATE version SET textId = ? WHERE textId = ?"),
    total: database.prepare("SELECT bytes FROM total"),
    // Oldest first. The last version in each language of a text that went after ?1 is left out.
    oldest: database.prepare(
      `SELECT number FROM version LEFT JOIN text ON text.id = version.textId
       WHERE NOT (coalesce(goneAt, '') >= ?1 AND number = (SELECT max(number) FROM version AS later WHERE later.textId = version.textId AND later.language = version.language))
       ORDER BY number LIMIT 100`,
    ),
    dropVersion: database.prepare("DELETE FROM version WHERE number = ?"),
    dropEmpty: database.prepare(
      "DELETE FROM text WHERE coalesce(goneAt, '') < ? AND NOT EXISTS (SELECT 1 FROM version WHERE textId = text.id)",
    ),
  };

  function contentNumber(content: string): number {
    // Half a surrogate pair would be replaced by another character in UTF-8.
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

    /** A whole reading of a text. `sent`: what was sent for it from here just before, by language. */
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
        // Another window read it before this one could read it back.
        if (isMine && last["how"] === "read") sql.setHow.run("saved", last["number"] ?? null);
        const date = sql.lastDate.get(last["number"] ?? null)?.["updatedAt"] ?? last["updatedAt"];
        if (date !== (updatedAt ?? null)) sql.putDate.run(last["number"] ?? null, at, updatedAt ?? null);
      }
    },

    /** The last content of every language, once more, as it is right before the text is deleted. */
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

    /** The newest first. */
    list: (textId: string, language: string, limit: number): readonly Version[] =>
      sql.list.all(textId, language, limit).map(versionOf),

    /** Every date that the service gave the language, with the version that it had then: the oldest first. */
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

    /** What went last comes first. */
    allGone: (): readonly GoneText[] => sql.allGone.all().map(goneText),

    /**
     * The text came back under a new id: its versions are those of the new one, and what the new one has is restored.
     */
    adopt(formerId: string, textId: string): void {
      sql.restored.run(textId);
      sql.moveVersions.run(textId, formerId);
      sql.dropText.run(formerId);
    },

    /**
     * Forgets the oldest versions until the rest is small enough. What is protected may be more than that. Returns
     * whether something went.
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
