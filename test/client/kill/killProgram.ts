/**
 * Runs operations and recoveries, and suspends each at one of its steps. An order is a line of JSON on stdin. The
 * program reports that the work is suspended, so that the whole process can be killed with its files and databases
 * open. Any number of orders may run before the process is killed. The program grants tickets itself, on behalf of a
 * person.
 */
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { grantTicket } from "../../../api/grant.ts";
import { createApi } from "../../../api/index.ts";
import type { Connection } from "../../../api/index.ts";
import { placeIn, run } from "./operations.ts";
import type { Subject, Work } from "./operations.ts";
import { inSteps } from "./steps.ts";

export interface KillOrder {
  /** The answer contains the same number. */
  readonly number: number;
  readonly connection: Connection;
  readonly secret: string;
  readonly folder: string;
  readonly work: Work;
  readonly subject: Subject;
  /** The step at which the work is suspended, counted from 1; undefined if the work should finish. */
  readonly dieAt?: number | undefined;
}

export interface Whole {
  readonly milliseconds: number;
  /** CPU time, which other work on the machine hardly changes. */
  readonly busyMilliseconds: number;
  /** The time from the start of the process until it accepted orders. */
  readonly startMilliseconds: number;
  /** Names of all steps, in order. */
  readonly steps: readonly string[];
}

/** The content of a line on stdout. */
export type Answer = { readonly number: number } & (
  { readonly at: string; readonly steps: readonly string[] } | Whole | { readonly problem: string }
);

/**
 * Thrown at a synchronous step of suspended work. Such a step cannot wait, so the error keeps the work from continuing.
 */
class Standstill extends Error {}

const startMilliseconds = performance.now();

async function carryOut({
  number,
  connection,
  secret,
  folder,
  work,
  subject,
  dieAt,
}: KillOrder): Promise<Answer | undefined> {
  const api = createApi({ connection, secret: async () => secret });
  const steps: string[] = [];
  let stands = false;
  const take = (name: string): void => {
    if (stands) return;
    steps.push(name);
    stands = steps.length === dieAt;
    if (stands) say({ number, at: name, steps });
  };
  const onStep = (name: string): Promise<void> | undefined => {
    take(name);
    return stands ? new Promise(() => {}) : undefined;
  };
  const sync = (name: string): void => {
    take(name);
    if (stands) throw new Standstill();
  };
  const begun = performance.now(),
    usage = process.cpuUsage();
  try {
    await inSteps(Object.assign(onStep, { sync }), async () => {
      const tell = (problem: string): void => {
        if (!stands) throw new Error(problem);
      };
      const place = placeIn(folder, api, { isKilled: true, grant: grantTicket, tell });
      await run(work, place, subject);
      place.history?.[Symbol.dispose]();
      place.journal[Symbol.dispose]();
    });
    const { user, system } = process.cpuUsage(usage);
    if (!stands)
      return {
        number,
        milliseconds: performance.now() - begun,
        busyMilliseconds: (user + system) / 1000,
        startMilliseconds,
        steps,
      };
  } catch (error) {
    if (!stands) return { number, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  } finally {
    if (!stands) await api.close();
  }
  return undefined;
}

function say(answer: Answer): void {
  writeSync(1, `${JSON.stringify(answer)}\n`);
}

// An error that suspends work in a callback reaches no caller, so it is ignored here.
process.on("uncaughtException", (error) => {
  if (error instanceof Standstill) return;
  console.error(error);
  process.exit(1);
});

createInterface({ input: process.stdin }).on(
  "line",
  (line) => void carryOut(JSON.parse(line) as KillOrder).then((answer) => answer && say(answer)),
);
