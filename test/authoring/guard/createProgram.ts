/**
 * Creates a text, and is killed by SIGKILL right after one of its steps. `extract.test.ts` runs this program, with its
 * options as JSON on stdin.
 */
import { createApi } from "../../../api/index.ts";
import type { Connection } from "../../../api/index.ts";
import { openJournal } from "../../../authoring/guard/journal.ts";
import { createKept } from "../../../authoring/guard/libraryWrites.ts";
import type { NewText } from "../../../authoring/guard/libraryWrites.ts";

export interface CreateOrder {
  readonly connection: Connection;
  readonly secret: string;
  readonly journal: string;
  readonly identity: string;
  readonly body: NewText;
  readonly dieAfter: string;
}

const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const order = JSON.parse(Buffer.concat(chunks).toString("utf8")) as CreateOrder;

await createKept(
  createApi({ connection: order.connection, secret: async () => order.secret }),
  openJournal(order.journal),
  { identity: order.identity, connection: "sandbox", body: order.body },
  {
    step(step) {
      if (step === order.dieAfter) process.kill(process.pid, "SIGKILL");
    },
  },
);
