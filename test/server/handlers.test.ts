/**
 * Each request has one file: everything that a file in handlers/ declares is listed, and nothing else responds to
 * requests.
 */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Handler } from "../../server/handler.ts";
import { requests } from "../../server/requests.ts";

const folder = join(import.meta.dirname, "..", "..", "server", "handlers");

const isHandler = (exported: unknown): exported is Handler =>
  typeof exported === "object" && exported !== null && "method" in exported && "work" in exported;

describe("handlers", () => {
  it("are one per file, and all of them are listed", async () => {
    const declared = await Promise.all(
      readdirSync(folder).map(async (file) => {
        const handlers = Object.values((await import(join(folder, file))) as object).filter(isHandler);
        assert.equal(handlers.length, 1, `${file} declares ${handlers.length} requests`);
        return handlers[0]!;
      }),
    );
    assert.deepEqual(new Set(declared), new Set(requests));
  });

  it("have a method each", () => {
    const methods = requests.map(({ method }) => (typeof method === "string" ? method : method.method));
    assert.deepEqual([...new Set(methods)], methods);
  });
});
