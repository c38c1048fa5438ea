/** Which connection and environment a window uses, with two windows side by side. */
import assert from "node:assert/strict";
import { Choice } from "../../../client/connections/choiceModel.ts";
import { memory } from "../documents/memory.ts";

describe("the connection that a window uses", () => {
  it("is the one used last in any window, until one is chosen here", async () => {
    const everywhere = memory();
    const first = new Choice(memory(), everywhere);
    assert.equal(first.connection, undefined);
    await first.use("acme");
    assert.equal(new Choice(memory(), everywhere).connection, "acme");
  });

  it("stays the same when another window chooses another, even if none was ever chosen here", async () => {
    const everywhere = memory();
    await new Choice(memory(), everywhere).use("acme");
    const here = memory();
    const second = new Choice(here, everywhere);
    await new Choice(memory(), everywhere).use("beta");
    assert.equal(second.connection, "acme");
    await new Choice(memory(), everywhere).use(undefined);
    assert.equal(second.connection, "acme");
    await second.use(undefined);
    assert.equal(second.connection, undefined);
  });

  it("is the one that the workspace names, but never against its user's choice", async () => {
    const everywhere = memory();
    const choice = new Choice(memory(), everywhere);
    assert.equal(await choice.suggest("named"), true);
    assert.equal(choice.connection, "named");
    await choice.use("acme");
    assert.equal(await choice.suggest("named"), false);
    assert.equal(choice.connection, "acme");
    assert.equal(new Choice(memory(), everywhere).connection, "acme");
  });
});

describe("the environment of a connection", () => {
  it("T85: is separate: Production of one is not Production of the next, and it comes back with the connection", async () => {
    const choice = new Choice(memory(), memory());
    await choice.use("acme");
    await choice.chooseEnvironment("Production");
    await choice.use("beta");
    assert.equal(choice.environment(), undefined);
    await choice.chooseEnvironment("Test");
    assert.deepEqual(
      ["acme", "beta", "gamma"].map((name) => choice.environment(name)),
      ["Production", "Test", undefined],
    );
    await choice.use("acme");
    assert.equal(choice.environment(), "Production");
    await choice.chooseEnvironment(undefined);
    assert.deepEqual([choice.environment(), choice.environment("beta")], [undefined, "Test"]);
  });

  it("is empty if there is no connection, and if the stored value cannot be read", async () => {
    const store = memory();
    const choice = new Choice(store, memory());
    await choice.chooseEnvironment("Production");
    assert.equal(choice.environment(), undefined);
    await choice.use("acme");
    assert.equal(choice.environment(), undefined);
    await store.update("smartform.environments", { acme: "Somewhere" });
    assert.equal(choice.environment(), undefined);
  });
});
