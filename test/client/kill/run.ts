/**
 * Kills a process at every step of every operation, and its recovery at every step of the recovery: `npm run kills`.
 * With names of operations as arguments it tries only those. The steps of an operation are split into parts, each with
 * its own sandbox, and several parts run at the same time. `--recovery` measures instead: a process is killed at some
 * of the steps, and each recovery runs in a new process, alone on the machine.
 */
import { world } from "../service.ts";
import { courses, endAtEveryStep } from "./everyStep.ts";
import type { Course, Report } from "./everyStep.ts";
import { openKiller } from "./killer.ts";

const parts = 24,
  lanes = 12;
/** The longest allowed recovery in milliseconds, and the distance between measured steps. */
const mostForRecovery = 2_000,
  measuredEvery = 7;

const isMeasured = process.argv.includes("--recovery");
const wanted = process.argv.slice(2).filter((word) => word !== "--recovery");
await using killer = await openKiller({ isFresh: isMeasured });

for (const course of courses) {
  if (wanted.length === 0 || wanted.includes(course.name)) await (isMeasured ? measure(course) : kill(course));
}

async function kill(course: Course): Promise<void> {
  const begun = performance.now();
  const walked = new Set<string>();
  const reports: Report[] = [];
  let part = 0;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (part < parts) {
        part += 1;
        const first = part;
        await using w = await world();
        using ender = killer.in(w);
        try {
          reports.push(await endAtEveryStep(w, ender, course, { every: parts, first, walked }));
        } catch (error) {
          process.exitCode = 1;
          console.log(error instanceof Error ? error.stack : String(error));
        }
      }
    }),
  );
  const sum = (of: "kills" | "recoveryKills" | "missed"): number =>
    reports.reduce((all, report) => all + report[of], 0);
  if (sum("missed") > 0) process.exitCode = 1;
  console.log(
    `${course.name}: ${Math.max(0, ...reports.map(({ steps }) => steps))} steps, killed ${sum("kills")} times, its recovery ${sum("recoveryKills")} times, ${sum("missed")} steps not reached, ${parts - reports.length} of ${parts} parts wrong; ${Math.round((performance.now() - begun) / 1000)} s`,
  );
}

async function measure(course: Course): Promise<void> {
  await using w = await world();
  using ender = killer.in(w);
  const { recoveries } = await endAtEveryStep(w, ender, course, { every: measuredEvery, everyRecovery: Infinity });
  const sorted = (times: readonly number[]): readonly number[] =>
    times.map(Math.round).toSorted((one, other) => one - other);
  const say = (times: readonly number[]): string => `median ${times[times.length >> 1]} ms, slowest ${times.at(-1)} ms`;
  const took = sorted(recoveries.map(({ milliseconds }) => milliseconds));
  if ((took.at(-1) ?? 0) >= mostForRecovery) process.exitCode = 1;
  console.log(
    `${course.name}: ${took.length} recoveries, ${say(took)}; processor time: ${say(sorted(recoveries.map(({ busyMilliseconds = 0 }) => busyMilliseconds)))}; start of the process: ${say(sorted(recoveries.map(({ startMilliseconds = 0 }) => startMilliseconds)))}`,
  );
}
