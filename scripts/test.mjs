/**
 * The whole gate. Every step runs and counts; the last line says `N passed, N failed`, then how many were skipped. A
 * step that cannot run on this machine fails and says why. Steps that only read the sources run beside those that build
 * and test, at a lower priority, and show their output when they end. Steps that fetch what the machine lacks mostly
 * wait for the network, so they run beside the others too, until a step needs them. With names of steps as arguments it
 * runs only those.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import { availableParallelism, constants, setPriority } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { installEditor } from "./editor.ts";
import { missingPrograms } from "./machine.mjs";
import { root } from "./root.mjs";

const node = (...args) => [process.execPath, ["--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", ...args]];
const program = (path, ...args) => node(join(root, "node_modules", path), ...args);

/**
 * How many processes run tests at a time. Tests also wait for processes, timers and the disk: with one process per
 * core, a fifth of the processors' time stays unused.
 */
const workers = availableParallelism() + 1;

const rooms = ["language", "api", "disk", "catalog", "authoring", "sandbox", "server", "cli", "client"];

/**
 * The steps of the gate. `counted`: the step's own tests are counted one by one. `beside`: the step only reads the
 * sources or only fetches, so it runs in parallel with steps of the other kinds. `needs`: steps that must have ended.
 * Each test process loads hundreds of sources and programs, so Node's compile cache is kept for later processes.
 */
const steps = [
  { name: "machine", run: missingPrograms, beside: "fetches" },
  { name: "VS Code's server", run: () => installEditor().then(() => 0), beside: "fetches" },
  { name: "types: rooms", command: program("typescript-native/bin/tsc", "-p", "."), beside: "reads" },
  {
    name: "types: language without a platform",
    command: program("typescript-native/bin/tsc", "-p", "language"),
    beside: "reads",
  },
  { name: "types: webviews", command: program("typescript-native/bin/tsc", "-p", "client/page"), beside: "reads" },
  { name: "types: tests", command: program("typescript-native/bin/tsc", "-p", "test"), beside: "reads" },
  { name: "lint", command: program("oxlint/bin/oxlint", "--type-aware"), beside: "reads" },
  { name: "format", command: program("prettier/bin/prettier.cjs", "--check", "."), beside: "reads" },
  {
    name: "import rule",
    command: program("dependency-cruiser/bin/dependency-cruise.mjs", "--config", ".dependency-cruiser.cjs", ...rooms),
    beside: "reads",
  },
  { name: "build", command: node("scripts/build.mjs") },
  { name: "package", command: node("scripts/package.mjs") },
  {
    name: "tests",
    command: program(
      "mocha/bin/mocha.js",
      "--parallel",
      "--jobs",
      String(workers),
      "--reporter",
      "scripts/countReporter.cjs",
      "test/**/*.test.ts",
    ),
    counted: true,
    needs: ["machine"],
    env: { NODE_COMPILE_CACHE: join(root, "out", "compile-cache") },
  },
  {
    name: "VS Code",
    command: node("test/vscode/run.ts"),
    counted: true,
    needs: ["machine", "VS Code's server"],
  },
];

/** Runs a command and shows its output at once or at its end; resolves with its exit code. */
async function run([command, args], { name, counts, beside, env }) {
  const reads = beside === "reads";
  const child = spawn(command, args, {
    cwd: root,
    stdio: reads ? ["ignore", "pipe", "pipe"] : "inherit",
    env: { ...process.env, ...env, SMARTFORM_COUNTS: counts },
  });
  if (reads && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const output = [];
  for (const stream of reads ? [child.stdout, child.stderr] : []) stream.on("data", (data) => output.push(data));
  const [code, signal] = await once(child, "close");
  if (reads) process.stdout.write(`\n── ${name}\n${Buffer.concat(output)}`);
  return code ?? signal;
}

/** Resolves with the counts that the step's test runs reported. */
async function readCounts(counts) {
  if (!existsSync(counts)) return [];
  return (await readFile(counts, "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/**
 * Returns a failed test's message and place as one short line, because sometimes only the end of a run's output is
 * kept.
 */
function reasonOf({ stack = "" }) {
  const lines = stripVTControlCharacters(stack)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const words = lines.filter((line) => !line.startsWith("at ")).join(" ");
  const place = lines.find((line) => /^at .*\btest\//.test(line))?.replace(root, "") ?? "";
  return `\n  ${words.slice(0, 400)} ${place.slice(0, 100)}`;
}

const wanted = process.argv.slice(2);
const total = { passed: 0, failed: 0, skipped: [], why: [] };
const table = [];

for (const name of steps.flatMap(({ needs = [] }) => needs))
  if (!steps.some((step) => step.name === name)) throw new Error(`A step needs "${name}", which is no step.`);
const unknown = wanted.filter((each) => !steps.some(({ name }) => name === each));
if (unknown.length > 0) {
  console.error(
    `No step is called ${unknown.join(" or ")}. The steps are ${steps.map(({ name }) => name).join(", ")}.`,
  );
  process.exit(2);
}
const chosen = steps.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
await mkdir(join(root, "out"), { recursive: true });
/** For each step, by its name: a promise that resolves when the step has ended. */
const ended = new Map(chosen.map(({ name }) => [name, Promise.withResolvers()]));
const inOrder = async (some) => {
  for (const step of some) {
    await Promise.all((step.needs ?? []).map((name) => ended.get(name)?.promise));
    await take(step);
    ended.get(step.name).resolve();
  }
};
await Promise.all(
  ["fetches", "reads", undefined].map((kind) => inOrder(chosen.filter(({ beside }) => beside === kind))),
);

async function take(step) {
  if (step.beside !== "reads") console.log(`\n── ${step.name}`);
  const counts = join(root, "out", `counts-${steps.indexOf(step)}.jsonl`);
  await rm(counts, { force: true });
  const started = performance.now();
  const outcome = await (step.run ?? (() => run(step.command, { ...step, counts })))().catch((error) => error);
  const reports = await readCounts(counts);
  const good = outcome === 0;
  let failed = 0;
  for (const report of reports) {
    total.passed += report.passed;
    failed += report.failed;
    total.skipped.push(...report.skipped);
    for (const failure of report.failures) total.why.push(`${step.name}: ${failure.title}${reasonOf(failure)}`);
  }
  if (good && failed === 0 && !step.counted) total.passed++;
  if (good && step.counted && reports.length === 0) total.why.push(`${step.name}: succeeded, but reported no tests`);
  // A step that fails without a failed test (a file that does not load, a crash) counts as one failure.
  if ((!good || (step.counted && reports.length === 0)) && failed === 0) {
    failed = 1;
    total.why.push(`${step.name}: ${outcome instanceof Error ? outcome.message : `ended with ${outcome}`}`);
  }
  total.failed += failed;
  table[steps.indexOf(step)] =
    `${failed > 0 ? "FAILED" : "ok    "}  ${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${step.name}`;
}

console.log(`\n${table.filter((line) => line !== undefined).join("\n")}`);
for (const why of total.why) console.log(`failed: ${why}`);
for (const title of total.skipped) console.log(`skipped: ${title}`);
console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped.length > 0 ? `, ${total.skipped.length} skipped` : ""}`,
);
process.exitCode = total.failed > 0 ? 1 : 0;
