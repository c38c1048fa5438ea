/** Finds where an open file or folder really is: names on its path may have changed since they were checked. */
import { lstat, open, readlink, realpath } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { constants, fstatSync, lstatSync, readlinkSync, realpathSync } from "node:fs";

/**
 * Resolves with the absolute path, without links, of the open file that was opened by `path`; undefined if something
 * else is there by now. Linux reports the path of the handle. Elsewhere the names are resolved again, which misses a
 * name that was changed and changed back between two checks.
 */
export async function placeOf(handle: FileHandle, path: string): Promise<string | undefined> {
  const known = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined);
  if (known !== undefined) return known;
  const real = await realpath(path);
  const [opened, there] = await Promise.all([handle.stat({ bigint: true }), lstat(real, { bigint: true })]);
  return opened.dev === there.dev && opened.ino === there.ino ? real : undefined;
}

/** The same for a descriptor. */
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
  /** A path that reaches the folder, wherever its own path leads by now. */
  readonly path: string;
}

/**
 * Opens a folder, whose `path` has no links. On Linux it is then reached by its handle, elsewhere by its path. Resolves
 * with undefined if it is somewhere else. Rejects if it cannot be opened.
 */
export async function holdFolder(path: string): Promise<HeldFolder | undefined> {
  if (process.platform !== "linux") return { path, [Symbol.asyncDispose]: () => Promise.resolve() };
  const handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  if ((await placeOf(handle, path)) === path)
    return { path: `/proc/self/fd/${handle.fd}`, [Symbol.asyncDispose]: () => handle.close() };
  await handle.close();
  return undefined;
}
