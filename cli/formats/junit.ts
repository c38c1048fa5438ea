/**
 * A test report: a suite for every text, a case for every finding. A finding below `--fail-on` passes and appears in
 * the output of its case.
 */
import { logCommand } from "../problem.ts";
import { fails } from "../report.ts";
import type { FailOn, Report, ReportedFinding } from "../report.ts";

export function* junit({ findings, files }: Report, { failOn }: { readonly failOn: FailOn }): Generator<string> {
  const byFile = Map.groupBy(findings, (finding) => finding.file);
  const names = [...new Set([...files, ...byFile.keys()])];
  const failures = (each: readonly ReportedFinding[]) =>
    each.filter((finding) => fails(finding.severity, failOn)).length;
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="smartform check" tests="${names.reduce((sum, name) => sum + Math.max(1, byFile.get(name)?.length ?? 0), 0)}" failures="${failures(findings)}">\n`;
  for (const name of names) {
    const each = byFile.get(name) ?? [];
    yield `  <testsuite name="${escape(name)}" tests="${Math.max(1, each.length)}" failures="${failures(each)}">\n`;
    if (each.length === 0) yield `    <testcase name="nothing found" classname="${escape(name)}"/>\n`;
    for (const finding of each) yield testCase(finding, failOn);
    yield "  </testsuite>\n";
  }
  yield "</testsuites>\n";
}

function testCase({ file, line, column, code, severity, message }: ReportedFinding, failOn: FailOn): string {
  const place = `${escape(file)}:${line}:${column}: ${severity}: ${escape(message)}`;
  const content = fails(severity, failOn)
    ? `<failure type="${escape(code)}" message="${escape(message)}">${place}</failure>`
    : `<system-out>${place}</system-out>`;
  return `    <testcase name="${escape(code)} ${line}:${column}" classname="${escape(file)}">${content}</testcase>\n`;
}

/**
 * Escapes text for XML. Replaces control characters, lone surrogates and two noncharacters, because XML does not allow
 * them even escaped. Also escapes line endings, so that nothing from a text or its name begins a line of the report.
 * Also escapes anything that a log takes for a command.
 */
function escape(text: string): string {
  const reference = (character: string): string => `&#${character.charCodeAt(0)};`;
  const special = text
    .toWellFormed()
    .replace(/(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu, " ")
    .replace(/[&<>"\t\n\r\u2028\u2029\u202A-\u202E\u2066-\u2069]/g, reference);
  return special.replace(logCommand, reference);
}
