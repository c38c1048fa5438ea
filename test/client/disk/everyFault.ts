/**
 * Makes the disk fail at each operation of a piece of work in turn, and compares the messages with what the service
 * holds.
 */
import assert from "node:assert/strict";
import { grantTicket } from "../../sandbox/permits.ts";
import type { KeptPlan } from "../../../authoring/plans/keptPlans.ts";
import { endAtEveryStep, stateOf } from "../kill/everyStep.ts";
import type { Course, Ender, Report } from "../kill/everyStep.ts";
import { operations, placeIn, run } from "../kill/operations.ts";
import type { OperationName, Work } from "../kill/operations.ts";
import type { World } from "../service.ts";
import { onDisk } from "./faults.ts";
import type { Fault } from "./faults.ts";

/**
 * Runs the work again and again; each time one disk operation fails. Starts with operation number `first`, and goes on
 * in steps of `every`.
 */
export function failAtEveryStep(
  world: World,
  course: Course,
  {
    fault,
    lasts,
    every,
    first,
  }: { readonly fault: Fault; readonly lasts: boolean; readonly every: number; readonly first: number },
): Promise<Report> {
  const ender: Ender = {
    // After a fault the work continues, and reports its outcome.
    isKilled: false,
    async run(folder, work, subject, at) {
      const place = placeIn(folder, world.mine, { isKilled: true, grant: grantTicket, tell: () => {} });
      const begun = performance.now();
      try {
        const { points, done, result } = await onDisk(at === undefined ? undefined : { fault, at, lasts }, () =>
          run(work, place, subject),
        );
        const where = `${work}, ${fault.code} ${lasts ? "from" : "at"} ${at ?? 0}, ${points[(at ?? 0) - 1] ?? "nothing"}`;
        if (at === undefined && result.status === "rejected") throw result.reason;
        if (isOperation(work)) mustBeTrue(told(work, result), await stateOf(world, work, subject), where);
        if (at === undefined || points.length < at) return { milliseconds: performance.now() - begun, steps: points };
        return { at: points[at - 1] ?? "", steps: done.map((name) => `after ${name}`) };
      } finally {
        place.history?.[Symbol.dispose]();
        place.journal[Symbol.dispose]();
      }
    },
  };
  return endAtEveryStep(world, ender, course, { every, first, everyRecovery: 17 });
}

function isOperation(work: Work): work is OperationName {
  return work in operations;
}

type Told = "done" | "failed" | "in part" | "nothing to do";

/** Returns the outcome as the author reads it. */
function told(work: OperationName, result: PromiseSettledResult<unknown>): Told {
  if (result.status === "rejected") return "failed";
  if (work === "delete") return "done";
  const value = result.value as Readonly<KeptPlan> | { readonly state: string } | undefined;
  if (value === undefined) return "nothing to do";
  if ("outcomes" in value) {
    const states = value.outcomes.map((outcome) => outcome?.state ?? "open");
    const wanted = value.direction === "forward" ? "done" : "undone";
    if (states.every((state) => state === wanted)) return "done";
    return states.includes(wanted) || states.includes("unknown") ? "in part" : "failed";
  }
  return ["saved", "unchanged", "created", "back", "here"].includes(value.state) ? "done" : "failed";
}

function mustBeTrue(words: Told, state: Awaited<ReturnType<typeof stateOf>>, where: string): void {
  if (words === "done") assert.equal(state, "new", `${where}: it was said to be done`);
  if (words === "failed") assert.equal(state, "old", `${where}: it was said to have failed`);
}
