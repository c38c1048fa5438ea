/**
 * The index of a catalog file, in the user's cache folder, so that a question about one text reads only that text. The
 * index is named after the size and the hash of the file: a changed file has no index, and is read again. A file that
 * has not changed since it was hashed is not hashed again.
 */
import { createHash } from "node:crypto";
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import type { BigIntStats } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makePrivate, privateFolder } from "../disk/index.ts";
import { once } from "../language/index.ts";
import type { Catalog } from "../language/index.ts";
import { fileCatalog, indexTexts } from "./fileCatalog.ts";
import type { FileText, TextIndex } from "./fileCatalog.ts";
import { readMentions, writeMentions } from "./mentionIndex.ts";
import { buildIndex } from "./packed/build.ts";
import { version } from "./packed/format.ts";
import { writeLabels } from "./packed/labels.ts";
import { isOfTheFile } from "./packed/pages.ts";
import { openIndex } from "./packed/texts.ts";
import type { PackedIndex } from "./packed/texts.ts";
import { quickText } from "./quickCatalog.ts";
import { readBytes, readCatalog, unreadable } from "./readCatalogFile.ts";
import { openRegular } from "./regularFile.ts";

const ending = `.v${version}.index`;
const seenEnding = `.v${version}.seen.json`;
const labelsEnding = `.v${version}.labels`;
const mentionsEnding = `.v${version}.mentions.sqlite`;
/** Endings of the files that earlier versions of the program wrote. */
const olderEndings = [".v1.catalog.sqlite", ".v1.uses.sqlite"];
const halfEnding = ".writing";
/** In milliseconds. */
const day = 86_400_000;
/** In bytes. Reading a smaller file is faster than reading its index. */
const tooSmall = 200_000;
/** How many indexes are kept; the least recently used one is deleted first. */
const mostKept = 4;

export interface OpenedCatalog {
  readonly catalog: Catalog;
  /**
   * If the file was opened with `uses`, writes the labels, which searches use from then on, and the index of mentions,
   * which is used when the file is next opened. Call it when idle. Never rejects. Resolves with whether it wrote the
   * index of mentions: false also if the cache already has it.
   */
  readonly keep: (options?: { readonly signal?: AbortSignal }) => Promise<boolean>;
}

interface OpenOptions {
  readonly folder: string;
  /**
   * Whether `keep` writes anything: labels for searches, and an index of mentions for callers that ask repeatedly who
   * mentions something.
   */
  readonly uses?: boolean;
  readonly signal?: AbortSignal;
  /** Called now and then with how much of the file has been read, from 0 to 1; not called if there is an index. */
  readonly progress?: (part: number) => void;
}

/**
 * Opens a catalog file through its index in `folder`. If there is no index yet for the content of the file, makes it
 * first. Rejects with CatalogError, or with an AbortError.
 */
export async function openCatalogFile(path: string, options: OpenOptions): Promise<OpenedCatalog> {
  const { folder, uses = false, signal } = options;
  const index = await indexOf(path, options);
  if (index === undefined) {
    const catalog = fileCatalog(await readCatalog(path, await readBytes(path, signal ? { signal } : {})));
    return { catalog, keep: () => Promise.resolve(false) };
  }
  const { facts, texts, labels, useLabels, wholeTexts } = index.opened;
  if (!facts.hasTexts) return { catalog: fileCatalog(facts.file), keep: () => Promise.resolve(false) };
  const beside = index.path.slice(0, -ending.length);
  const [labelsPath, mentions] = [`${beside}${labelsEnding}`, `${beside}${mentionsEnding}`];
  const hasLabels = useKeptLabels(labelsPath, useLabels);
  const mentioning = readKeptMentions(mentions);
  return {
    catalog: fileCatalog(facts.file, orWhole(texts, mentioning, path)),
    async keep(keepOptions) {
      if (!uses) return false;
      if (!hasLabels) {
        const written = await keep(folder, (to) => writeLabels(to, labels, keepOptions).then(() => labelsPath));
        if (written !== undefined) useKeptLabels(written, useLabels);
      }
      if (mentioning) return false;
      const write = (to: string): Promise<string> => writeMentions(to, wholeTexts(), keepOptions).then(() => mentions);
      return (await keep(folder, write)) !== undefined;
    },
  };
}

