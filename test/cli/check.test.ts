/** `smartform check`, run as people run it. */
import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { check } from "../../cli/check.ts";
import { Problem } from "../../cli/problem.ts";
import type { ReportedFinding, Summary } from "../../cli/report.ts";
import { folder, run } from "./run.ts";
import type { RunOptions } from "./run.ts";

const catalog = JSON.stringify({
  folders: [
    { id: "f1", name: "Human resources", code: "hr" },
    { id: "f2", name: "Plain" },
  ],
  texts: [
    {
      id: "t1",
      folderId: "f1",
      code: "hello",
      contentType: 0,
      defaultLanguage: "en",
      translations: { en: { content: "Hello [[ name ]]" }, sv: { content: "Hej [[name]]" } },
    },
    {
      id: "t2",
      folderId: "f2",
      code: "terms",
      contentType: 2,
      defaultLanguage: "en",
      translations: { en: { content: "<p>[[ LIB : hr : helo ]]</p>" } },
    },
  ],
  smartforms: [
    { id: "s1", name: "Order", textLibraryFolder: "hr", fields: [{ id: "a", name: "email", type: "text" }] },
  ],
});

interface Output {
  readonly findings: readonly ReportedFinding[];
  readonly summary: Summary;
}

async function json(
  args: readonly string[],
  options: RunOptions = {},
): Promise<Output & { readonly status: number | null; readonly stderr: string }> {
  const { status, stdout, stderr } = await run(["check", ...args, "--format", "json"], options);
  try {
    return { status, stderr, ...(JSON.parse(stdout) as Output) };
  } catch (cause) {
    throw new Error(`no JSON: ${stdout}${stderr}`, { cause });
  }
}

const brief = ({ file, line, column, endLine, endColumn, code }: ReportedFinding) =>
  `${file}:${line}:${column}-${endLine}:${endColumn} ${code}`;

