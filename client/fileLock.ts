/** A lock between the windows of one user: a file that exists while one of them is at work. A crashed holder's file is taken over. */
import { mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** Milliseconds after which a holder is taken for dead even where its process id is in use again. */
const longestHold = 5 * 60_000;

/** Runs `work` while no other process holds the same path. Waits for its turn until `signal` aborts. */
export async function withFileLock<T>(path: string, work: () => Promise<T>, options: { readonly signal?: AbortSignal }): Promise<T> {
  await mkdir(dirname(path), { recursive: true });
  while (!await take(path)) {
    await removeIfStale(path);
    await wait(50, undefined, { signal: options.signal });
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function take(path: string): Promise<boolean> {
  try {
    await using file = await open(path, "wx");
    await file.writeFile(String(process.pid));
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

async function removeIfStale(path: string): Promise<void> {
  try {
    const [holder, { mtimeMs }] = await Promise.all([readFile(path, "utf8"), stat(path)]);
    if (Date.now() - mtimeMs < longestHold && (holder === "" || isAlive(Number(holder)))) return;
    // Two waiters may see the same dead holder: only one of them can rename the file away.
    const aside = `${path}.${process.pid}.stale`;
    await rename(path, aside);
    await rm(aside, { force: true });
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}
