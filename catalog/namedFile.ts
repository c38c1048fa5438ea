/** A file that a request file names: whether it may go out with the request, as far as a look at it tells. */
import { closeSync, lstatSync, openSync, readSync, realpathSync, statSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import { l10n, pathMistake, type NamedFile, type RequestFile } from "../language/index.ts";
import { isInside, openToRead } from "./regularFile.ts";

export interface NamedFileOptions {
  /** Absolute path of the request file: what it names is looked for in its folder. */
  readonly request: string;
  /** Absolute. No file outside of this folder is looked at. */
  readonly root: string;
}

/** What is known of a request file of this kind; what it names is looked at by `lookAtNamedFile`, or as `look` says. */
export async function openRequestFile(kind: string, look: RequestFile["file"]): Promise<RequestFile> {
  return (await import("./requestFile.ts")).requestFileOf(kind, look, l10n.contents());
}

/** Units: longer than the path of any file that people name. The work of a look grows with its folders. */
const longestPath = 1024;

/** `path` has / between its folders. Of the file itself only the beginning is read. Never throws. */
export function lookAtNamedFile(path: string, { request, root }: NamedFileOptions): NamedFile {
  if (path.length > longestPath || pathMistake(path) !== null) return { state: "unknown" };
  const file = namedPath(path, request);
  if (!isInside(root, file)) return { state: "outside" };
  try {
    if (!isInside(realpathSync.native(root), realpathSync.native(file))) return { state: "outside" };
    const stats = statSync(file);
    if (stats.isDirectory()) return { state: "folder" };
    return stats.isFile() ? { state: "file", bytes: stats.size, isPdf: beginsAsPdf(file) } : { state: "unknown" };
  } catch (error) {
    return { state: (error as NodeJS.ErrnoException).code === "ENOENT" && !mayBeLink(file) ? "absent" : "unknown" };
  }
}

/** Absolute path of what a request names. */
export function namedPath(path: string, request: string): string {
  return resolve(dirname(request), path.split("/").join(sep));
}

/** Readers of PDFs look for the mark in the first 1024 bytes. */
function beginsAsPdf(file: string): boolean {
  const start = Buffer.alloc(1024);
  const handle = openSync(file, openToRead);
  try {
    return start.subarray(0, readSync(handle, start)).includes("%PDF-");
  } finally {
    closeSync(handle);
  }
}

/** A link that leads nowhere, or one of which the system does not tell. */
function mayBeLink(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch {
    return true;
  }
}
