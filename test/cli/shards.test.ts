/**
 * `smartform check --shard` on several machines, followed by `smartform merge`, gives the same report as a single
 * `smartform check`.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check } from "../../cli/check.ts";
import { formats } from "../../cli/formats/index.ts";
import { merge } from "../../cli/merge.ts";
import type { ReportedFinding, Summary } from "../../cli/report.ts";
import { identifyRun, split } from "../../cli/shard.ts";
import type { ShardReport } from "../../cli/shard.ts";
import { runHere } from "./here.ts";
import { folder, run } from "./run.ts";
import type { Run } from "./run.ts";

interface Printed {
  readonly findings: readonly ReportedFinding[];
  readonly summary: Summary;
  readonly shard: ShardReport;
}

const text = (id: string, folderId: string, code: string, translations: Readonly<Record<string, string>>): object => ({
  id,
  folderId,
  code,
  defaultLanguage: "en",
  translations: Object.fromEntries(
    Object.entries(translations).map(([language, content]) => [language, { content, source: 1 }]),
  ),
});

/** A library with findings in single texts, between texts, and about a folder. */
const library = {
  folders: [
    { id: "f1", name: "Human resources", code: "hr" },
    { id: "f2", name: "Other", code: "HR" },
  ],
  texts: [
    text("t1", "f1", "hello", { en: "Hello [[ name ]] and a long sentence", sv: "Hej [[name]] [[ other ]]" }),
    text("t2", "f1", "Hello", { en: "Hello [[ name ]] and a long sentence", de: "" }),
    text("t3", "f2", "twin", { en: "Hello [[ name ]] and a long sentence", sv: "[[ LIB : hr : nope ]]" }),
    text("t4", "f2", "cycle", { en: "[[ LIB : HR : cycle ]]" }),
    text("t5", "f2", "empty", {}),
  ],
  smartforms: [{ id: "s1", name: "Order", textLibraryFolder: "hr", fields: [], pages: [] }],
  dataTable: { name: "Ada" },
};

const files: Readonly<Record<string, string | Uint8Array>> = {
  "cat.json": JSON.stringify(library),
  "empty.json": "{}",
  "data.json": '{ "nam": 1 }',
  "smartform.json": JSON.stringify({ baseline: "known.json", rules: { "machine-translation": "info" } }),
  "a.sft": "[[x]] [[ LIB : hr : helo ]] [[y]]",
  "b.sft.html": "<p>[[ na<b>me</b> ]] [[ name ]]</p>",
  "bin.dat": Uint8Array.from([0x5b, 0x5b, 0, 0x5b]),
  "in/smartform.json": JSON.stringify({
    baseline: "known.json",
    files: [{ include: "*.sft", data: "sample.json", smartform: "s1" }],
    rulez: {},
  }),
  "in/sample.json": '{ "first": 1 }',
  "in/c.sft": "[[ frist ]] [[ LIB : hello ]] [[x]]",
  "in/d.sft": "[[",
  "in/request.form.json": '{ "dialogDefinitionId": "s2", "environment": "prod" }',
  "in/order.signing.json": '{ "operation": "nothing" }',
  "deep/down/\u001b[31m.sft": "[[ a | b | c ]] [[x]]",
  "deep/__proto__.sft": "[[x]] [[ INPUT ]]",
  "deep/clean.sft": "Hello",
};

/**
 * What the baselines list: findings that exist, findings that are gone from their file, and findings in files that are
 * gone.
 */
