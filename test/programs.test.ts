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
    // Empties sources that the test does not need, because they take most of the time of a build.
    for (const path of ["cli/sandbox.ts", "cli/service.ts", "server/program.ts", "server/library/connect.ts"])
      writeFileSync(join(copy.folder, path), "export {};\n");
    const source = join(copy.folder, "cli/main.ts");
    const written = readFileSync(source, "utf8");
    let program = "";
    const help = (): string => {
      program = join(buildPrograms(copy.folder), "cli.js");
      return spawnSync(process.execPath, [program, "--help"], { encoding: "utf8" }).stdout;
    };

    assert.match(help(), /^Usage: smartform COMMAND/);
    const first = statSync(program).mtimeMs;
    help();
    assert.equal(statSync(program).mtimeMs, first, "nothing has changed");

    writeFileSync(source, written.replace("Usage: smartform COMMAND", "Another usage"));
    assert.match(help(), /^Another usage/);

    writeFileSync(source, `import { check } from "./check.ts";\nconsole.debug(check);\n${written}`);
    assert.throws(help, /check\.ts is dynamically imported .* but also statically imported/, "it would start slowly");

    writeFileSync(source, "this is no program");
    assert.throws(help, /PARSE_ERROR.* cli\/main\.ts:1:\d+ /s);
    assert.throws(help, "what was built before is too old");
    writeFileSync(source, written);
    assert.match(help(), /^Usage: smartform COMMAND/);
  }).timeout(120_000);
});
