/**
 * A disk that is full, read-only, busy or owned by another user, at each operation. What the service has is never
 * reported as failed, what it lacks is never reported as done, and nothing that an author wrote is lost. Each test run
 * picks the failing operations at random; `npm run disk` makes every operation fail.
 */
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { courses } from "../kill/everyStep.ts";
import { world } from "../service.ts";
import type { World } from "../service.ts";
import { failAtEveryStep } from "./everyFault.ts";
import { faults } from "./faults.ts";

describe("a disk that says no", function () {
  this.timeout(600_000);
  let w: World;
  before(async () => {
    w = await world();
  });
  after(async () => {
    await w[Symbol.asyncDispose]();
  });

  for (const course of courses.filter(({ recovery }) => recovery === "recover")) {
    const every = course.operation === "plan" || course.operation === "takeBack" ? 151 : 37;
    it(`${course.name}: reports the truth, and loses nothing`, async () => {
      for (const fault of faults) {
        for (const lasts of [false, true]) {
          const first = randomInt(1, every + 1);
          const { steps, kills } = await failAtEveryStep(w, course, { fault, lasts, every, first });
          assert.ok(
            steps >= 20 && (kills > 0 || first > steps),
            `${steps} operations of the disk, ${kills} of them failed`,
          );
        }
      }
    });
  }
});