const known = {
  "known.json": [
    { file: "a.sft", code: "missing-space", words: "[[x]]" },
    { file: "a.sft", code: "missing-space", words: "[[z]]", count: 2 },
    { file: "gone.sft", code: "missing-space", words: "[[x]]", count: 3 },
    { file: "bin.dat", code: "missing-space", words: "[[x]]" },
    { file: "textlib:/hr/hello.sv.txt", code: "missing-space", words: "[[name]]" },
    { file: "textlib:/hr/hello.en.txt", code: "unused-text", words: "Hello [[ name ]] and a long sentence" },
    { file: "textlib:/hr/hello.en.txt", code: "duplicate-text", words: "nothing like it" },
    { file: "textlib:/hr/gone.en.txt", code: "missing-space", words: "[[name]]", count: 4 },
    { file: "textlib:/HR", code: "code-case-collision", words: "" },
    { file: "textlib:/hr", code: "code-case-collision", words: "" },
  ],
  "in/known.json": [
    { file: "c.sft", code: "missing-space", words: "[[x]]" },
    { file: "gone.sft", code: "missing-space", words: "[[x]]" },
  ],
};
const baselines = Object.fromEntries(Object.entries(known).map(([name, entries]) => [name, JSON.stringify(entries)]));

async function shardsOf(args: readonly string[], of: number, cwd: string): Promise<readonly Run[]> {
  const runs: Run[] = [];
  for (let number = 1; number <= of; number++)
    runs.push(await runHere(check, [...args, "--format", "json", "--shard", `${number}/${of}`], cwd));
  return runs;
}

/** Writes what the shards printed into a folder, and returns the paths. */
function written(space: { readonly path: string }, runs: readonly Run[]): readonly string[] {
  return runs.map(({ stdout }, index) => {
    const path = join(space.path, `${index + 1}.json`);
    writeFileSync(path, stdout);
    return path;
  });
}

const read = ({ stdout }: Run): Printed => JSON.parse(stdout) as Printed;

