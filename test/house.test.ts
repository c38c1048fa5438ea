/** The import rule holds, and bites. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";

describe("house", () => {
  it("lets no import go upward or around a door", () => {
    const out = execFileSync(process.execPath, ["node_modules/dependency-cruiser/bin/dependency-cruise.mjs", "--config", ".dependency-cruiser.cjs", "language", "api", "catalog", "sandbox", "server", "cli", "client"], { encoding: "utf8" });
    assert.match(out, /no dependency violations found/);
  }).timeout(60_000);
});
