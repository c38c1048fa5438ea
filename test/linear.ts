/**
 * Checks that work takes time in proportion to its size, without any limit in seconds. Work of a large size is compared
 * with an equal amount of work in small sizes, and work in small sizes is compared with counting. All times are
 * measured in the same run, so that a slow machine is equally slow at all of them.
 */
import assert from "node:assert/strict";

/**
 * How many small sizes equal the large size. Quadratic work of the large size takes this many times longer than the
 * same amount in small sizes.
 */
const larger = 16;
/** The limit for the large size, in multiples of an equal amount of work in small sizes. */
const most = 5;
/**
 * The limit for the work in small sizes, in multiples of the time of `count`. Real work takes at most a tenth of the
 * limit. A wait that uses no CPU time is not detected.
 */
const mostUnits = 1_000;
/**
 * The shortest time that is compared, in multiples of the time that `count` takes. Shorter work is treated as if it
 * took this long, because warming up and cleaning up are part of the time.
 */
const leastUnits = 2;
/** The largest number of measurements. The fastest time counts, because it includes the least other work. */
const tries = 20;

/** Returns the time so far, in any unit. */
export type Clock = () => number;

/**
 * The clocks, in microseconds. CPU time includes the threads of the garbage collector, which can work during all tries
 * while the heap is large. Elapsed time includes waiting for a core. The smaller of the two is closer to the time of
 * the work.
 */
const clocks: readonly Clock[] = [
  () => {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
  () => performance.now() * 1_000,
];

/** Runs `work` with this size and with a larger size, and asserts that its time grows in proportion. */
export function assertLinear(what: string, size: number, work: (size: number) => void, by = clocks): void {
  const timeOf = (measured: () => void): number => {
    const begun = by.map((clock) => clock());
    measured();
    return Math.min(...by.map((clock, index) => clock() - (begun[index] ?? 0)));
  };
  let [unit, small, large] = [Infinity, Infinity, Infinity];
  const isLinear = (): boolean => large < Math.max(small, leastUnits * unit) * most;
  work(size);
  for (let tried = 0; tried < tries && !(isLinear() && small < mostUnits * unit); tried += 1) {
    for (let again = 0; again < 3; again += 1) unit = Math.min(unit, Math.max(timeOf(count), 1));
    // Counts every small run as if it took as long as the fastest one. If the time of a garbage collection counted for
    // the small runs, quadratic work could pass.
    for (let done = 0; done < larger; done += 1) small = Math.min(small, larger * timeOf(() => work(size)));
    large = Math.min(
      large,
      timeOf(() => work(size * larger)),
    );
  }
  const [apart, together] = [small / unit, large / unit].map((units) => units.toFixed(1));
  const words = `${what}: ${larger} times ${size} takes ${apart} times as long as to count, ${size * larger} at once ${together}`;
  assert.ok(small < mostUnits * unit, words);
  assert.ok(isLinear(), words);
}

/** Receives the result of `count`, so that counting is not optimized away. */
let counted = 0;

/** Counts for about a millisecond on a current machine: the unit of time. */
function count(): void {
  for (let step = 0; step < 1_000_000; step += 1) counted = Math.imul(counted ^ step, 16_777_619);
}
