/**
 * Each request has one file: everything that a file in handlers/ declares is listed, and nothing else responds to
 * requests.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Handler } from "../../server/handler.ts";
import { requests } from "../../server/registry.ts";

const server = join(import.meta.dirname, "..", "..", "server");

const isHandler = (exported: unknown): exported is Handler =>
  typeof exported === "object" && exported !== null && "method" in exported && "work" in exported;

/** Resolves with the name that the file gives its only request. */
async function requestOf(file: string): Promise<string> {
  const exported = Object.entries((await import(join(server, "handlers", file))) as object);
  const names = exported.filter(([, each]) => isHandler(each)).map(([name]) => name);
  assert.equal(names.length, 1, `${file} declares ${names.length} requests`);
  return names[0]!;
}

describe("handlers", () => {
  // `UPDATE_EXPECT=1` writes registry.ts, so that a new request needs only a new file.
  it("are one per file, and all of them are listed", async () => {
    const path = join(server, "registry.ts");
    const written = readFileSync(path, "utf8");
    const files = readdirSync(join(server, "handlers")).toSorted();
    const names = await Promise.all(files.map(requestOf));
    const whole = [
      written.slice(0, written.indexOf("import { on") - 1),
      ...files.map((file, index) => `import { ${names[index]} } from "./handlers/${file}";`),
      "",
      "export const requests: readonly Handler[] = [",
      ...names.map((name) => `  ${name},`),
      "];",
      "",
    ].join("\n");
    if (process.env["UPDATE_EXPECT"] === "1") writeFileSync(path, whole);
    else assert.equal(written, whole);
  });

  it("have a method each", () => {
    const methods = requests.map(({ method }) => (typeof method === "string" ? method : method.method));
    assert.deepEqual([...new Set(methods)], methods);
  });
});
