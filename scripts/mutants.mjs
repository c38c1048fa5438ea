/**
 * A trap is a point of the service that is easy to get wrong. Client and sandbox each have a rule for it. In copies of
 * the project, this script removes one rule at a time, and runs the tests that name the trap: at least one must fail.
 * With ids as arguments (`npm run mutants T4 T19`) it tries only those traps; with `T4:client` only the client's side
 * of the trap.
 */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { mutate, proofsOf, readTraps } from "../test/traps/readTraps.ts";
import { copyProject } from "./copyProject.ts";

/**
 * Runs only those tests of a file that name the trap. Resolves with the number of passed tests and the titles of the
 * failed ones; undefined if mocha reported no results.
 */
function runTests(folder, test, id) {
  // Mocha runs without its configuration file, so that it starts no child processes. Such processes would still run
  // after the time limit.
  const mocha = [
    "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON",
    join(folder, "node_modules/mocha/bin/mocha.js"),
    "--no-config",
    "--reporter",
    "json",
    "--timeout",
    "20000",
    "--exit",
    "--grep",
    String.raw`\b${id}\b`,
    test,
  ];
  return new Promise((resolve) => {
    execFile(process.execPath, mocha, { cwd: folder, maxBuffer: 64 << 20, timeout: 120_000 }, (_, stdout) => {
      const start = stdout.indexOf('{\n  "stats"');
      if (start < 0) return resolve(undefined);
      const { passes, failures } = JSON.parse(stdout.slice(start));
      resolve({ passed: passes.length, failed: failures.map(({ fullTitle }) => fullTitle) });
    });
  });
}

const wanted = process.argv.slice(2);
const sides = readTraps().flatMap(({ id, client, sandbox }) => [
  { id, name: "client", side: client },
  { id, name: "sandbox", side: sandbox },
]);
const chosen = sides.filter(
  ({ id, name }) => wanted.length === 0 || wanted.includes(id) || wanted.includes(`${id}:${name}`),
);
const queue = chosen.flatMap(({ id, name, side }) => proofsOf(side).map((proof) => ({ id, name, side: proof })));
const wrong = [];
let found = 0;

async function work() {
  await using copy = await copyProject();
  const { folder } = copy;
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const {
      id,
      name,
      side: { test, without },
    } = next;
    const source = await readFile(join(folder, without.file), "utf8");
    const mutated = mutate(source, without);
    const healthy = await runTests(folder, test, id);
    if (mutated === undefined)
      wrong.push(`${id} ${name}: its text to find is not in ${without.file}, or not only once`);
    else if (!healthy || healthy.passed === 0 || healthy.failed.length > 0)
      wrong.push(
        `${id} ${name}: its tests do not pass without the mutant (${healthy?.failed.join("; ") || "none ran"})`,
      );
    else {
      await writeFile(join(folder, without.file), mutated);
      const outcome = await runTests(folder, test, id);
      await writeFile(join(folder, without.file), source);
      if (!outcome) wrong.push(`${id} ${name}: the mutant does not run`);
      else if (outcome.failed.length === 0) wrong.push(`${id} ${name}: SURVIVED ${outcome.passed} tests of ${test}`);
      else found++;
      if (outcome && outcome.failed.length > 0) console.log(`${id} ${name}: found by "${outcome.failed[0]}"`);
    }
  }
}

await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, work));
for (const line of wrong) console.log(line);
for (const { id, name, side } of chosen) if ("later" in side) console.log(`${id} ${name}: later. ${side.later}`);
console.log(`${found} mutants found, ${wrong.length} not`);
process.exitCode = wrong.length > 0 ? 1 : 0;
