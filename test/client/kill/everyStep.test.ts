/** Every operation that writes, ended at every single step: nothing half, nothing lost, nothing sent twice. The work never goes on, as if its process had been killed there; `kill.test.ts` beside this folder kills real processes. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openJournal } from "../../../client/journal.ts";
import { world, type World } from "../service.ts";
import { endAtEveryStep, type Ender } from "./everyStep.ts";
import { operations, recover, type OperationName } from "./operations.ts";
import { closeLeft, inSteps, withSteps } from "./steps.ts";

describe("ended at every step", function () {
  this.timeout(120_000);
  let w: World;
  let folder: string;
  before(async () => {
    w = await world();
    folder = await mkdtemp(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "smartform-ended-"));
  });
  after(async () => {
    await w[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  /** Work that never goes on: what is on the disk and on the service is what a kill at this step would leave. */
  const standstill: Ender = {
    async run(work, subject, last) {
      let steps = 0;
      const begun = performance.now();
      const { promise: stopped, resolve: stop } = Promise.withResolvers<{ readonly at: string }>();
      const place = { api: withSteps(w.mine), journal: openJournal(folder, { isAlive: () => false }), lock: <T>(_: string, run: () => Promise<T>) => run() };
      const whole = inSteps((name) => {
        steps += 1;
        if (steps !== last) return undefined;
        stop({ at: name });
        return new Promise(() => {});
      }, () => work === "recover" ? recover(place) : operations[work](place, subject)).then(() => ({ milliseconds: performance.now() - begun }));
      return Promise.race([stopped, whole]).finally(closeLeft);
    },
  };

  for (const name of Object.keys(operations) as OperationName[]) {
    it(`${name}: what is left is old or new, and the recovery ends in under 2 s, also after an end at each of its own steps`, async () => {
      const { steps, recoveries, slowest } = await endAtEveryStep(w, standstill, name, { ended: (at) => /after textlibrary\.texts\.(update|create|delete)$/.test(at) });
      assert.ok(steps >= 20 && recoveries > steps, `${steps} steps, ${recoveries} recoveries`);
      assert.ok(slowest < 2_000, `${slowest} ms`);
    });
  }
});
