/**
 * Makes every disk operation fail in every way, in everything that writes to the library: `npm run disk`. Arguments
 * select the courses (`save`, `plan`).
 */
import { courses } from "../kill/everyStep.ts";
import { world } from "../service.ts";
import { failAtEveryStep } from "./everyFault.ts";
import { faults } from "./faults.ts";

const wanted = process.argv.slice(2);
let total = 0;

for (const course of courses.filter(
  ({ name, recovery }) => recovery === "recover" && (wanted.length === 0 || wanted.includes(name)),
)) {
  const begun = performance.now();
  let [most, failed, recoveries, wrong] = [0, 0, 0, 0];
  for (const fault of faults) {
    for (const lasts of [false, true]) {
      await using w = await world();
      try {
        const { steps, kills, recoveryKills } = await failAtEveryStep(w, course, { fault, lasts, every: 1, first: 1 });
        most = Math.max(most, steps);
        failed += kills;
        recoveries += recoveryKills;
      } catch (error) {
        wrong += 1;
        process.exitCode = 1;
        console.log(error instanceof Error ? error.stack : String(error));
      }
    }
  }
  total += failed + recoveries;
  console.log(
    `${course.name}: ${most} operations of the disk, ${failed} failures, ${recoveries} in its recovery, ${wrong} wrong; ${Math.round((performance.now() - begun) / 1000)} s`,
  );
}
console.log(`${total} failures in all`);