describe("shards of a check, merged", function () {
  this.timeout(60_000);
  before(function () {
    // Windows has no files with such names.
    if (process.platform === "win32") this.skip();
  });

  const plain = { ...files, ...baselines };
  const scenarios: readonly (readonly [
    what: string,
    args: readonly string[],
    files: Readonly<Record<string, string | Uint8Array>>,
  ])[] = [
    ["files without anything else", ["."], files],
    ["files against a catalog", [".", "--catalog", "cat.json"], plain],
    ["the library alone", ["--library", "--catalog", "cat.json"], plain],
    ["files and the library, with baselines", [".", "--library", "--catalog", "cat.json"], plain],
    ["a library of which little is known", [".", "--library", "--catalog", "empty.json"], plain],
    ["a data sample for everything", [".", "--library", "--catalog", "cat.json", "--data", "data.json"], plain],
    ["a context", [".", "--catalog", "cat.json", "--smartform", "s1", "--folder", "hr", "--language", "SV"], plain],
    [
      "paths that overlap, in several spellings",
      ["in", "a.sft", "./a.sft", "deep/../a.sft", ".", "in/c.sft", "--library", "--catalog", "cat.json"],
      plain,
    ],
    ["findings that the baseline hides, all of them", ["in/c.sft", "a.sft"], plain],
    ["nothing to find", ["deep/clean.sft"], files],
    [
      "only what changed",
      [".", "--library", "--catalog", "cat.json", "--since", "list.txt"],
      { ...plain, "list.txt": "in/c.sft\ndeep/down\n" },
    ],
  ];
  for (const [what, args, content] of scenarios) {
    it(`are the report of one check, byte for byte: ${what}`, async () => {
      using space = folder(content);
      using out = folder({});
      const formatted = Object.keys(formats).map((format) => [
        "--format",
        format,
        "--fail-on",
        format === "junit" ? "info" : "error",
      ]);
      const whole = new Map<readonly string[], Run>();
      for (const how of formatted) whole.set(how, await runHere(check, [...args, ...how], space.path));
      for (const count of [1, 3, 8]) {
        const paths = written(out, await shardsOf(args, count, space.path)).toReversed();
        for (const [how, { status, stdout }] of whole) {
          const merged = await runHere(merge, [...paths, ...how], space.path);
          assert.equal(merged.stdout, stdout, `${how.join(" ")}, ${count} shards`);
          assert.deepEqual([merged.status, merged.stderr], [status, ""], how.join(" "));
        }
      }
    });
  }

  it("count each baseline finding that is gone exactly once", async () => {
    using space = folder(plain);
    using out = folder({});
    const args = [".", "--library", "--catalog", "cat.json"];
    const paths = written(out, await shardsOf(args, 8, space.path));
    const { summary } = read(await runHere(merge, [...paths, "--format", "json"], out.path));
    assert.deepEqual([summary.baselined, summary.gone], [5, 2 + 3 + 1 + 4 + 1 + 1]);
  });

  it("fail at the chosen severity", async () => {
    using space = folder({ "a.sft": "[[ LIB : short ]]", "b.sft": "Hello" });
    using out = folder({});
    const paths = written(out, await shardsOf(["."], 2, space.path));
    for (const [failOn, expected] of [
      ["error", 0],
      ["warning", 1],
      ["info", 1],
      ["never", 0],
    ] as const)
      assert.equal((await runHere(merge, [...paths, "--fail-on", failOn], out.path)).status, expected, failOn);
  });

  it("say what could not be read, set the exit status for it, and claim nothing about the baseline", async () => {
    using space = folder(plain);
    using out = folder({});
    truncateSync(join(space.path, "in/d.sft"), 5 * 1024 * 1024);
    const args = [".", "--library", "--catalog", "cat.json"];
    const shards = await shardsOf(args, 3, space.path);
    assert.deepEqual(shards.map(({ status }) => status).sort(), [1, 1, 2]);
    const paths = written(out, shards);
    for (const format of Object.keys(formats)) {
      const whole = await runHere(check, [...args, "--format", format], space.path);
      const merged = await runHere(merge, [...paths, "--format", format], space.path);
      assert.deepEqual([merged.status, merged.stdout === whole.stdout], [2, true], format);
      assert.equal(merged.stderr, "smartform: in/d.sft cannot be read (it is larger than 4 MB).\n");
    }
    const { summary } = read(await runHere(merge, [...paths, "--format", "json"], out.path));
    assert.equal(summary.gone, 0);
  });

  it("say that the service could not be read completely", async () => {
    using space = folder({ ...plain, "known.json": baselines["known.json"]! });
    using out = folder({});
    const env = {
      SMARTFORM_AUTH_URL: "http://127.0.0.1:9",
      SMARTFORM_FORMS_API_URL: "http://127.0.0.1:9",
      SMARTFORM_CLIENT_ID: "me",
      SMARTFORM_CLIENT_SECRET: "secret",
    };
    const live = (...more: readonly string[]) =>
      run(["check", "a.sft", "in", "--live", "--format", "json", ...more], { cwd: space.path, env });
    const [whole, shard] = await Promise.all([live(), live("--shard", "1/1")]);
    const merged = await runHere(merge, [...written(out, [shard]), "--format", "json"], out.path);
    assert.deepEqual([merged.status, merged.stdout], [3, whole.stdout]);
    assert.match(merged.stderr, /^smartform: The service could not be read completely: .*\n$/);
  });

  it("belong to different runs if they used different services or clients", async () => {
    const hashes = await Promise.all(
      [null, ["a", "b", "me"], ["a", "b", "you"], ["a", "b", "me"]].map((service) =>
        identifyRun({
          options: {},
          dataFile: undefined,
          catalogFile: undefined,
          service,
          files: [],
          texts: [],
          signal: new AbortController().signal,
        }),
      ),
    );
    assert.equal(new Set(hashes.map((each) => each.catalog)).size, 3);
  });
});

