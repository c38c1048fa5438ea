/**
 * Whether work takes time in proportion to its size. Nothing here is a number of seconds: work of a large size is
 * compared with as much work of a small one, and that with counting, all by the time of the processor in the same run.
 * A slow machine is slow at all of it.
 */
import assert from "node:assert/strict";

/**
 * How many small ones are as much work as the large one. Of quadratic work, the large one takes as many times as long
 * as those.
 */
const larger = 16;
/** What the large one may take, in times of as much work in small ones. */
const most = 5;
/**
 * What as much work in small ones may take, in units: ten times what any does. What takes longer waits for something.
 */
const mostUnits = 1_000;
/** What takes less, in units, is compared as if it took as much: warming up and cleaning away have their part in it. */
const leastUnits = 2;
/** How often both are measured at most: the fastest time is that with the least of everything else. */
const tries = 5;

/** Counts in the time of the processor, in whatever unit, all that this thread and its helpers did. */
export type Clock = () => number;

const processor: Clock = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/** `work` of a size is done with that size and with a larger one. */
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
    // What the small ones take too long by chance would let the large one through, and a collection of the whole memory
    // of a long test run takes longer than either.
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

/** Where the count goes, so that it is done. */
let counted = 0;

/** About a millisecond on a machine of these years. */
function count(): void {
  for (let step = 0; step < 1_000_000; step += 1) counted = Math.imul(counted ^ step, 16_777_619);
}
