/**
 * The files that a check reads: named ones, and everything in named folders, one after the other. Read synchronously: there is nothing else
 * to do meanwhile, and for many small files the promises of `node:fs/promises` take longer than the reading.
 */
import { closeSync, type Dirent, openSync, readdirSync, readFileSync, readSync, statSync, type Stats } from "node:fs";
import { join, sep } from "node:path";
import { Problem } from "./problem.ts";

export interface InputFile {
  readonly path: string;
  /** null: a binary file. A byte order mark is left out. */
  readonly content: string | null;
}

/** In the order of the paths; folders sorted by name, without `node_modules`, `.git` and links. Throws Problem for a path that is not there. */
export function* readInputs(
  paths: readonly string[],
  options: { readonly skip: (path: string) => boolean; readonly unreadable: (message: string) => void },
): Generator<InputFile, void, undefined> {
  for (const path of paths) {
    if (statOf(path).isDirectory()) yield* readFolder(path, options);
    else if (!options.skip(path)) yield readInput(path);
  }
}

function statOf(path: string): Stats {
  try {
    return statSync(path);
  } catch (cause) {
    throw problem(path, cause);
  }
}

function* readFolder(folder: string, options: Parameters<typeof readInputs>[1]): Generator<InputFile, void, undefined> {
  const entries = orTell(() => entriesOf(folder), options) ?? [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== "node_modules" && entry.name !== ".git") yield* readFolder(path, options);
    if (!entry.isFile() || options.skip(path)) continue;
    const input = orTell(() => readInput(path), options);
    if (input !== undefined) yield input;
  }
}

/** What lies in a folder may be unreadable: that is told, and the check goes on. */
function orTell<T>(read: () => T, { unreadable }: Parameters<typeof readInputs>[1]): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    unreadable(error.message);
    return undefined;
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (cause) {
    throw problem(folder, cause);
  }
}

/** Whole files mostly fit; where one does not, the rest is read behind it. */
const buffer = Buffer.alloc(65_536);
/** A zero byte up to here tells a binary file. */
const head = 8192;

function readInput(path: string): InputFile {
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    let length = 0;
    for (let read = -1; read !== 0 && length < buffer.length; length += read) read = readSync(file, buffer, length, buffer.length - length, null);
    const begin = buffer.subarray(0, length);
    if (begin.subarray(0, head).includes(0)) return { path, content: null };
    return { path, content: decode(length < buffer.length ? begin : Buffer.concat([begin, readFileSync(file)])) };
  } catch (cause) {
    throw problem(path, cause);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** What is no UTF-8 becomes U+FFFD; a byte order mark is left out. */
export function decode(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

function problem(path: string, cause: unknown): Problem {
  return new Problem(`${path} ${reason(cause as NodeJS.ErrnoException)}.`, { cause });
}

function reason(error: NodeJS.ErrnoException): string {
  if (error.code === "ENOENT") return "does not exist";
  if (error.code === "EACCES" || error.code === "EPERM") return "may not be read";
  return `cannot be read (${error.code ?? error.message})`;
}

/** The same name on every machine. */
export function reportedName(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}
