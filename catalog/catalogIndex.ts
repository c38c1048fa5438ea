/**
 * A catalog file that was read before, kept in the user's cache folder by text instead of as one piece of JSON, so that
 * a question about one text reads one text. It is named after the hash of the file's bytes: a file that was changed in
 * any way has none, and is read anew.
 */
import { createHash } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { StatementSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import type { CatalogFile } from "../api/index.ts";
import { makePrivate, privateDatabase, privateFolder } from "../disk/index.ts";
import { once, unknown } from "../language/index.ts";
import type { Catalog } from "../language/index.ts";
import { isCut } from "./cutFile.ts";
import { fileCatalog, indexTexts } from "./fileCatalog.ts";
import type { FileText, TextIndex } from "./fileCatalog.ts";
import { readBytes, readCatalog, unreadable } from "./readCatalogFile.ts";
import { openRegular } from "./regularFile.ts";
import { remember } from "./remember.ts";
import { readUses, writeUses } from "./usesIndex.ts";

/** Goes up with every change of the tables below or of what a catalog file may hold. */
const version = 1;
const ending = ".catalog.sqlite";
const usesEnding = ".uses.sqlite";
const halfEnding = ".writing";
/** In milliseconds. */
const day = 86_400_000;
/** Bytes of a file that is read faster than its index. */
const tooSmall = 200_000;
/** Indexes that are kept; the one used longest ago goes first. */
const mostKept = 4;
/** Texts that are written at once, between two breaths. */
const portion = 1000;

const tables = `
  PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
  CREATE TABLE part (name TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
  -- In the order of the file, from 1; json is the text as in the file.
  CREATE TABLE text (number INTEGER PRIMARY KEY, id TEXT NOT NULL, folderId TEXT NOT NULL, lowerCode TEXT NOT NULL, json TEXT NOT NULL);
`;
const indexes =
  "CREATE INDEX textById ON text (id); CREATE INDEX textByFolder ON text (folderId); CREATE INDEX textByCode ON text (lowerCode);";

export interface OpenedCatalog {
  readonly catalog: Catalog;
  /**
   * Writes the index for the next time, where there is none yet and it is worth it; never rejects. To be called when
   * nobody waits. Whether it wrote one, so that opening the file again takes it from there.
   */
  readonly keep: (options?: { readonly signal?: AbortSignal }) => Promise<boolean>;
}

interface OpenOptions {
  readonly folder: string;
  /** Somebody will ask who uses a text, again and again: that is kept as well. */
  readonly uses?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Opens a catalog file, from its index where `folder` has one of exactly this file. Rejects with CatalogError, or with
 * an AbortError.
 */
export async function openCatalogFile(
  path: string,
  { folder, uses = false, signal }: OpenOptions,
): Promise<OpenedCatalog> {
  const index = join(folder, nameOf(await hashOf(path, signal)));
  const kept = readIndex(index, path);
  if (kept)
    return {
      catalog: kept.catalog,
      keep: async (options) =>
        uses &&
        !kept.hasUses &&
        kept.texts !== undefined &&
        keep(usesOf(index), (to) => writeUses(to, kept.texts!(), options)),
    };
  const bytes = await readBytes(path, signal ? { signal } : {});
  const file = await readCatalog(path, bytes);
  const size = bytes.length;
  const own = join(folder, nameOf(createHash("sha256").update(bytes).digest("hex")));
  return {
    catalog: fileCatalog(file),
    async keep(options) {
      if (size < tooSmall) return false;
      const written = await keep(own, (to) => writeIndex(to, file, options));
      if (written && uses && file.texts) await keep(usesOf(own), (to) => writeUses(to, file.texts!, options));
      return written;
    },
  };
}

function nameOf(hash: string): string {
  return `${hash}.v${version}${ending}`;
}

/** The file beside an index that says who uses a text. */
function usesOf(index: string): string {
  return `${index.slice(0, -ending.length)}${usesEnding}`;
}

/** Piece by piece, so that a large file is never in memory as a whole. */
async function hashOf(path: string, signal: AbortSignal | undefined): Promise<string> {
  const hash = createHash("sha256");
  const buffer = Buffer.allocUnsafe(1 << 20);
  try {
    await using file = await openRegular(path);
    for (;;) {
      signal?.throwIfAborted();
      const { bytesRead } = await file.read(buffer, 0, buffer.length);
      if (bytesRead === 0) return hash.digest("hex");
      hash.update(buffer.subarray(0, bytesRead));
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw unreadable(path, error);
  }
}

interface Kept {
  readonly catalog: Catalog;
  /** One by one, in the order of the file; undefined where the file leaves texts out. */
  readonly texts: (() => Iterable<FileText>) | undefined;
  readonly hasUses: boolean;
}

/** undefined where there is no index, or none that can be used. */
function readIndex(index: string, path: string): Kept | undefined {
  try {
    if (!statSync(index, { throwIfNoEntry: false })?.isFile()) return undefined;
    const database = new DatabaseSync(index, { readOnly: true });
    if (isCut(index, database)) {
      database.close();
      return undefined;
    }
    const parts = new Map(
      database
        .prepare("SELECT name, json FROM part")
        .all()
        .map(({ name, json }) => [String(name), JSON.parse(String(json)) as unknown]),
    );
    if (database.prepare("SELECT coalesce(max(number), 0) AS count FROM text").get()?.["count"] !== parts.get("count"))
      return undefined;
    touch(index);
    const file = parts.get("file") as CatalogFile;
    if (parts.get("texts") !== true) return { catalog: fileCatalog(file, undefined), texts: undefined, hasUses: false };
    const texts = keptTexts(database, () => textsOf(path));
    const uses = readKeptUses(usesOf(index), texts);
    return { catalog: fileCatalog(file, uses ?? texts), texts: () => eachText(database), hasUses: uses !== undefined };
  } catch {
    // It is made again from the file, which has it all.
    return undefined;
  }
}

function readKeptUses(path: string, texts: TextIndex): TextIndex | undefined {
  try {
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return undefined;
    const uses = readUses(path, texts);
    touch(path);
    return uses;
  } catch {
    // It is made again from the texts.
    return undefined;
  }
}

function* eachText(database: DatabaseSync): Generator<FileText, void, undefined> {
  for (const { json } of database.prepare("SELECT json FROM text ORDER BY number").iterate())
    yield JSON.parse(String(json)) as FileText;
}

/** It was used now. Where nothing can be written it is used all the same. */
function touch(path: string): void {
  const now = new Date();
  try {
    makePrivate(path);
    utimesSync(path, now, now);
  } catch {
    return;
  }
}

/** The file itself, where its index turned out to be broken in the middle of an answer. */
function textsOf(path: string): readonly FileText[] {
  return (JSON.parse(readFileSync(path, "utf8").replace(/^\uFEFF/, "")) as { readonly texts: readonly FileText[] })
    .texts;
}

/**
 * The same answers as from the whole file: each question reads the texts that it can be about, and asks an index of
 * those alone. `otherwise` has all texts, for when they cannot be read here.
 */
function keptTexts(database: DatabaseSync, otherwise: () => readonly FileText[]): TextIndex {
  const sql = {
    all: database.prepare("SELECT json FROM text ORDER BY number"),
    byId: database.prepare("SELECT json FROM text WHERE id = ?"),
    byCode: database.prepare("SELECT json FROM text WHERE lowerCode = ? ORDER BY number"),
    byFolder: database.prepare("SELECT json FROM text WHERE folderId = ? ORDER BY number"),
  };
  let all: TextIndex | undefined;
  const about = (ask: () => readonly FileText[]): TextIndex => {
    if (all) return all;
    try {
      return indexTexts(ask());
    } catch {
      return (all = indexTexts(otherwise()));
    }
  };
  const whole = once(() => (all = about(() => rows(sql.all))));
  const withId = remember(500, (id) => about(() => rows(sql.byId, id)));
  const withCode = remember(500, (code) => about(() => rows(sql.byCode, code)));
  const inFolder = remember(50, (id) => about(() => rows(sql.byFolder, id)));
  return {
    byId: (id) => withId(id).byId(id),
    byCode: (folderId, code) => withCode(code.toLowerCase()).byCode(folderId, code),
    byLowerCode: (code) => withCode(code).byLowerCode(code),
    inFolder: (folderId, prefix, limit) => inFolder(folderId).inFolder(folderId, prefix, limit),
    translation: (id, language) => withId(id).translation(id, language),
    search(query, options) {
      const [folderId, ...others] = options.folderIds ?? [];
      return (folderId !== undefined && others.length === 0 ? inFolder(folderId) : whole()).search(query, options);
    },
    saying: (...question) => whole().saying(...question),
    uses: (...question) => whole().uses(...question),
    countUses: (...question) => all?.countUses(...question) ?? unknown,
    mentioning: (key) => whole().mentioning(key),
    languages: () => whole().languages(),
  };
}

function rows(statement: StatementSync, ...values: readonly string[]): readonly FileText[] {
  return statement.all(...values).map(({ json }) => JSON.parse(String(json)) as FileText);
}

async function keep(path: string, write: (to: string) => Promise<void>): Promise<boolean> {
  const folder = dirname(path);
  const beside = join(folder, `${process.pid}-${performance.now()}${halfEnding}`);
  try {
    privateFolder(folder);
    await write(beside);
    const written = openSync(beside, "r+");
    fsyncSync(written);
    closeSync(written);
    // Whole or not there: another run that writes the same index at the same time writes the same.
    renameSync(beside, path);
    return true;
  } catch {
    // The next run reads the whole file once more, and tries again.
    forget(beside);
    return false;
  } finally {
    forgetOldest(folder);
  }
}

async function writeIndex(
  to: string,
  { texts, ...file }: CatalogFile,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<void> {
  const database = privateDatabase(to);
  try {
    database.exec(tables);
    const insert = database.prepare("INSERT INTO text VALUES (?, ?, ?, ?, ?)");
    for (let from = 0; from < (texts?.length ?? 0); from += portion) {
      database.exec("BEGIN");
      for (const [index, text] of (texts ?? []).slice(from, from + portion).entries())
        insert.run(from + index + 1, text.id, text.folderId, text.code.toLowerCase(), JSON.stringify(text));
      database.exec("COMMIT");
      await setImmediate();
      signal?.throwIfAborted();
    }
    database.exec(indexes);
    const part = database.prepare("INSERT INTO part VALUES (?, ?)");
    part.run("file", JSON.stringify(file));
    part.run("texts", JSON.stringify(texts !== undefined));
    part.run("count", JSON.stringify(texts?.length ?? 0));
  } finally {
    database.close();
  }
}

/** What cannot be taken away, because somebody reads it or nobody may write there, is in nobody's way. */
function forget(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    return;
  }
}

/** Also what runs that were killed left half written. */
function forgetOldest(folder: string): void {
  const files = filesIn(folder);
  for (const { path } of files.filter((file) => file.path.endsWith(halfEnding) && file.used < Date.now() - day))
    forget(path);
  for (const kind of [ending, usesEnding]) {
    const oldestFirst = files.filter(({ path }) => path.endsWith(kind)).sort((a, b) => a.used - b.used);
    for (const { path } of oldestFirst.slice(0, -mostKept)) forget(path);
  }
}

/** None where the folder cannot be read: it is tidied up by a later run. */
function filesIn(folder: string): { readonly path: string; readonly used: number }[] {
  try {
    return readdirSync(folder)
      .map((name) => join(folder, name))
      .map((path) => ({ path, used: statSync(path).mtimeMs }));
  } catch {
    return [];
  }
}
