/** Long work lets other requests have their turn. */
import { setImmediate as breathe } from "node:timers/promises";

interface Turn {
  /** Whether others have waited long enough. */
  isOver(): boolean;
  /** Lets them have their turn. Rejects where the work was cancelled meanwhile. */
  pass(): Promise<void>;
}

/** `slice`: milliseconds of work after which others have their turn. */
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
