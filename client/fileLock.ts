/**
 * A lock between the windows of one user: an empty SQLite file that one of them holds. The system gives it back when its holder ends, however it
 * ends, so that nothing is ever waited for or taken over from the dead.
 */
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";

/** Runs `work` while nobody else holds the same path, in this process or another. Waits for its turn until `signal` aborts. */
export async function withFileLock<T>(path: string, work: () => Promise<T>, options: { readonly signal?: AbortSignal }): Promise<T> {
  await mkdir(dirname(path), { recursive: true });
  let held = take(path);
  while (held === undefined) {
    await wait(50, undefined, { signal: options.signal });
    held = take(path);
  }
  try {
    return await work();
  } finally {
    held.close();
  }
}

/** undefined while somebody else holds it. Closing gives it back. */
function take(path: string): DatabaseSync | undefined {
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    file.exec("BEGIN EXCLUSIVE");
    return file;
  } catch (error) {
    file.close();
    if (error instanceof Error && "errcode" in error && error.errcode === busy) return undefined;
    throw error;
  }
}

/** SQLITE_BUSY. */
const busy = 5;
