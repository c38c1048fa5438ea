/**
 * Removes one guard after the other in a copy of the sources, and runs the tests that must then fail:
 * `npm run disk:mutants`. The guards are those of the disk, the journal, the locks, the connections, the files of
 * workspaces and the sandbox's entry. With a word as argument it tries only the guards whose name or path contains the
 * word.
 */
import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { copyProject } from "../../../scripts/copyProject.ts";
import { mutate } from "../../traps/readTraps.ts";

/** The guards. `test` is a word: the guard's tests are the files whose path contains it. */
const rows = z.array(
  z.strictObject({
    guard: z.string(),
    file: z.string(),
    find: z.string().min(1),
    replace: z.string(),
    test: z.string(),
  }),
);

export function readRows(): z.infer<typeof rows> {
  return rows.parse(JSON.parse(readFileSync(join(import.meta.dirname, "mutants.json"), "utf8")));
}

/** Returns the title of the first test that failed; undefined if all passed. */
function firstFailure(folder: string, tests: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    // Mocha runs without its configuration file, so that it starts no child processes. Such processes would still run
    // after the time limit.
    const mocha = [
      "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON",
      join(folder, "node_modules/mocha/bin/mocha.js"),
      "--no-config",
      "--timeout",
      "60000",
      "--bail",
      "--exit",
      "--reporter",
      "dot",
      ...tests,
    ];
    execFile(process.execPath, mocha, { cwd: folder, maxBuffer: 64 << 20, timeout: 180_000 }, (error, stdout, stderr) =>
      resolve(
        error === null
          ? undefined
          : (/^ {2}1\) ([\s\S]*?):\n/m.exec(stdout)?.[1]?.replace(/\s+/g, " ") ??
              (stdout + stderr).trim().split("\n").at(-1)),
      ),
    );
  });
}

if (import.meta.main) {
  const [word = ""] = process.argv.slice(2);
  const chosen = readRows().filter(({ guard, file }) => guard.includes(word) || file.includes(word));
  await using copy = await copyProject();
  const { folder } = copy;
  const filesOf = (test: string): readonly string[] =>
    globSync("test/**/*.test.ts", { cwd: folder }).filter(
      (name) => name.includes(test) && !name.startsWith("test/vscode"),
    );
  for (const test of new Set(chosen.map((row) => row.test))) {
    const failure = await firstFailure(folder, filesOf(test));
    if (failure !== undefined) throw new Error(`With all guards the tests of "${test}" are not green: ${failure}`);
  }
  let found = 0;
  for (const { test, ...mutant } of chosen) {
    const path = join(folder, mutant.file);
    const source = await readFile(path, "utf8");
    const mutated = mutate(source, mutant);
    if (mutated === undefined) throw new Error(`"${mutant.guard}" does not fit ${mutant.file}.`);
    const tests = filesOf(test);
    // Imports `mkdirSync` if the mutant calls it.
    await writeFile(
      path,
      `${mutant.replace.includes("mkdirSync") ? 'import { mkdirSync } from "node:fs";\n' : ""}${mutated}`,
    );
    const failure = await firstFailure(folder, tests);
    await writeFile(path, source);
    if (failure !== undefined) found += 1;
    console.log(
      failure === undefined
        ? `SURVIVED: ${mutant.guard} (${mutant.file}, ${tests.length} files)`
        : `found: ${mutant.guard}: ${failure}`,
    );
  }
  console.log(`${found} of ${chosen.length} found`);
  process.exitCode = found === chosen.length ? 0 : 1;
}
