/**
 * The one reader of files that may come from anywhere: from a workspace, or named by the user. It reads only regular
 * files up to a given size. If a folder is given, it reads only files inside that folder, and refuses links that lead
 * out of the folder. It never blocks on a pipe. Even a link that replaces a file or folder during the reading cannot
 * lead out of the given folder.
 */
import { constants, closeSync, fstatSync, openSync, readSync } from "node:fs";
import { open, realpath } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { isAbsolute, relative, sep } from "node:path";
import { placeOf, placeOfSync } from "./place.ts";

/** Why a readable file is refused. */
export type Unread = "outside" | "irregular" | "large";

export interface ReadingLimits {
  /** In bytes. */
  readonly largest: number;
  /**
   * The absolute path of the folder that the file has to be in. Leave it out for files that the user named: links are
   * then followed, wherever they lead.
   */
  readonly root?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Flags that open a regular file for reading. If the path is anything else, such as a pipe, opening never blocks. */
export const openToRead = constants.O_RDONLY | constants.O_NONBLOCK;
const openNoLink = openToRead | constants.O_NOFOLLOW;

/** Reads the file at an absolute path. Rejects with the system's errors, and when cancelled. */
export async function readFileWithin(path: string, { largest, root, signal }: ReadingLimits): Promise<Buffer | Unread> {
  signal?.throwIfAborted();
  if (root !== undefined && !isInside(root, path)) return "outside";
  const [file, realRoot] = root === undefined ? [path, undefined] : await Promise.all([realpath(path), realpath(root)]);
  if (realRoot !== undefined && !isInside(realRoot, file)) return "outside";
  // A link that has replaced the file since the check is not followed.
  const handle = await open(file, root === undefined ? openToRead : openNoLink);
  try {
    // A link may have replaced a folder of the path since the check. The file is refused if it is now outside.
    if (realRoot !== undefined && !isInside(realRoot, (await placeOf(handle, file)) ?? realRoot)) return "outside";
    const stats = await handle.stat();
    if (!stats.isFile()) return "irregular";
    return stats.size > largest ? "large" : await readUpTo(handle, { expected: stats.size, largest, signal });
  } finally {
    await handle.close();
  }
}

/** Reads to the end, not up to the size of the file: a file with size 0 may still have content, and a file may grow. */
async function readUpTo(
  handle: FileHandle,
  { expected, largest, signal }: ReadingLimits & { readonly expected: number },
): Promise<Buffer | "large"> {
  const pieces: Buffer[] = [];
  let length = 0;
  for (let size = expected + 1; length <= largest; size = Math.min(65_536, largest + 1 - length)) {
    signal?.throwIfAborted();
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(size), 0, size);
    if (bytesRead === 0) return Buffer.concat(pieces);
    pieces.push(buffer.subarray(0, bytesRead));
    length += bytesRead;
  }
  return "large";
}

/** An open file that is read in part; closed at the end of the scope. */
export interface OpenedFile extends Disposable {
  /** In bytes, at the time when the file was opened. */
  readonly size: number;
  /**
   * Fills the buffer as far as the file goes, and returns how many bytes were read. The next call continues after them.
   */
  fill(buffer: Buffer): number;
}

/**
 * Opens a file synchronously, for a program that has nothing else to do. `realRoot` is the folder that the file has to
 * be in, as a path without links. If it is given, the last name of `path` must not be a link. Throws the system's
 * errors.
 */
export function openFileWithin(
  path: string,
  { realRoot }: { readonly realRoot?: string | undefined },
): OpenedFile | Exclude<Unread, "large"> {
  const file = openSync(path, realRoot === undefined ? openToRead : openNoLink);
  let opened: OpenedFile | Exclude<Unread, "large"> = "outside";
  try {
    if (realRoot === undefined || isInside(realRoot, placeOfSync(file, path) ?? realRoot)) {
      const stats = fstatSync(file);
      const dispose = (): void => closeSync(file);
      opened = stats.isFile()
        ? { size: stats.size, fill: (into) => fill(file, into), [Symbol.dispose]: dispose }
        : "irregular";
    }
    return opened;
  } finally {
    if (typeof opened === "string") closeSync(file);
  }
}

function fill(file: number, buffer: Buffer): number {
  let length = 0;
  for (let read = -1; read !== 0 && length < buffer.length; length += read) {
    read = readSync(file, buffer, length, buffer.length - length, null);
  }
  return length;
}

/** Whether the path is inside the folder, judged by the names alone. Links are not resolved. */
export function isInside(root: string, path: string): boolean {
  const inside = relative(root, path);
  return inside !== "" && inside !== ".." && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}
