/** Lets signals such as Ctrl-C take effect during long work that never waits. */
import { setImmediate } from "node:timers/promises";

/** Code units to check before yielding to the event loop, and the fixed cost of each file in code units. */
const [unitsAtOnce, unitsOfFile] = [1_000_000, 5_000];

/**
 * Returns a function to call for every file, with its content. Now and then it yields to the event loop, so that Ctrl-C
 * takes effect. It rejects after Ctrl-C.
 */
export function breather(signal: AbortSignal): (content?: string) => Promise<void> {
  let done = 0;
  return async (content = "") => {
    done += unitsOfFile + content.length;
    if (done < unitsAtOnce) return;
    done = 0;
    await setImmediate(undefined, { signal });
  };
}
