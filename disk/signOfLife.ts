/**
 * Which windows are at work in a folder that they share: each holds a file there locked, whose name says which it is.
 * The number of a process would say nothing, because another one may have it by now.
 */
import { randomUUID } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { holdFileLock, isHeld } from "./fileLock.ts";

/** A window, which is at work until it is disposed of or its process ends. */
interface SignOfLife extends Disposable {
  /** This window, as the names of its files say it. */
  readonly session: string;
  /**
   * Before the first of them. What windows left that are gone is removed; what cannot be is in nobody's way. Throws
   * where the disk takes no lock.
   */
  begin(): Promise<void>;
  /** A window of which the system does not say whether it is at work may be. */
  isAlive(session: string): boolean;
}

const ending = ".alive";

/** Milliseconds: a window that is just starting has not locked its file yet. */
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
