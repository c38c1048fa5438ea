/** The test of a connection whose settings change during the test: what it shows belongs to the new settings. */
import assert from "node:assert/strict";
import type { Api } from "../../../api/index.ts";
import { Choices } from "../../../client/connections/documentsPlaceModel.ts";
import type { Connections } from "../../../client/connections/connections.ts";
import { commands } from "../../../client/identifiers.ts";
import type * as TestModule from "../../../client/signIn/testConnection.ts";
import { apiOf } from "../../sandbox/apiOf.ts";
import { memory } from "../documents/memory.ts";
import { begin, EventEmitter, inOwnWindow, run } from "../ownVscode.ts";
import { world } from "../service.ts";
import type { World } from "../service.ts";

const { registerConnectionTest } = await inOwnWindow<typeof TestModule>("client/signIn/testConnection.ts");

describe("the test of a connection that changes", () => {
  let service: World;
  before(async () => {
    service = await world();
  });
  after(() => service[Symbol.asyncDispose]());

  const changed = new EventEmitter<void>();
  /**
   * Runs the command once. Each start of the connection test gets the next of these APIs. Returns the words of every list
   * that the command shows.
   */
  async function shown(...apis: readonly Api[]): Promise<readonly string[]> {
    const left = [...apis];
    const session = async () => ({
      name: "acme",
      sandbox: false,
      host: "acme.example",
      environment: "Test",
      identity: "acme",
      api: left.shift() ?? assert.fail("the connection was tested too often"),
    });
    const connections = {
      session,
      auditSession: async () => ({ api: service.mine }),
      onDidChange: changed.event,
    } as unknown as Connections;
    const log = new Proxy({}, { get: () => () => {} }) as Parameters<typeof registerConnectionTest>[0]["log"];
    const registered = registerConnectionTest({ connections, log }, new Choices(memory()));
    const lists: (readonly string[])[] = [];
    begin((labels) => void lists.push(labels));
    await run(commands.testConnection);
    registered.dispose();
    assert.deepEqual(left, []);
    return lists.map((labels) => labels.join());
  }
  /** An API that is closed during its first call, because the settings of the connection changed. */
  const replaced = (): Api => {
    const api = apiOf(service.ready, { as: "standard" });
    const call = async (...given: Parameters<Api["call"]>): Promise<unknown> => {
      const called = api.call(...given);
      await api.close();
      changed.fire();
      return called;
    };
    return { ...api, call: call as Api["call"] };
  };

  it("is done once if nothing changes", async () => {
    assert.equal((await shown(service.mine)).length, 1);
  });

  it("is done again with the new settings, and shows only the last outcomes", async () => {
    assert.equal((await shown(replaced(), replaced(), service.mine)).length, 1);
  });
});
