/**
 * The answers of a live catalog, each read from SQLite on request. Only the last few answers are in memory, so that the
 * size of the library does not matter. An older snapshot answers from the newest data: do not hold one across an await.
 */
import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { absent, known, once, unknown } from "../language/index.ts";
import type { Answer, Catalog, Folder, Smartform, Text, Translation, Use } from "../language/index.ts";
import { nextRevision } from "./revision.ts";
import { remember } from "./remember.ts";
import type { Milestones } from "./store.ts";
import { distinct, mayMean, namesOf } from "./uses.ts";

type Questions = ReturnType<typeof prepareQuestions>;

/** In code points. A trigram index finds nothing for a shorter query. */
const shortestIndexed = 3;

export function prepareQuestions(database: DatabaseSync) {
  return {
    milestones: database.prepare("SELECT value FROM meta WHERE name = 'milestones'"),
    folders: database.prepare("SELECT json FROM folder ORDER BY position"),
    text: database.prepare("SELECT json FROM text WHERE id = ?"),
    byCode: database.prepare("SELECT json FROM text WHERE folderId = ? AND lowerCode = ? AND code = ?"),
    byLowerCode: database.prepare("SELECT json FROM text WHERE lowerCode = ? ORDER BY code"),
    inFolder: database.prepare(
      "SELECT json FROM text WHERE folderId = ? AND lowerCode >= ? AND lowerCode < ? ORDER BY lowerCode, code LIMIT ?",
    ),
    startingWith: database.prepare(
      "SELECT json FROM text WHERE lowerCode >= ? AND lowerCode < ? ORDER BY lowerCode, code LIMIT ?",
    ),
    labelled: database.prepare("SELECT json FROM label JOIN text ON number = label.rowid WHERE label MATCH ? LIMIT ?"),
    holding: database.prepare("SELECT json FROM text WHERE instr(haystack, ?) > 0 LIMIT ?"),
    holdingInFolder: database.prepare("SELECT json FROM text WHERE folderId = ? AND instr(haystack, ?) > 0 LIMIT ?"),
    worded: database.prepare(
      `SELECT DISTINCT json FROM words JOIN translation ON translation.number = words.rowid
         JOIN text ON text.number = translation.text
       WHERE words MATCH ?1 AND (?2 IS NULL OR folderId IN (SELECT value FROM json_each(?2))) LIMIT ?3`,
    ),
    translation: database.prepare(
      "SELECT content, source, updatedAt FROM translation JOIN text ON text.number = translation.text WHERE text.id = ? AND language = ?",
    ),
    referring: database.prepare(
      `SELECT folder, language, text.id AS id FROM reference
         JOIN translation ON translation.number = reference.translation
       JOIN text ON text.number = translation.text WHERE reference.code = ? ORDER BY text.number, language`,
    ),
    countReferring: database.prepare(
      `SELECT count(DISTINCT translation.text) AS count FROM reference
         JOIN translation ON translation.number = reference.translation
       WHERE reference.code = ?1 AND reference.folder IN (SELECT value FROM json_each(?2))
         AND translation.text <> (SELECT number FROM text WHERE id = ?3)`,
    ),
    saying: database.prepare(
      `SELECT json FROM translation JOIN text ON text.number = translation.text
       WHERE language = ?1 AND length(content) = length(?2) AND substr(content, 1, 64) = substr(?2, 1, 64)
         AND content = ?2 LIMIT ?3`,
    ),
    mentioning: database.prepare(
      `SELECT language, text.id AS id FROM mention JOIN translation ON translation.number = mention.translation
       JOIN text ON text.number = translation.text WHERE mention.key = ? ORDER BY text.number, language`,
    ),
    languages: database.prepare("SELECT language FROM translation GROUP BY language ORDER BY count(*) DESC, language"),
    smartforms: database.prepare("SELECT json FROM smartform ORDER BY position"),
    smartform: database.prepare("SELECT json FROM smartform WHERE id = ?"),
  };
}

