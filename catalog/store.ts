/**
 * Writes the data of a live catalog: texts with their contents, folders, Smartforms, and the progress of the reading.
 */
import { createHash } from "node:crypto";
import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import type { AnswerOf } from "../api/index.ts";
import { known, unknown } from "../language/index.ts";
import type { Folder, Smartform, Text, Translation } from "../language/index.ts";
import { transaction } from "./database.ts";
import { namesIn } from "./uses.ts";

export type ServiceText = AnswerOf<"textlibrary.texts.get">;
export type FoundText = AnswerOf<"textlibrary.search">["texts"]["items"][number];

/** The progress of a reading; kept until the reading has ended. */
export interface Checkpoint {
  /** The phases in their order: the pages of the list, the known texts that were on no page, the contents. */
  readonly phase: "pages" | "unseen" | "contents";
  /** Number of this pass, counted over all readings. Every text that the pass sees is marked with this number. */
  readonly reading: number;
  /** The next page to request, from 0. */
  readonly page: number;
  /** Number of this pass within its reading, from 1. The pages are read again if the library changed during a pass. */
  readonly pass: number;
  /** `totalCount` of the first page of this pass. */
  readonly total: number | null;
  /** Whether the list's items carry whole contents; null until some items were compared with the texts themselves. */
  readonly listIsWhole: boolean | null;
  /** The last pass saw every text that the service counted. */
  readonly settled: boolean;
}

/** What is kept after a reading. Times are ISO timestamps of this machine's clock. */
export interface Milestones {
  readonly foldersAt?: string;
  readonly smartformsAt?: string;
  /** When every page had been read for the first time. From then on, a text that is not found does not exist. */
  readonly listedAt?: string;
  /** When every page and every content was last read. */
  readonly completeAt?: string;
  /** The service's last count of texts. */
  readonly total?: number;
}

/** What was written since the last call of `takeWritten`. */
interface Written {
  readonly textIds: ReadonlySet<string>;
  /** The codes that these texts had before and have now, in lower case. */
  readonly codes: ReadonlySet<string>;
  /** A text was added, removed or moved, or has another code. */
  readonly renamed: boolean;
  /** Something other than texts was written. */
  readonly others: boolean;
}

export type Store = ReturnType<typeof createStore>;

