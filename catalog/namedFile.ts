/** Checks whether a file named in a request file may be sent with the request, as far as the disk shows. */
import { lstatSync, realpathSync, statSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import { isInside, openFileWithin } from "../disk/index.ts";
import type { OpenedFile } from "../disk/index.ts";
import { l10n, pathMistake } from "../language/index.ts";
import type { NamedFile, RequestFile } from "../language/index.ts";

interface NamedFileOptions {
  /** Absolute path of the request file: the names in it are relative to its folder. */
  readonly request: string;
  /** Absolute. Files outside of this folder are never looked at. */
  readonly root: string;
}

/**
 * Describes a request file of this kind. The files that it names are checked by `look`, for example `lookAtNamedFile`.
 */
export async function openRequestFile(kind: string, look: RequestFile["file"]): Promise<RequestFile> {
  return (await import("./requestFile.ts")).requestFileOf(kind, look, l10n.contents());
}

/** In code units: longer than any real path. The work of a check grows with the number of folders in the path. */
const longestPath = 1024;

/**
 * Looks at the file named `path`, which has / between its folders. Reads only the beginning of the file. Never throws.
 */
export function lookAtNamedFile(path: string, { request, root }: NamedFileOptions): NamedFile {
  if (path.length > longestPath || pathMistake(path) !== null) return { state: "unknown" };
  const file = namedPath(path, request);
  if (!isInside(root, file)) return { state: "outside" };
  try {
    const [realRoot, realFile] = [realpathSync.native(root), realpathSync.native(file)];
    if (!isInside(realRoot, realFile)) return { state: "outside" };
    const stats = statSync(realFile);
    if (!stats.isFile()) return { state: stats.isDirectory() ? "folder" : "unknown" };
    const opened = openFileWithin(realFile, { realRoot });
    if (typeof opened === "string") return { state: opened === "outside" ? "outside" : "unknown" };
    using found = opened;
    return { state: "file", bytes: found.size, isPdf: beginsAsPdf(found) };
  } catch (error) {
    return { state: (error as NodeJS.ErrnoException).code === "ENOENT" && !mayBeLink(file) ? "absent" : "unknown" };
  }
}

/** Returns the absolute path of a file that a request names. */
export function namedPath(path: string, request: string): string {
  return resolve(dirname(request), path.split("/").join(sep));
}

/** PDF readers look for the mark in the first 1024 bytes. */
function beginsAsPdf(file: OpenedFile): boolean {
  const start = Buffer.alloc(1024);
  return start.subarray(0, file.fill(start)).includes("%PDF-");
}

/** Whether the path is a link to a missing file. If the system refuses to say, returns true. */
function mayBeLink(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch {
    return true;
  }
}
