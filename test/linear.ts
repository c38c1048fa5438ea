/** Whether work takes time in proportion to its size, by the time of the processor: what else the machine does hardly changes it. */
import assert from "node:assert/strict";

/** How much larger the large one is. Quadratic work takes the square of it as long. */
const larger = 16;
/** What work of the large one may take, in times of the small one. */
const most = larger * 5;
/** Milliseconds that the small one may take: thousands of times as long as it does. */
const mostOfSmall = 2_000;

/** How often work is done at most: the fastest time is that with the least of everything else. */
const tries = 3;

/** `work` of a size that takes a millisecond or more; it is done with that size and with a larger one. */
export function assertLinear(what: string, size: number, work: (size: number) => void): void {
  const small = Math.min(...Array.from({ length: tries }, () => timeOf(() => work(size))));
  assert.ok(small < mostOfSmall, `${what}: ${size} takes ${small} ms`);
  const limit = Math.max(small, 0.5) * most;
  let large = Infinity;
  for (let tried = 0; tried < tries && large >= limit; tried += 1) large = Math.min(large, timeOf(() => work(size * larger)));
  assert.ok(large < limit, `${what}: ${size} takes ${small} ms, ${size * larger} takes ${large} ms`);
}

/** Milliseconds of the processor. */
function timeOf(work: () => void): number {
  const begun = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}
