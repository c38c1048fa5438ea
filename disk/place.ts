/** Finds where an open file or folder really is: names on its path may have changed since they were checked. */
import { lstat, open, readlink, realpath } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { constants, fstatSync, lstatSync, readlinkSync, realpathSync } from "node:fs";

/**
 * Resolves with the absolute path, without links, of a file that was opened by `path`. On Linux, the system reports the
 * path of the handle. On other systems, `path` is resolved again: if it now leads to something else, resolves with
 * undefined. That check misses a name that was changed and changed back.
 */
export async function placeOf(handle: FileHandle, path: string): Promise<string | undefined> {
  const known = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined);
  if (known !== undefined) return known;
  const real = await realpath(path);
  const [opened, there] = await Promise.all([handle.stat({ bigint: true }), lstat(real, { bigint: true })]);
  return opened.dev === there.dev && opened.ino === there.ino ? real : undefined;
}

/** Returns what `placeOf` resolves with, for a file descriptor. */
export function placeOfSync(descriptor: number, path: string): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    const real = realpathSync.native(path);
    const [opened, there] = [fstatSync(descriptor, { bigint: true }), lstatSync(real, { bigint: true })];
    return opened.dev === there.dev && opened.ino === there.ino ? real : undefined;
  }
}

interface HeldFolder extends AsyncDisposable {
  /** A path to the folder. On Linux, it still reaches the folder even if the original path now leads elsewhere. */
  readonly path: string;
}

/**
 * Opens a folder; `path` has no links. On Linux, the folder is then reached by its handle, on other systems by its
 * path. On Linux, resolves with undefined if a link on `path` now leads to another folder, and rejects if the folder
 * cannot be opened.
 */
export async function holdFolder(path: string): Promise<HeldFolder | undefined> {
  if (process.platform !== "linux") return { path, [Symbol.asyncDispose]: () => Promise.resolve() };
  const handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  if ((await placeOf(handle, path)) === path)
    return { path: `/proc/self/fd/${handle.fd}`, [Symbol.asyncDispose]: () => handle.close() };
  await handle.close();
  return undefined;
}
