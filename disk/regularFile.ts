/**
 * The one reader of files that may come from anywhere: of a workspace, or named by somebody. It reads regular files
 * alone, up to a size, and none outside of a folder, itself or what it is a link to. It waits for no pipe, and no link
 * leads it away that is put there while it reads.
 */
import { constants, closeSync, fstatSync, openSync, readSync } from "node:fs";
import { open, realpath } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { isAbsolute, relative, sep } from "node:path";
import { placeOf, placeOfSync } from "./place.ts";

/** Why a file is not read that the system would have given. */
export type Unread = "outside" | "irregular" | "large";

export interface ReadingLimits {
  /** Bytes. */
  readonly largest: number;
  /** Absolute. Without it, links are followed wherever they lead: for files that the person named. */
  readonly root?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Opens for reading what is a regular file, and comes back at once from what is not. */
export const openToRead = constants.O_RDONLY | constants.O_NONBLOCK;
const openNoLink = openToRead | constants.O_NOFOLLOW;

/** `path` is absolute. Rejects as the system does where it gives no file, and when cancelled. */
export async function readFileWithin(path: string, { largest, root, signal }: ReadingLimits): Promise<Buffer | Unread> {
  signal?.throwIfAborted();
  if (root !== undefined && !isInside(root, path)) return "outside";
  const [file, realRoot] = root === undefined ? [path, undefined] : await Promise.all([realpath(path), realpath(root)]);
  if (realRoot !== undefined && !isInside(realRoot, file)) return "outside";
  // A link that took the file's place meanwhile is not followed.
  const handle = await open(file, root === undefined ? openToRead : openNoLink);
  try {
    // Nor is one that took the place of a folder on the way.
    if (realRoot !== undefined && !isInside(realRoot, (await placeOf(handle, file)) ?? realRoot)) return "outside";
    const stats = await handle.stat();
    if (!stats.isFile()) return "irregular";
    return stats.size > largest ? "large" : await readUpTo(handle, { expected: stats.size, largest, signal });
  } finally {
    await handle.close();
  }
}

/** One that says to be empty may still hold something, and one may grow. */
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

/** An open file of which some bytes are read; it is closed at the end of the scope. */
export interface OpenedFile extends Disposable {
  /** Bytes, when it was opened. */
  readonly size: number;
  /** Fills the buffer as far as the file goes. What is read is told; the next call reads on. */
  fill(buffer: Buffer): number;
}

/**
 * The same without waiting, for a program that has nothing else to do. `realRoot` is without links; with it, the last
 * name in `path` may be none. Throws as the system does.
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

/** Whether the path lies below the folder, by its name. */
export function isInside(root: string, path: string): boolean {
  const inside = relative(root, path);
  return inside !== "" && inside !== ".." && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}
