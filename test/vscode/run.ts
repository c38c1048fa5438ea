/**
 * Runs the tests in a real VS Code, with the packed extension installed: the suite inside the extension host, once
 * trusted and once in Restricted Mode, then the UI tests that drive the window. With `--desktop` the suite runs in a
 * desktop VS Code instead, which @vscode/test-electron fetches. `--canaries` runs only the search for canaries.
 * Arguments that are not flags are parts of names: only UI tests whose file name contains one of them are run, and a
 * crawl runs only commands whose name contains one. `--whole` runs every sample; the gate runs only some. The suite,
 * each file of UI tests and each folder of such files run in separate processes, as many at a time as there are cores.
 */
import { runTests, downloadAndUnzipVSCode, resolveCliArgsFromVSCodeExecutablePath } from "@vscode/test-electron";
import crossSpawn from "cross-spawn";
import { build } from "esbuild";
import Mocha from "mocha";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { basename, dirname, join, sep } from "node:path";
import { installForAll, startEditor } from "../../scripts/editor.ts";
import { root } from "../../scripts/root.mjs";
import { judgeKept } from "../sandbox/permits.ts";
import { launchBrowser } from "./browser.ts";
import { startCrawlWorld } from "./crawl.ts";
import { onlyFailures } from "./pictures.ts";

const vsix = join(root, "smartform.vsix");
/** An extension that contains only the tests; the one under test is installed as users install it. */
const tests = join(root, "out", "tests");
const reporter = join(root, "scripts", "countReporter.cjs");

async function buildTests(): Promise<void> {
  const suite = join(root, "test", "vscode", "suite");
  const sources = (await readdir(suite, { recursive: true })).filter((name) => name.endsWith(".ts"));
  await rm(tests, { recursive: true, force: true });
  await build({
    entryPoints: sources.map((name) => join(suite, name)),
    outbase: suite,
    outdir: join(tests, "suite"),
    bundle: true,
    platform: "node",
    target: "node24",
    format: "cjs",
    packages: "external",
    sourcemap: "inline",
    logLevel: "warning",
  });
  await writeFile(
    join(tests, "package.json"),
    JSON.stringify({
      name: "smartform-tests",
      publisher: "smartform",
      version: "0.0.0",
      engines: { vscode: "*" },
      extensionKind: ["workspace"],
      capabilities: { untrustedWorkspaces: { supported: true } },
    }),
  );
}

async function workspace(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "smartform-workspace-"));
  await writeFile(join(folder, "letter.sft"), "Dear [[ customer ]],\n");
  await writeFile(join(folder, "letter.sft.html"), "<p>Dear [[ customer ]],</p>\n");
  return folder;
}

interface InBrowser {
  readonly trusted: boolean;
  readonly counts: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly makeFolder?: () => Promise<string>;
  /** Minutes after which the suite is considered hung. */
  readonly minutes?: number;
  /** Receives what the suite writes to the console. */
  readonly talk?: (line: string) => void;
}

/** Runs the suite in a browser. The suite adds its counts to the file `counts`. */
async function suiteInBrowser({
  trusted,
  counts,
  env = {},
  settings = {},
  makeFolder = workspace,
  minutes = 5,
  talk = () => undefined,
}: InBrowser): Promise<void> {
  // No one grants a ticket in this window.
  const judge = (data: string): void =>
    talk(`crawl: ${judgeKept(data) ?? "no"} calls of the extension's own sandbox, none of them harmful`);
  await using editor = await startEditor({
    ended: judge,
    extensions: [vsix],
    trusted,
    automation: true,
    settings,
    env: { SMARTFORM_COUNTS: counts, SMARTFORM_REPORTER: reporter, ...env },
  });
  await using stack = new AsyncDisposableStack();
  const folder = await makeFolder();
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const browser = await launchBrowser();
  stack.defer(() => browser.close());
  const page = await browser.newPage();
  const ended = Promise.withResolvers<number>();
  await page.exposeFunction("codeAutomationLog", (_level: string, words: readonly unknown[]) =>
    talk(words.map(String).join(" ")),
  );
  await page.exposeFunction("codeAutomationExit", (code: number) => ended.resolve(code));
  page.once("close", () => ended.reject(new Error("The page that runs the suite was closed before the suite ended.")));
  const remote = `vscode-remote://${editor.authority}`;
  await page.goto(
    editor.address(folder, [
      ["extensionDevelopmentPath", `${remote}${tests}`],
      ["extensionTestsPath", `${remote}${join(tests, "suite", "index.js")}`],
    ]),
  );
  const late = setTimeout(
    () => ended.reject(new Error(`The suite in VS Code did not end within ${minutes} minutes.`)),
    minutes * 60_000,
  );
  await ended.promise.finally(() => clearTimeout(late));
}

