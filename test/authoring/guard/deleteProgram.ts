/**
 * Deletes a text or a folder, and is killed by SIGKILL right after one of its steps. The tests run this program, with
 * its options as JSON on stdin. It grants the ticket itself; no person confirms.
 */
import { grantTicket } from "../../../api/grant.ts";
import { createApi } from "../../../api/index.ts";
import type { Connection } from "../../../api/index.ts";
import { openJournal } from "../../../authoring/guard/journal.ts";
import { deleteText } from "../../../authoring/guard/libraryWrites.ts";

export interface DeleteOrder {
  readonly connection: Connection;
  readonly secret: string;
  readonly journal: string;
  readonly identity: string;
  readonly text: { readonly id: string; readonly code: string };
  readonly dieAfter: string;
}

const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const { connection, secret, journal, identity, text, dieAfter } = JSON.parse(
  Buffer.concat(chunks).toString("utf8"),
) as DeleteOrder;

const ticket = grantTicket({ connection, operation: "textlibrary.texts.delete", receivers: [], path: { id: text.id } });
await deleteText(
  createApi({ connection, secret: async () => secret }),
  openJournal(journal),
  { identity, connection: "sandbox", text, ticket },
  {
    step(step) {
      if (step === dieAfter) process.kill(process.pid, "SIGKILL");
    },
  },
);
