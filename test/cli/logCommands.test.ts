/**
 * Text that a build log would interpret as a command is escaped in every output format. Programs that parse the output
 * get the original text.
 */
import assert from "node:assert/strict";
import { formats } from "../../cli/formats/index.ts";
import { harmlessCode, harmlessJson, printable, shownName } from "../../cli/problem.ts";
import { makeReport } from "../../cli/report.ts";
import { folder, run } from "./run.ts";

/** Commands of Azure Pipelines, TeamCity and GitHub (old and new syntax). Each contains the mark. */
const commands = [
  "##vso[task.complete]mark",
  "##[error]mark",
  "##teamcity[message text='mark']",
  "###[group]mark",
  "##VSO[x]mark",
  "::error::mark",
  " ::set-output name=mark::",
] as const;
const nested = commands.map((command) => `before ${command}`);
const onLines = commands.map((command) => `before\n${command}`);
/** Azure and TeamCity find commands anywhere in a line; GitHub finds them only at its beginning. */
const isCommand = /##\w*\[|^\s*::/im;
/** GitHub's format begins each line with its own command. */
const ownCommand = /^::(?:error|warning|notice) file=/gm;

function assertHarmless(printed: string, where: string): void {
  assert.doesNotMatch(where.includes("github") ? printed.replace(ownCommand, "") : printed, isCommand, where);
}

describe("log commands", () => {
  it("are recognized by their marks, at any place", () => {
    const marked = [...commands, ...nested.filter((text) => text.includes("##")), ...onLines];
    assert.deepEqual(
      marked.filter((text) => !isCommand.test(text)),
      [],
    );
    assert.deepEqual(
      ["# #vso[", "#[", "## [", "a::b", "#1 [[ x ]]"].filter((text) => isCommand.test(text)),
      [],
    );
  });

  for (const [format, print] of Object.entries(formats)) {
    it(`are escaped in the format ${format}, in the name of a file and in the words of a finding`, () => {
      for (const text of [...commands, ...nested, ...onLines]) {
        const finding = {
          line: 1,
          column: 1,
          endLine: 1,
          endColumn: 2,
          severity: "error",
          fixes: [{ title: text, edits: [{ start: 0, end: 0, newText: text }] }],
        } as const;
        const report = makeReport(
          [{ ...finding, file: text, code: "missing-space", message: text }] as unknown as Parameters<
            typeof makeReport
          >[0],
          { files: [text], placeholders: 1 },
        );
        const printed = [...print(report, { failOn: "error", color: false })].join("");
        assert.match(printed, /mark/);
        assertHarmless(printed, format);
        if (format === "json")
          assert.deepEqual(JSON.parse(printed), { findings: report.findings, summary: report.summary });
        if (format === "sarif")
          assert.equal(
            (
              JSON.parse(printed) as {
                readonly runs: readonly [
                  { readonly results: readonly [{ readonly message: { readonly text: string } }] },
                ];
              }
            ).runs[0].results[0].message.text,
            text,
          );
      }
    });
  }

  it("keep their meaning in code", () => {
    for (const text of [...commands, ...onLines, "\\##vso[", "\\\\##vso["]) {
      for (const code of [harmlessJson({ [text]: text }, 2), harmlessCode(JSON.stringify({ [text]: text }))]) {
        assert.deepEqual(JSON.parse(code), { [text]: text });
        assertHarmless(code, code);
      }
    }
  });

  it("leave any other text unchanged", () => {
    for (const text of ["# Title", "## Title [1]", "#1[0]", "a::b"]) {
      assert.deepEqual(
        [printable(text), shownName(text), harmlessCode(JSON.stringify(text))],
        [text, text, JSON.stringify(text)],
      );
    }
  });
});

describe("log commands, in the programs", function () {
  this.timeout(120_000);
  const vso = "##vso[task.complete]mark";
  const text = (id: string, code: string, content: string): object => ({
    id,
    folderId: "f",
    code,
    defaultLanguage: "en",
    translations: { en: { content } },
  });
  const catalog = JSON.stringify({
    folders: [{ id: "f", name: vso, code: "hr" }],
    texts: [text("t", vso, `[[x]] [[ LIB : hr : ${vso} x ]]`), text("u", "hello", `[[ ${vso} ]]`)],
    smartforms: [
      {
        id: vso,
        name: vso,
        textLibraryFolder: "hr",
        fields: [],
        pages: [{ blocks: [{ text: `[[ mark ]] [[ LIB : hello ]]` }] }],
      },
    ],
  });
  const files = {
    "cat.json": catalog,
    "old.json": '{ "properties": { "##[x]mark": { "type": "string" } }, "required": ["##[x]mark"] }',
    [`in/${vso}.sft`]: "[[x]]",
    [`in/${vso}/a.sft`]: "[[x]]",
    "in/b.sft": `[[ LIB : hr : ${vso} y ]] [[x]]`,
    "in/c.form.json": `{ "${vso}": 1, "values": `,
    "in/smartform.json": JSON.stringify({
      [vso]: 1,
      baseline: `../${vso}`,
      files: [{ include: vso, smartform: vso, data: vso }],
    }),
  };
  const contract = ["contract", "--smartform", vso, "--catalog", "cat.json"];
  /**
   * Calls that together give every output of the program: the report, warnings, refusals, contracts and the sandbox's
   * output.
   */
  const calls: readonly (readonly string[])[] = [
    ["check", "in", "--catalog", "cat.json", "--library"],
    ["check", "in", "--new-baseline", "--format", "json"],
    ["check", "--stdin", "--stdin-filename", vso],
    ["check", `none ${vso}`],
    ["check", "in", "--format", vso],
    ...["json-schema", "typescript"].map((format) => [...contract, "--format", format]),
    ...["text", "json"].map((format) => [...contract, "--compare", "old.json", "--format", format]),
    ["contract", "--text", `hr:${vso} z`, "--catalog", "cat.json"],
    ["sandbox", "--data", `cat.json/${vso}`],
    [vso],
    ["check", "\n::error::mark"],
  ];
  for (const args of calls) {
    it(`are escaped by smartform ${JSON.stringify(args.join(" "))}`, async () => {
      using space = folder(files);
      const { stdout, stderr } = await run(args, { cwd: space.path, stdin: "[[x]]" });
      assert.match(stdout + stderr, /mark/);
      assertHarmless(stdout, args.join(" "));
      assertHarmless(stderr, "standard error");
    });
  }
});
