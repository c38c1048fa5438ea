/**
 * Runs a plan, and is killed by SIGKILL or pauses at one moment of one step. The tests run this program, with its
 * options as JSON on stdin. It supports only files on the disk.
 */
import { writeSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createApi } from "../../../api/index.ts";
import type { Connection } from "../../../api/index.ts";
import { guardedWrite } from "../../../authoring/guard/guardedWrite.ts";
import { heldByPlan, openKeptPlans } from "../../../authoring/plans/keptPlans.ts";
import { runPlan } from "../../../authoring/plans/runPlan.ts";
import type { PlanPorts } from "../../../authoring/plans/runPlan.ts";

export interface PlanOrder {
  readonly connection: Connection;
  readonly secret: string;
  /** The folder of the stored plans. */
  readonly plans: string;
  readonly identity: string;
  /** The id of the plan to continue. */
  readonly id: string;
  /** If true, the program undoes the plan instead of continuing it. */
  readonly back?: boolean;
  /** The moment at which the program is killed, such as `2 carried-out`; without one, the plan runs to its end. */
  readonly dieAt?: string;
  /** The moment, as in `dieAt`, at which the program reports on stdout and waits until it is killed. */
  readonly standAt?: string;
}

/** Files on the disk, by their URI. Reading a missing file gives undefined. */
export const diskFiles: PlanPorts["files"] = {
  read: (uri) =>
    readFile(fileURLToPath(uri), "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    }),
  write: (uri, content) => writeFile(fileURLToPath(uri), content),
};

if (import.meta.main) {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  const order = JSON.parse(Buffer.concat(chunks).toString("utf8")) as PlanOrder;
  const plans = openKeptPlans(order.plans);
  const kept = (await plans.list(order.identity)).plans.find(({ id }) => id === order.id);
  if (kept === undefined) throw new Error(`There is no plan ${order.id}.`);
  const api = createApi({ connection: order.connection, secret: async () => order.secret });
  await runPlan(
    kept,
    {
      api,
      plans,
      files: diskFiles,
      save: (base, change) =>
        guardedWrite(
          { identity: order.identity, connection: "sandbox", base, change },
          { api, journal: heldByPlan, lock: (_, work) => work() },
        ),
      step(index, moment) {
        if (`${index} ${moment}` === order.dieAt) process.kill(process.pid, "SIGKILL");
        if (`${index} ${moment}` !== order.standAt) return;
        writeSync(1, "standing");
        process.kill(process.pid, "SIGSTOP");
      },
    },
    { back: order.back === true },
  );
  await api.close();
}