describe("smartform check", function () {
  this.timeout(60_000);

  it("prints every finding of a report that is written in several pieces", async () => {
    const names = ["a.sft", "b.sft"];
    using space = folder(Object.fromEntries(names.map((name) => [name, "[[name]]\n".repeat(1000)])));
    const { findings, summary } = await json(["."], { cwd: space.path });
    const places = names.flatMap((name) => Array.from({ length: 1000 }, (_, index) => `${name}:${index + 1}`));
    assert.deepEqual(
      findings.map(({ file, line }) => `${file}:${line}`),
      places,
    );
    assert.equal(summary.placeholders, 2000);
  });

  it("reads folders completely, in order, and skips files that are not texts", async () => {
    using space = folder({
      "b.sft": "Dear [[name]],\r\n\r\n[[ LIB : hr : helo ]]",
      "a/deep.sft.html": "<p>[[ na<b>me</b> ]]</p>",
      "a.sft": "[[",
      "bin.dat": Uint8Array.from([0x5b, 0x5b, 0, 0x5b]),
      "request.form.json": '{\r\n "dialogDefinitionId": "s1", "values": { "emial": "[[" }, "environment": "prod" }',
      "smartform.json": "{}",
      "node_modules/x/a.sft": "[[",
      ".git/a.sft": "[[",
      "cat.json": catalog,
      "late.txt": `${"a".repeat(9000)}\0[[`,
    });
    symlinkSync(space.path, join(space.path, "loop"));
    const { status, findings, summary, stderr } = await json([".", "--catalog", "cat.json"], { cwd: space.path });
    assert.deepEqual(findings.map(brief), [
      "a.sft:1:1-1:3 unclosed-placeholder",
      "a/deep.sft.html:1:4-1:21 markup-in-placeholder",
      "b.sft:1:6-1:14 missing-space",
      "b.sft:3:15-3:19 unknown-text",
      "late.txt:1:9002-1:9004 unclosed-placeholder",
      "request.form.json:2:74-2:80 form-environment",
    ]);
    assert.deepEqual(findings.at(-1)?.fixes, ['Use "Production"']);
    assert.deepEqual(summary, { files: 6, placeholders: 3, errors: 6, warnings: 0, infos: 0, hints: 0 });
    assert.deepEqual(findings[2]?.fixes, ["Add the spaces"]);
    assert.equal(status, 1);
    assert.equal(stderr, "");
  });

  const usages: readonly (readonly [title: string, args: readonly string[], message: RegExp])[] = [
    ["nothing to check", [], /Nothing to check/],
    ["an option that there is not", ["a", "--bogus"], /--bogus.*\n?.*Try: smartform check --help/s],
    ["a format that there is not", ["a", "--format", "__proto__"], /choose text, json, sarif, junit, github/],
    ["a severity that there is not", ["a", "--fail-on", "hint"], /choose error, warning, info, never/],
    ["two catalogs", ["a", "--catalog", "x", "--live"], /--catalog or --live, not both/],
    ["a library of nothing", ["--library"], /--library needs/],
    ["standard input and paths", ["a", "--stdin"], /--stdin or paths/],
    ["a name for no standard input", ["a", "--stdin-filename", "x"], /needs --stdin/],
    ["a path that is not there", ["no/such/file"], /no\/such\/file does not exist/],
    [
      "a live service without an address",
      [".", "--live"],
      /SMARTFORM_AUTH_URL, SMARTFORM_FORMS_API_URL, SMARTFORM_CLIENT_ID, SMARTFORM_CLIENT_SECRET/,
    ],
  ];
  for (const [title, args, message] of usages) {
    it(`refuses ${title}`, () =>
      assert.rejects(
        check(args, { signal: new AbortController().signal }),
        (error: Error) => error instanceof Problem && message.test(error.message),
      ));
  }

  it("answers wrong usage with exit code 2 and one sentence, and prints nothing", async () => {
    const { status, stdout, stderr } = await run(["check", "no/such/file"]);
    assert.deepEqual([status, stdout, stderr], [2, "", "smartform: no/such/file does not exist.\n"]);
  });

  it("answers unreadable input with exit code 2, and names the bad field", async () => {
    using space = folder({ a: "", "bad.json": '{ "texts": [{ "id": 1 }] }', "list.json": "[]" });
    const bad = await run(["check", "a", "--catalog", "bad.json"], { cwd: space.path });
    assert.match(bad.stderr, /bad\.json: texts\[0\]\.id/);
    const data = await run(["check", "a", "--data", "list.json"], { cwd: space.path });
    assert.match(data.stderr, /list\.json: a data sample must be a JSON object/);
    assert.deepEqual([bad.status, data.status], [2, 2]);
  });

  it("explains itself", async () => {
    for (const args of [["--help"], ["check", "--help"]]) {
      const { status, stdout } = await run(args);
      assert.equal(status, 0);
      assert.match(stdout, /^Usage: smartform/);
    }
    const unknown = await run(["chek\u001b[31m"]);
    assert.equal(unknown.status, 2);
    assert.match(unknown.stderr, /There is no command "chek \[31m"/);
  });

  it("fails at the chosen severity", async () => {
    using space = folder({ "a.sft": "[[ LIB : short ]]", "none.sft": "Hello" });
    for (const [failOn, expected] of [
      ["error", 0],
      ["warning", 1],
    ] as const) {
      const { status, summary } = await json(["a.sft", "--fail-on", failOn], { cwd: space.path });
      assert.deepEqual([status, summary.warnings], [expected, 1], failOn);
    }
    const never = await run(["check", "none.sft"], { cwd: space.path });
    assert.deepEqual([never.status, never.stdout], [0, "Nothing found in 1 text with 0 placeholders.\n"]);
  });

  it("checks create-form requests against their Smartforms, on standard input too, with the severities of smartform.json", async () => {
    const pages = [{ blocks: [{ text: "[[ LIB : hello ]]" }] }];
    const smartforms = [
      { id: "s1", name: "Order", textLibraryFolder: "hr", fields: [{ id: "a", name: "email", type: "text" }], pages },
    ];
    using space = folder({
      "cat.json": JSON.stringify({ ...(JSON.parse(catalog) as object), smartforms }),
      "smartform.json": JSON.stringify({ rules: { "form-missing-data": "off" } }),
      "a.form.json": '{ "dialogDefinitionId": "s1", "values": { "emial": "a@b.example" } }',
    });
    const file = await json(["a.form.json", "--catalog", "cat.json"], { cwd: space.path });
    assert.deepEqual(file.findings.map(brief), ["a.form.json:1:43-1:50 form-unknown-value"]);
    assert.deepEqual([file.status, file.summary.warnings, file.summary.placeholders], [0, 1, 0]);
    const stdin = await json(["--stdin", "--stdin-filename", "b.FORM.json"], { cwd: space.path, stdin: "\uFEFF[" });
    assert.deepEqual(stdin.findings.map(brief), ["b.FORM.json:1:1-1:2 form-syntax"]);
  });

  it("reads standard input under a name", async () => {
    const html = await json(["--stdin", "--stdin-filename", "letters/x.sft.html"], {
      stdin: "\uFEFF<p>[[ na<b>me</b> ]]</p>",
    });
    assert.deepEqual(html.findings.map(brief), ["letters/x.sft.html:1:4-1:21 markup-in-placeholder"]);
    const binary = await json(["--stdin"], { stdin: Uint8Array.from([0x5b, 0x5b, 0]) });
    assert.deepEqual([binary.status, binary.findings, binary.summary.files], [0, [], 1]);
  });

  it("checks every language of the library", async () => {
    using space = folder({ "cat.json": catalog });
    const { findings, summary, status } = await json(["--library", "--catalog", "cat.json"], { cwd: space.path });
    const found = findings.map(brief);
    assert.ok(found.includes("textlib:/hr/hello.sv.txt:1:5-1:13 missing-space"), found.join("\n"));
    assert.ok(found.includes("textlib:/Plain/terms.en.html:1:18-1:22 unknown-text"), found.join("\n"));
    assert.deepEqual([summary.files, summary.placeholders, status], [3, 3, 1]);
    const other = await json(["--library", "--catalog", "cat.json", "--language", "fi"], { cwd: space.path });
    assert.deepEqual(
      other.findings.map(brief),
      found,
      "a language on the command line is of files, not of the library",
    );
  });

  it("takes context from the command line before smartform.json, and severities from smartform.json", async () => {
    using space = folder({
      "cat.json": catalog,
      "sub/a.sft": "[[ LIB : hello ]] [[ unheard ]] [[ email ]]",
      "sub/data.json": '{ "known": 1 }',
      "smartform.json": JSON.stringify({
        files: [{ include: "sub/*.sft", smartform: "s1", textLibraryFolder: "Plain", data: "sub/data.json" }],
        rules: { "unknown-data": "error", "field-as-placeholder": "off" },
      }),
    });
    const codes = async (...args: readonly string[]) =>
      (await json(["sub/a.sft", "--catalog", "cat.json", ...args], { cwd: space.path })).findings.map(
        ({ code, severity }) => `${severity} ${code}`,
      );
    assert.deepEqual(await codes(), ["error unknown-text", "error unknown-data"]);
    assert.deepEqual(await codes("--folder", "hr"), ["error unknown-data"]);
    using other = folder({ "data.json": '{ "unheard": 1 }' });
    assert.deepEqual(await codes("--folder", "hr", "--data", join(other.path, "data.json")), []);
    const missing = await run(["check", "sub/a.sft", "--catalog", "cat.json", "--smartform", "nope"], {
      cwd: space.path,
    });
    assert.equal(missing.status, 2);
    assert.match(missing.stderr, /no Smartform "nope"/);
  });

  it("reports nothing that depends on a missing catalog or missing data", async () => {
    const { findings } = await json(["--stdin", "--stdin-filename", "a.sft"], {
      stdin: "[[ LIB : a : b ]] [[ name ]] [[ INPUT : x | default=$y ]]",
    });
    assert.deepEqual(findings, []);
  });

  it("applies only the innermost smartform.json", async () => {
    using space = folder({
      "a.sft": "[[",
      "in/a.sft": "[[ LIB : a ]]",
      "in/deep/b.sft": "[[",
      "smartform.json": '{ "rules": { "short-reference": "off", "unclosed-placeholder": "hint" } }',
      "in/smartform.json":
        '{ "files": [{ "include": "deep/**", "rules": { "unclosed-placeholder": "off" } }], "rulez": {} }',
    });
    const { findings, stderr } = await json(["."], { cwd: space.path });
    assert.deepEqual(
      findings.map(({ file, code, severity }) => `${file} ${severity} ${code}`),
      ["a.sft hint unclosed-placeholder", "in/a.sft warning short-reference"],
    );
    assert.equal(
      stderr,
      'smartform: in/smartform.json:1:84: rulez: there is no such property. Did you mean "rules"?\n',
    );
  });

  it("sets severities for texts of the library by their address", async () => {
    using space = folder({
      "cat.json": catalog,
      "smartform.json": '{ "files": [{ "include": "textlib:/hr/**", "rules": { "missing-space": "off" } }] }',
    });
    const { findings } = await json(["--library", "--catalog", "cat.json"], { cwd: space.path });
    assert.deepEqual(
      findings.filter(({ code }) => code === "missing-space" || code === "unknown-text").map(({ file }) => file),
      ["textlib:/Plain/terms.en.html"],
    );
  });

  it("reports mistakes in smartform.json, and continues", async () => {
    using space = folder({ "a.sft": "[[", "smartform.json": '{ "rules": { "unknown-text": "loud" } }' });
    const { stderr, findings, status } = await json(["."], { cwd: space.path });
    assert.match(stderr, /smartform\.json:1:30: rules\.unknown-text/);
    assert.deepEqual([findings.length, status], [1, 1]);
  });
});
