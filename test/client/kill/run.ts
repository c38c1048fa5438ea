/**
 * Kills a process at every step of every operation, and its recovery at every step of that: `npm run kills`. Names of operations try only those. The
 * steps of an operation are shared out among parts, each with a sandbox of its own, so that what is left of the earlier ones slows nothing down.
 */
import { availableParallelism } from "node:os";
import { world } from "../service.ts";
import { courses, endAtEveryStep, type Report } from "./everyStep.ts";
import { openKiller } from "./killer.ts";

const parts = 16;

const wanted = process.argv.slice(2);
await using killer = await openKiller();
let wrong = 0;
const runs = courses.filter(({ name, operation }) => wanted.length === 0 || wanted.includes(name) || wanted.includes(operation))
  .map((course) => ({ course, walked: new Set<string>(), reports: [] as Report[], left: parts, begun: 0 }));
const queue = runs.flatMap((run) => Array.from({ length: parts }, (_, part) => ({ run, first: part + 1 })));

async function work(): Promise<void> {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { run, first } = next;
    run.begun ||= performance.now();
    await using w = await world();
    try {
      run.reports.push(await endAtEveryStep(w, killer.in(w), run.course, { every: parts, first, walked: run.walked }));
    } catch (error) {
      wrong += 1;
      console.log(error instanceof Error ? error.stack : String(error));
    }
    run.left -= 1;
    if (run.left === 0) tell(run);
  }
}

function tell({ course, reports, begun }: typeof runs[number]): void {
  const sum = (of: "kills" | "recoveryKills"): number => reports.reduce((all, report) => all + report[of], 0);
  const largest = (of: "steps" | "slowest"): number => Math.max(0, ...reports.map((report) => Math.round(report[of])));
  console.log(`${course.name}: ${largest("steps")} steps, killed ${sum("kills")} times, its recovery ${sum("recoveryKills")} times, ${parts - reports.length} of ${parts} parts wrong, the slowest recovery ${largest("slowest")} ms; ${Math.round((performance.now() - begun) / 1000)} s`);
}

await Promise.all(Array.from({ length: availableParallelism() + 1 }, work));
process.exitCode = wrong > 0 ? 1 : 0;
