/**
 * Reverses the rule of every fact of the API documents, one at a time and in a copy of the project, and runs the tests
 * that the fact names: each of them must fail under a reversal of the fact. `npm run sentences` tries all facts,
 * `npm run sentences -- 1.17 2.3` these two, and `npm run sentences -- 3.` all facts of document 3.
 */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { copyProject } from "../../scripts/copyProject.ts";
import { mutate } from "../traps/readTraps.ts";
import { readReversals, readSentences } from "./readSentences.ts";
import type { Reversal, Sentence, TestName } from "./readSentences.ts";

/**
 * Returns the full titles of the tests that failed; undefined if mocha could not even start. A failed hook does not
 * count as a test.
 */
function failures(folder: string, tests: readonly TestName[]): Promise<readonly string[] | undefined> {
  const names = tests.map(({ title }) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join("|");
  const files = [...new Set(tests.map(({ file }) => file))];
  // With its configuration file, mocha would start child processes, and these would still run after the time limit.
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
    names,
    ...files,
  ];
  return new Promise((resolve) => {
    execFile(process.execPath, mocha, { cwd: folder, maxBuffer: 64 << 20, timeout: 120_000 }, (_, stdout) => {
      const start = stdout.indexOf('{\n  "stats"');
      if (start < 0) return resolve(undefined);
      const report = JSON.parse(stdout.slice(start)) as {
        readonly failures: readonly { readonly fullTitle: string }[];
      };
      resolve(
        report.failures
          .map(({ fullTitle }) => fullTitle)
          .filter((title) => !/"(?:before|after) (?:all|each)" hook/.test(title)),
      );
    });
  });
}

/** Resolves with what is wrong with a fact's reversals; undefined if each test of the fact fails under a reversal. */
async function tryFact(
  folder: string,
  { tests }: Sentence,
  reversals: readonly Reversal[],
): Promise<string | undefined> {
  if (reversals.length === 0) return "is not reversed";
  let left = tests;
  for (const reversal of reversals) {
    const path = join(folder, reversal.file);
    const source = await readFile(path, "utf8");
    const reversed = mutate(source, reversal);
    if (reversed === undefined) return `"${reversal.find}" does not stand once in ${reversal.file}`;
    await writeFile(path, reversed);
    const failed = await failures(folder, left);
    await writeFile(path, source);
    if (failed === undefined) return `nothing runs with "${reversal.replace}" in ${reversal.file}`;
    left = left.filter(({ title }) => !failed.some((whole) => whole.includes(title)));
    if (left.length === 0) return undefined;
  }
  return `stays green: ${left.map(({ file, title }) => `${file}: ${title}`).join("; ")}`;
}

const wanted = process.argv.slice(2);
const reversals = readReversals();
const queue = readSentences()
  .flatMap(({ sentences }) => sentences)
  .filter(
    ({ number }) =>
      wanted.length === 0 || wanted.some((each) => (each.endsWith(".") ? number.startsWith(each) : number === each)),
  );
const count = queue.length;
const wrong: string[] = [];

async function work(): Promise<void> {
  await using copy = await copyProject();
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { number } = next;
    const problem = await tryFact(
      copy.folder,
      next,
      reversals.filter(({ fact }) => fact === number),
    );
    if (problem === undefined) continue;
    wrong.push(number);
    console.log(`${number} ${problem}`);
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, work));
console.log(`${count} facts, ${count - wrong.length} reversed and red, ${wrong.length} not`);
process.exitCode = wrong.length > 0 ? 1 : 0;