/** Makes a snapshot. `unlisted` answers for Smartforms that the service does not list. */
export function snapshot(sql: Questions, unlisted: (id: string) => Answer<Smartform>): Catalog {
  const milestones = JSON.parse(String(sql.milestones.get()?.["value"] ?? "{}")) as Milestones;
  /** The answer for a text without a row. */
  const notListed = milestones.listedAt === undefined ? unknown : absent;

  const folders = once((): Answer<readonly Folder[]> =>
    milestones.foldersAt === undefined ? unknown : known(rows<Folder>(sql.folders.all())),
  );
  const folderById = once(() => new Map(listOf(folders()).map((folder) => [folder.id, folder])));
  const text = remember(5000, (id): Answer<Text> => {
    const row = sql.text.get(id);
    return row ? known(fromRow<Text>(row)) : notListed;
  });
  const textByCode = remember(5000, (key): Answer<Text> => {
    const [folderId = "", code = ""] = JSON.parse(key) as readonly string[];
    const row = sql.byCode.get(folderId, code.toLowerCase(), code);
    return row ? known(fromRow<Text>(row)) : notListed;
  });
  const textsByCode = remember(1000, (lowerCode): Answer<readonly Text[]> =>
    notListed === unknown ? unknown : known(rows<Text>(sql.byLowerCode.all(lowerCode))),
  );
  const translation = remember(500, (key): Answer<Translation> => {
    const [textId = "", language = ""] = JSON.parse(key) as readonly string[];
    const row = sql.translation.get(textId, language);
    if (row) return known(toTranslation(row));
    const owner = text(textId);
    if (owner.state !== "known") return owner;
    return owner.value.languages.state === "known" ? absent : unknown;
  });
  const usedBy = remember(500, (textId): Answer<readonly Use[]> => {
    const used = text(textId);
    if (used.state !== "known") return used;
    if (milestones.completeAt === undefined) return unknown;
    const names = namesOf(folderById(), used.value.folderId);
    const uses = sql.referring
      .all(used.value.code.toLowerCase())
      .filter((row) => mayMean(String(row["folder"]), names));
    return known(distinct(uses.map((row) => ({ textId: String(row["id"]), language: String(row["language"]) }))));
  });
  const useCount = remember(500, (textId): Answer<number> => {
    const used = text(textId);
    if (used.state !== "known") return used;
    if (milestones.completeAt === undefined) return unknown;
    const { code, folderId } = used.value;
    return known(
      Number(
        sql.countReferring.get(code.toLowerCase(), JSON.stringify(["", ...namesOf(folderById(), folderId)]), textId)?.[
          "count"
        ],
      ),
    );
  });
  const mentioning = remember(100, (key): Answer<readonly Use[]> => {
    if (milestones.completeAt === undefined) return unknown;
    return known(
      sql.mentioning.all(key).map((row) => ({ textId: String(row["id"]), language: String(row["language"]) })),
    );
  });
  const smartforms = once((): Answer<readonly Smartform[]> =>
    milestones.smartformsAt === undefined ? unknown : known(rows<Smartform>(sql.smartforms.all())),
  );
  const languages = once((): Answer<readonly string[]> =>
    milestones.completeAt === undefined ? unknown : known(sql.languages.all().map((row) => String(row["language"]))),
  );

  return {
    revision: nextRevision(),
    folders,
    text,
    textByCode: (folderId, code) => textByCode(JSON.stringify([folderId, code])),
    textsByCode: (code) => textsByCode(code.toLowerCase()),
    textsIn(folderId, { prefix = "", limit } = {}) {
      if (notListed === unknown) return unknown;
      if (milestones.foldersAt !== undefined && !folderById().has(folderId)) return absent;
      const lower = prefix.toLowerCase();
      return known(rows<Text>(sql.inFolder.all(folderId, lower, behind(lower), limit ?? -1)));
    },
    search(query, options) {
      const found = search(sql, query.toLowerCase().replaceAll("\0", ""), options);
      return found.length === 0 && notListed === unknown ? unknown : known(found);
    },
    translation: (textId, language) => translation(JSON.stringify([textId, language.toLowerCase()])),
    textsSaying(content, language, { limit }) {
      const found = rows<Text>(sql.saying.all(language.toLowerCase(), content, limit));
      return found.length === 0 && milestones.completeAt === undefined ? unknown : known(found);
    },
    usedBy,
    useCount,
    mentioning,
    languages,
    smartforms,
    smartform(id) {
      if (milestones.smartformsAt === undefined) return unknown;
      const row = sql.smartform.get(id);
      return row ? known(fromRow<Smartform>(row)) : unlisted(id);
    },
    dataTable: () => unknown,
  };
}

/**
 * Finds texts, best first. Texts whose code begins with the query come first, then those that contain it in the code,
 * the name, the description and finally the contents. Each SQL statement stops at the limit.
 */
function search(
  sql: Questions,
  query: string,
  { limit, folderIds, contents }: Parameters<Catalog["search"]>[1],
): readonly Text[] {
  const found = new Map<string, Text>();
  const add = (ask: (limit: number) => readonly Row[]): void => {
    if (found.size >= limit) return;
    for (const text of rows<Text>(ask(limit + found.size)))
      if (found.size < limit) found.set(text.id, found.get(text.id) ?? text);
  };
  const phrase = `"${query.replaceAll('"', '""')}"`;
  if (folderIds) {
    for (const folderId of folderIds) add((most) => sql.inFolder.all(folderId, query, behind(query), most));
    for (const folderId of folderIds) add((most) => sql.holdingInFolder.all(folderId, query, most));
  } else {
    add((most) => sql.startingWith.all(query, behind(query), most));
    if ([...query].length < shortestIndexed) add((most) => sql.holding.all(query, most));
    else
      for (const column of ["code", "name", "description"])
        add((most) => sql.labelled.all(`${column} : ${phrase}`, most));
  }
  if (contents && /[\p{L}\p{N}]/u.test(query))
    add((most) => sql.worded.all(`${phrase} *`, folderIds ? JSON.stringify(folderIds) : null, most));
  return [...found.values()];
}

/** Returns an upper bound for the strings that begin with the prefix, in SQLite's order. */
function behind(prefix: string): string {
  return `${prefix}\u{10FFFF}`;
}

type Row = Record<string, SQLOutputValue>;

function fromRow<T>(row: Row): T {
  return JSON.parse(String(row["json"])) as T;
}

function rows<T>(found: readonly Row[]): readonly T[] {
  return found.map((row) => fromRow<T>(row));
}

function toTranslation(row: Row): Translation {
  const { content, source, updatedAt } = row;
  return {
    content: String(content),
    ...(source == null ? {} : { source: Number(source) }),
    ...(updatedAt == null ? {} : { updatedAt: String(updatedAt) }),
  };
}

function listOf<T>(answer: Answer<readonly T[]>): readonly T[] {
  return answer.state === "known" ? answer.value : [];
}
