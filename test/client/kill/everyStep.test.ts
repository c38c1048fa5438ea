/**
 * Operations that write to the library are ended at each of their steps: nothing is half done, nothing is lost, and
 * nothing is sent twice. At every step the work is suspended in this process, as if the process had been killed there.
 * At some steps, which differ from run to run, a real process is killed. `npm run kills` kills a process at every step;
 * `npm run kills -- --recovery` measures recoveries.
 */
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { grantTicket } from "../../sandbox/permits.ts";
import { world } from "../service.ts";
import type { World } from "../service.ts";
import { courses, endAtEveryStep } from "./everyStep.ts";
import type { Ender } from "./everyStep.ts";
import { openKiller } from "./killer.ts";
import type { Killer } from "./killer.ts";
import { placeIn, run } from "./operations.ts";
import { closeLeft, inSteps } from "./steps.ts";

describe("ended at every step", function () {
  this.timeout(600_000);
  let killer: Killer;
  before(async () => {
    killer = await openKiller();
  });
  after(() => killer[Symbol.asyncDispose]());

  /**
   * Suspends the work at a step and never continues it. Disk and service are then in the state in which a kill at this
   * step would leave them.
   */
  const standstill = ({ mine }: World): Ender => ({
    isKilled: false,
    async run(folder, work, subject, last) {
      const steps: string[] = [];
      const begun = performance.now();
      const { promise: stopped, resolve: stop } = Promise.withResolvers<{
        readonly at: string;
        readonly steps: readonly string[];
      }>();
      const place = placeIn(folder, mine, { isKilled: false, grant: grantTicket });
      const whole = inSteps(
        (name) => {
          steps.push(name);
          if (steps.length !== last) return undefined;
          stop({ at: name, steps: [...steps] });
          return new Promise(() => {});
        },
        () => run(work, place, subject),
      ).then(() => ({ milliseconds: performance.now() - begun, steps }));
      try {
        return await Promise.race([stopped, whole]);
      } finally {
        place.journal[Symbol.dispose]();
        await closeLeft();
      }
    },
  });

  // Each course has its own library, because lists become slow after thousands of texts.
  // Taking plans back has too many steps to try in every test run. `npm run kills` covers these steps, and
  // `libraryPlan.test.ts` kills the process at each moment.
  for (const course of courses.filter(
    ({ operation, recovery }) => operation !== "takeBack" && recovery === "recover",
  )) {
    it(`${course.name}: after a stop at any step the data are old or new, and so they are after every recovery`, async () => {
      await using w = await world();
      const { steps, recoveries } = await endAtEveryStep(w, standstill(w), course, {
        everyRecovery: course.operation === "plan" ? 20 : 5,
      });
      assert.ok(steps >= 20 && recoveries.length >= steps, `${steps} steps, ${recoveries.length} recoveries`);
    });

    const every = 47,
      first = randomInt(1, every + 1);
    it(`${course.name}: a process that is killed at every ${every}th step from step ${first} leaves old or new data, and so does its recovery`, async () => {
      await using w = await world();
      using ender = killer.in(w);
      const { kills } = await endAtEveryStep(w, ender, course, { every, first, everyRecovery: 53 });
      assert.ok(kills > 0);
    });
  }
});
