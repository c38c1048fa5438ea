/** The programs that tests start are never older than the sources. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copyProject } from "../scripts/copyProject.ts";
import { buildPrograms } from "./programs.ts";

describe("the programs of the tests", () => {
  it("are built again once a source has changed, and only then", async () => {
    await using copy = await copyProject();
    // The test needs none of these, and most of the time of a build goes into them.
    for (const path of ["cli/sandbox.ts", "cli/service.ts", "server/program.ts", "server/library/connect.ts"])
      writeFileSync(join(copy.folder, path), "export {};\n");
    const source = join(copy.folder, "cli/main.ts");
    const written = readFileSync(source, "utf8");
    const help = (): string => {
      const program = join(buildPrograms(copy.folder), "cli.js");
      return spawnSync(process.execPath, [program, "--help"], { encoding: "utf8" }).stdout;
    };
    const built = () => statSync(join(copy.folder, "out/programs/cli.js")).mtimeMs;

    assert.match(help(), /^Usage: smartform COMMAND/);
    const first = built();
    help();
    assert.equal(built(), first, "nothing has changed");

    writeFileSync(source, written.replace("Usage: smartform COMMAND", "Another usage"));
    assert.match(help(), /^Another usage/);

    writeFileSync(source, "this is no program");
    for (const times of [1, 2]) assert.throws(help, /cli\/main\.ts:1:\d+: ERROR/, `asked for ${times} times`);
    writeFileSync(source, written);
    assert.match(help(), /^Usage: smartform COMMAND/);
  }).timeout(120_000);
});
