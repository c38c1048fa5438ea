/** Files that survive a crash and a power cut, for records that must be on disk before a request is sent. */
import { randomUUID } from "node:crypto";
import { open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { privateFolder } from "./private.ts";
import { diskProblem } from "./diskProblem.ts";

/** In milliseconds: writing one file never takes this long. */
const longestWriting = 3_600_000;

/**
 * Writes a file under a temporary name, syncs and renames it. A crash leaves either the old file or the new one.
 * Temporary files that a crash leaves are removed later. Creates the folder if it is missing. If `replaceFile` rejects,
 * the old file is still there, unless only the last sync failed: then the new file is there.
 */
export async function replaceFile(folder: string, name: string, content: string): Promise<void> {
  const temporary = join(folder, `${name}.${randomUUID()}.tmp`);
  try {
    privateFolder(folder);
    await writeNew(temporary, content);
    await patiently(() => rename(temporary, join(folder, name)));
    await syncFolder(folder);
  } catch (error) {
    await sweep(temporary);
    throw diskProblem(error, folder);
  }
}

async function writeNew(path: string, content: string): Promise<void> {
  await using file = await open(path, "wx", 0o600);
  await file.writeFile(content);
  await file.sync();
}

/** Removes a file, if it exists. Resolves once the removal survives a power cut. */
export async function removeFile(folder: string, name: string): Promise<void> {
  try {
    await patiently(() => rm(join(folder, name), { force: true }));
    await syncFolder(folder);
  } catch (error) {
    if (!isMissing(error)) throw diskProblem(error, folder);
  }
}

/** Retries: Windows refuses to replace or remove a file while a virus scanner has it open. */
async function patiently(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (attempt === 10 || (code !== "EPERM" && code !== "EBUSY" && code !== "EACCES")) throw error;
      await wait(attempt * 20);
    }
  }
}

/** Makes a rename or a removal survive a power cut, if the system can sync a folder; Windows cannot. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  await using handle = await open(folder, "r");
  await handle.sync();
}

interface JsonFile {
  readonly name: string;
  readonly path: string;
  /** undefined if the file exists but cannot be read. Callers have to check whether the text is valid JSON. */
  readonly json: string | undefined;
}

/**
 * Reads the JSON files in a folder, which need not exist. A file that disappears during the reading is left out. A file
 * that cannot be read does not affect the others.
 */
export async function readJsonFiles(folder: string): Promise<readonly JsonFile[]> {
  const files: JsonFile[] = [];
  for (const name of await jsonFilesIn(folder)) {
    const path = join(folder, name);
    try {
      files.push({ name, path, json: await readFile(path, "utf8") });
    } catch (error) {
      if (!isMissing(error)) files.push({ name, path, json: undefined });
    }
  }
  return files;
}

/**
 * Returns the names of the JSON files in a folder, which need not exist. Removes half-written files that were left
 * behind.
 */
export async function jsonFilesIn(folder: string): Promise<readonly string[]> {
  const names = await namesIn(folder);
  for (const name of names)
    if (name.endsWith(".tmp") && (await isLeft(join(folder, name)))) await sweep(join(folder, name));
  return names.filter((name) => name.endsWith(".json"));
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/**
 * Whether a half-written file is so old that its writer is gone. Removing it loses nothing: the file was never renamed
 * to its final name.
 */
async function isLeft(path: string): Promise<boolean> {
  try {
    return (await stat(path)).mtimeMs < Date.now() - longestWriting;
  } catch {
    // The file was renamed in the meantime, or its age cannot be read.
    return false;
  }
}

/** Ignores a half-written file that cannot be removed: the next caller tries again. */
async function sweep(path: string): Promise<void> {
  try {
    await rm(path, { force: true });
  } catch {
    return;
  }
}
