/** The files that a check reads: named ones, and everything in named folders, one after the other. */
import { open, readdir, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { Problem } from "./problem.ts";

export interface InputFile {
  readonly path: string;
  /** null: a binary file. A byte order mark is left out. */
  readonly content: string | null;
}

/** In the order of the paths; folders sorted by name, without `node_modules`, `.git` and links. Throws Problem for a path that is not there. */
export async function* readInputs(
  paths: readonly string[],
  options: { readonly skip: (path: string) => boolean; readonly unreadable: (message: string) => void; readonly signal: AbortSignal },
): AsyncGenerator<InputFile> {
  for (const path of paths) {
    const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
      throw new Problem(`${path} ${reason(cause)}.`, { cause });
    });
    if (found.isDirectory()) yield* readFolder(path, options);
    else if (!options.skip(path)) yield await readInput(path);
  }
}

async function* readFolder(folder: string, options: Parameters<typeof readInputs>[1]): AsyncGenerator<InputFile> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    options.unreadable(`${folder} ${reason(error)}.`);
    return [];
  });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    options.signal.throwIfAborted();
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== "node_modules" && entry.name !== ".git") yield* readFolder(path, options);
    if (!entry.isFile() || options.skip(path)) continue;
    const input = await readInput(path).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      options.unreadable(error.message);
    });
    if (input !== undefined) yield input;
  }
}

const headBytes = 8192;

async function readInput(path: string): Promise<InputFile> {
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes);
    const head = buffer.subarray(0, bytesRead);
    if (head.includes(0)) return { path, content: null };
    return { path, content: new TextDecoder().decode(Buffer.concat([head, await file.readFile()])) };
  } catch (cause) {
    throw new Problem(`${path} ${reason(cause as NodeJS.ErrnoException)}.`, { cause });
  }
}

function reason(error: NodeJS.ErrnoException): string {
  if (error.code === "ENOENT") return "does not exist";
  if (error.code === "EACCES" || error.code === "EPERM") return "may not be read";
  return `cannot be read (${error.code ?? error.message})`;
}

/** The same name on every machine. */
export function reportedName(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}
