/** Reads and writes text files that may come from anywhere, and gives the reason if it refuses a file. */
import { randomUUID } from "node:crypto";
import type { Stats } from "node:fs";
import { lstat, open, realpath, rename, rm, writeFile } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { holdFolder, isInside, openToRead, readFileWithin } from "../disk/index.ts";
import type { ReadingLimits, Unread } from "../disk/index.ts";
import { l10n } from "../language/index.ts";

export { isInside, openToRead } from "../disk/index.ts";

/** In bytes. */
export const largestSample = 4 * 1024 * 1024;
export const largestBaseline = 16 * 1024 * 1024;
export const largestText = 4 * 1024 * 1024;

export type Reading =
  /** Without its byte order mark. */
  | { readonly state: "read"; readonly content: string }
  /** The file has a zero byte in its first 8192 bytes. */
  | { readonly state: "binary" }
  | { readonly state: "absent" }
  /** The reason, for use in parentheses. */
  | { readonly state: "refused"; readonly why: string };

/** For use in parentheses. */
const noRegularFile = (): string => l10n.t("it is not a regular file");

/**
 * Opens a file that the user named. Rejects if it cannot be opened, or if it is a pipe, a device or a folder: reading
 * those could block.
 */
export async function openRegular(path: string): Promise<FileHandle> {
  const handle = await open(path, openToRead);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new Error(noRegularFile());
}

/** A reason for not reading a file, for use in parentheses. */
export function largerThan(bytes: number): string {
  return l10n.t("it is larger than {0}", bytes < 1024 * 1024 ? `${bytes / 1024} KB` : `${bytes / 1024 / 1024} MB`);
}

/** Reads the file at an absolute path. Rejects only when cancelled. */
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

/** For use in parentheses. */
export function whyUnread(why: Unread, { largest }: Pick<ReadingLimits, "largest">): string {
  switch (why) {
    case "outside":
      return l10n.t("it, or what it links to, lies outside of the allowed folder");
    case "irregular":
      return noRegularFile();
    case "large":
      return largerThan(largest);
  }
}

/**
 * Resolves with the reason why this file must not be written, for use in parentheses; undefined if it may be written.
 * `root` and `path` are absolute.
 */
export async function whyNotWritten(root: string, path: string): Promise<string | undefined> {
  if (!isInside(root, path)) return l10n.t("it lies outside of the allowed folder");
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

const behindLink = (): string => l10n.t("it is a link, or lies in a folder that is a link");

/** Resolves with undefined if nothing exists there. */
async function statsOf(path: string): Promise<Stats | undefined | NodeJS.ErrnoException> {
  return lstat(path).catch((error: NodeJS.ErrnoException) => (error.code === "ENOENT" ? undefined : error));
}

/**
 * Writes the whole file or nothing, even if the program is killed while it writes. Resolves with the reason why the
 * file was not written, for use in parentheses; undefined if it was written.
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
    // The file keeps its permissions, except that it is no longer executable.
    await writeFile(beside, content, { flag: "wx", ...(before === undefined ? {} : { mode: before.mode & 0o666 }) });
    // A folder in the path may have become a link since the first check.
    const why = await whyNotWritten(root, path);
    if (why === undefined) await rename(beside, file);
    else await rm(beside, { force: true });
    return why;
  } catch (error) {
    // EEXIST: another program's file has this name, and must stay.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") await rm(beside, { force: true });
    throw error;
  }
}

/** Whether the path is a link. A dangling link is not the same as a file that does not exist yet. */
async function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  );
}
