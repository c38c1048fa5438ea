/**
 * An operation, or the recovery after one, that dies by SIGKILL at one of its steps: run with what it needs in JSON on stdin. Says where it died, or
 * what its steps were. The ticket is granted here, as a person would.
 */
import { writeSync } from "node:fs";
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

async function main(): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  const { connection, secret, folder, work, subject, dieAt } = JSON.parse(Buffer.concat(chunks).toString("utf8")) as KillOrder;
  const api = createApi({ connection, secret: async () => secret });
  const steps: string[] = [];
  const take = (name: string): undefined => {
    steps.push(name);
    if (steps.length !== dieAt) return undefined;
    writeSync(1, name);
    process.kill(process.pid, "SIGKILL");
  };
  const begun = performance.now();
  await inSteps(Object.assign((name: string) => take(name), { sync: take }), async () => {
    const place = placeIn(folder, api, { isKilled: true, grant: grantTicket });
    await run(work, place, subject);
    place.history?.[Symbol.dispose]();
  });
  const whole: Whole = { milliseconds: performance.now() - begun, steps };
  await api.close();
  writeSync(1, JSON.stringify(whole));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
