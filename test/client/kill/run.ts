/** Kills a process at every step of every operation, and its recovery at every step of that: `npm run kills`. Names of operations try only those. */
import { availableParallelism } from "node:os";
import { world } from "../service.ts";
import { courses, endAtEveryStep } from "./everyStep.ts";
import { openKiller } from "./killer.ts";

const wanted = process.argv.slice(2);
const queue = courses.filter(({ name, operation }) => wanted.length === 0 || wanted.includes(name) || wanted.includes(operation));
await using killer = await openKiller();
let wrong = 0;

async function work(): Promise<void> {
  await using w = await world();
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const begun = performance.now();
    try {
      const { steps, kills, recoveryKills, slowest } = await endAtEveryStep(w, killer.in(w), next);
      console.log(`${next.name}: ${steps} steps, killed ${kills} times, its recovery ${recoveryKills} times, the slowest recovery ${Math.round(slowest)} ms; ${Math.round((performance.now() - begun) / 1000)} s`);
    } catch (error) {
      wrong += 1;
      console.log(error instanceof Error ? error.message : String(error));
    }
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, work));
process.exitCode = wrong > 0 ? 1 : 0;
