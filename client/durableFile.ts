/** Files that survive a crash and a power cut, for what must be written down before a call leaves. */
import { randomUUID } from "node:crypto";
import { open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** Of this process; another one may have had its number. */
const session = randomUUID();
let written = 0;

/** Written beside its place, synced and renamed: a crash leaves the old file or the new one. What else it leaves is swept away later. */
export async function replaceFile(folder: string, name: string, content: string): Promise<void> {
  written += 1;
  const temporary = join(folder, `${name}.${process.pid}.${session}.${written}.tmp`);
  try {
    await using file = await open(temporary, "wx", 0o600);
    await file.writeFile(content);
    await file.sync();
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await renameOver(temporary, join(folder, name));
  await syncFolder(folder);
}

/** Windows refuses to replace a file that a virus scanner has open for a moment. */
async function renameOver(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await rename(from, to);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (attempt === 10 || (code !== "EPERM" && code !== "EBUSY" && code !== "EACCES")) throw error;
      await wait(attempt * 20);
    }
  }
}

/** Makes a rename or a removal survive a power cut, where the system can sync a folder; Windows cannot. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  await using handle = await open(folder, "r");
  await handle.sync();
}

export interface JsonFile {
  readonly name: string;
  readonly path: string;
  /** undefined where the file is there and the system does not give it. Whether it is JSON is for the caller to see. */
  readonly json: string | undefined;
}

/** The JSON files in a folder, which need not be there. One that goes meanwhile is left out, and one that cannot be read keeps nobody from the others. */
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

/** Names of the JSON files in a folder, which need not be there. What processes that ended left half written is removed. */
export async function jsonFilesIn(folder: string): Promise<readonly string[]> {
  const names = await namesIn(folder);
  for (const name of names) if (isLeft(name)) await rm(join(folder, name), { force: true });
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

/** Half written by a process that is gone. It was to become a file whose place still holds the old one, or nothing. */
function isLeft(name: string): boolean {
  const [, pid, writer] = /\.(\d+)\.([^.]+)\.\d+\.tmp$/.exec(name) ?? [];
  return pid !== undefined && writer !== session && (Number(pid) === process.pid || !isProcess(Number(pid)));
}

/** Whether there is a process with this number. */
export function isProcess(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
