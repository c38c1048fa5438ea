/**
 * A lock between the windows of one user: an empty SQLite file that one of them locks. The system releases the lock
 * when the process ends, however it ends, so there are no stale locks to wait for or to take over.
 */
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { privateDatabase, privateFolder } from "./private.ts";
import { diskProblem } from "./diskProblem.ts";

/**
 * In milliseconds: how long to wait for a lock that nobody else takes. The wait is needed because a call of `isHeld` in
 * another process may block the lock briefly.
 */
const patience = 5000;

/** In milliseconds. `isHeld` reads the file for less than this. */
const aMoment = 100;

/**
 * Runs `work` while no other caller holds the same path, in this process or another. Waits for the lock until `signal`
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

/** Locks a path that nobody else locks. The lock is held until it is disposed of or this process ends. */
export function holdFileLock(path: string): Disposable {
  const held = take(path, patience);
  if (held === undefined) throw new Error(`Somebody else holds ${path}.`);
  return held;
}

/**
 * Returns the lock, which is held until it is disposed of; undefined if the lock is held elsewhere. Waits at most
 * `aMoment`.
 */
export function tryFileLock(path: string): Disposable | undefined {
  return take(path, aMoment);
}

/** Whether the lock is held, in this process or another. Throws if the system cannot tell. */
export function isHeld(path: string): boolean {
  try {
    using file = new DatabaseSync(path, { readOnly: true, timeout: 0 });
    file.prepare("PRAGMA schema_version").get();
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    // The lock was never held, or its file was removed.
    if (!existsSync(path)) return false;
    throw error;
  }
}

/** Returns undefined while the lock is held elsewhere. */
function take(path: string, timeout = 0): Disposable | undefined {
  let file: DatabaseSync | undefined;
  try {
    privateFolder(dirname(path));
    file = privateDatabase(path, { timeout });
    // SQLite's journal is in memory, so that a killed process leaves no second file.
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
