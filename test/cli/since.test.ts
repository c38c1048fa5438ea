/**
 * `smartform check --since` checks everything that the changes in a list of paths can affect, and claims nothing about
 * the rest.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileCatalog } from "../../catalog/index.ts";
import { check } from "../../cli/check.ts";
import type { ReportedFinding, Summary } from "../../cli/report.ts";
import type { ShardReport } from "../../cli/shard.ts";
import { select } from "../../cli/since.ts";
import { runHere } from "./here.ts";
import { folder, run } from "./run.ts";

interface Printed {
  readonly findings: readonly ReportedFinding[];
  readonly summary: Summary;
  readonly shard: ShardReport;
}

const text = (id: string, content: string): object => ({
  id,
  folderId: "f",
  code: id,
  defaultLanguage: "en",
  translations: { en: { content } },
});

const files: Readonly<Record<string, string>> = {
  "work/cat.json": JSON.stringify({
    folders: [{ id: "f", name: "HR", code: "hr" }],
    texts: [text("t1", "[[x]]"), text("t2", "Hello")],
  }),
  "work/data.json": '{ "known": 1 }',
  "work/smartform.json": JSON.stringify({
    baseline: "known.json",
    files: [{ include: "a.sft", data: "samples/one.json" }],
  }),
  "work/known.json": JSON.stringify([
    { file: "a.sft", code: "missing-space", words: "[[gone]]" },
    { file: "ä ö.sft", code: "missing-space", words: "[[gone]]" },
    { file: "deleted.sft", code: "missing-space", words: "[[x]]" },
    { file: "textlib:/hr/t1.en.txt", code: "missing-space", words: "[[gone]]" },
  ]),
  "work/samples/one.json": '{ "first": 1 }',
  "work/a.sft": "[[ frist ]] [[x]]",
  "work/ä ö.sft": "[[x]]",
  'work/q"\t.sft': "[[x]]",
  "work/in/smartform.json": JSON.stringify({ baseline: "known.json" }),
  "work/in/known.json": "[]",
  "work/in/b.sft": "[[x]]",
  "work/in/deep/c.sft": "[[x]]",
  "work/in/order.signing.json": JSON.stringify({
    operation: "signing.orders.create",
    body: { signingOrderFiles: [{ fileContent: { file: "../files/letter.pdf" } }] },
  }),
  "work/files/letter.pdf": "%PDF-1.4 \0",
};

const everything = [
  "a.sft",
  "data.json",
  "files/letter.pdf",
  "in/b.sft",
  "in/deep/c.sft",
  "in/order.signing.json",
  'q"\t.sft',
  "samples/one.json",
  "ä ö.sft",
];
const inFolder = ["in/b.sft", "in/deep/c.sft", "in/order.signing.json"];
const texts = ["textlib:/hr/t1.en.txt", "textlib:/hr/t2.en.txt"];
const args = [".", "--catalog", "cat.json", "--library"];

describe("smartform check --since", function () {
  this.timeout(60_000);
  let space: ReturnType<typeof folder>;
  let work: string;
  let whole: Printed;
  before(async function () {
    // Windows has no files with such names.
    if (process.platform === "win32") this.skip();
    space = folder(files);
    work = join(space.path, "work");
    mkdirSync(join(space.path, ".git"));
    symlinkSync("../in", join(work, "files/link"));
    whole = await checked(args);
  });
  after(() => space?.[Symbol.dispose]());

  async function checked(options: readonly string[], cwd = work): Promise<Printed> {
    const { stdout, stderr } = await runHere(check, [...options, "--format", "json", "--shard", "1/1"], cwd);
    assert.equal(stderr, "");
    return JSON.parse(stdout) as Printed;
  }
  async function since(list: string | Uint8Array, options = args, cwd = work): Promise<Printed> {
    writeFileSync(join(space.path, "list"), list);
    return checked([...options, "--since", join(space.path, "list")], cwd);
  }

  const table: readonly (readonly [what: string, list: string | Uint8Array, files: readonly string[]])[] = [
    ["nothing", "", []],
    ["empty lines", "\r\n\n", []],
    ["a file, from the root of the repository", "work/a.sft\n", ["a.sft"]],
    ["a file, from the working folder", "a.sft", ["a.sft"]],
    [
      "files with line ends of Windows and a byte order mark",
      "\uFEFFwork/a.sft\r\nwork/in/b.sft\r\n",
      ["a.sft", "in/b.sft"],
    ],
    ["a name in quotes, with its bytes", '"work/\\303\\244 \\303\\266.sft"\n', ["ä ö.sft"]],
    ["a name in quotes, with letters", '"work/ä \\303\\266.sft"\n', ["ä ö.sft"]],
    ["a name with a quote and a tab", '"work/q\\"\\t.sft"', ['q"\t.sft']],
    ["a name that only looks like one in quotes", '"work/a.sft\\x"', []],
    [
      "a name in other letter case, or with other accents",
      "work/A.SFT\nwork/a\u0308 o\u0308.sft",
      ["a.sft", "ä ö.sft"],
    ],
    ["deleted and unknown files", "work/deleted.sft\nelsewhere.sft\n../a.sft\n", []],
    ["a folder, as Git lists a submodule", "work/in", inFolder],
    ["the settings of a folder", "work/in/smartform.json", inFolder],
    ["settings that no longer exist", "work/in/deep/smartform.json", ["in/deep/c.sft"]],
    ["the settings of everything", "work/smartform.json", [...everything, ...texts]],
    ["settings above everything", "smartform.json", [...everything, ...texts]],
    ["a data sample", "work/samples/one.json", ["a.sft", "samples/one.json"]],
    ["a baseline", "work/in/known.json", inFolder],
    [
      "the baseline of the library too",
      "work/known.json",
      [...everything.filter((name) => !name.startsWith("in/")), ...texts],
    ],
    ["a file that a request sends", "work/files/letter.pdf", ["files/letter.pdf", "in/order.signing.json"]],
    ["the catalog", "work/cat.json", [...everything, ...texts]],
  ];
  for (const [what, list, expected] of table) {
    it(`checks what a change can touch: ${what}`, async () => {
      const { findings, summary, shard } = await since(list);
      assert.deepEqual(shard.files, expected.toSorted());
      const names = new Set(expected);
      assert.deepEqual(
        findings,
        whole.findings.filter(({ file }) => names.has(file)),
      );
      assert.equal(summary.files, expected.length);
    });
  }

  it("counts a baseline finding as gone only if its file or text was checked, or if its file no longer exists", async () => {
    const gone = async (list: string) => (await since(list)).shard.gone.map(({ file, count }) => `${count} ${file}`);
    assert.deepEqual(await gone("work/a.sft"), ["1 a.sft", "1 deleted.sft"]);
    assert.deepEqual(await gone("work/smartform.json"), [
      "1 a.sft",
      "1 ä ö.sft",
      "1 deleted.sft",
      "1 textlib:/hr/t1.en.txt",
    ]);
  });

  it("checks everything if the data sample that the command line names has changed", async () => {
    const { shard } = await since("work/data.json", [...args, "--data", "data.json"]);
    assert.deepEqual(shard.files, [...everything, ...texts].filter((name) => name !== "data.json").toSorted());
  });

  it("finds the changes if the checked folder is in another repository than the working folder", async () => {
    using other = folder({ "x.sft": "" });
    assert.deepEqual((await since("work/in/b.sft", [join(work, "in")], other.path)).shard.files, [
      join(work, "in/b.sft"),
    ]);
  });

  it("sees a change of a link that the command line names, and a change of a file behind the link", async () => {
    const linked = ["files/link/deep/c.sft"];
    for (const [list, expected] of [
      ["work/in/deep/c.sft", linked],
      ["work/files/link", ["files/link/b.sft", ...linked, "files/link/order.signing.json"]],
      ["work/in/smartform.json", ["files/link/b.sft", ...linked, "files/link/order.signing.json"]],
      ["work/a.sft", []],
    ] as const)
      assert.deepEqual((await since(list, ["files/link"])).shard.files, expected, list);
  });

  it("sees a change of a link's target, if the link stands for the catalog, the settings or a file that a request sends", async () => {
    using other = folder({
      "cat.json": files["work/cat.json"]!,
      "a.sft": "",
      "in/settings.json": "{}",
      "in/b.sft": "",
      "in/order.signing.json": files["work/in/order.signing.json"]!,
      "real.pdf": "%PDF-1.4",
    });
    mkdirSync(join(other.path, "files"));
    symlinkSync("cat.json", join(other.path, "link.json"));
    symlinkSync("settings.json", join(other.path, "in/smartform.json"));
    symlinkSync("../real.pdf", join(other.path, "files/letter.pdf"));
    const checks = async (list: string, ...options: readonly string[]) =>
      (await since(list, ["a.sft", "in", ...options], other.path)).shard.files;
    const inside = ["in/b.sft", "in/order.signing.json", "in/settings.json"];
    assert.deepEqual(await checks("cat.json", "--catalog", "link.json"), ["a.sft", ...inside]);
    assert.deepEqual(await checks("in/settings.json"), inside);
    assert.deepEqual(await checks("real.pdf"), ["in/order.signing.json"]);
  });

  it("checks the library if settings for it were deleted, and always with --live", async () => {
    using other = folder({ "cat.json": files["work/cat.json"]! });
    const library = ["--library", "--catalog", "cat.json"];
    for (const [list, expected] of [
      ["smartform.json", texts],
      ["in/smartform.json", []],
    ] as const)
      assert.deepEqual((await since(list, library, other.path)).shard.files, expected, list);
    const options = { changed: [], paths: [], catalogFile: undefined, dataFile: undefined, warn: assert.fail };
    const { signal } = new AbortController();
    for (const live of [true, false])
      assert.deepEqual(await select([], { ...options, live, catalog: fileCatalog({}), signal }), {
        files: [],
        library: live,
      });
  });

  it("reads only files that a change can affect, and all requests, because a request may name a changed file", async () => {
    using other = folder({ "a.sft": "", "large.sft": "", "in/order.signing.json": "" });
    for (const name of ["large.sft", "in/order.signing.json"]) truncateSync(join(other.path, name), 5 * 1024 * 1024);
    const status = async (list: string, ...paths: readonly string[]) => {
      writeFileSync(join(space.path, "list"), list);
      return (await runHere(check, [...paths, "--since", join(space.path, "list")], other.path)).status;
    };
    assert.deepEqual([await status("in/b.sft", "in"), await status("", "a.sft", "large.sft")], [2, 0]);
    assert.equal(await status("large.sft", "a.sft", "large.sft"), 2);
  });

  it("reads the list from standard input", async () => {
    const { status, stdout } = await run(["check", ".", "--since", "-"], { cwd: work, stdin: "\uFEFFwork/in/b.sft\n" });
    assert.deepEqual([status, stdout.split("\n")[0]], [1, "in/b.sft"]);
  });

  it("refuses a list that does not exist, and a file that is not a list", async () => {
    using other = folder({ "a.sft": "", "null.txt": "a.sft\0b.sft", "late.txt": `${"a\n".repeat(5000)}\0` });
    writeFileSync(join(other.path, "utf16.txt"), Buffer.from("\uFEFFa.sft\n", "utf16le"));
    mkdirSync(join(other.path, "in"));
    execFileSync("mkfifo", [join(other.path, "pipe")]);
    for (const [list, why] of [
      ["\u001b.txt", "\\u001b.txt does not exist"],
      ["null.txt", "null.txt is not a list of paths in UTF-8, one a line"],
      ["late.txt", "late.txt is not a list of paths in UTF-8, one a line"],
      ["utf16.txt", "utf16.txt is not a list of paths in UTF-8, one a line"],
      ["in", "in cannot be read (it is not a regular file)"],
      ["pipe", "pipe cannot be read (it is not a regular file)"],
    ] as const)
      assert.deepEqual(await runHere(check, ["a.sft", "--since", list], other.path), {
        status: 2,
        stdout: "",
        stderr: `smartform: ${why} (--since).\n`,
      });
  });
});