describe("the split of a check", function () {
  this.timeout(60_000);

  it("deals every name to exactly one shard. The shards get equally many names, give or take one, and only the names decide which", () => {
    const names = Array.from({ length: 21 }, (_, index) => `${index}.sft`);
    for (const count of [1, 2, 8, 30]) {
      const shards = Array.from({ length: count }, (_, index) => {
        const [has, again] = [names, names.toReversed()].map((each) =>
          split([...each, "3.sft"], { number: index + 1, of: count }),
        );
        assert.deepEqual(names.filter(has!), names.filter(again!));
        return names.filter(has!);
      });
      assert.deepEqual(shards.flat().sort(), names.toSorted());
      const sizes = shards.map(({ length }) => length);
      assert.ok(Math.max(...sizes) - Math.min(...sizes) <= 1);
      assert.equal(
        shards.flatMap((_, index) => (split(names, { number: index + 1, of: count })("other") ? [index] : [])).join(),
        "0",
      );
    }
  });

  it("is the same whatever the files contain, and spreads both the files and the library texts evenly", async function () {
    if (process.platform === "win32") this.skip();
    using space = folder({ ...files, ...baselines });
    const args = ["deep", "in", "--library", "--catalog", "cat.json"];
    const before = (await shardsOf(args, 3, space.path)).map((each) => read(each).shard.files);
    writeFileSync(join(space.path, "deep/clean.sft"), "[[x]] changed");
    assert.deepEqual(
      (await shardsOf(args, 3, space.path)).map((each) => read(each).shard.files),
      before,
    );
    for (const isText of [true, false]) {
      const sizes = before.map((names) => names.filter((name) => name.startsWith("textlib:/") === isText).length);
      assert.ok(Math.max(...sizes) - Math.min(...sizes) <= 1, sizes.join());
    }
  });

  it("does not change the report of a check without --shard", async () => {
    using space = folder({ "a.sft": "[[x]]" });
    const whole = read(await runHere(check, ["a.sft", "--format", "json"], space.path));
    assert.deepEqual(Object.keys(whole), ["findings", "summary"]);
  });
});

