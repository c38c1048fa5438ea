/** When the walkthrough opens automatically. */
import assert from "node:assert/strict";
import type * as GettingStartedModule from "../../../client/gettingStarted/registerGettingStarted.ts";
import { begin, inOwnWindow, ran, run } from "../ownVscode.ts";

const { registerGettingStarted } = await inOwnWindow<typeof GettingStartedModule>(
  "client/gettingStarted/registerGettingStarted.ts",
);

describe("the walkthrough", () => {
  /** Starts a new window; resolves with whether the walkthrough opened in it. */
  async function opens({ profiles = 0, wasShown = false } = {}): Promise<boolean> {
    begin();
    const state = new Map([["gettingStarted.shown", wasShown]]);
    const services = {
      extension: {
        globalState: {
          get: (key: string) => state.get(key),
          update: async (key: string, value: boolean) => void state.set(key, value),
        },
      },
      log: { warn: assert.fail, error: assert.fail },
      panels: { onDidShow: () => undefined },
      connections: { profiles: Array.from({ length: profiles }) },
    };
    registerGettingStarted(services as unknown as Parameters<typeof registerGettingStarted>[0]);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    return ran().some(([id]) => id === "smartform.gettingStarted");
  }

  it("opens for a new author", async () => assert.equal(await opens(), true));
  it("stays closed for an author who has a connection", async () => assert.equal(await opens({ profiles: 1 }), false));
  it("stays closed if it was opened before", async () => assert.equal(await opens({ wasShown: true }), false));
  it("opens by its command all the same", async () => {
    await opens({ profiles: 1 });
    await run("smartform.gettingStarted");
    assert.deepEqual(ran()[0]?.[0], "workbench.action.openWalkthrough");
  });
});
