/**
 * A lock between the windows of one user: an empty SQLite file that one of them holds. The system gives it back when
 * its holder ends, however it ends, so that nothing is ever waited for or taken over from the dead.
 */
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { privateDatabase, privateFolder } from "./private.ts";
import { diskProblem } from "./diskProblem.ts";

/**
 * Milliseconds for which a lock that nobody else may want is waited for: somebody is just asking whether it is held.
 */
const patience = 5000;

/** Milliseconds. Who asks whether a lock is held reads its file for less than this. */
const aMoment = 100;

/**
 * Runs `work` while nobody else holds the same path, in this process or another. Waits for its turn until `signal`
 * aborts.
 */
export async function withFileLock<T>(
  path: string,
  work: () => Promise<T>,
  options: { readonly signal?: AbortSignal },
): Promise<T> {
  let held = take(path);
  while (held === undefined) {
    await wait(50, undefined, { signal: options.signal });
    held = take(path);
  }
  try {
    return await work();
  } finally {
    held[Symbol.dispose]();
  }
}

/** Holds a path that is nobody else's until it is disposed of, or this process ends. */
export function holdFileLock(path: string): Disposable {
  const held = take(path, patience);
  if (held === undefined) throw new Error(`Somebody else holds ${path}.`);
  return held;
}

/** As `withFileLock`, without waiting: undefined while somebody else holds the same path, until it is disposed of. */
export function tryFileLock(path: string): Disposable | undefined {
  return take(path, aMoment);
}

/** Whether anybody holds it, in this process or another. Throws where the system does not say. */
export function isHeld(path: string): boolean {
  try {
    using file = new DatabaseSync(path, { readOnly: true, timeout: 0 });
    file.prepare("PRAGMA schema_version").get();
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    // Nobody has held it yet, or it was tidied up.
    if (!existsSync(path)) return false;
    throw error;
  }
}

/** undefined while somebody else holds it. */
function take(path: string, timeout = 0): Disposable | undefined {
  let file: DatabaseSync | undefined;
  try {
    privateFolder(dirname(path));
    file = privateDatabase(path, { timeout });
    // In memory, so that a killed holder leaves no second file.
    file.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return file;
  } catch (error) {
    file?.close();
    if (isBusy(error)) return undefined;
    throw diskProblem(error, dirname(path));
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === busy;
}

/** SQLITE_BUSY. */
const busy = 5;
