/** Lets long work yield to other requests. */
import { setImmediate as breathe } from "node:timers/promises";

interface Turn {
  /** Returns whether other requests have waited long enough. */
  isOver(): boolean;
  /** Yields to other requests. Rejects if the work was cancelled. */
  pass(): Promise<void>;
}

/** `slice`: milliseconds of work before other requests get their turn. */
export function newTurn({ signal }: { readonly signal?: AbortSignal }, slice = 10): Turn {
  let begun = performance.now();
  return {
    isOver: () => performance.now() - begun > slice,
    async pass() {
      await breathe();
      signal?.throwIfAborted();
      begun = performance.now();
    },
  };
}
