/** The archive is off until the author agrees, once per connection. */
import assert from "node:assert/strict";
import { archiveEnvironment, isBrowsed } from "../../../client/archive/environmentModel.ts";

function memory() {
  const kept = new Map<string, readonly unknown[]>();
  return {
    get: (key: string, otherwise: readonly unknown[]) => kept.get(key) ?? otherwise,
    update: async (key: string, value: readonly unknown[]) => void kept.set(key, value),
  };
}

describe("browsing the archive (T97)", () => {
  const company = { identity: "https://api.example/1", sandbox: false };
  let asked = 0;
  const answer = (yes: boolean) => async () => {
    asked += 1;
    return yes;
  };

  beforeEach(() => (asked = 0));

  it("is off until the author agrees", async () => {
    const store = memory();
    assert.equal(await isBrowsed(store, company, answer(false)), false);
    assert.equal(await isBrowsed(store, company, answer(true)), true);
    assert.equal(asked, 2);
  });

  it("is asked about once for each connection", async () => {
    const store = memory();
    await isBrowsed(store, company, answer(true));
    assert.equal(await isBrowsed(store, company, answer(false)), true);
    assert.equal(await isBrowsed(store, { ...company, identity: "https://api.example/2" }, answer(false)), false);
    assert.equal(asked, 2);
  });

  it("is not asked about in the sandbox, which holds nobody's documents", async () => {
    assert.equal(await isBrowsed(memory(), { ...company, sandbox: true }, answer(false)), true);
    assert.equal(asked, 0);
  });
});

describe("the environment of the archive", () => {
  it("is the connection's own or the one chosen for it, and never another (T83, T85)", () => {
    assert.equal(archiveEnvironment({ connection: "a", environment: "Test", chosen: { a: "Production" } }), "Test");
    assert.equal(
      archiveEnvironment({ connection: "a", environment: undefined, chosen: { a: "Production" } }),
      "Production",
    );
    assert.equal(
      archiveEnvironment({ connection: "a", environment: undefined, chosen: { b: "Production", a: "somewhere" } }),
      undefined,
    );
    assert.equal(
      archiveEnvironment({ connection: "https://sandbox.example c", environment: undefined, chosen: {} }),
      undefined,
    );
    assert.equal(archiveEnvironment({ connection: "constructor", environment: undefined, chosen: {} }), undefined);
  });

  it("is there in the sandbox before anybody chose, and is what somebody chose after that", () => {
    const of = (chosen: Readonly<Record<string, unknown>>, environment?: "Test") =>
      archiveEnvironment({ connection: "sandbox c", environment, chosen });
    assert.deepEqual(
      [of({}), of({}, "Test"), of({ "sandbox c": "Production" })],
      ["Development", "Test", "Production"],
    );
  });
});
