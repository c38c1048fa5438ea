/**
 * Kills a process at every step of every operation, and its recovery at every step of that: `npm run kills`. Names of operations try only those. The
 * steps of an operation are shared out among parts, each with a sandbox of its own, and several of them are at work at the same time.
 */
import { world } from "../service.ts";
import { courses, endAtEveryStep, type Report } from "./everyStep.ts";
import { openKiller } from "./killer.ts";

const parts = 24, lanes = 12;

const wanted = process.argv.slice(2);
await using killer = await openKiller();
let wrong = 0;

for (const course of courses) {
  if (wanted.length > 0 && !wanted.includes(course.name)) continue;
  const begun = performance.now();
  const walked = new Set<string>();
  const reports: Report[] = [];
  let part = 0;
  await Promise.all(Array.from({ length: lanes }, async () => {
    while (part < parts) {
      part += 1;
      const first = part;
      await using w = await world();
      using ender = killer.in(w);
      try {
        reports.push(await endAtEveryStep(w, ender, course, { every: parts, first, walked }));
      } catch (error) {
        wrong += 1;
        console.log(error instanceof Error ? error.stack : String(error));
      }
    }
  }));
  const sum = (of: "kills" | "recoveryKills" | "missed"): number => reports.reduce((all, report) => all + report[of], 0);
  console.log(`${course.name}: ${Math.max(0, ...reports.map(({ steps }) => steps))} steps, killed ${sum("kills")} times, its recovery ${sum("recoveryKills")} times, ${sum("missed")} steps not met, ${parts - reports.length} of ${parts} parts wrong; ${Math.round((performance.now() - begun) / 1000)} s`);
}

process.exitCode = wrong > 0 ? 1 : 0;
