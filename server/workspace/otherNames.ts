/** Files that have more than one name: what is told of one name is true of all. */
import { readlink, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";

/**
 * Whether a file lies behind a link, or in a folder that does, or has several names on the disk. Of one that is not
 * there, whether it is a link.
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

/** Whether two names are of one file, which need not be there any more. */
export async function isSameFile(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([identityOf(one), identityOf(other)]);
  return first === second;
}

/** Links that are followed, one behind the other. */
const mostLinks = 40;

/** Of a file that is not there: its place in its folder, behind links that lead to nothing. */
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
