/**
 * Brings a text or a folder back, and is killed by SIGKILL right after one of its calls or steps. The tests run this
 * program, with its options as JSON on stdin.
 */
import { createApi } from "../../../api/index.ts";
import type { Api, Connection } from "../../../api/index.ts";
import { bringBackFolder, bringBackText, goneFrom } from "../../../authoring/history/bringBack.ts";
import { openJournal } from "../../../authoring/guard/journal.ts";
import { createKept } from "../../../authoring/guard/libraryWrites.ts";

export interface BringBackOrder {
  readonly connection: Connection;
  readonly secret: string;
  readonly journal: string;
  readonly identity: string;
  readonly what: "text" | "folder";
  /** The former id. */
  readonly id: string;
  /**
   * The number of the call to the service after which the program is killed. The first call is 1; with 0 the program is
   * not killed.
   */
  readonly dieAfter: number;
}

const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const {
  connection,
  secret,
  identity,
  what,
  id,
  dieAfter,
  journal: folder,
} = JSON.parse(Buffer.concat(chunks).toString("utf8")) as BringBackOrder;

const plain = createApi({ connection, secret: async () => secret });
const call = plain.call as (...args: readonly unknown[]) => Promise<unknown>;
let calls = 0;
const api: Api = {
  ...plain,
  call: (async (...args: readonly unknown[]) => {
    try {
      return await call(...args);
    } finally {
      calls += 1;
      if (calls === dieAfter) process.kill(process.pid, "SIGKILL");
    }
  }) as Api["call"],
};

const journal = openJournal(folder);
const { entries } = await journal.open(identity);
const ports = {
  api,
  journal,
  identity,
  adopt: () => undefined,
  create: (body: Parameters<typeof createKept>[2]["body"]) =>
    createKept(api, journal, { identity, connection: "sandbox", body }),
};
const gone = goneFrom(entries, []);
const whole = gone.folders.find((each) => each.folder.id === id);
const copy = gone.texts.find(({ text }) => text.id === id)?.text;
const result =
  what === "folder" && whole !== undefined
    ? await bringBackFolder(whole, ports)
    : copy && (await bringBackText(copy, ports));
process.stdout.write(JSON.stringify({ calls, result: result ?? null }));
