/**
 * Operations, and recoveries after them, that die by SIGKILL at one of their steps: a line of JSON on stdin is an order, and each is carried out
 * after the other. Says in a line where it dies, or what the steps were. The ticket is granted here, as a person would.
 */
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { grantTicket } from "../../../api/grant.ts";
import { createApi, type Connection } from "../../../api/index.ts";
import { placeIn, run, type Subject, type Work } from "./operations.ts";
import { inSteps } from "./steps.ts";

export interface KillOrder {
  readonly connection: Connection;
  readonly secret: string;
  readonly folder: string;
  readonly work: Work;
  readonly subject: Subject;
  /** Counted from 1; undefined to let it come to its end. */
  readonly dieAt?: number | undefined;
}

export interface Whole {
  readonly milliseconds: number;
  /** Names of all steps, in order. */
  readonly steps: readonly string[];
}

/** What a line on stdout says. */
export type Answer = { readonly at: string } | Whole | { readonly problem: string };

async function carryOut({ connection, secret, folder, work, subject, dieAt }: KillOrder): Promise<Whole> {
  const api = createApi({ connection, secret: async () => secret });
  const steps: string[] = [];
  const take = (name: string): undefined => {
    steps.push(name);
    if (steps.length !== dieAt) return undefined;
    say({ at: name });
    process.kill(process.pid, "SIGKILL");
  };
  const begun = performance.now();
  try {
    await inSteps(Object.assign((name: string) => take(name), { sync: take }), async () => {
      const place = placeIn(folder, api, { isKilled: true, grant: grantTicket });
      await run(work, place, subject);
      place.history?.[Symbol.dispose]();
    });
    return { milliseconds: performance.now() - begun, steps };
  } finally {
    await api.close();
  }
}

function say(answer: Answer): void {
  writeSync(1, `${JSON.stringify(answer)}\n`);
}

async function main(): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    say(await carryOut(JSON.parse(line) as KillOrder).catch((error: unknown) => ({ problem: error instanceof Error ? error.stack ?? error.message : String(error) })));
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