export function createStore(database: DatabaseSync) {
  const sql = {
    meta: database.prepare("SELECT value FROM meta WHERE name = ?"),
    setMeta: database.prepare("INSERT OR REPLACE INTO meta VALUES (?, ?)"),
    dropMeta: database.prepare("DELETE FROM meta WHERE name = ?"),
    text: database.prepare("SELECT number, json, listed, stale FROM text WHERE id = ?"),
    insertText: database.prepare(
      "INSERT INTO text (id, folderId, code, lowerCode, haystack, json, listed, stale, reading) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    ),
    updateText: database.prepare(
      "UPDATE text SET folderId = ?, code = ?, lowerCode = ?, haystack = ?, json = ? WHERE number = ?",
    ),
    markText: database.prepare("UPDATE text SET listed = ?, stale = ?, reading = max(reading, ?) WHERE number = ?"),
    deleteText: database.prepare("DELETE FROM text WHERE number = ?"),
    insertLabel: database.prepare("INSERT INTO label (rowid, code, name, description) VALUES (?, ?, ?, ?)"),
    deleteLabel: database.prepare("DELETE FROM label WHERE rowid = ?"),
    translations: database.prepare(
      "SELECT number, language, content, source, updatedAt FROM translation WHERE text = ?",
    ),
    insertTranslation: database.prepare(
      "INSERT INTO translation (text, language, content, source, updatedAt) VALUES (?, ?, ?, ?, ?)",
    ),
    deleteTranslation: database.prepare("DELETE FROM translation WHERE number = ?"),
    insertWords: database.prepare("INSERT INTO words (rowid, content) VALUES (?, ?)"),
    deleteWords: database.prepare("DELETE FROM words WHERE rowid = ?"),
    insertReference: database.prepare("INSERT OR IGNORE INTO reference VALUES (?, ?, ?)"),
    insertMention: database.prepare("INSERT INTO mention VALUES (?, ?)"),
    deleteMentions: database.prepare("DELETE FROM mention WHERE translation = ?"),
    deleteReferences: database.prepare("DELETE FROM reference WHERE translation = ?"),
    unseen: database.prepare("SELECT id FROM text WHERE reading <> ? LIMIT ?"),
    seen: database.prepare("SELECT count(*) AS count FROM text WHERE reading = ?"),
    stale: database.prepare("SELECT id FROM text WHERE stale = 1 LIMIT ?"),
    lastReading: database.prepare("SELECT coalesce(max(reading), 0) AS reading FROM text"),
    count: database.prepare("SELECT count(*) AS count FROM text"),
    folders: database.prepare("SELECT json FROM folder ORDER BY position"),
    insertFolder: database.prepare("INSERT INTO folder VALUES (?, ?)"),
    including: database.prepare(
      `WITH RECURSIVE above(code) AS (
         SELECT value FROM json_each(?1) UNION
         SELECT lowerCode FROM above JOIN reference ON reference.code = above.code
           JOIN translation ON translation.number = reference.translation
         JOIN text ON text.number = translation.text LIMIT ?2
       ) SELECT code FROM above`,
    ),
    referring: database.prepare(
      `SELECT DISTINCT text.id AS id FROM reference JOIN translation ON translation.number = reference.translation
       JOIN text ON text.number = translation.text WHERE reference.code IN (SELECT value FROM json_each(?))`,
    ),
    smartforms: database.prepare("SELECT json FROM smartform ORDER BY position"),
    insertSmartform: database.prepare("INSERT OR REPLACE INTO smartform VALUES (?, ?, ?)"),
  };

  let written = { textIds: new Set<string>(), codes: new Set<string>(), renamed: false, others: false };

  function note(text: Pick<Text, "id" | "code">, { renamed }: { readonly renamed: boolean }): void {
    written.textIds.add(text.id);
    written.codes.add(text.code.toLowerCase());
    written.renamed ||= renamed;
  }

  function readMeta<T>(name: string): T | undefined {
    const row = sql.meta.get(name);
    return row === undefined ? undefined : (JSON.parse(String(row["value"])) as T);
  }

  /** Writes the text without its contents; returns its row, and whether anything changed. */
  function writeFields(
    text: Text,
    mark: { readonly listed: string; readonly stale: boolean; readonly reading: number },
  ): { readonly number: number; readonly changed: boolean } {
    const { id, folderId, code, name, description } = text;
    const lowerCode = code.toLowerCase();
    const haystack = `${code}\n${name}\n${description}`.toLowerCase();
    const json = JSON.stringify(text);
    const stored = sql.text.get(id);
    if (stored === undefined) {
      const { lastInsertRowid } = sql.insertText.run(
        id,
        folderId,
        code,
        lowerCode,
        haystack,
        json,
        mark.listed,
        Number(mark.stale),
        mark.reading,
      );
      sql.insertLabel.run(lastInsertRowid, code, name, description);
      note(text, { renamed: true });
      return { number: Number(lastInsertRowid), changed: true };
    }
    const number = Number(stored["number"]);
    sql.markText.run(mark.listed, Number(mark.stale), mark.reading, number);
    if (stored["json"] === json) return { number, changed: false };
    const before = textOf(stored);
    const renamed = before.code !== code || before.folderId !== folderId;
    for (const each of [before, text]) note(each, { renamed });
    sql.updateText.run(folderId, code, lowerCode, haystack, json, number);
    sql.deleteLabel.run(number);
    sql.insertLabel.run(number, code, name, description);
    return { number, changed: true };
  }

  /**
   * Replaces all contents of a text with these. If `sameType` is false, the content type has changed: contents that
   * stay the same are written again, because in another type they may hold other references.
   */
  function writeContents(
    number: number,
    contentType: number,
    sameType: boolean,
    translations: ReadonlyMap<string, Translation>,
  ): boolean {
    let changed = false;
    const same = new Set<string>();
    for (const row of sql.translations.all(number)) {
      const language = String(row["language"]);
      const wanted = translations.get(language);
      if (
        sameType &&
        wanted &&
        wanted.content === row["content"] &&
        (wanted.source ?? null) === row["source"] &&
        (wanted.updatedAt ?? null) === row["updatedAt"]
      ) {
        same.add(language);
        continue;
      }
      dropContent(Number(row["number"]));
      changed = true;
    }
    for (const [language, { content, source, updatedAt }] of translations) {
      if (same.has(language)) continue;
      const { lastInsertRowid } = sql.insertTranslation.run(
        number,
        language,
        content,
        source ?? null,
        updatedAt ?? null,
      );
      sql.insertWords.run(lastInsertRowid, content);
      const { references, keys } = namesIn(content, contentType);
      for (const { code, folder } of references) sql.insertReference.run(code, folder, lastInsertRowid);
      for (const key of keys) sql.insertMention.run(key, lastInsertRowid);
      changed = true;
    }
    return changed;
  }

  function dropContent(number: number): void {
    sql.deleteReferences.run(number);
    sql.deleteMentions.run(number);
    sql.deleteWords.run(number);
    sql.deleteTranslation.run(number);
  }

  return {
    milestones: (): Milestones => readMeta<Milestones>("milestones") ?? {},
    setMilestones: (milestones: Milestones): void => void sql.setMeta.run("milestones", JSON.stringify(milestones)),
    checkpoint: (): Checkpoint | undefined => readMeta<Checkpoint>("checkpoint"),
    setCheckpoint: (checkpoint: Checkpoint): void => void sql.setMeta.run("checkpoint", JSON.stringify(checkpoint)),
    dropCheckpoint: (): void => void sql.dropMeta.run("checkpoint"),
    lastReading: (): number => Number(sql.lastReading.get()?.["reading"]),
    count: (): number => Number(sql.count.get()?.["count"]),
    seen: (reading: number): number => Number(sql.seen.get(reading)?.["count"]),
    unseen: (reading: number, limit: number): readonly string[] =>
      sql.unseen.all(reading, limit).map((row) => String(row["id"])),
    stale: (limit: number): readonly string[] => sql.stale.all(limit).map((row) => String(row["id"])),

    /** Writes a text with all its contents. `reading` is 0 outside of a pass through the pages. */
    writeText(text: ServiceText, reading: number): boolean {
      const stored = sql.text.get(text.id);
      const before = stored === undefined ? undefined : textOf(stored);
      const contents = translationsOf(text.translations);
      const mark = { listed: String(stored?.["listed"] ?? ""), stale: false, reading };
      const { number, changed } = writeFields(toText(text, contents), mark);
      const said = writeContents(number, text.contentType, before?.contentType === text.contentType, contents);
      if (said) note(text, { renamed: false });
      return said || changed;
    },

    /**
     * Writes a list item whose contents are not proven to be whole. Known contents are kept. They are marked to be read
     * again if the item changed since they were read, or has no date.
     */
    writeItem(item: FoundText, reading: number): boolean {
      const { folderId = "", code = "", contentType = 0 } = item;
      const stored = sql.text.get(item.id);
      const listed = createHash("sha256").update(JSON.stringify(item)).digest("base64");
      const stale =
        stored === undefined || item.updatedDate == null || stored["stale"] === 1 || stored["listed"] !== listed;
      const languages = stored === undefined ? unknown : textOf(stored).languages;
      return writeFields(
        { ...toText({ ...item, folderId, code, contentType }, undefined), languages },
        { listed, stale, reading },
      ).changed;
    },

    removeText(id: string): boolean {
      const row = sql.text.get(id);
      if (row === undefined) return false;
      const number = Number(row["number"]);
      note(textOf(row), { renamed: true });
      for (const translation of sql.translations.all(number)) dropContent(Number(translation["number"]));
      sql.deleteLabel.run(number);
      sql.deleteText.run(number);
      return true;
    },

    /** Replaces all folders: one answer holds the whole list. */
    writeFolders(folders: readonly Folder[]): boolean {
      const next = folders.map((folder) => JSON.stringify(folder));
      if (
        sameLists(
          sql.folders.all().map((row) => row["json"]),
          next,
        )
      )
        return false;
      database.exec("DELETE FROM folder");
      for (const [position, json] of next.entries()) sql.insertFolder.run(position, json);
      written.others = true;
      return true;
    },

    writeSmartforms(smartforms: readonly Smartform[]): boolean {
      const next = smartforms.map((smartform) => JSON.stringify(smartform));
      if (
        sameLists(
          sql.smartforms.all().map((row) => row["json"]),
          next,
        )
      )
        return false;
      database.exec("DELETE FROM smartform");
      for (const [position, smartform] of smartforms.entries())
        sql.insertSmartform.run(smartform.id, position, JSON.stringify(smartform));
      written.others = true;
      return true;
    },

    /**
     * Returns these codes, and the codes of texts that refer to them, directly or through other texts. Compares only
     * codes, not folders. Returns at most `limit` codes, in lower case.
     */
    including: (codes: ReadonlySet<string>, limit: number): readonly string[] =>
      sql.including.all(JSON.stringify([...codes]), limit).map((row) => String(row["code"])),

    /** Returns the ids of the texts that refer to one of these codes, comparing only codes, not folders. */
    referring: (codes: ReadonlySet<string>): readonly string[] =>
      sql.referring.all(JSON.stringify([...codes])).map((row) => String(row["id"])),

    transaction: <T>(work: () => T): T => transaction(database, work),

    takeWritten(): Written {
      const taken = written;
      written = { textIds: new Set(), codes: new Set(), renamed: false, others: false };
      return taken;
    },
  };
}

/** Returns translations by language code in lower case, as the service saves them (document 1, "Text Library text"). */
export function translationsOf(translations: ServiceText["translations"]): ReadonlyMap<string, Translation> {
  const result = new Map<string, Translation>();
  for (const [language, { content, source, updatedAt }] of Object.entries(translations ?? {})) {
    result.set(language.toLowerCase(), {
      content,
      ...(source == null ? {} : { source }),
      ...(updatedAt == null ? {} : { updatedAt }),
    });
  }
  return result;
}

function toText(text: ServiceText, contents: ReadonlyMap<string, Translation> | undefined): Text {
  return {
    id: text.id,
    folderId: text.folderId,
    code: text.code,
    name: text.name ?? "",
    description: text.description ?? "",
    contentType: text.contentType,
    isPublic: text.isPublic ?? false,
    defaultLanguage: text.defaultLanguage?.toLowerCase() || null,
    languages: contents ? known([...contents.keys()].sort()) : unknown,
    ...(text.createdDate == null ? {} : { createdDate: text.createdDate }),
    ...(text.updatedDate == null ? {} : { updatedDate: text.updatedDate }),
  };
}

function textOf(row: Record<string, SQLOutputValue>): Text {
  return JSON.parse(String(row["json"])) as Text;
}

function sameLists(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}