interface OpenedIndex {
  readonly path: string;
  readonly opened: PackedIndex;
}

/**
 * Opens the index of the file's content, and makes it first if it is missing. Resolves with undefined if the file is so
 * small, or so irregular, that it has to be read as a whole, or if the index cannot be kept.
 */
async function indexOf(path: string, { folder, signal, progress }: OpenOptions): Promise<OpenedIndex | undefined> {
  await using catalog = await openRegular(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  const state = stateOf(await catalog.stat({ bigint: true }));
  const { size } = state;
  if (size < tooSmall) return undefined;
  const nameOf = (hash: string): string => join(folder, `${size}-${hash}${ending}`);
  const ofThisSize = filesIn(folder).flatMap(({ path: each }) =>
    each.startsWith(join(folder, `${size}-`)) && each.endsWith(ending) ? [each] : [],
  );
  if (ofThisSize.length > 0) {
    const index = ofThisSize.find((each) => wasHashed(each, state)) ?? nameOf(await hashOf(path, catalog, signal));
    const opened = openKept(index, path);
    if (opened) {
      noteHashed(index, state);
      return opened;
    }
  }
  const written = await keep(folder, async (to) =>
    nameOf(await buildIndex(catalog, to, { signal, progress: (read) => progress?.(read / size) })),
  );
  signal?.throwIfAborted();
  return written === undefined ? undefined : openKept(written, path);
}

/**
 * The state of a file, by which a later write is noticed. `changed` and `at` are in milliseconds; `exact` is as the
 * system gives it.
 */
interface FileState {
  readonly size: number;
  readonly changed: number;
  /** Device, inode number, size, and exact times of the last write and of the last change. */
  readonly exact: string;
  /** When the state was read. */
  readonly at: number;
}

function stateOf({ size, dev, ino, mtimeNs, ctimeNs }: BigIntStats): FileState {
  const exact = [dev, ino, size, mtimeNs, ctimeNs].join(" ");
  return { size: Number(size), changed: Number(ctimeNs / 1_000_000n), exact, at: Date.now() };
}

/**
 * Some disks store file times in steps of this many milliseconds. If the state of a file is read within this time after
 * a change, another change may go unnoticed.
 */
const roughness = 2000;

/**
 * Whether the file was hashed in this state, and this index is the one for its hash. The state can be relied on,
 * because it includes the time of the file's last change (ctime), which no program can set.
 */
function wasHashed(index: string, { exact }: FileState): boolean {
  try {
    const seen = JSON.parse(readFileSync(seenOf(index), "utf8")) as Partial<FileState>;
    return seen.exact === exact && Number(seen.at) - Number(seen.changed) > roughness;
  } catch {
    return false;
  }
}

/** Notes that the file was hashed in this state. If that fails, the file is hashed again next time. */
function noteHashed(index: string, state: FileState): void {
  if (wasHashed(index, state)) return;
  const beside = halfPath(dirname(index));
  try {
    writeFileSync(beside, JSON.stringify(state), { mode: 0o600 });
    renameSync(beside, seenOf(index));
  } catch {
    forget(beside);
  }
}

function seenOf(index: string): string {
  return `${index.slice(0, -ending.length)}${seenEnding}`;
}

function halfPath(folder: string): string {
  return join(folder, `${process.pid}-${performance.now()}${halfEnding}`);
}

/** Hashes piece by piece, so that a large file is never in memory as a whole. */
async function hashOf(path: string, file: FileHandle, signal: AbortSignal | undefined): Promise<string> {
  const hash = createHash("sha256");
  const buffer = Buffer.allocUnsafe(1 << 20);
  try {
    for (let place = 0; ;) {
      signal?.throwIfAborted();
      const { bytesRead } = await file.read(buffer, 0, buffer.length, place);
      if (bytesRead === 0) return hash.digest("hex");
      hash.update(buffer.subarray(0, bytesRead));
      place += bytesRead;
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw unreadable(path, error);
  }
}

/** Returns undefined if there is no usable index. It can be made again from the catalog file. */
function openKept(index: string, path: string): OpenedIndex | undefined {
  try {
    if (!statSync(index, { throwIfNoEntry: false })?.isFile()) return undefined;
    const opened = openIndex(index, path);
    touch(index);
    return { path: index, opened };
  } catch {
    return undefined;
  }
}

/** Returns undefined if there is no usable index of mentions. It can be made again from the texts. */
function readKeptMentions(path: string): TextIndex["mentioning"] | undefined {
  try {
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return undefined;
    const mentioning = readMentions(path);
    touch(path);
    return mentioning;
  } catch {
    return undefined;
  }
}

/** Returns whether usable labels are kept. Damaged ones are deleted: they can be made again from the index. */
function useKeptLabels(path: string, use: PackedIndex["useLabels"]): boolean {
  try {
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false;
    if (use(path, () => forget(path))) {
      touch(path);
      return true;
    }
    forget(path);
    return false;
  } catch {
    return false;
  }
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

/**
 * Answers from the index. Once a part of it turns out to be broken, reads all texts into memory and answers from them.
 */
function orWhole(kept: PackedIndex["texts"], mentioning: TextIndex["mentioning"] | undefined, path: string): TextIndex {
  const whole = once(() => indexTexts(textsOf(path)));
  let isBroken = false;
  const ask = <T>(question: (texts: PackedIndex["texts"]) => T): T => {
    if (isBroken) return question(whole());
    try {
      return question(kept);
    } catch (error) {
      if (!isOfTheFile(error)) throw error;
      isBroken = true;
      return question(whole());
    }
  };
  return {
    languages: () => ask((texts) => texts.languages()),
    byId: (id) => ask((texts) => texts.byId(id)),
    byCode: (folderId, code) => ask((texts) => texts.byCode(folderId, code)),
    byLowerCode: (code) => ask((texts) => texts.byLowerCode(code)),
    inFolder: (folderId, prefix, limit) => ask((texts) => texts.inFolder(folderId, prefix, limit)),
    search: (query, options) => ask((texts) => texts.search(query, options)),
    saying: (content, language, limit) => ask((texts) => texts.saying(content, language, limit)),
    uses: (code, folderNames) => ask((texts) => texts.uses(code, folderNames)),
    countUses: (text, folderNames) => ask((texts) => texts.countUses(text, folderNames)),
    translation: (textId, language) => ask((texts) => texts.translation(textId, language)),
    summary: (textId, language) => ask((texts) => texts.summary?.(textId, language)),
    mentioning(key) {
      try {
        if (mentioning !== undefined) return mentioning(key);
      } catch (error) {
        if (!isOfTheFile(error)) throw error;
      }
      return whole().mentioning(key);
    },
  };
}

/** Reads the texts from the catalog file itself. Throws CatalogError if the file cannot be read. */
function textsOf(path: string): readonly FileText[] {
  try {
    const { texts } = JSON.parse(readFileSync(path, "utf8").replace(/^\uFEFF/, "")) as {
      readonly texts: readonly unknown[];
    };
    return texts.flatMap((text) => quickText(text) ?? []);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/**
 * Writes a file of the cache: `write` gets a temporary path, writes the file there and resolves with the final path.
 * Resolves with the final path, or with undefined if the file could not be written.
 */
async function keep(folder: string, write: (to: string) => Promise<string>): Promise<string | undefined> {
  const beside = halfPath(folder);
  try {
    privateFolder(folder);
    const path = await write(beside);
    // The rename is atomic. Another run that writes this index at the same time writes the same content.
    try {
      renameSync(beside, path);
    } catch (error) {
      // Windows does not replace a file that another program has open.
      if (!existsSync(path)) throw error;
      forget(beside);
    }
    return path;
  } catch {
    // The next run tries again.
    forget(beside);
    return undefined;
  } finally {
    forgetOldest(folder);
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

/** Deletes the least recently used indexes, those of older versions, and half-written files of killed runs. */
function forgetOldest(folder: string): void {
  const files = filesIn(folder);
  for (const { path } of files.filter((file) => file.path.endsWith(halfEnding) && file.used < Date.now() - day))
    forget(path);
  for (const kind of [ending, seenEnding, labelsEnding, mentionsEnding, ...olderEndings]) {
    const oldestFirst = files.filter(({ path }) => path.endsWith(kind)).sort((a, b) => a.used - b.used);
    for (const { path } of oldestFirst.slice(0, olderEndings.includes(kind) ? undefined : -mostKept)) forget(path);
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
