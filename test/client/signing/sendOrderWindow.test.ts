/** How an order that is being sent is stored and listed, from the dialog to the service's response. */
import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { URI } from "vscode-uri";
import { ApiError } from "../../../api/index.ts";
import type { Connections } from "../../../client/connections/connections.ts";
import type { Session } from "../../../client/connections/session.ts";
import { commands } from "../../../client/identifiers.ts";
import { rowOf, sentNodes } from "../../../client/records/signingOrderModel.ts";
import { sentOrders } from "../../../client/records/sentOrders.ts";
import type { Services } from "../../../client/services.ts";
import type * as SendModule from "../../../client/signing/sendOrder.ts";
import { memory } from "../documents/memory.ts";
import { begin, inOwnWindow, messages, run } from "../ownVscode.ts";
import { facts } from "./desk.ts";

const { registerLostOrders, sendOrder } = await inOwnWindow<typeof SendModule>("client/signing/sendOrder.ts");

describe("a signing order that a window is sending", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "smartform-signing-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  /**
   * Sends an order, and returns what the view showed in the dialog, during the call, and afterwards. `search`: what a
   * look for lost orders says during the call.
   */
  async function shown({ agree, fails }: { readonly agree: boolean; readonly fails: boolean }) {
    const store = memory();
    const sending = new Set<string>();
    const rows = (): readonly string[] =>
      sentNodes(sentOrders(store, "mine"), sending).map((node) => rowOf(node).context);
    const seen: Record<string, unknown> = {};
    let redrawn: readonly string[] = [];
    begin(() => {
      seen["dialog"] = rows();
      return agree ? { title: "Create and Ask Them" } : undefined;
    });
    const session = {
      name: "north",
      identity: "mine",
      host: "sign.example",
      sandbox: false,
      api: {
        connection: { authUrl: "https://auth.example", signingApiUrl: "https://sign.example", clientId: "c" },
        call: async (operation: string) => {
          if (operation !== "signing.orders.create") return [];
          seen["call"] = redrawn;
          seen["files"] = (await readdir(join(folder, "signing"))).length;
          await run(commands.findLostOrder);
          seen["search"] = messages().at(-1)?.words;
          if (fails) throw new ApiError("unreachable", operation, "unknown", "Lost.");
          return { data: { id: "o-1" }, type: 0 };
        },
      },
    } as unknown as Session;
    const services = {
      connections: { session: async () => session } as unknown as Connections,
      extension: { globalState: store, globalStorageUri: URI.file(folder) },
      log: { warn() {}, error() {}, info() {} },
    } as unknown as Services;
    const tree = { sending, put() {}, redraw: () => void (redrawn = rows()) };
    const registered = registerLostOrders(services, tree as unknown as Parameters<typeof registerLostOrders>[1]);
    const outcome = await sendOrder(services, { tree, following: {} } as unknown as Parameters<typeof sendOrder>[1], {
      session,
      facts,
    });
    registered.dispose();
    return { ...seen, outcome: outcome.kind, after: redrawn };
  }

  it("is not listed while the dialog is open, nor if the person declines", async () =>
    assert.deepEqual(await shown({ agree: false, fails: false }), { dialog: [], outcome: "nothing", after: [] }));

  it("is stored before the call, is listed as being sent, and is listed as lost only if the response is lost", async () => {
    assert.deepEqual(await shown({ agree: true, fails: true }), {
      dialog: [],
      call: ["sending"],
      files: 1,
      search:
        "An order of the connection north is being sent. Wait for its response. No other order is waiting for a clear response.",
      outcome: "unknown",
      after: ["lost"],
    });
    await rm(join(folder, "signing"), { recursive: true });
    const { outcome, after } = await shown({ agree: true, fails: false });
    assert.deepEqual([outcome, after], ["created", []]);
  });

  it("is listed as lost in every other window, and after a crash", () => {
    const sent = [{ identity: "mine", token: "t", sentAt: "2026-03-01T10:00:00Z" }];
    assert.deepEqual(
      [new Set<string>(), new Set(["t"])].map((sending) => sentNodes(sent, sending).map(({ kind }) => kind)),
      [["lost"], ["sending"]],
    );
  });
});
