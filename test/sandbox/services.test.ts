/**
 * The order of the sandbox's folders: services import `base/`, one list imports the services, and nothing imports in
 * the other direction.
 */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { services } from "../../sandbox/services.ts";
import { root } from "../../scripts/root.mjs";

const sandbox = join(root, "sandbox");
const names = globSync("*/service.ts", { cwd: sandbox }).map(dirname);
const folders = names.filter((name) => name !== "base");

/**
 * Returns the other parts of the sandbox from which the files of a folder import something, even if only types. A part
 * is the name of a folder, or of a file in the sandbox's root.
 */
function importsOf(folder: string): ReadonlySet<string> {
  const found = globSync("*.ts", { cwd: join(sandbox, folder) }).flatMap((file) =>
    [...readFileSync(join(sandbox, folder, file), "utf8").matchAll(/^(?:import|export)\b[^;]*?"(\.[^"]+)";/gm)].map(
      ([, path = ""]) => posix.normalize(posix.join(folder, path)).split("/")[0] ?? "",
    ),
  );
  return new Set(found.filter((name) => name !== folder && name !== ".."));
}

describe("sandbox: services", () => {
  it("has one line in the list for every service", () => {
    assert.ok(folders.length > 5);
    assert.equal(services.length, folders.length);
  });

  it("imports no service into base/", () => {
    for (const folder of ["base", "print", "demo"]) assert.deepEqual([...importsOf(folder)], [], folder);
  });

  it("imports into a service only base/ and other services", () => {
    for (const folder of folders) {
      const others = [...importsOf(folder)].filter((name) => !["base", "print", "demo", ...folders].includes(name));
      assert.deepEqual(others, [], folder);
    }
  });

  it("imports between services in one direction only", () => {
    const reached = (folder: string): readonly string[] =>
      [...importsOf(folder)].filter((name) => folders.includes(name));
    const walk = (folder: string, path: readonly string[]): void => {
      assert.ok(!path.includes(folder), [...path, folder].join(" → "));
      for (const next of reached(folder)) walk(next, [...path, folder]);
    };
    for (const folder of folders) walk(folder, []);
  });
});
