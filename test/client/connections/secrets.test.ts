/** If a connection was given several secrets, the last one is used. */
import assert from "node:assert/strict";
import type { SecretStorage } from "vscode";
import { Secrets } from "../../../client/connections/secrets.ts";

describe("the secret of a connection", () => {
  const storage = new Map<string, string>();
  const secrets = new Secrets({
    get: async (key: string) => storage.get(key),
    store: async (key: string, value: string) => void storage.set(key, value),
    delete: async (key: string) => void storage.delete(key),
  } as unknown as SecretStorage);

  it("for the session is replaced by one that is stored", async () => {
    await secrets.keep("acme", "of the session", true);
    assert.equal(storage.get("acme"), undefined);
    assert.equal(await secrets.find("acme"), "of the session");
    await secrets.keep("acme", "kept", false);
    assert.equal(await secrets.find("acme"), "kept");
  });

  it("that is stored is replaced by one for the session", async () => {
    await secrets.keep("acme", "of the session", true);
    assert.equal(await secrets.find("acme"), "of the session");
    await secrets.forget("acme");
    assert.equal(await secrets.find("acme"), undefined);
  });
});
