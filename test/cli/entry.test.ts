/** The programs under a Node version that is too old: each prints one sentence, however it was started. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";
import { root } from "../../scripts/root.mjs";
import { folder } from "./run.ts";

const entry = join(root, "scripts/entry.cjs");
const needsNode = join(root, "scripts/needsNode.cjs");

/** Makes the running Node report another version. */
const pretend = (version: string) => `Object.defineProperty(process, "version", { value: "v${version}" });
Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } });`;

describe("an older Node", () => {
  for (const path of [entry, needsNode]) {
    it(`can read ${path.slice(root.length + 1)}`, async () => {
      await transform(readFileSync(path, "utf8"), { target: "es5" });
      await assert.rejects(
        transform("const a = 1;", { target: "es5", logLevel: "silent" }),
        "what it cannot read is noticed",
      );
    });
  }

  for (const version of ["0.10.48", "18.20.4", "20.20.2", "22.12.0", "23.11.1"]) {
    it(`${version} says which version is needed, and how to get it`, () => {
      using space = folder({
        "pretend.cjs": pretend(version),
        "cliProgram.js": "this cannot be read",
        "serverProgram.js": "this cannot be read",
      });
      for (const [program, name] of [
        [entry, "cli.js"],
        [entry, "server.js"],
        [needsNode, "needsNode.cjs"],
      ] as const) {
        copyFileSync(program, join(space.path, name));
        const { status, stdout, stderr } = spawnSync(
          process.execPath,
          ["-r", join(space.path, "pretend.cjs"), join(space.path, name)],
          { encoding: "utf8" },
        );
        assert.deepEqual([status, stdout], [2, ""], stderr);
        assert.match(
          stderr,
          new RegExp(
            `^smartform: This is Node v${version.replaceAll(".", "\\.")}, but Node 24 or newer is required\\. .+\\.\\n$`,
          ),
        );
      }
    });
  }

  it("gets no message if it is new enough: the program of the same name runs", () => {
    for (const version of ["24.0.0", "100.0.0"]) {
      using space = folder({
        "pretend.cjs": pretend(version),
        "cliProgram.js": "console.log(process.argv.slice(2).join());",
        "serverProgram.js": "console.log('server');",
      });
      for (const [name, said] of [
        ["cli.js", "check,a"],
        ["server.js", "server"],
      ] as const) {
        copyFileSync(entry, join(space.path, name));
        const { status, stdout, stderr } = spawnSync(
          process.execPath,
          ["-r", join(space.path, "pretend.cjs"), join(space.path, name), "check", "a"],
          { encoding: "utf8" },
        );
        assert.deepEqual([status, stdout, stderr], [0, `${said}\n`, ""]);
      }
    }
  });

  it("is checked for before npm's scripts use newer features", () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    for (const name of ["start", "test", "build", "package"])
      assert.match(scripts[name] ?? "", /^node scripts\/needsNode\.cjs && node /, name);
  });
});
