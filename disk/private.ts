/**
 * Folders, files and databases of ours, which nobody but their owner may read or write. It does not matter which
 * program comes first, or what is there already: an open mode of what belongs to the user is repaired. Windows keeps no
 * modes; there the user's profile protects them.
 */
import { chmodSync, closeSync, lstatSync, mkdirSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { DatabaseSyncOptions } from "node:sqlite";

/** What SQLite keeps beside a database. */
const besideDatabases = ["-wal", "-shm", "-journal"] as const;

/** Makes the folder, and those above it that are missing. Throws where it is not there afterwards. */
export function privateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  makePrivate(path);
}

/** Opens a database, or makes one. Throws as `DatabaseSync` does. */
export function privateDatabase(path: string, options: DatabaseSyncOptions = {}): DatabaseSync {
  create(path);
  for (const each of ["", ...besideDatabases]) makePrivate(path + each);
  return new DatabaseSync(path, options);
}

/** A file of ours that is there. */
export function makePrivate(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isSymbolicLink() || (found.mode & 0o077) === 0 || found.uid !== process.getuid?.())
    return;
  try {
    chmodSync(path, found.mode & 0o700);
  } catch {
    // Some file systems keep no modes, or take no changes at the moment. What is written there is no less needed.
    return;
  }
}

/**
 * An empty file that SQLite finds. One that is there is not opened: to close it would give back the locks that this
 * process holds on it.
 */
function create(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch {
    // It is there. Of any other reason SQLite is to speak, when it opens the file.
    return;
  }
}
