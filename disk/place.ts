/** Where an open file or folder lies in truth: names on the way to it may have changed since they were looked at. */
import { lstat, open, readlink, realpath } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { constants, fstatSync, lstatSync, readlinkSync, realpathSync } from "node:fs";

/**
 * Absolute path of what is open, which was opened by `path`, without any link; undefined where something else has its
 * place by now. Linux says it of the handle. Elsewhere the names are asked again, and who changes them between two
 * questions and changes them back is not seen.
 */
export async function placeOf(handle: FileHandle, path: string): Promise<string | undefined> {
  const known = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined);
  if (known !== undefined) return known;
  const real = await realpath(path);
  const [opened, there] = await Promise.all([handle.stat({ bigint: true }), lstat(real, { bigint: true })]);
  return opened.dev === there.dev && opened.ino === there.ino ? real : undefined;
}

/** The same of a descriptor. */
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
  /** By this path the folder is reached, wherever its own path leads by now. */
  readonly path: string;
}

/**
 * The folder, which `path` names without any link, open: Linux reaches it by its handle. Elsewhere it is reached by its
 * path. undefined where it lies somewhere else. Rejects where it cannot be opened.
 */
export async function holdFolder(path: string): Promise<HeldFolder | undefined> {
  if (process.platform !== "linux") return { path, [Symbol.asyncDispose]: () => Promise.resolve() };
  const handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  if ((await placeOf(handle, path)) === path)
    return { path: `/proc/self/fd/${handle.fd}`, [Symbol.asyncDispose]: () => handle.close() };
  await handle.close();
  return undefined;
}
