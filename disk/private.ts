/**
 * Folders, files and databases of this extension, which only their owner may read or write. It does not matter which
 * program created them: if the mode of one of the user's own files is too open, the mode is corrected. Windows has no
 * modes; there, the user's profile protects them.
 */
import { chmodSync, closeSync, lstatSync, mkdirSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { DatabaseSyncOptions } from "node:sqlite";

/** The files that SQLite keeps beside a database. */
const besideDatabases = ["-wal", "-shm", "-journal"] as const;

/** Creates the folder and its missing ancestors. Throws if the folder does not exist afterwards. */
export function privateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  makePrivate(path);
}

/** Opens a database, or creates one. Throws as `DatabaseSync` does. */
export function privateDatabase(path: string, options: DatabaseSyncOptions = {}): DatabaseSync {
  create(path);
  for (const each of ["", ...besideDatabases]) makePrivate(path + each);
  return new DatabaseSync(path, options);
}

/** Removes the access of others to an existing file of this extension. */
export function makePrivate(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isSymbolicLink() || (found.mode & 0o077) === 0 || found.uid !== process.getuid?.())
    return;
  try {
    chmodSync(path, found.mode & 0o700);
  } catch {
    // Some file systems have no modes, or refuse to change them. The file is used anyway.
    return;
  }
}

/**
 * Creates an empty file for SQLite. An existing file is not opened: closing it would release the locks that this
 * process holds on it.
 */
function create(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch {
    // The file exists. Any other error is reported by SQLite when it opens the file.
    return;
  }
}
