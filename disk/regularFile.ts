/**
 * The one reader of files that may come from anywhere: from a workspace, or named by the user. It reads only regular
 * files, up to a size, and none outside of a folder, whether directly or through a link. It never blocks on a pipe, and
 * follows no link that is put in place while it reads.
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
  /** Absolute. Without it, links are followed wherever they lead: for files that the user named. */
  readonly root?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Opens a regular file for reading, without blocking on anything else. */
export const openToRead = constants.O_RDONLY | constants.O_NONBLOCK;
const openNoLink = openToRead | constants.O_NOFOLLOW;

/** Reads the file at an absolute path. Rejects with the system's errors, and when cancelled. */
export async function readFileWithin(path: string, { largest, root, signal }: ReadingLimits): Promise<Buffer | Unread> {
  signal?.throwIfAborted();
  if (root !== undefined && !isInside(root, path)) return "outside";
  const [file, realRoot] = root === undefined ? [path, undefined] : await Promise.all([realpath(path), realpath(root)]);
  if (realRoot !== undefined && !isInside(realRoot, file)) return "outside";
  // A link that has replaced the file meanwhile is not followed.
  const handle = await open(file, root === undefined ? openToRead : openNoLink);
  try {
    // Nor is one that has replaced a folder of its path.
    if (realRoot !== undefined && !isInside(realRoot, (await placeOf(handle, file)) ?? realRoot)) return "outside";
    const stats = await handle.stat();
    if (!stats.isFile()) return "irregular";
    return stats.size > largest ? "large" : await readUpTo(handle, { expected: stats.size, largest, signal });
  } finally {
    await handle.close();
  }
}

/** A file with size 0 may still have content, and a file may grow. */
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
  /** In bytes, when it was opened. */
  readonly size: number;
  /** Fills the buffer as far as the file goes, and returns how many bytes were read; the next call continues there. */
  fill(buffer: Buffer): number;
}

/**
 * The same synchronously, for a program that has nothing else to do. `realRoot` has no links in it; with it, the last
 * name of `path` must not be a link. Throws the system's errors.
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

/** Whether the path is inside the folder, by its name. */
export function isInside(root: string, path: string): boolean {
  const inside = relative(root, path);
  return inside !== "" && inside !== ".." && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}
