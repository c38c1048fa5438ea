/**
 * Lists and reads the files of a check: named files, and everything in named folders. Works synchronously: the check
 * has nothing else to do while it reads, and with many small files, the promises of `node:fs/promises` take longer than
 * the reading.
 */
import { isUtf8 } from "node:buffer";
import { readdirSync, realpathSync, statSync } from "node:fs";
import type { Dirent, Stats } from "node:fs";
import { join, relative, sep } from "node:path";
import { largestText, whyUnread } from "../catalog/index.ts";
import { openFileWithin } from "../disk/index.ts";
import type { OpenedFile, Unread } from "../disk/index.ts";
import { Problem, shownName } from "./problem.ts";

export interface InputFile {
  readonly path: string;
  /** null for a binary file. A byte order mark is left out. */
  readonly content: string | null;
}

/** A file that has not been read yet. */
export interface ListedFile {
  readonly path: string;
  /** The named folder in which it was found; absent if the file itself was named. */
  readonly root?: Root;
}

interface Root {
  /** As the author named it. */
  readonly path: string;
  /** Absolute, with links resolved. */
  readonly real: string;
}

export interface Reading {
  readonly skip: (path: string) => boolean;
  /** Receives what cannot be read in a folder, as a sentence. */
  readonly unreadable: (message: string) => void;
}

/**
 * Yields files in the order of the paths. The contents of a folder are sorted by name; `node_modules`, `.git`, links,
 * pipes and devices are left out. A link that is itself a named path is followed. Throws Problem if a path does not
 * exist, or is neither file nor folder. Yields undefined for everything that it skips, so that the caller can pause or
 * cancel there too.
 */
export function* listInputs(
  paths: readonly string[],
  reading: Reading,
): Generator<ListedFile | undefined, void, undefined> {
  for (const path of paths) {
    if (statOf(path).isDirectory()) yield* listFolder(path, { path, real: realPathOf(path) }, reading);
    else yield reading.skip(path) ? undefined : { path };
  }
}

/**
 * If a file from a named folder cannot be read, reports it and returns undefined. Throws Problem if a named file cannot
 * be read.
 */
export function readListed({ path, root }: ListedFile, reading: Pick<Reading, "unreadable">): InputFile | undefined {
  return root === undefined ? readInput(path) : orTell(() => readInput(path, root.real), reading);
}

/** Lists and reads each file before it looks for the next one. */
export function* readInputs(
  paths: readonly string[],
  reading: Reading,
): Generator<InputFile | undefined, void, undefined> {
  for (const listed of listInputs(paths, reading)) yield listed && readListed(listed, reading);
}

/** Returns the absolute path of the file, with links resolved. */
export function realPathOfListed({ path, root }: ListedFile): string {
  return root === undefined ? realPathOf(path) : join(root.real, relative(root.path, path));
}

function statOf(path: string): Stats {
  try {
    return statSync(path);
  } catch (cause) {
    throw problem(path, cause);
  }
}

function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (cause) {
    throw problem(path, cause);
  }
}

/** Anybody may have put files into the folder, so links in it are not followed. */
function* listFolder(folder: string, root: Root, reading: Reading): Generator<ListedFile | undefined, void, undefined> {
  const entries = orTell(() => entriesOf(folder, reading), reading) ?? [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== "node_modules" && entry.name !== ".git")
      yield* listFolder(path, root, reading);
    yield entry.isFile() && !reading.skip(path) ? { path, root } : undefined;
  }
}

/** If something in a folder cannot be read, reports that and returns undefined, so that the check continues. */
function orTell<T>(read: () => T, { unreadable }: Pick<Reading, "unreadable">): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    unreadable(error.message);
    return undefined;
  }
}

function entriesOf(
  folder: string,
  { unreadable }: Pick<Reading, "unreadable">,
): Pick<Dirent, "name" | "isFile" | "isDirectory">[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    if (!entries.some(({ name }) => name.includes(replacement))) return entries;
    const exact = readdirSync(folder, { withFileTypes: true, encoding: "buffer" });
    return exact.flatMap((entry) => {
      const [name, isFile, isDirectory] = [entry.name.toString(), entry.isFile(), entry.isDirectory()];
      if (isUtf8(entry.name)) return [{ name, isFile: () => isFile, isDirectory: () => isDirectory }];
      if (isFile || isDirectory) unreadable(`${shownName(join(folder, name))} cannot be read (its name is not UTF-8).`);
      return [];
    });
  } catch (cause) {
    throw problem(folder, cause);
  }
}

/** Large enough for most files. A larger file is read into `large`, which has room for every allowed size. */
const buffer = Buffer.alloc(65_536);
/**
 * Allocated when first needed. This buffer is one byte longer than the limit, to detect a file that grows over the
 * limit while it is read.
 */
let large: Buffer | undefined;
/** A file with a zero byte in its first `head` bytes is binary. */
const head = 8192;

/**
 * `realRoot`: the folder that must contain the file, with links resolved. If a link has replaced the file or a folder
 * of its path since the file was listed, the link is not followed.
 */
function readInput(path: string, realRoot?: string): InputFile {
  try {
    using file = openedFile(path, realRoot);
    if (file.size > largestText) throw unread(path, "large");
    const begin = buffer.subarray(0, file.fill(buffer));
    if (begin.subarray(0, head).includes(0)) return { path, content: null };
    if (begin.length < buffer.length) return { path, content: decode(begin) };
    large ??= Buffer.alloc(largestText + 1);
    const length = begin.copy(large) + file.fill(large.subarray(begin.length));
    if (length > largestText) throw unread(path, "large");
    return { path, content: decode(large.subarray(0, length)) };
  } catch (cause) {
    throw cause instanceof Problem ? cause : problem(path, cause);
  }
}

function openedFile(path: string, realRoot: string | undefined): OpenedFile {
  const file = openFileWithin(path, { realRoot });
  if (typeof file === "string") throw unread(path, file);
  return file;
}

function unread(path: string, why: Unread): Problem {
  return new Problem(`${shownName(path)} cannot be read (${whyUnread(why, { largest: largestText })}).`);
}

/** Decodes UTF-8. Invalid bytes become U+FFFD; a byte order mark is left out. */
export function decode(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

function problem(path: string, cause: unknown): Problem {
  const isStrange = path.includes(replacement) && (cause as NodeJS.ErrnoException).code === "ENOENT";
  return new Problem(
    `${shownName(path)} ${isStrange ? "does not exist, or its name is not UTF-8" : reason(cause as NodeJS.ErrnoException)}.`,
    { cause },
  );
}

function reason(error: NodeJS.ErrnoException): string {
  if (error.code === "ENOENT") return "does not exist";
  if (error.code === "EACCES" || error.code === "EPERM") return "cannot be read (permission denied)";
  return `cannot be read (${error.code ?? error.message})`;
}

/** If bytes of a name are not UTF-8, Node puts this character in their place. */
const replacement = "\uFFFD";

/** Returns the name with forward slashes, the same on every machine. */
export function reportedName(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}
