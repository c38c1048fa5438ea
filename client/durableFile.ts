/** Files that survive a crash and a power cut, for what must be written down before a call leaves. */
import { randomUUID } from "node:crypto";
import { open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** Written beside its place, synced and renamed: a crash leaves the old file or the new one. */
export async function replaceFile(folder: string, name: string, content: string): Promise<void> {
  const temporary = join(folder, `${name}.${randomUUID()}.tmp`);
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

/** Names of the JSON files in a folder, which need not be there. */
export async function jsonFilesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith(".json"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
