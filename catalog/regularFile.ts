/** Reads and writes text files that may come from anywhere, and says why where it refuses. */
import { randomUUID } from "node:crypto";
import type { Stats } from "node:fs";
import { lstat, open, realpath, rename, rm, writeFile } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { holdFolder, isInside, openToRead, readFileWithin } from "../disk/index.ts";
import type { ReadingLimits, Unread } from "../disk/index.ts";
import { l10n } from "../language/index.ts";

export { isInside, openToRead } from "../disk/index.ts";

/** Bytes. */
export const largestSample = 4 * 1024 * 1024;
export const largestBaseline = 16 * 1024 * 1024;
export const largestText = 4 * 1024 * 1024;

export type Reading =
  /** A byte order mark is left out. */
  | { readonly state: "read"; readonly content: string }
  /** A zero byte is near its beginning. */
  | { readonly state: "binary" }
  | { readonly state: "absent" }
  /** Why it is not read, to be said in parentheses. */
  | { readonly state: "refused"; readonly why: string };

/** To be said in parentheses. */
const noRegularFile = (): string => l10n.t("it is no regular file");

/**
 * For a file that the person named. Rejects where it cannot be opened, and where it is a pipe, a device or a folder:
 * nothing waits for those.
 */
export async function openRegular(path: string): Promise<FileHandle> {
  const handle = await open(path, openToRead);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new Error(noRegularFile());
}

/** To be said in parentheses, as why a file is not read. */
export function largerThan(bytes: number): string {
  return l10n.t("it is larger than {0}", bytes < 1024 * 1024 ? `${bytes / 1024} KB` : `${bytes / 1024 / 1024} MB`);
}

/** `path` is absolute. Rejects only when cancelled. */
export async function readRegular(path: string, options: ReadingLimits): Promise<Reading> {
  try {
    return await read(path, options);
  } catch (error) {
    options.signal?.throwIfAborted();
    const { code, message } = error as NodeJS.ErrnoException;
    if ((code === "ENOENT" || code === "ENOTDIR") && !(await isLink(path))) return { state: "absent" };
    return { state: "refused", why: code ?? message };
  }
}

async function read(path: string, options: ReadingLimits): Promise<Reading> {
  const bytes = await readFileWithin(path, options);
  if (typeof bytes === "string") return { state: "refused", why: whyUnread(bytes, options) };
  return bytes.subarray(0, 8192).includes(0)
    ? { state: "binary" }
    : { state: "read", content: new TextDecoder().decode(bytes) };
}

/** To be said in parentheses. */
export function whyUnread(why: Unread, { largest }: Pick<ReadingLimits, "largest">): string {
  switch (why) {
    case "outside":
      return l10n.t("it lies outside of its folder, itself or what it is a link to");
    case "irregular":
      return noRegularFile();
    case "large":
      return largerThan(largest);
  }
}

/**
 * Why this file may not be written, to be said in parentheses; undefined where nothing is in the way. `root` and `path`
 * are absolute.
 */
export async function whyNotWritten(root: string, path: string): Promise<string | undefined> {
  if (!isInside(root, path)) return l10n.t("it lies outside of its folder");
  let place = root;
  const names = relative(root, path).split(sep);
  for (const [index, name] of names.entries()) {
    place = join(place, name);
    const stats = await statsOf(place);
    if (stats instanceof Error) return stats.code ?? stats.message;
    if (stats?.isSymbolicLink()) return behindLink();
    if (stats === undefined) return undefined;
    if (index === names.length - 1 && !stats.isFile()) return noRegularFile();
  }
  return undefined;
}

const behindLink = (): string => l10n.t("it is a link, or a folder that it lies in is");

/** undefined where there is nothing. */
async function statsOf(path: string): Promise<Stats | undefined | NodeJS.ErrnoException> {
  return lstat(path).catch((error: NodeJS.ErrnoException) => (error.code === "ENOENT" ? undefined : error));
}

/**
 * Writes the whole file or nothing, also where the program is ended meanwhile. Why it is not written, to be said in
 * parentheses; undefined where it is.
 */
export async function writeInside(root: string, path: string, content: string): Promise<string | undefined> {
  const why = await whyNotWritten(root, path);
  if (why !== undefined) return why;
  try {
    await using folder = await holdFolder(join(await realpath(root), relative(root, dirname(path))));
    return folder === undefined ? behindLink() : await writeIn(folder.path, { root, path, content });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? (error as Error).message;
  }
}

async function writeIn(
  folder: string,
  { root, path, content }: { readonly root: string; readonly path: string; readonly content: string },
): Promise<string | undefined> {
  const file = join(folder, basename(path));
  const beside = `${file}.${randomUUID()}.tmp`;
  try {
    const before = await lstat(file).catch(() => undefined);
    // What is written here is no program.
    await writeFile(beside, content, { flag: "wx", ...(before === undefined ? {} : { mode: before.mode & 0o666 }) });
    // A folder on the way may have become a link meanwhile.
    const why = await whyNotWritten(root, path);
    if (why === undefined) await rename(beside, file);
    else await rm(beside, { force: true });
    return why;
  } catch (error) {
    // Somebody else's file of that name stays.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") await rm(beside, { force: true });
    throw error;
  }
}

/** A link that leads nowhere is no file that is still to come. */
async function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  );
}
