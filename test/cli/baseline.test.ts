/** Findings that a baseline lists: they are counted but not shown, and their number may only fall. */
import assert from "node:assert/strict";
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { openProject } from "../../catalog/index.ts";
import { openBaselines } from "../../cli/baselines.ts";
import type { ReportedFinding, Summary } from "../../cli/report.ts";
import { startEditor } from "../server/editor.ts";
import { folder, run } from "./run.ts";

const settings = JSON.stringify({ baseline: "known.json" });

describe("smartform check with a baseline", function () {
  this.timeout(60_000);
  const check = async (space: { readonly path: string }, ...args: readonly string[]) => {
    const { status, stdout, stderr } = await run(["check", ...args, "--format", "json"], { cwd: space.path });
    const { findings, summary } = JSON.parse(stdout || "{}") as {
      readonly findings: readonly ReportedFinding[];
      readonly summary: Summary;
    };
    return { status, stderr, summary, found: findings?.map(({ file, line, code }) => `${file}:${line} ${code}`) };
  };
  const read = (space: { readonly path: string }): string => readFileSync(join(space.path, "known.json"), "utf8");

  it("contains at first what exists, then shows what is new, even if old findings moved", async () => {
    using space = folder({ "smartform.json": settings, "a.sft": "[[x]] [[x]]", "in/b.sft": "[[ LIBB : a ]]" });
    const first = await check(space, ".", "--update-baseline");
    assert.deepEqual([first.status, first.found, first.summary.baselined, first.summary.errors], [0, [], 3, 0]);
    assert.equal(
      read(space),
      '[\n{"file":"a.sft","code":"missing-space","words":"[[x]]","count":2},\n{"file":"in/b.sft","code":"unknown-keyword","words":"LIBB"}\n]\n',
    );
    writeFileSync(join(space.path, "a.sft"), "\n\n[[x]]\n[[x]] [[y]]\n[[x]]");
    const then = await check(space, ".");
    assert.deepEqual(
      [then.status, then.found, then.summary.baselined],
      [1, ["a.sft:4 missing-space", "a.sft:5 missing-space"], 3],
    );
  });

  it("only shrinks", async () => {
    using space = folder({ "smartform.json": settings, "a.sft": "[[x]] [[y]]", "b.sft": "[[x]]", "c.sft": "[[x]]" });
    await check(space, ".", "--new-baseline");
    const whole = read(space);
    writeFileSync(join(space.path, "a.sft"), "[[ x ]] [[y]] [[z]]");
    rmSync(join(space.path, "c.sft"));
    assert.equal((await check(space, ".")).summary.gone, 2);
    assert.equal(read(space), whole, "nobody asked for less");
    assert.match(
      (await run(["check", "."], { cwd: space.path })).stdout,
      /2 findings of the baseline are not shown\. 2 findings of the baseline are gone: --update-baseline removes them\.\n$/,
    );
    const { status, found } = await check(space, "a.sft", "--update-baseline");
    assert.deepEqual([status, found], [1, ["a.sft:1 missing-space"]]);
    assert.equal(
      read(space),
      '[\n{"file":"a.sft","code":"missing-space","words":"[[y]]"},\n{"file":"b.sft","code":"missing-space","words":"[[x]]"}\n]\n',
    );
    await check(space, ".", "--new-baseline");
    assert.match(read(space), /\[\[z\]\]/);
  });

  it("hides those of more than 1000 findings that it contains, never the note that there are more, and loses none that was not reported", async () => {
    const wrong = Array.from({ length: 1200 }, (_, index) => `[[a${index}]]`);
    using space = folder({ "smartform.json": settings, "a.sft": wrong.slice(0, 1000).join(" ") });
    await check(space, ".", "--new-baseline");
    assert.deepEqual(
      await check(space, ".").then(({ status, summary }) => [status, summary.errors, summary.baselined]),
      [0, 0, 1000],
    );
    writeFileSync(join(space.path, "a.sft"), wrong.toReversed().join(" "));
    const whole = read(space);
    const then = await check(space, ".", "--update-baseline");
    assert.deepEqual(
      [then.status, then.summary.errors, then.summary.baselined, read(space) === whole],
      [1, 201, 800, true],
    );
    const all = await check(space, ".", "--new-baseline");
    assert.deepEqual([all.status, all.found], [1, ["a.sft:1 missing-space"]]);
  });

  it("keeps what could not be found this time: without a catalog what depends on the library, without a sample what depends on data", async () => {
    const catalog = JSON.stringify({
      folders: [{ id: "f1", name: "HR", code: "hr" }],
      texts: [],
      dataTable: { name: "A", y: 1 },
    });
    using space = folder({
      "smartform.json": settings,
      "a.sft": "[[ LIB : hr : x ]] [[ nmae ]] [[y]]",
      "cat.json": catalog,
      "folders.json": JSON.stringify({ folders: [{ id: "f1", name: "HR", code: "hr" }], texts: [] }),
    });
    const first = await check(space, "a.sft", "--catalog", "cat.json", "--update-baseline");
    assert.equal(first.summary.baselined, 3);
    const whole = read(space);
    writeFileSync(join(space.path, "a.sft"), "[[ y ]]");
    assert.equal((await check(space, "a.sft")).summary.gone, 1);
    await check(space, "a.sft", "--update-baseline");
    assert.equal(
      read(space),
      '[\n{"file":"a.sft","code":"unknown-data","words":"nmae"},\n{"file":"a.sft","code":"unknown-text","words":"x"}\n]\n',
    );
    await check(space, "a.sft", "--catalog", "folders.json", "--update-baseline");
    assert.equal(read(space), '[\n{"file":"a.sft","code":"unknown-data","words":"nmae"}\n]\n');
    await check(space, "a.sft", "--catalog", "cat.json", "--update-baseline");
    assert.deepEqual([read(space), whole === read(space)], ["[]\n", false]);
  });

  it("counts nothing as gone, and writes nothing, if not everything could be read", async () => {
    using space = folder({ "smartform.json": settings, "a.sft": "[[x]]" });
    await check(space, "a.sft", "--new-baseline");
    writeFileSync(join(space.path, "a.sft"), "[[ x ]]");
    const whole = read(space);
    const env = {
      SMARTFORM_AUTH_URL: "http://127.0.0.1:9",
      SMARTFORM_FORMS_API_URL: "http://127.0.0.1:9",
      SMARTFORM_CLIENT_ID: "me",
      SMARTFORM_CLIENT_SECRET: "secret",
    };
    const live = (...more: readonly string[]) =>
      run(["check", "a.sft", "--live", "--format", "json", ...more], { cwd: space.path, env });
    const { status, stdout } = await live();
    assert.deepEqual([status, (JSON.parse(stdout) as { readonly summary: Summary }).summary.gone], [3, 0]);
    assert.match((await live("--update-baseline")).stderr, /The baseline was not changed/);
    assert.equal(read(space), whole);
  });

  it("loses the texts that the library no longer has, once the whole library was checked", async () => {
    const catalog = (content: string): string =>
      JSON.stringify({
        folders: [{ id: "f1", name: "HR", code: "hr" }],
        texts:
          content === ""
            ? []
            : [{ id: "t1", folderId: "f1", code: "hello", defaultLanguage: "en", translations: { en: { content } } }],
      });
    using space = folder({
      "smartform.json": settings,
      "a.sft": "[[x]]",
      "cat.json": catalog("[[x]]"),
      "none.json": catalog(""),
      "silent.json": "{}",
    });
    await check(space, ".", "--library", "--catalog", "cat.json", "--new-baseline");
    const whole = read(space);
    for (const rest of [
      ["--catalog", "none.json"],
      ["--library", "--catalog", "silent.json"],
    ]) {
      await check(space, ".", ...rest, "--update-baseline");
      assert.equal(read(space), whole, rest.join(" "));
    }
    await check(space, ".", "--library", "--catalog", "none.json", "--update-baseline");
    assert.equal(read(space), '[\n{"file":"a.sft","code":"missing-space","words":"[[x]]"}\n]\n');
  });

  it("is not overwritten if it cannot be read, and not written without a name", async () => {
    using space = folder({ "smartform.json": settings, "a.sft": "[[x]]", "known.json": "[\n<<<<<<< HEAD\n]" });
    const { status, stderr } = await check(space, "a.sft", "--update-baseline");
    assert.equal(status, 2);
    assert.match(
      stderr,
      /known\.json:2:1: this is not a baseline, so it hides nothing\.[^]*known\.json cannot be read, so nothing can be removed from it/,
    );
    assert.match(read(space), /<<<<<<</);
    using other = folder({ "smartform.json": "{}", "a.sft": "" });
    assert.match((await check(other, "a.sft", "--update-baseline")).stderr, /No smartform\.json here names a baseline/);
    using outside = folder({ "in/smartform.json": '{ "baseline": "../../known.json" }', "in/a.sft": "[[x]]" });
    assert.match((await check(outside, "in")).stderr, /is outside the project folder, so it hides nothing/);
  });

  it("does not overwrite a file that is not a baseline, and then none of several is written", async () => {
    const others = {
      "package.json": "{}",
      "data.json": '{ "a": 1 }',
      "list.json": "[1]",
      notes: "mine",
      "empty.json": "",
    };
    for (const [name, content] of Object.entries(others)) {
      using space = folder({
        "a/smartform.json": settings,
        "a/a.sft": "[[x]]",
        "b/smartform.json": JSON.stringify({ baseline: name }),
        "b/a.sft": "[[x]]",
        [`b/${name}`]: content,
      });
      const { status, stderr } = await check(space, "a/a.sft", "b/a.sft", "--new-baseline");
      assert.equal(status, 2, name);
      assert.match(
        stderr,
        new RegExp(
          `b/${name} cannot be read as a baseline, so it is not overwritten\\. Repair it, or name another file as "baseline" in smartform\\.json; --new-baseline creates that file\\.\n$`,
        ),
      );
      assert.deepEqual(
        [readFileSync(join(space.path, "b", name), "utf8"), existsSync(join(space.path, "a/known.json"))],
        [content, false],
      );
    }
  });

  it("is not written if it would be too large to be read again, and then none of several is", async () => {
    const files = ["a", "b"].flatMap((name) => [
      [`${name}/smartform.json`, settings],
      [`${name}/known.json`, "[]\n"],
    ]);
    using space = folder(Object.fromEntries(files) as Readonly<Record<string, string>>);
    const baselines = openBaselines("new", { isSure: () => true });
    for (const [name, count] of [
      ["a", 1],
      ["b", 20_000],
    ] as const) {
      const root = join(space.path, name);
      const hides = baselines.file(join(root, "a.sft"), await openProject(root), () => true);
      const codes = Array.from({ length: count }, (_, index) => `${"code".repeat(250)}-${index}`);
      for (const code of codes) hides({ code, start: 0, end: 1, severity: "error", message: "" }, "x");
    }
    await assert.rejects(baselines.write(), /known\.json cannot be written \(it is larger than 16 MB\)/);
    for (const name of ["a", "b"]) assert.equal(readFileSync(join(space.path, name, "known.json"), "utf8"), "[]\n");
  });

  it("is not executable, and contains no command for a shell", async function () {
    if (process.platform === "win32") this.skip();
    using space = folder({ "smartform.json": settings, "a.sft": "[[$(id)`id`]]", "known.json": "[]" });
    chmodSync(join(space.path, "known.json"), 0o755);
    await check(space, ".", "--new-baseline");
    assert.equal(statSync(join(space.path, "known.json")).mode & 0o111, 0);
    assert.match(read(space), /\[\[\\u0024\(id\)\\u0060id\\u0060\]\]/);
    assert.deepEqual((await check(space, ".")).found, []);
  });

  it("marks in SARIF what is new and what existed before", async () => {
    using space = folder({ "smartform.json": settings, "a.sft": "[[x]]" });
    await check(space, ".", "--new-baseline");
    writeFileSync(join(space.path, "a.sft"), "[[x]] [[y]]");
    const { stdout } = await run(["check", ".", "--format", "sarif"], { cwd: space.path });
    const { runs } = JSON.parse(stdout) as {
      readonly runs: readonly {
        readonly results: readonly {
          readonly baselineState: string;
          readonly suppressions?: readonly { readonly kind: string }[];
        }[];
      }[];
    };
    assert.deepEqual(
      runs[0]?.results.map(({ baselineState, suppressions }) => [baselineState, suppressions?.[0]?.kind]),
      [
        ["new", undefined],
        ["unchanged", "external"],
      ],
    );
    assert.match(
      (await run(["check", "."], { cwd: space.path })).stdout,
      /1 finding of the baseline is not shown\.\n$/,
    );
  });

  it("hides the same in an editor, and in texts of the library too", async () => {
    const catalog = JSON.stringify({
      folders: [{ id: "f1", name: "HR", code: "hr" }],
      texts: [
        { id: "t1", folderId: "f1", code: "hello", defaultLanguage: "en", translations: { en: { content: "[[x]]" } } },
      ],
    });
    using space = folder({ "smartform.json": settings, "a.sft": "[[x]]", "cat.json": catalog });
    await check(space, ".", "--library", "--catalog", "cat.json", "--new-baseline");
    assert.ok(existsSync(join(space.path, "known.json")));
    await using editor = await startEditor({ folders: [{ uri: pathToFileURL(space.path).href, name: "one" }] });
    const file = pathToFileURL(join(space.path, "a.sft")).href;
    await editor.open(file, "\n[[x]] [[y]]");
    const [finding] = await editor.findings(file, ["missing-space"]);
    assert.equal(finding?.range.start.character, 6);
    await editor.open("textlib://one/hr/hello.en.txt?t1", "[[x]]");
    await editor.findings("textlib://one/hr/hello.en.txt?t1", []);
    await run(["check", ".", "--new-baseline"], { cwd: space.path });
    rmSync(join(space.path, "known.json"));
    await editor.connection.sendNotification("workspace/didChangeWatchedFiles", {
      changes: [{ uri: pathToFileURL(join(space.path, "known.json")).href, type: 3 }],
    });
    await editor.findings(file, ["missing-space", "missing-space"]);
  });
});
