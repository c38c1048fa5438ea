/**
 * Saves a text, and is killed by SIGKILL right after one of its steps. The kill test runs this program, with its
 * options as JSON on stdin.
 */
import { createApi } from "../../../api/index.ts";
import type { Connection } from "../../../api/index.ts";
import { guardedWrite } from "../../../authoring/guard/guardedWrite.ts";
import { openJournal } from "../../../authoring/guard/journal.ts";
import type { LibraryText } from "../../../authoring/guard/writePlan.ts";

export interface SaveOrder {
  readonly connection: Connection;
  readonly secret: string;
  readonly journal: string;
  readonly identity: string;
  readonly base: LibraryText;
  readonly language: string;
  readonly content: string;
  readonly dieAfter: string;
}

const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const order = JSON.parse(Buffer.concat(chunks).toString("utf8")) as SaveOrder;

await guardedWrite(
  {
    identity: order.identity,
    connection: "sandbox",
    base: order.base,
    change: { translations: new Map([[order.language, order.content]]) },
  },
  {
    api: createApi({ connection: order.connection, secret: async () => order.secret }),
    journal: openJournal(order.journal),
    lock: (_, work) => work(),
    step(step) {
      if (step === order.dieAfter) process.kill(process.pid, "SIGKILL");
    },
  },
);
