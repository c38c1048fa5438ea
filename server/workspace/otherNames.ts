/** Files with more than one name: an event about one name holds for all of them. */
import { readlink, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";

/**
 * Returns whether the file may have another name: its path contains a link, or the file has several names on the disk.
 * For a missing file, returns whether its path is a link.
 */
export async function hasOtherNames(path: string): Promise<boolean> {
  try {
    const [real, { nlink }] = await Promise.all([realpath(path), stat(path)]);
    return real !== path || nlink > 1;
  } catch {
    return readlink(path).then(
      () => true,
      () => false,
    );
  }
}

/** Returns whether two names belong to one file, which may no longer exist. */
export async function isSameFile(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([identityOf(one), identityOf(other)]);
  return first === second;
}

/** The largest number of links to follow in succession. */
const mostLinks = 40;

/**
 * Returns the file's identity. For a missing file, this is the identity of its folder with the file's name; broken
 * links are followed first.
 */
async function identityOf(path: string, links = 0): Promise<string> {
  try {
    const { dev, ino } = await stat(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    const folder = dirname(path);
    const target = links < mostLinks ? await readlink(path).catch(() => undefined) : undefined;
    if (target !== undefined) return identityOf(resolve(await realpath(folder).catch(() => folder), target), links + 1);
    return folder === path ? path : join(await identityOf(folder, links), basename(path));
  }
}
