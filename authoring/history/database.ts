/**
 * The SQLite file with every version of the texts that this editor has read or written. Its name binds it to one
 * company's library; all windows of a user share it. It holds texts and when they were seen, never a secret. Does not
 * use `vscode`.
 */
import { createHash } from "node:crypto";
import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import type { Stats } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import * as l10n from "@vscode/l10n";
import { privateDatabase, privateFolder } from "../../disk/index.ts";
import { rescue } from "./rescue.ts";

/**
 * The version of the tables below: increase it with every change of them. Older data has to be migrated, because it
 * cannot be fetched again.
 */
const version = 1;

/** In milliseconds: how long to wait while another window writes. This window is blocked while it waits. */
const patience = 200;

/**
 * Bytes that are added to the size for each version and for each content: about what SQLite needs for their rows and
 * indexes.
 */
const overhead = 200;

const tables = `
  -- Each content once. encoding: utf8, or utf16le where it holds half a surrogate pair.
  CREATE TABLE IF NOT EXISTS content (
    number INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, encoding TEXT NOT NULL, value BLOB NOT NULL
  );
  -- fields: the last whole reading without its translations. languages: those that this reading had.
  -- goneAt: since when the text is not shown. goneHow: deleted (from here) or missing (the service said so when it was
  -- asked for this very text).
  CREATE TABLE IF NOT EXISTS text (
    id TEXT PRIMARY KEY, fields TEXT NOT NULL, languages TEXT NOT NULL, goneAt TEXT, goneHow TEXT
  ) WITHOUT ROWID;
  -- at: when it came, by this computer's clock. source and updatedAt: what the service said of it.
  CREATE TABLE IF NOT EXISTS version (
    number INTEGER PRIMARY KEY AUTOINCREMENT, textId TEXT NOT NULL, language TEXT NOT NULL,
    content INTEGER NOT NULL REFERENCES content,
    at TEXT NOT NULL, how TEXT NOT NULL, source INTEGER, updatedAt TEXT
  );
  CREATE INDEX IF NOT EXISTS versionOfText ON version (textId, language, number);
  CREATE INDEX IF NOT EXISTS versionOfContent ON version (content);
  -- Readings that found the content of a version again, and another date of the service.
  CREATE TABLE IF NOT EXISTS redated (version INTEGER NOT NULL, at TEXT NOT NULL, updatedAt TEXT);
  CREATE INDEX IF NOT EXISTS redatedOfVersion ON redated (version);
  CREATE TRIGGER IF NOT EXISTS redatedWent AFTER DELETE ON version
    BEGIN DELETE FROM redated WHERE version = old.number; END;
  CREATE TABLE IF NOT EXISTS total (bytes INTEGER NOT NULL);
  INSERT INTO total SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM total);
  CREATE TRIGGER IF NOT EXISTS contentCame AFTER INSERT ON content
    BEGIN UPDATE total SET bytes = bytes + length(new.value) + ${overhead}; END;
  CREATE TRIGGER IF NOT EXISTS contentWent AFTER DELETE ON content
    BEGIN UPDATE total SET bytes = bytes - length(old.value) - ${overhead}; END;
  CREATE TRIGGER IF NOT EXISTS versionCame AFTER INSERT ON version
    BEGIN UPDATE total SET bytes = bytes + ${overhead}; END;
  CREATE TRIGGER IF NOT EXISTS versionWent AFTER DELETE ON version BEGIN
    UPDATE total SET bytes = bytes - ${overhead};
    DELETE FROM content WHERE number = old.content AND NOT EXISTS (SELECT 1 FROM version WHERE content = old.content);
  END;
`;

export interface Opened {
  readonly database: DatabaseSync;
  /**
   * Where an unreadable file was moved to, and how many of its versions were rescued; undefined if the file was sound.
   */
  readonly damaged?: { readonly path: string; readonly rescued: number };
}

/**
 * Opens the database. Throws if the folder is not writable, or if a newer version wrote the file. A damaged file is
 * moved aside, and a new file begins with what can be read of the damaged one.
 */
export function openDatabase(folder: string, identity: string): Opened {
  privateFolder(folder);
  const path = join(folder, `${createHash("sha256").update(identity).digest("hex").slice(0, 32)}.sqlite`);
  const file = fileAt(path);
  try {
    if (file?.size === 0 && (fileAt(`${path}-wal`)?.size ?? 0) > 0) throw new Damaged();
    return { database: prepared(path) };
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  return beginAnew(path, file);
}

/** Replaces a file whose damage was found after opening it. Closes `database`. */
export function openAgain(database: DatabaseSync): Opened {
  const path = database.location();
  if (path === null) throw new Error(l10n.t("The history has no file."));
  const file = files.get(database);
  database.close();
  return beginAnew(path, file);
}

/**
 * The state of each file when it was opened. It shows whether a path still leads to the damaged file, or to a file that
 * another window has created since.
 */
const files = new WeakMap<DatabaseSync, Stats>();

function beginAnew(path: string, file: Stats | undefined): Opened {
  if (file?.ino !== fileAt(path)?.ino) return { database: prepared(path) };
  const aside = freeName(path);
  renameSync(path, aside);
  // The write-ahead log moves too: it may hold what the file does not. SQLite creates the log's index again.
  if (existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${aside}-wal`);
  rmSync(`${path}-shm`, { force: true });
  const database = prepared(path);
  return { database, damaged: { path: aside, rescued: rescue(aside, database) } };
}

function fileAt(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

/** Returns an unused name, so that an earlier damaged file stays. */
function freeName(path: string): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? `${path}.damaged` : `${path}.${number}.damaged`;
    if (!existsSync(name)) return name;
  }
}

function prepared(path: string): DatabaseSync {
  const database = privateDatabase(path, { timeout: patience });
  try {
    const found = Number(database.prepare("PRAGMA user_version").get()?.["user_version"]);
    if (found > version)
      throw new Error(
        l10n.t(
          "The history of texts on this computer belongs to a newer version of this extension. Update the extension.",
        ),
      );
    if (isCut(path, database)) throw new Damaged();
    // With a write-ahead log, every completed transaction is kept even if the process is killed, and another window can
    // read during writes.
    database.exec(
      "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 4000000;",
    );
    database.exec(`BEGIN IMMEDIATE; ${tables} PRAGMA user_version = ${version}; COMMIT;`);
    const file = fileAt(path);
    if (file !== undefined) files.set(database, file);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Whether the end of the file is missing. SQLite itself detects when whole pages are missing. But if only a part of the
 * last page is missing, SQLite reads that part as zeros. The log is written into the file first, because that may
 * complete the file.
 */
function isCut(path: string, database: DatabaseSync): boolean {
  const pageSize = Number(database.prepare("PRAGMA page_size").get()?.["page_size"]);
  const isPart = (): boolean => statSync(path).size % pageSize !== 0;
  return isPart() && Number(database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.["busy"]) === 0 && isPart();
}

class Damaged extends Error {}

export function isDamage(error: unknown): boolean {
  const code = resultCode(error);
  return error instanceof Damaged || code === corrupt || code === notADatabase;
}

/** Whether another window is writing. */
export function isBusy(error: unknown): boolean {
  const code = resultCode(error);
  return code === busy || code === locked;
}

const busy = 5,
  locked = 6,
  corrupt = 11,
  notADatabase = 26;

/** Returns the primary code of an SQLite error: the lower byte of its extended code. */
function resultCode(error: unknown): number {
  return error instanceof Error && "errcode" in error && typeof error.errcode === "number" ? error.errcode & 0xff : 0;
}

/** Runs `work` in a transaction. */
export function transaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}