/** Runs the suite in a desktop VS Code. */
async function suiteOnDesktop({
  trusted,
  counts,
}: {
  readonly trusted: boolean;
  readonly counts: string;
}): Promise<void> {
  const vscodeExecutablePath = await downloadAndUnzipVSCode();
  const [cli, ...args] = resolveCliArgsFromVSCodeExecutablePath(vscodeExecutablePath);
  const installed = crossSpawn.sync(cli ?? vscodeExecutablePath, [...args, "--install-extension", vsix, "--force"], {
    encoding: "utf8",
  });
  if (installed.status !== 0) throw new Error(`VS Code did not install ${vsix}:\n${installed.stderr}`);
  await runTests({
    vscodeExecutablePath,
    extensionDevelopmentPath: tests,
    extensionTestsPath: join(tests, "suite", "index.js"),
    extensionTestsEnv: { SMARTFORM_COUNTS: counts, SMARTFORM_REPORTER: reporter },
    launchArgs: [await workspace(), ...(trusted ? ["--disable-workspace-trust"] : []), ...args],
  });
}

/**
 * The crawl begins in an empty folder, and copies the samples into it later, so that the extension does not activate
 * before the crawl has instrumented it.
 */
async function crawlInBrowser({
  counts,
  whole,
  only,
}: {
  readonly counts: string;
  readonly whole: boolean;
  readonly only: readonly string[];
}): Promise<void> {
  await using world = await startCrawlWorld({ whole, only });
  const makeFolder = async (): Promise<string> => mkdtemp(join(tmpdir(), "smartform-workspace-"));
  await suiteInBrowser({
    trusted: true,
    counts,
    settings: world.settings,
    makeFolder,
    minutes: whole ? 60 : 15,
    talk: (line) => {
      if (line.startsWith("crawl: ")) console.log(`  ${line}`);
    },
    env: { SMARTFORM_CRAWL: JSON.stringify(world.handed) },
  });
}

/**
 * Shows what a suite wrote. Resolves with whether all of it passed; false if the suite wrote nothing. `before`: the
 * number of lines in `counts` before the suite ran.
 */
