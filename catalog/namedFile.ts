/** A file that a request file names: whether it may go out with the request, as far as a look at it tells. */
import { lstatSync, realpathSync, statSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import { isInside, openFileWithin } from "../disk/index.ts";
import type { OpenedFile } from "../disk/index.ts";
import { l10n, pathMistake } from "../language/index.ts";
import type { NamedFile, RequestFile } from "../language/index.ts";

interface NamedFileOptions {
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

/** Absolute path of what a request names. */
export function namedPath(path: string, request: string): string {
  return resolve(dirname(request), path.split("/").join(sep));
}

/** Readers of PDFs look for the mark in the first 1024 bytes. */
function beginsAsPdf(file: OpenedFile): boolean {
  const start = Buffer.alloc(1024);
  return start.subarray(0, file.fill(start)).includes("%PDF-");
}

/** A link that leads nowhere, or one of which the system does not tell. */
function mayBeLink(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch {
    return true;
  }
}
