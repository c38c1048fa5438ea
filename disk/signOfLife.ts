/**
 * Tracks which windows are running in a folder that they share: each window holds a lock on its own file in that
 * folder, and the name of the file contains the window's id. A process id would prove nothing, because another process
 * may have the same id by now.
 */
import { randomUUID } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { holdFileLock, isHeld } from "./fileLock.ts";

/** A window, which counts as running until it is disposed of or its process ends. */
interface SignOfLife extends Disposable {
  /** The id of this window, as in the names of its files. */
  readonly session: string;
  /**
   * Call it before you write the window's first file. Also removes files of closed windows, if possible. Throws if the
   * disk allows no lock.
   */
  begin(): Promise<void>;
  /** Whether a window is running. Also true if the system cannot tell. */
  isAlive(session: string): boolean;
}

const ending = ".alive";

/** In milliseconds: a younger file may belong to a window that is starting and has not locked it yet. */
const longestStart = 3_600_000;

export function openSignOfLife(folder: string): SignOfLife {
  const session = randomUUID();
  let life: Disposable | undefined;
  return {
    session,
    async begin() {
      if (life !== undefined) return;
      life = holdFileLock(join(folder, session + ending));
      try {
        for (const name of await readdir(folder)) {
          const path = join(folder, name);
          if (!name.endsWith(ending) || isHeld(path)) continue;
          if ((await stat(path)).mtimeMs < Date.now() - longestStart) await rm(path, { force: true });
        }
      } catch {
        return;
      }
    },
    isAlive(other) {
      try {
        return isHeld(join(folder, other + ending));
      } catch {
        return true;
      }
    },
    [Symbol.dispose]() {
      life?.[Symbol.dispose]();
      life = undefined;
    },
  };
}