async function show(name: string, counts: string, before: number, error: unknown): Promise<boolean> {
  const lines = existsSync(counts) ? (await readFile(counts, "utf8")).trim().split("\n") : [];
  const last = lines.length > before ? lines.at(-1) : undefined;
  if (last === undefined) {
    console.log(
      `  ${name}: it did not run. ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    return false;
  }
  const { passed, failed, failures } = JSON.parse(last) as {
    passed: number;
    failed: number;
    failures: { title: string; stack?: string }[];
  };
  console.log(`  ${name}: ${passed} passed, ${failed} failed`);
  for (const failure of failures) console.log(`\n    ${failure.title}\n${failure.stack ?? ""}`);
  if (error !== undefined)
    console.log(`  ${name}: afterwards, ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return failed === 0 && error === undefined;
}

if (!existsSync(vsix))
  throw new Error(
    "smartform.vsix is missing: run `npm run build && npm run package` first, because the packed extension is tested.",
  );
// Node's compile cache of the tests is kept for the next process. The editor does not get this cache, so that the
// editor runs as for users.
delete process.env["NODE_COMPILE_CACHE"];
const flags = new Set(process.argv.slice(2).filter((argument) => argument.startsWith("--")));
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const out = join(root, "out");
await mkdir(out, { recursive: true });
const counts = process.env["SMARTFORM_COUNTS"] ?? join(out, "vscode-counts.jsonl");
if (process.env["SMARTFORM_COUNTS"] === undefined) await rm(counts, { force: true });

const onlyWindow = flags.has("--ui") || flags.has("--canaries");
const lines = async (): Promise<number> =>
  existsSync(counts) ? (await readFile(counts, "utf8")).trim().split("\n").length : 0;

/** Runs the crawl, only in a browser: what the crawl proves does not depend on where VS Code runs. */
async function crawl(whole: boolean): Promise<boolean> {
  const before = await lines();
  const error: unknown = await crawlInBrowser({ counts, whole, only: wanted }).catch((reason: unknown) => reason);
  return show("crawl", counts, before, error);
}

/** Runs the suite inside the extension host. */
async function inExtensionHost(): Promise<boolean> {
  await buildTests();
  let good = true;
  for (const trusted of [true, false]) {
    const before = await lines();
    const error: unknown = await (flags.has("--desktop") ? suiteOnDesktop : suiteInBrowser)({ trusted, counts }).catch(
      (reason: unknown) => reason,
    );
    const ran = await show(
      trusted ? "extension host, trusted" : "extension host, Restricted Mode",
      counts,
      before,
      error,
    );
    good &&= ran;
  }
  return good;
}

const windows = join(root, "test", "vscode", flags.has("--canaries") ? "canaries" : "ui");

/** Runs files of UI tests one after the other in this process. */
async function inWindow(names: readonly string[]): Promise<boolean> {
  process.env["SMARTFORM_COUNTS"] = counts;
  if (flags.has("--whole")) process.env["SMARTFORM_WHOLE"] = "1";
  const mocha = new Mocha({ timeout: 300_000, reporter });
  for (const name of names) mocha.addFile(join(windows, name));
  await mocha.loadFilesAsync();
  return (await new Promise<number>((resolve) => void mocha.run(resolve))) === 0;
}

/**
 * Runs a part of the tests in a separate process, so that a window left open by a failed test ends with the process.
 * Shows the output of the process when it ends.
 */
async function apart(...args: readonly string[]): Promise<boolean> {
  const own = join(out, `counts-of-${args.join("").replaceAll("/", "-").slice(0, 100)}.jsonl`);
  await rm(own, { force: true });
  const child = spawn(process.execPath, [...process.execArgv, import.meta.filename, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      ...(wanted.length === 0 && { [onlyFailures]: "1" }),
      SMARTFORM_COUNTS: own,
      NODE_COMPILE_CACHE: join(out, "compile-cache"),
    },
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => output.push(data));
  const started = performance.now();
  const [code] = (await once(child, "close")) as [number | null];
  process.stdout.write(Buffer.concat(output));
  console.log(`  ${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${args.join(" ")}`);
  if (existsSync(own)) await appendFile(counts, await readFile(own));
  else console.log(`  ${args.join(" ")}: it reported no tests.`);
  return code === 0 && existsSync(own);
}

/**
 * Estimates the work of a file by its length in characters. A window reload counts as thousands of characters, because
 * it takes as long as a test of that length.
 */
async function workOf(name: string): Promise<number> {
  const source = await readFile(join(windows, name), "utf8");
  return source.length + 8000 * [...source.matchAll(/reloadWindow\(|\.restart\(/g)].length;
}

/**
 * Returns the files of UI tests. Files of the same folder stay together, because they begin alike and share a window
 * (`inTurn.ts`). The longest come first, so that no core waits for them at the end.
 */
async function uiFiles(): Promise<readonly (readonly string[])[]> {
  const isWanted = (name: string): boolean =>
    wanted.length === 0 ||
    wanted.some((part) => (part.endsWith(".test.ts") ? `/${name}`.endsWith(`/${part}`) : name.includes(part)));
  const names = (await readdir(windows, { recursive: true }))
    .map((name) => name.replaceAll(sep, "/"))
    .filter((name) => name.endsWith(".test.ts") && isWanted(name))
    .toSorted();
  const twice = names.find((name, index) =>
    names.some((other, at) => at < index && basename(other) === basename(name)),
  );
  if (twice !== undefined) throw new Error(`Two files of UI tests are called ${basename(twice)}.`);
  if (names.length === 0) throw new Error(`No file of UI tests has "${wanted.join('" or "')}" in its name.`);
  const sized = await Promise.all(
    Object.values(Object.groupBy(names, (name) => (name.includes("/") ? dirname(name) : name))).map(
      async (some = []) => ({
        some,
        size: (await Promise.all(some.map(workOf))).reduce((sum, work) => sum + work, 0),
      }),
    ),
  );
  return sized.toSorted((one, other) => other.size - one.size).map(({ some }) => some);
}

async function all(): Promise<boolean> {
  const files = flags.has("--suite") ? [] : await uiFiles();
  const [only] = files;
  if (onlyWindow && only !== undefined && files.length === 1) return inWindow(only);
  if (flags.has("--suite")) return inExtensionHost();
  const passed = [...flags].filter((flag) => flag !== "--ui");
  const parts = [
    ...(onlyWindow ? [] : [["--suite", ...passed]]),
    ...files.map((names) => ["--ui", ...passed, ...names]),
  ];
  await installForAll([vsix]);
  let good = true;
  const work = async (): Promise<void> => {
    for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
      const ran = await apart(...part);
      good &&= ran;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return good;
}

const good = await (flags.has("--crawl") ? crawl(flags.has("--whole")) : all());
// A window left open by a failed test must not keep this process alive.
process.exit(good ? 0 : 1);
