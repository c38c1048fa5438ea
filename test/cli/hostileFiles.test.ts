/**
 * Hostile files and names: they could stop a check, make it write where it must not, or send control sequences to the
 * terminal or commands to a build log.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { largestText } from "../../catalog/index.ts";
import { readInputs } from "../../cli/files.ts";
import { formats } from "../../cli/formats/index.ts";
import { makeReport } from "../../cli/report.ts";
import { makeHostile } from "../hostileFolder.ts";
import { swapping, withoutProc } from "../swap.ts";
import { folder, run, start } from "./run.ts";

describe("smartform check in a hostile folder", function () {
  this.timeout(60_000);
  before(function () {
    if (process.platform === "win32") this.skip();
  });
  const pipe = (...paths: readonly string[]) => execFileSync("mkfifo", paths);

  it("ends if files are replaced by pipes, and reports those that it needed", async () => {
    using space = folder({
      "a.sft": "[[x]]",
      "in/a.sft": "[[x]]",
      "other/smartform.json": '{"baseline":"known.json","files":[{"include":"*.sft","data":"data.json"}]}',
      "other/a.sft": "[[x]]",
    });
    pipe(
      ...[
        "in/smartform.json",
        "in/b.sft",
        "in/c.form.json",
        "in/d.signing.json",
        "other/data.json",
        "other/known.json",
      ].map((name) => join(space.path, name)),
    );
    const { status, stdout, stderr } = await run(["check", ".", "--format", "json"], { cwd: space.path });
    assert.equal(status, 1);
    assert.deepEqual(
      (JSON.parse(stdout) as { readonly findings: readonly { readonly file: string }[] }).findings.map(
        ({ file }) => file,
      ),
      ["a.sft", "in/a.sft", "other/a.sft"],
    );
    assert.match(stderr, /in\/smartform\.json: the file cannot be read \(it is not a regular file\)\./);
    assert.match(
      stderr,
      /other\/smartform\.json: the baseline "known\.json" is not used \(it is not a regular file\), so it hides nothing\./,
    );
    assert.match(stderr, /data\.json: the data sample cannot be read \(it is not a regular file\)\./);
  });

  /**
   * What an attacker changes in the folder at the moment when the program calls the function `at` for a path that ends
   * with `ending`.
   */
  const swaps: readonly (readonly [
    what: string,
    at: "openSync" | "readdirSync" | "readSync",
    ending: string,
    swap: (folder: string) => void,
    said: RegExp | undefined,
  ])[] = [
    [
      "a file that becomes a link",
      "openSync",
      "in/a.sft",
      (root) => become(root, "in/a.sft", "../../secret/a.sft"),
      /^in\/a\.sft cannot be read \(ELOOP\)\.$/,
    ],
    [
      "a folder that becomes a link before its files are opened",
      "openSync",
      "in/a.sft",
      (root) => become(root, "in", "../secret"),
      /^in\/a\.sft cannot be read \(it, or what it links to, lies outside of the allowed folder\)\.$/,
    ],
    [
      "a folder that becomes a link before it is listed",
      "readdirSync",
      "in",
      (root) => become(root, "in", "../secret"),
      /^in\/a\.sft cannot be read \(it, or what it links to, lies outside of the allowed folder\)\.$/,
    ],
    [
      "a file that grows",
      "readSync",
      "",
      (root) => appendFileSync(join(root, "in/a.sft"), " ".repeat(largestText)),
      /^in\/a\.sft cannot be read \(it is larger than 4 MB\)\.$/,
    ],
    [
      "a file that grows as far as it may",
      "readSync",
      "",
      (root) => appendFileSync(join(root, "in/a.sft"), " ".repeat(largestText - 4)),
      undefined,
    ],
  ];
  for (const [where, system] of [
    ["", (work: () => Promise<void>) => work()],
    [", if the system does not name open files", withoutProc],
  ] as const) {
    for (const [what, at, ending, swap, said] of swaps) {
      it(`reads from ${what} only what it should${where}`, () =>
        system(async () => {
          using space = folder({ "secret/a.sft": "secret", "work/in/a.sft": "mine" });
          const root = join(space.path, "work");
          const told: string[] = [];
          const read = () => [
            ...readInputs([root], {
              skip: () => false,
              unreadable: (message) => told.push(message.replace(`${root}/`, "")),
            }),
          ];
          const { result, came } = await swapping(
            at,
            (path) => path.endsWith(ending),
            () => swap(root),
            read,
          );
          const contents = result.flatMap((each) => each?.content?.trim() ?? []);
          assert.deepEqual([came, contents], [true, said === undefined ? ["mine"] : []]);
          if (said !== undefined) assert.match(told.join("\n"), said);
        }));
    }
  }

  it("accepts only files for options that name a file", async () => {
    using space = folder({ "a.sft": "" });
    pipe(join(space.path, "pipe"));
    symlinkSync("a.sft", join(space.path, "link.sft"));
    const named: readonly (readonly string[])[] = [
      ["check", "pipe"],
      ["check", "/dev/null"],
      ["check", "a.sft", "--data", "pipe"],
      ["check", "a.sft", "--catalog", "pipe"],
      ["check", "--library", "--catalog", "pipe"],
      ["contract", "a.sft", "--catalog", "pipe"],
      ["contract", "a.sft", "--compare", "pipe"],
      ["sandbox", "--import", "pipe"],
    ];
    for (const args of named) {
      const { status, stderr } = await run(args, { cwd: space.path });
      assert.equal(status, 2, args.join(" "));
      assert.match(stderr, /\(it is not a regular file\)|pipe cannot be read/, args.join(" "));
    }
    assert.equal((await run(["check", "link.sft"], { cwd: space.path })).status, 0);
  });

  it("reads no more from standard input than from a file", async () => {
    for (const args of [["--stdin"], ["--stdin", "--stdin-filename", "a.sft"]]) {
      const child = start(["check", ...args]);
      child.stdin.on("error", () => undefined).write(Buffer.alloc(largestText + 1));
      const said = readText(child.stderr);
      // The stream may never end, so the test waits only for the end of the process.
      await once(child, "close", { signal: AbortSignal.timeout(30_000) }).finally(() => child.kill());
      assert.deepEqual(
        [child.exitCode, await said],
        [2, `smartform: ${args[2] ?? "stdin"} cannot be read (it is larger than 4 MB).\n`],
      );
    }
    const most = await run(["check", "--stdin"], { stdin: Buffer.alloc(largestText) });
    assert.equal(most.status, 0, most.stderr);
  });

  it("names a file whose name is not UTF-8, and checks the others", async function () {
    if (process.platform !== "linux") this.skip();
    using space = folder({ "a.sft": "[[x]]", "z.sft": "[[x]]", "bad\uFFFD.sft": "[[x]]", "\uFFFDin/a.sft": "[[x]]" });
    const raw = (name: string): Buffer => Buffer.concat([Buffer.from(`${space.path}/`), Buffer.from(name, "latin1")]);
    writeFileSync(raw("bad\xff.sft"), "[[x]]");
    mkdirSync(raw("folder\xff"));
    symlinkSync("a.sft", raw("link\xff"));
    const { status, stdout, stderr } = await run(["check", ".", "--format", "json"], { cwd: space.path });
    assert.equal(status, 2);
    assert.deepEqual(
      (JSON.parse(stdout) as { readonly findings: readonly { readonly file: string }[] }).findings.map(
        ({ file }) => file,
      ),
      ["a.sft", "bad\uFFFD.sft", "z.sft", "\uFFFDin/a.sft"],
    );
    assert.deepEqual(stderr.trim().split("\n").sort(), [
      "smartform: bad\uFFFD.sft cannot be read (its name is not UTF-8).",
      "smartform: folder\uFFFD cannot be read (its name is not UTF-8).",
    ]);
    assert.equal(
      (await run(["check", "gone\uFFFD.sft"], { cwd: space.path })).stderr,
      "smartform: gone\uFFFD.sft does not exist, or its name is not UTF-8.\n",
    );
  });

  it("answers Ctrl-C while it waits for standard input", async () => {
    // The signal is sent once, as soon as the program listens for it. A second signal would end the process at once.
    const pressed = `process.on("newListener", (name) => { if (name === "SIGINT") setImmediate(() => process.kill(process.pid, "SIGINT")); });`;
    const child = start(["check", "--stdin"], {
      env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(pressed)}` },
    });
    child.stdin.on("error", () => undefined);
    child.stdin.write("[[x]]");
    await once(child, "close", { signal: AbortSignal.timeout(30_000) }).finally(() => child.kill("SIGKILL"));
    assert.equal(child.exitCode, 130);
  });

  it("ends without help if every file is hostile", async () => {
    using space = folder({});
    makeHostile(space.path);
    const { status, stderr } = await run(["check", "."], { cwd: space.path });
    assert.equal(status, 1, stderr);
  });

  /** The path that is being opened when Ctrl-C is pressed, and a later path that must no longer be opened. */
  const presses: readonly (readonly [opened: string, not: string])[] = [
    ["smartform.json", "known.json"],
    ["known.json", "data.json"],
    ["data.json", "b.sft"],
    ["a.sft", "b.sft"],
    ["deep/smartform.json", "patterns/a.sft"],
    ["deep/b.form.json", "pipe/a.sft"],
    ["patterns/smartform.json", "pipe/a.sft"],
    ["pipe/smartform.json", "pipe.sft"],
  ];
  for (const [opened, not] of presses) {
    it(`answers Ctrl-C while it reads a hostile ${opened}`, async () => {
      using space = folder({});
      makeHostile(space.path);
      await endsAt({ opened, not }, ["."], space.path);
    });
  }

  const numbers = Array.from({ length: 300 }, (_, index) => String(index).padStart(3, "0"));
  const walks: readonly (readonly [what: string, make: (path: string) => void, args?: readonly string[]])[] = [
    ["empty folders", (path) => mkdirSync(path)],
    ["links", (path) => symlinkSync(".", path)],
    [
      "files that are too large",
      (path) => {
        writeFileSync(path, "");
        truncateSync(path, largestText + 1);
      },
    ],
    ["nothing but settings", () => undefined, ["in", ...numbers.map(() => "smartform.json"), "z"]],
  ];
  for (const [what, make, args = ["in", "z"]] of walks) {
    it(`answers Ctrl-C while it walks through ${what}`, async () => {
      using space = folder({ "smartform.json": "{}", "z/a.sft": "[[x]]" });
      mkdirSync(join(space.path, "in"));
      for (const number of numbers) make(join(space.path, "in", number));
      await endsAt({ opened: "in", not: "z" }, args, space.path);
    });
  }

  it("walks through folders that lead back to themselves, down to the depth limit", async () => {
    using space = folder({ "a.sft": "[[x]]", "smartform.json": "{}" });
    symlinkSync(".", join(space.path, "round"));
    symlinkSync("/", join(space.path, "all"));
    const deep = join(space.path, ...Array<string>(1500).fill("d"));
    mkdirSync(deep, { recursive: true });
    writeFileSync(join(deep, "z.sft"), "[[y]]");
    const { stdout, stderr } = await run(["check", ".", "--format", "json"], { cwd: space.path });
    assert.equal((JSON.parse(stdout) as { readonly findings: readonly object[] }).findings.length, 2, stderr);
  });

  const places: readonly (readonly [what: string, baseline: string])[] = [
    ["outside", "../victim"],
    ["behind a link to a folder", "out/victim"],
    ["that is a link", "link"],
    ["that is a link to nothing", "nowhere"],
    ["outside, spelt from inside", "in/../../victim"],
  ];
  for (const [what, baseline] of places) {
    it(`writes no baseline ${what}, and says so`, async () => {
      using space = folder({
        victim: "mine",
        "work/a.sft": "[[x]]",
        "work/in/a.sft": "[[x]]",
        "work/in/smartform.json": "{}",
        "work/smartform.json": JSON.stringify({ baseline }),
        "work/in/b": "",
      });
      symlinkSync("..", join(space.path, "work/out"));
      symlinkSync("../victim", join(space.path, "work/link"));
      symlinkSync("../new", join(space.path, "work/nowhere"));
      const { status, stderr } = await run(
        ["check", ".", what === "outside" ? "--update-baseline" : "--new-baseline"],
        { cwd: join(space.path, "work") },
      );
      assert.equal(status, 2);
      assert.match(stderr, /the baseline ".*" .*so it hides nothing\. No baseline was written\.\n$/);
      assert.equal(readFileSync(join(space.path, "victim"), "utf8"), "mine");
      assert.ok(!existsSync(join(space.path, "new")));
    });
  }

  it("leaves the baseline whole if it is killed, and no other file", async () => {
    const settings = JSON.stringify({ baseline: "known.json" });
    using space = folder({
      "smartform.json": settings,
      ...Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`${index}.sft`, "[[x]] [[y]]"])),
    });
    assert.equal((await run(["check", ".", "--new-baseline"], { cwd: space.path })).status, 0);
    const whole = readFileSync(join(space.path, "known.json"), "utf8");
    for (const wait of [300, 700]) {
      const child = start(["check", ".", "--new-baseline"], { cwd: space.path });
      const ended = new Promise((resolve) => child.on("close", resolve));
      await Promise.race([ended, pause(wait)]);
      child.kill("SIGKILL");
      await ended;
      assert.equal(readFileSync(join(space.path, "known.json"), "utf8"), whole);
    }
    assert.deepEqual((await run(["check", "."], { cwd: space.path })).status, 0);
    assert.deepEqual(
      readdirSync(space.path).filter((name) => !/\.sft$|\.json$|\.tmp$/.test(name)),
      [],
    );
  });

  it("prints no command from a file's name, to the terminal or to a build log", async () => {
    const evil = [
      "\x1b]0;evil\x07.sft",
      "b\n::error::one.sft",
      "::error::two.sft",
      " ::error::three.sft",
      "c\r::error::four.sft",
      "d\u009b31m.sft",
      "e\u2028::error::five.sft",
      "f\u202etfs.sft",
    ];
    using space = folder(Object.fromEntries(evil.map((name) => [`in/${name}`, "[[x]]"])));
    for (const name of evil) writeFileSync(join(space.path, name), "[[x]]");
    writeFileSync(join(space.path, "g\n::error::.form.json"), '{ "values": ');
    mkdirSync(join(space.path, "h\n::error::x\x1b"));
    pipe(join(space.path, "h\n::error::x\x1b/smartform.json"));
    writeFileSync(join(space.path, "h\n::error::x\x1b/a.sft"), "[[x]]");
    for (const format of Object.keys(formats)) {
      const { stdout, stderr } = await run(["check", ".", ...evil, "--format", format], { cwd: space.path });
      assert.ok(stdout.split("missing-space").length > 2 * evil.length, stdout);
      harmless(format === "github" ? stdout.replace(/^::(?:error|warning|notice) file=/gm, "") : stdout, format);
      harmless(stderr, `${format}, standard error`);
    }
    harmless((await run(["check", "\n::error::none"], { cwd: space.path })).stderr, "a file that is not there");
  });

  it("keeps the names of files apart in every format, as their readers understand them", () => {
    const name = "a\n::error::b\x1b.sft";
    const report = makeReport(
      [
        {
          file: name,
          line: 1,
          column: 1,
          endLine: 1,
          endColumn: 2,
          code: "missing-space",
          severity: "error",
          message: "one\n::error::two\x1b",
          fixes: [],
        },
      ],
      { files: [name], placeholders: 1 },
    );
    const printed = Object.fromEntries(
      Object.entries(formats).map(([format, print]) => [
        format,
        [...print(report, { failOn: "error", color: false })].join(""),
      ]),
    );
    assert.match(
      printed["text"]!,
      /^a\\u000a::error::b\\u001b\.sft\n {5}1:1 {2}error {4}one ::error::two {3}missing-space\n/,
    );
    assert.equal(
      (JSON.parse(printed["json"]!) as { readonly findings: readonly [{ readonly file: string }] }).findings[0].file,
      name,
    );
    assert.match(
      printed["github"]!,
      /^::error file=a%0A%3A%3Aerror%3A%3Ab\\u001b\.sft,line=1,endLine=1,col=1,endColumn=2,title=missing-space::one%0A::error::two \n$/,
    );
    assert.match(printed["junit"]!, /<testsuite name="a&#10;::error::b \.sft"/);
    assert.match(printed["sarif"]!, /"uri": "a%0A%3A%3Aerror%3A%3Ab%1B\.sft"/);
  });
});

/**
 * Presses Ctrl-C when the check opens the path `opened`. Asserts that the check ends, and that it never opens the path
 * `not`.
 */
async function endsAt(
  { opened, not }: { readonly opened: string; readonly not: string },
  args: readonly string[],
  cwd: string,
): Promise<void> {
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(pressedAt(opened, not))}`;
  const child = start(["check", ...args], { cwd, env: { NODE_OPTIONS } });
  const said = Promise.all([readText(child.stdout), readText(child.stderr)]);
  await once(child, "close", { signal: AbortSignal.timeout(30_000) }).finally(() => child.kill("SIGKILL"));
  const [stdout, stderr] = await said;
  assert.deepEqual([child.exitCode, stdout], [130, ""], stderr);
  assert.doesNotMatch(stderr, /opened all the same/);
}

/**
 * Returns the source of a module that the program imports first. The module sends SIGINT when `opened` is opened, and
 * writes a complaint to stderr if `not` is opened.
 */
function pressedAt(opened: string, not: string): string {
  return `import fs from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    import { resolve } from "node:path";
    const [opened, not] = ${JSON.stringify([opened, not])}.map((name) => resolve(name));
    for (const [room, name] of [[fs, "openSync"], [fs, "readdirSync"], [fs.promises, "open"]]) {
      const open = room[name];
      room[name] = (path, ...more) => {
        if (resolve(String(path)) === opened) process.kill(process.pid, "SIGINT");
        if (resolve(String(path)) === not) process.stderr.write("opened all the same");
        return open(path, ...more);
      };
    }
    syncBuiltinESMExports();`;
}

/** Replaces the file or folder with a link. */
function become(root: string, name: string, target: string): void {
  renameSync(join(root, name), join(root, "moved"));
  symlinkSync(target, join(root, name));
}

function harmless(printed: string, where: string): void {
  assert.doesNotMatch(printed, /[^\P{Cc}\n]|[\u2028\u2029\u202A-\u202E\u2066-\u2069]/u, where);
  for (const line of printed.split("\n")) assert.doesNotMatch(line, /^\s*::/, where);
}
