/**
 * The SQLite file behind a live catalog. Its name binds it to one origin and client, so that it never shows the library
 * of another origin or client. The name also contains the version of the tables, so that two versions of the program
 * can run side by side.
 */
import { createHash } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { privateDatabase, privateFolder } from "../disk/index.ts";
import { l10n } from "../language/index.ts";
import { isCut } from "./cutFile.ts";

/** Whose library the file holds: another origin or client gets another file. */
export interface Identity {
  readonly authUrl: string;
  readonly formsApiUrl: string;
  readonly clientId: string;
}

/** Goes up with every change of the tables below; data of an older version is read again from the service. */
const version = 2;

/** In milliseconds: how long to wait while another window writes. */
const patience = 5000;

const tables = `
  CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS folder (position INTEGER PRIMARY KEY, json TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS smartform (
    id TEXT PRIMARY KEY, position INTEGER NOT NULL, json TEXT NOT NULL
  ) WITHOUT ROWID;
  -- json: the text without its contents. listed: hash of the list item last seen.
  -- stale: contents are to be read. reading: the last reading that saw it.
  CREATE TABLE IF NOT EXISTS text (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, folderId TEXT NOT NULL, code TEXT NOT NULL,
    lowerCode TEXT NOT NULL,
    haystack TEXT NOT NULL, json TEXT NOT NULL, listed TEXT NOT NULL, stale INTEGER NOT NULL, reading INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS textByFolder ON text (folderId, lowerCode, code);
  CREATE INDEX IF NOT EXISTS textByCode ON text (lowerCode, code);
  CREATE INDEX IF NOT EXISTS textStale ON text (number) WHERE stale = 1;
  CREATE TABLE IF NOT EXISTS translation (
    number INTEGER PRIMARY KEY, text INTEGER NOT NULL, language TEXT NOT NULL, content TEXT NOT NULL, source INTEGER,
    updatedAt TEXT,
    UNIQUE (text, language)
  );
  CREATE INDEX IF NOT EXISTS translationByLanguage ON translation (language);
  -- Finds equal contents without a second copy of them.
  CREATE INDEX IF NOT EXISTS translationByContent ON translation (language, length(content), substr(content, 1, 64));
  -- folder and code as a placeholder writes them, in lower case; folder is empty in the short form.
  CREATE TABLE IF NOT EXISTS reference (
    code TEXT NOT NULL, folder TEXT NOT NULL, translation INTEGER NOT NULL, PRIMARY KEY (code, folder, translation)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS referenceByTranslation ON reference (translation);
  -- what else a content mentions, by the language's key.
  CREATE TABLE IF NOT EXISTS mention (
    key TEXT NOT NULL, translation INTEGER NOT NULL, PRIMARY KEY (key, translation)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS mentionByTranslation ON mention (translation);
  CREATE VIRTUAL TABLE IF NOT EXISTS label USING fts5 (
    code, name, description, content = '', contentless_delete = 1, tokenize = 'trigram'
  );
  CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5 (content, content = '', contentless_delete = 1);
`;

interface Opened {
  readonly database: DatabaseSync;
  /** Why the database is in memory although a folder was given, in words for the user. */
  readonly problem?: string;
}

/** Opens the database; in memory if there is no folder or the folder cannot be written to. */
export function openDatabase(folder: string | undefined, identity: Identity): Opened {
  if (folder === undefined) return { database: prepared(new DatabaseSync(":memory:")) };
  try {
    return { database: openIn(folder, identity) };
  } catch (error) {
    if (!isOfTheSystem(error)) throw error;
    const problem = l10n.t(
      "The copy of the Text Library cannot be kept at {0}, so the library is read again at every start. {1}",
      folder,
      diskWords(error),
    );
    return { database: prepared(new DatabaseSync(":memory:")), problem };
  }
}

/** Deletes a file that SQLite cannot read: everything in it can be read from the service again. */
function openIn(folder: string, identity: Identity): DatabaseSync {
  privateFolder(folder);
  const hash = createHash("sha256")
    .update(JSON.stringify([identity.authUrl, identity.formsApiUrl, identity.clientId]))
    .digest("hex")
    .slice(0, 32);
  const name = `${hash}.v${version}.sqlite`;
  forgetFiles(folder, (file) => file.startsWith(`${hash}.v`) && !file.startsWith(name));
  const path = join(folder, name);
  try {
    const database = prepared(privateDatabase(path, { timeout: patience }));
    if (!isCut(path, database)) return database;
    // The log is written into the file, then the file is checked again. If another window is writing, there is no
    // second check: the file is used as it is, because it can be read during the writing.
    if (Number(database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.["busy"]) !== 0 || !isCut(path, database))
      return database;
    database.close();
  } catch (error) {
    if (!isUnreadable(error)) throw error;
  }
  forgetFiles(folder, (file) => file.startsWith(name));
  return prepared(privateDatabase(path, { timeout: patience }));
}

function prepared(database: DatabaseSync): DatabaseSync {
  try {
    // With a write-ahead log, every completed transaction is kept even if the process is killed, and another window can
    // read during writes.
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16000;");
    database.exec(tables);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function isUnreadable(error: unknown): boolean {
  const corrupt = 11;
  const notADatabase = 26;
  const code = error instanceof Error && "errcode" in error ? error.errcode : undefined;
  return code === corrupt || code === notADatabase;
}

/** Ignores a file that cannot be removed because another window reads it. */
function forgetFiles(folder: string, unwanted: (file: string) => boolean): void {
  for (const file of readdirSync(folder).filter(unwanted)) {
    try {
      rmSync(join(folder, file), { force: true });
    } catch {
      continue;
    }
  }
}

/** Whether the error comes from the system or SQLite, not from a bug in the program. */
function isOfTheSystem(error: unknown): error is Error {
  return error instanceof Error && ("errcode" in error || "errno" in error);
}

/** Returns advice if the user can do something about the error; otherwise returns the original message. */
function diskWords(error: Error): string {
  const code = "errcode" in error ? Number(error.errcode) & 0xff : "code" in error ? error.code : undefined;
  if (code === 13 || code === "ENOSPC" || code === "EDQUOT")
    return l10n.t("The disk is full. Make room on it, then read the library again.");
  // Node reports ENOENT if a folder cannot be created on a read-only disk.
  if ([8, 14, "EROFS", "EACCES", "EPERM", "ENOTDIR", "ENOENT"].includes(code as string | number))
    return l10n.t(
      "The folder or its disk is read-only, or you lack permission. Change that, then read the library again.",
    );
  return error.message;
}

/** Runs `work` in a transaction. A disk error names the folder. */
export function transaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    // If the disk is full, SQLite has already ended the transaction.
    if (database.isTransaction) database.exec("ROLLBACK");
    const path = database.location();
    if (!isOfTheSystem(error) || path === null) throw error;
    throw new Error(
      l10n.t("The catalog of the Text Library could not be written to {0}. {1}", dirname(path), diskWords(error)),
      {
        cause: error,
      },
    );
  }
}
