/**
 * The index of a catalog file, in the user's cache folder. It holds the texts one by one instead of as one piece of
 * JSON, so that a question about one text reads only that text. The index is named after the hash of the file's bytes:
 * a changed file has no index, and is read again.
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

/** Goes up with every change of the tables below or of the format of a catalog file. */
const version = 1;
const ending = ".catalog.sqlite";
const usesEnding = ".uses.sqlite";
const halfEnding = ".writing";
/** In milliseconds. */
const day = 86_400_000;
/** In bytes. Reading a smaller file is faster than reading its index. */
const tooSmall = 200_000;
/** How many indexes are kept; the least recently used one is deleted first. */
const mostKept = 4;
/** How many texts are written before the event loop gets a turn. */
const portion = 1000;

const tables = `
  PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
  CREATE TABLE part (name TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
  -- In the order of the file, from 1; json is the text as in the file.
  CREATE TABLE text (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL, folderId TEXT NOT NULL, lowerCode TEXT NOT NULL, json TEXT NOT NULL
  );
`;
const indexes =
  "CREATE INDEX textById ON text (id); CREATE INDEX textByFolder ON text (folderId); CREATE INDEX textByCode ON text (lowerCode);";

export interface OpenedCatalog {
  readonly catalog: Catalog;
  /**
   * Writes the index for the next time, if there is none yet and the file is large enough; never rejects. Call it when
   * idle. Resolves with true if it wrote an index, which is then used when the file is opened again.
   */
  readonly keep: (options?: { readonly signal?: AbortSignal }) => Promise<boolean>;
}

interface OpenOptions {
  readonly folder: string;
  /** Whether to keep an index of uses as well, for callers that ask repeatedly who uses a text. */
  readonly uses?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Opens a catalog file, from its index if `folder` has one for exactly these bytes. Rejects with CatalogError, or with
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

/** Returns the path of the uses index that belongs to an index. */
function usesOf(index: string): string {
  return `${index.slice(0, -ending.length)}${usesEnding}`;
}

/** Hashes piece by piece, so that a large file is never in memory as a whole. */
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
  /** One by one, in the order of the file; undefined if the file has no list of texts. */
  readonly texts: (() => Iterable<FileText>) | undefined;
  readonly hasUses: boolean;
}

/** Returns undefined if there is no usable index. */
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
    // The index can be made again from the file.
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
    // The uses can be read again from the texts.
    return undefined;
  }
}

function* eachText(database: DatabaseSync): Generator<FileText, void, undefined> {
  for (const { json } of database.prepare("SELECT json FROM text ORDER BY number").iterate())
    yield JSON.parse(String(json)) as FileText;
}

/** Marks the file as just used. Failure does not matter: a read-only file is used all the same. */
function touch(path: string): void {
  const now = new Date();
  try {
    makePrivate(path);
    utimesSync(path, now, now);
  } catch {
    return;
  }
}

/** Reads the texts from the catalog file itself, once the index turns out to be broken. */
function textsOf(path: string): readonly FileText[] {
  return (JSON.parse(readFileSync(path, "utf8").replace(/^\uFEFF/, "")) as { readonly texts: readonly FileText[] })
    .texts;
}

/**
 * Gives the same answers as an index of the whole file, but each question reads and indexes only the texts that its
 * answer can contain. If the database cannot be read, `otherwise` returns all texts.
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
    // The rename is atomic. Another run that writes this index at the same time writes the same content.
    renameSync(beside, path);
    return true;
  } catch {
    // The next run reads the whole file again, and tries again to write the index.
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

/** Ignores files that cannot be removed because they are open elsewhere or read-only. */
function forget(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    return;
  }
}

/** Deletes the least recently used indexes, and half-written files of killed runs. */
function forgetOldest(folder: string): void {
  const files = filesIn(folder);
  for (const { path } of files.filter((file) => file.path.endsWith(halfEnding) && file.used < Date.now() - day))
    forget(path);
  for (const kind of [ending, usesEnding]) {
    const oldestFirst = files.filter(({ path }) => path.endsWith(kind)).sort((a, b) => a.used - b.used);
    for (const { path } of oldestFirst.slice(0, -mostKept)) forget(path);
  }
}

/** Returns nothing if the folder cannot be read; a later run then deletes its old files. */
function filesIn(folder: string): { readonly path: string; readonly used: number }[] {
  try {
    return readdirSync(folder)
      .map((name) => join(folder, name))
      .map((path) => ({ path, used: statSync(path).mtimeMs }));
  } catch {
    return [];
  }
}