describe("smartform merge", function () {
  this.timeout(60_000);

  it("explains itself, and is listed", async () => {
    const { status, stdout } = await run(["merge", "--help"]);
    assert.deepEqual([status, stdout.startsWith("Usage: smartform merge FILE...")], [0, true]);
    assert.match((await run(["--help"])).stdout, /^ {2}merge /m);
  });

  /**
   * The runs of shards, by name: the arguments, and the number of shards. Each run is made once, and its files are in a
   * folder of the same name.
   */
  const runs: Readonly<Record<string, readonly [args: readonly string[], of: number]>> = {
    one: [["a.sft", "b.sft", "c.sft"], 3],
    four: [["a.sft", "b.sft", "c.sft"], 4],
    paths: [["a.sft", "b.sft", "./c.sft"], 3],
    options: [["a.sft", "b.sft", "c.sft", "--folder", "hr"], 3],
    data: [["a.sft", "b.sft", "c.sft", "--data", "data.json"], 3],
    catalog: [["a.sft", "b.sft", "c.sft", "--catalog", "cat.json"], 3],
    otherCatalog: [["a.sft", "b.sft", "c.sft", "--catalog", "empty.json"], 3],
  };
  const space = folder({
    "in/a.sft": "[[x]]",
    "in/b.sft": "[[x]]",
    "in/c.sft": "[[x]]",
    "in/data.json": "{}",
    "in/cat.json": JSON.stringify(library),
    "in/empty.json": "{}",
  });
  const path = (name: string) => join(space.path, name);
  before(async () => {
    for (const [name, [args, of]] of Object.entries(runs)) {
      mkdirSync(path(name));
      written({ path: path(name) }, await shardsOf(args, of, path("in")));
    }
    const add = (name: string, content: string) => writeFileSync(path(`one/${name}`), content);
    const first = readFileSync(path("one/1.json"), "utf8");
    const value = JSON.parse(first) as Printed;
    const withShard = (shard: object) => JSON.stringify({ ...value, shard: { ...value.shard, ...shard } });
    add("whole.json", (await runHere(check, ["a.sft", "--format", "json"], path("in"))).stdout);
    add("cut.json", first.slice(0, -20));
    add("nothing.json", "");
    add("binary.json", "\0");
    add("list.json", "[]");
    add("null.json", "null");
    add("proto.json", first.replace('"findings"', '"__proto__": { "findings": [] }, "x"'));
    add("deep.json", "[".repeat(100_000));
    add("field.json", withShard({ files: ["a.sft", 1] }));
    add("escape.json", withShard({ files: { "\u001b[31m": 1 }, of: 3 }));
    add("many.json", withShard({ of: 1e9 }));
    add("beyond.json", withShard({ number: 4 }));
    add("fewer.json", JSON.stringify({ ...value, findings: [] }));
    for (const [name, as, file, content] of [
      ["data", "otherData", "in/data.json", '{ "a": 1 }'],
      ["one", "size", "in/a.sft", "[[ x ]]!"],
    ] as const) {
      writeFileSync(path(file), content);
      mkdirSync(path(as));
      written({ path: path(as) }, await shardsOf(...runs[name]!, path("in")));
    }
  });
  after(() => space[Symbol.dispose]());

  const others = ["one/2.json", "one/3.json"];
  const refused: readonly (readonly [what: string, files: readonly string[], message: string])[] = [
    ["nothing", [], "Nothing to merge: name the files that the shards wrote."],
    ["a run without one of its shards", ["one/3.json", "one/1.json"], "Shard 2 of 3 is missing."],
    ["a run without several", ["four/2.json"], "Shards 1, 3 and 4 of 4 are missing."],
    ["a shard twice", ["one/1.json", ...others, "one/2.json"], "one/2.json and one/2.json are both shard 2 of 3."],
    [
      "a run of another number of shards",
      ["one/1.json", "one/2.json", "four/3.json"],
      "four/3.json is one of 4 shards, but one/1.json is one of 3: merge those of one run.",
    ],
    ...(["paths", "options", "data"] as const).map(
      (other) =>
        [
          `other ${other}`,
          ["one/1.json", "one/2.json", `${other}/3.json`],
          `${other}/3.json and one/1.json are not of the same run: they were checked with other paths, options or another data sample.`,
        ] as const,
    ),
    [
      "another data sample of the same name",
      ["data/1.json", "otherData/2.json", "data/3.json"],
      "otherData/2.json and data/1.json are not of the same run: they were checked with other paths, options or another data sample.",
    ],
    ...(["one", "otherCatalog"] as const).map(
      (other) =>
        [
          `another catalog (${other})`,
          ["catalog/1.json", `${other}/2.json`],
          `${other}/2.json and catalog/1.json are not of the same run: they were checked against another catalog.`,
        ] as const,
    ),
    [
      "an older state of the files",
      ["one/1.json", "size/2.json"],
      "size/2.json and one/1.json are not of the same run: they were checked with other files or library texts: all shards need the same state of the folders, and must be written outside of them.",
    ],
    [
      "the report of a whole check",
      ["one/whole.json", ...others],
      "one/whole.json is not the report of a shard, but of a whole check: use smartform check --shard K/N --format json.",
    ],
    ...(["cut", "nothing", "binary"] as const).map(
      (name) =>
        [
          `a file that is broken (${name})`,
          [`one/${name}.json`, ...others],
          `one/${name}.json is not JSON, or not all of it: a shard may have been cut short. Check that shard again.`,
        ] as const,
    ),
    ...(
      [
        ["list", ""],
        ["null", ""],
        ["proto", "findings"],
        ["field", "shard.files.1"],
        ["escape", "shard.files"],
        ["many", "shard.of"],
        ["beyond", "shard.number"],
      ] as const
    ).map(
      ([name, field]) =>
        [
          `other JSON (${name})`,
          [`one/${name}.json`, ...others],
          `one/${name}.json was not written by smartform check --shard K/N --format json${field === "" ? "" : ` (see "${field}" in it)`}.`,
        ] as const,
    ),
    [
      "a shard that lost findings",
      ["one/fewer.json", ...others],
      "one/fewer.json does not contain what its summary counts, so it was changed. Check that shard again.",
    ],
    [
      "brackets without end",
      ["one/deep.json", ...others],
      "one/deep.json cannot be read (it is nested deeper than 100 levels).",
    ],
    ["a file that is not there", ["one/\u001b.json"], "one/\\u001b.json does not exist."],
    ["a folder", ["one"], "one cannot be read (it is not a regular file)."],
  ];
  for (const [what, names, message] of refused) {
    it(`refuses ${what}`, async () => {
      const { status, stdout, stderr } = await runHere(merge, names, space.path);
      assert.deepEqual(
        [status, stdout, stderr.replace("\nTry: smartform merge --help", "")],
        [2, "", `smartform: ${message}\n`],
      );
    });
  }

  it("refuses a pipe, a device and a file that is too large, and follows a link that is named", async function () {
    if (process.platform === "win32") this.skip();
    execFileSync("mkfifo", [path("pipe")]);
    writeFileSync(path("large.json"), "");
    truncateSync(path("large.json"), 256 * 1024 * 1024 + 1);
    for (const [name, why] of [
      ["pipe", "it is not a regular file"],
      ["/dev/zero", "it is not a regular file"],
      ["large.json", "it is larger than 256 MB"],
    ] as const)
      assert.deepEqual(await runHere(merge, [name, ...others], space.path), {
        status: 2,
        stdout: "",
        stderr: `smartform: ${name} cannot be read (${why}).\n`,
      });
    symlinkSync("one/1.json", path("link.json"));
    assert.equal((await runHere(merge, ["link.json", ...others], space.path)).status, 1);
  });

  it("prints no terminal or CI command that is hidden in a shard's list of what could not be read", async () => {
    using other = folder({ "a.sft": "" });
    const [shard] = await shardsOf(["a.sft"], 1, other.path);
    const printed = read(shard!);
    const evil = { ...printed.shard, unreadable: ["\u001b]0;x\u0007 ##vso[x]"], incomplete: "\n::error::x" };
    writeFileSync(join(other.path, "1.json"), JSON.stringify({ ...printed, shard: evil }));
    const { status, stderr } = await runHere(merge, ["1.json"], other.path);
    assert.equal(status, 2);
    assert.deepEqual(stderr.split("\n"), [
      "smartform:  ]0;x  # #vso[x]",
      "smartform: The service could not be read completely:  ::error::x What was not read is not reported as missing.",
      "",
    ]);
  });

  const usages: readonly (readonly [title: string, args: readonly string[], message: RegExp])[] = [
    ...["0/3", "4/3", "3", "3/", "/3", "1/0", "01/3", "1/1001", "1.0/3", " 1/3", "-1/3"].map(
      (value) => [`--shard ${value}`, ["a", `--shard=${value}`], /--shard .*: write K\/N, such as 1\/8/] as const,
    ),
    ["a shard of standard input", ["--stdin", "--shard", "1/2"], /not for --stdin/],
    ["changes for standard input", ["--stdin", "--since", "x"], /not for --stdin/],
    ["a shard that updates a baseline", ["a", "--shard", "1/2", "--update-baseline"], /cannot change a baseline/],
    ["a shard that makes a baseline", ["a", "--shard", "1/2", "--new-baseline"], /cannot change a baseline/],
  ];
  for (const [title, args, message] of usages)
    it(`refuses ${title}`, async () => {
      const { status, stdout, stderr } = await runHere(check, args, space.path);
      assert.deepEqual([status, stdout], [2, ""]);
      assert.match(stderr, message);
    });

  it("refuses a format or a severity that does not exist", async () => {
    for (const args of [["--format", "__proto__"], ["--fail-on", "hint"], ["--bogus"]])
      assert.match((await runHere(merge, ["one/1.json", ...args], space.path)).stderr, /choose|--bogus/);
  });
});
