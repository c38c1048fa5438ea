/** Every output format, on one report. */
import assert from "node:assert/strict";
import { parseFragment } from "parse5";
import type { Log } from "sarif";
import { formats } from "../../cli/formats/index.ts";
import { placesIn } from "../../catalog/index.ts";
import { fails, makeReport } from "../../cli/report.ts";
import type { FailOn, ReportedFinding } from "../../cli/report.ts";
import { rules } from "../../language/index.ts";

const finding = (change: Partial<ReportedFinding>): ReportedFinding => ({
  file: "letters/a.sft",
  line: 3,
  column: 5,
  endLine: 3,
  endColumn: 9,
  code: "unknown-text",
  severity: "error",
  message: "There is no such text.",
  fixes: ['Use "hr"'],
  ...change,
});
const hostile = 'évil\u001b[31m\r\n::error::x%0A,:<b>"&\u202Egpj\uD800\u0007';
const report = makeReport(
  [
    finding({ file: "textlib:/hr/welcome to.sv.txt", severity: "hint", code: "unused-text" }),
    finding({}),
    finding({
      line: 1,
      column: 1,
      endLine: 2,
      endColumn: 2,
      severity: "warning",
      code: "short-reference",
      message: hostile,
    }),
    finding({ file: hostile, severity: "info", code: "empty-data" }),
  ],
  { files: ["z.sft", "letters/a.sft"], placeholders: 7 },
);
const print = (name: keyof typeof formats, options: { readonly failOn?: FailOn; readonly color?: boolean } = {}) =>
  [...formats[name](report, { failOn: "error", color: false, ...options })].join("");

describe("report", () => {
  it("orders by file, then position, and counts", () => {
    assert.deepEqual(
      report.findings.map(({ file, line }) => [file, line]),
      [
        ["letters/a.sft", 1],
        ["letters/a.sft", 3],
        ["textlib:/hr/welcome to.sv.txt", 3],
        [hostile, 3],
      ],
    );
    assert.deepEqual(report.summary, { files: 2, placeholders: 7, errors: 1, warnings: 1, infos: 1, hints: 1 });
  });

  it("fails at and above the chosen severity", () => {
    const table: readonly (readonly [FailOn, string])[] = [
      ["error", "error"],
      ["warning", "error warning"],
      ["info", "error warning info"],
      ["never", ""],
    ];
    for (const [failOn, expected] of table) {
      assert.equal(
        (["error", "warning", "info", "hint"] as const).filter((severity) => fails(severity, failOn)).join(" "),
        expected,
        failOn,
      );
    }
  });
});

describe("places", () => {
  const table: readonly (readonly [text: string, offset: number, line: number, column: number])[] = [
    ["", 0, 1, 1],
    ["ab", 2, 1, 3],
    ["a\nb", 2, 2, 1],
    ["a\r\nb", 3, 2, 1],
    ["a\rb", 2, 2, 1],
    ["a\n", 2, 2, 1],
    ["🙂x", 2, 1, 3],
    ["a\nb\nc", 1, 1, 2],
  ];
  for (const [text, offset, line, column] of table)
    it(`${JSON.stringify(text)} at ${offset}`, () => assert.deepEqual(placesIn(text)(offset), { line, column }));
});

describe("format", () => {
  it("text: groups by file, and ends with a count", () => {
    const lines = print("text").split("\n");
    assert.equal(lines[0], "letters/a.sft");
    assert.match(lines[1]!, /^ {5}1:1 {2}warning {2}.*short-reference$/);
    assert.match(lines[2]!, /^ {5}3:5 {2}error {4}There is no such text\. {2}unknown-text$/);
    assert.equal(lines.at(-2), "1 error, 1 warning, 1 info, 1 hint in 2 texts with 7 placeholders.");
  });

  it("text: prints no control sequences to the terminal", () => {
    assert.doesNotMatch(print("text").replaceAll("\n", ""), /[\p{Cc}\u202E\uD800]/u);
    assert.equal(print("text").split("\n").length, 12);
  });

  it("text: is coloured on request", () => {
    assert.ok(print("text", { color: true }).includes("\u001b[31merror"));
    assert.ok(!print("text").includes("\u001b"));
  });

  it("json: is the report", () =>
    assert.deepEqual(JSON.parse(print("json")), {
      findings: report.findings.map((each) => ({ ...each })),
      summary: report.summary,
    }));

  it("json: is an object without findings, too", () => {
    const empty = makeReport([], { files: [], placeholders: 0 });
    assert.deepEqual(JSON.parse([...formats.json(empty)].join("")), { findings: [], summary: empty.summary });
  });

  it("sarif: has what code scanning requires", () => {
    const log = JSON.parse(print("sarif")) as Log;
    assert.equal(log.version, "2.1.0");
    const [run] = log.runs;
    assert.equal(run?.columnKind, "utf16CodeUnits");
    assert.equal(run.tool.driver.name, "smartform");
    assert.deepEqual(
      run.tool.driver.rules?.map(({ id }) => id),
      rules.map(({ code }) => code),
    );
    for (const rule of run.tool.driver.rules ?? []) {
      assert.equal(rule.helpUri, `docs/findings.md#${rule.id}`);
      assert.ok(rule.shortDescription?.text);
      assert.ok(["error", "warning", "note"].includes(rule.defaultConfiguration?.level ?? ""));
    }
    for (const result of run.results ?? []) {
      assert.equal(run.tool.driver.rules?.[result.ruleIndex ?? -1]?.id, result.ruleId);
      const { artifactLocation, region } = result.locations?.[0]?.physicalLocation ?? {};
      assert.match(artifactLocation?.uri ?? "", /^[\w/.:%~-]+$/);
      assert.ok((region?.startLine ?? 0) >= 1 && (region?.startColumn ?? 0) >= 1);
    }
    assert.deepEqual(
      run.results?.map(({ level }) => level),
      ["warning", "error", "note", "note"],
    );
    assert.equal(
      run.results?.[2]?.locations?.[0]?.physicalLocation?.artifactLocation?.uri,
      "textlib:/hr/welcome%20to.sv.txt",
    );
  });

  it("junit: is well formed, and fails what --fail-on fails", () => {
    const xml = print("junit");
    assert.doesNotMatch(xml.replace(/[\t\n\r]/g, ""), /\p{Cc}|\uD800/u);
    const count = (tag: string) => xml.match(new RegExp(`<${tag}[ >]`, "g"))?.length ?? 0;
    assert.deepEqual([count("testsuite"), count("testcase"), count("failure"), count("system-out")], [4, 5, 1, 3]);
    assert.match(xml, /<testsuites name="smartform check" tests="5" failures="1">/);
    assert.equal(print("junit", { failOn: "info" }).match(/<failure /g)?.length, 3);
    assert.ok(JSON.stringify(parseFragment(xml).childNodes.length));
    assert.ok(!xml.includes("<b>"));
  });

  it("github: escapes what would be read as a command", () => {
    const lines = print("github").trimEnd().split("\n");
    assert.equal(lines.length, 4);
    assert.equal(
      lines[1],
      "::error file=letters/a.sft,line=3,endLine=3,col=5,endColumn=9,title=unknown-text::There is no such text.",
    );
    assert.match(
      lines[0]!,
      /^::warning file=letters\/a\.sft,line=1,endLine=2,title=short-reference::évil.*%0D%0A::error::x%250A/,
    );
    assert.match(lines[3]!, /^::notice file=évil.*%0D%0A%3A%3Aerror%3A%3Ax%250A%2C%3A/);
  });
});
