/** Files that have more than one name: what is told of one name is true of all. */
import { realpath, stat } from "node:fs/promises";

/** Whether a file lies behind a link, or in a folder that does, or has several names on the disk. Not of one that is not there. */
export async function hasOtherNames(path: string): Promise<boolean> {
  try {
    const [real, { nlink }] = await Promise.all([realpath(path), stat(path)]);
    return real !== path || nlink > 1;
  } catch {
    return false;
  }
}

/** Whether two names are of one file, or both of none. */
export async function isSameFile(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([identityOf(one), identityOf(other)]);
  return first === second;
}

async function identityOf(path: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}
