/**
 * Checks that work takes time in proportion to its size. Nothing here is a number of seconds: work of a large size is
 * compared with an equal amount in small sizes, and the small sizes with counting, all by CPU time in the same run. A
 * slow machine is slow at all of it.
 */
import assert from "node:assert/strict";

/** How many small sizes equal the large one. Quadratic work takes this many times longer for the large one. */
const larger = 16;
/** The limit for the large size, in multiples of an equal amount of work in small sizes. */
const most = 5;
/**
 * The limit for the work in small sizes, in units: ten times what any work takes. Anything slower waits for something.
 */
const mostUnits = 1_000;
/** Work that takes less, in units, is compared as if it took this much: warming up and cleaning up are part of it. */
const leastUnits = 2;
/** How often both are measured at most: the fastest time contains the least of everything else. */
const tries = 5;

/** Counts the CPU time of this thread and its helpers, in any unit. */
export type Clock = () => number;

const processor: Clock = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/** Runs `work` with this size and with a larger one. */
export function assertLinear(what: string, size: number, work: (size: number) => void, clock: Clock = processor): void {
  const timeOf = (measured: () => void): number => {
    const begun = clock();
    measured();
    return clock() - begun;
  };
  const few = (): void => {
    for (let done = 0; done < larger; done += 1) work(size);
  };
  let [unit, small, large] = [Infinity, Infinity, Infinity];
  const isLinear = (): boolean => large < Math.max(small, leastUnits * unit) * most;
  work(size);
  for (let tried = 0; tried < tries && !(isLinear() && small < mostUnits * unit); tried += 1) {
    // If the small sizes are slow by chance, the large one would pass; a full garbage collection in a long test run
    // takes longer than either.
    for (let again = 0; again < 3; again += 1) {
      unit = Math.min(unit, Math.max(timeOf(count), 1));
      small = Math.min(small, timeOf(few));
      large = Math.min(
        large,
        timeOf(() => work(size * larger)),
      );
    }
  }
  const [apart, together] = [small / unit, large / unit].map((units) => units.toFixed(1));
  const words = `${what}: ${larger} times ${size} takes ${apart} times as long as to count, ${size * larger} at once ${together}`;
  assert.ok(small < mostUnits * unit, words);
  assert.ok(isLinear(), words);
}

/** Receives the count, so that counting is not optimized away. */
let counted = 0;

/** About a millisecond on a current machine. */
function count(): void {
  for (let step = 0; step < 1_000_000; step += 1) counted = Math.imul(counted ^ step, 16_777_619);
}
