/** Files that survive a crash and a power cut, for what must be written down before a call leaves. */
import { randomUUID } from "node:crypto";
import { open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { privateFolder } from "./private.ts";
import { diskProblem } from "./diskProblem.ts";

/** Milliseconds: nobody writes one file for so long. */
const longestWriting = 3_600_000;

/**
 * Written beside its place, synced and renamed: a crash leaves the old file or the new one. What else it leaves is
 * swept away later. The folder need not be there. Where it rejects, the old file is there, or the new one where only
 * its last sync failed.
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

/** A file that need not be there. Resolves once it is gone for good. */
export async function removeFile(folder: string, name: string): Promise<void> {
  try {
    await patiently(() => rm(join(folder, name), { force: true }));
    await syncFolder(folder);
  } catch (error) {
    if (!isMissing(error)) throw diskProblem(error, folder);
  }
}

/** Windows refuses to replace or remove a file that a virus scanner has open for a moment. */
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

/** Makes a rename or a removal survive a power cut, where the system can sync a folder; Windows cannot. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  await using handle = await open(folder, "r");
  await handle.sync();
}

interface JsonFile {
  readonly name: string;
  readonly path: string;
  /** undefined where the file is there and the system does not give it. Whether it is JSON is for the caller to see. */
  readonly json: string | undefined;
}

/**
 * The JSON files in a folder, which need not be there. One that goes meanwhile is left out, and one that cannot be read
 * keeps nobody from the others.
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

/** Names of the JSON files in a folder, which need not be there. What was left half written is removed. */
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
 * Half written, and so long ago that nobody is at it: it was to become a file whose place still holds the old one, or
 * nothing.
 */
async function isLeft(path: string): Promise<boolean> {
  try {
    return (await stat(path)).mtimeMs < Date.now() - longestWriting;
  } catch {
    // It became the file that it was to become, or cannot be looked at.
    return false;
  }
}

/** Half a file that cannot be removed is in nobody's way: the next one who looks tries again. */
async function sweep(path: string): Promise<void> {
  try {
    await rm(path, { force: true });
  } catch {
    return;
  }
}
