/**
 * Findings and fixes from fixtures, named after the code: `unknown-text.txt`, `unknown-text.html.txt`. Where a fixture has a text, its findings are expected, each with its fixes (`*`: preferred);
 * without one the whole library of the fixture is checked. Every fix of every fixture is applied: it takes its finding away and adds none.
 */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { applyEdits, checkLibrary, findings, fixes, known, parse, rules, unknown } from "../../../language/index.ts";
import type { Context, Finding, Syntax } from "../../../language/index.ts";
import { checkFixtures, readCatalog, type Fixture } from "../fixture.ts";

describe("findings", () => {
  checkFixtures("findings", (fixture) => (fixture.text === "" ? { expect: checkWhole(fixture.context) } : checkText(fixture)));

  it("corrects the name of a folder without a code, which stays a name: the one fix that a finding follows", () => {
    const context: Context = { catalog: readCatalog("see demo"), data: unknown };
    const syntax = parse("[[ LIB : Gemensam : PS ]]", "plain");
    const [finding, ...others] = findings(syntax, context);
    assert.ok(finding?.code === "unknown-folder" && others.length === 0);
    const [fix] = fixes(finding, syntax, context);
    const fixed = parse(applyEdits(syntax.text, fix?.edits ?? []), "plain");
    assert.equal(fixed.text, "[[ LIB : Gemensamt : PS ]]");
    assert.deepEqual(findings(fixed, context).map((one) => one.code), ["folder-by-name"]);
  });

  it("asks for the spaces that the form on screen needs, although the PDF fills the placeholder in (T54)", () => {
    const syntax = parse("[[name ]]", "plain");
    const context: Context = { catalog: readCatalog("see demo"), data: known({ name: "Åsa" }) };
    const [finding] = findings(syntax, context);
    assert.deepEqual([finding?.code, finding?.severity], ["missing-space", "error"]);
    const [fix] = finding === undefined ? [] : fixes(finding, syntax, context);
    assert.equal(applyEdits(syntax.text, fix?.edits ?? []), "[[ name ]]");
  });

  it("has a fixture for every code", () => {
    const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".txt"));
    assert.deepEqual([...new Set(files.map((name) => name.split(".")[0]))].sort(), rules.map((rule) => rule.code).sort());
  });
});

function checkText({ text, format, context }: Fixture) {
  const syntax = parse(text, format);
  const found = findings(syntax, context);
  return { markers: found, expect: found.map((finding) => describeFinding(finding, syntax, context)).join("") };
}

function checkWhole(context: Context): string {
  let lines = "";
  for (const each of checkLibrary(context)) {
    if (!each) continue;
    const about = each.text === null ? `folder ${each.folderId}` : `${each.text.code}.${each.language}`;
    const own: Context = each.text === null ? context : { ...context, textId: each.text.id, ...(each.language === null ? {} : { language: each.language }) };
    const syntax = parse(each.content, each.text?.contentType === 2 ? "html" : each.text?.contentType === 1 ? "rich" : "plain");
    for (const finding of each.findings) lines += `${about} ${describeFinding(finding, syntax, own)}`;
  }
  return lines;
}

/** One line for the finding and one for each of its fixes, with what becomes of the text. */
function describeFinding(finding: Finding, syntax: Syntax, context: Context): string {
  const { start, end, code, severity, message, related } = finding;
  assert.ok(0 <= start && start <= end && end <= syntax.text.length, `${code} stands outside of the text`);
  const lines = [`${severity} ${code} "${syntax.text.slice(start, end)}": ${message}`];
  for (const one of related ?? []) lines.push(`    see ${one.textId ?? "this text"}: ${one.message}`);
  const offered = fixes(finding, syntax, context);
  assert.ok(offered.filter((fix) => fix.preferred).length <= 1, `${code} prefers two fixes`);
  for (const fix of offered) {
    const fixed = applyEdits(syntax.text, fix.edits);
    checkFixed(finding, syntax, parse(fixed, syntax.format), context);
    const [line = ""] = fixed.slice(fixed.lastIndexOf("\n", start - 1) + 1).split("\n");
    lines.push(`  ${fix.preferred ? "*" : "-"} ${fix.title}  ⇒  ${line}`);
  }
  return `${lines.join("\n")}\n`;
}

/** One finding of the code less, and of every other code no more than before. Brackets that are taken away are a lost placeholder. */
function checkFixed(finding: Finding, before: Syntax, after: Syntax, context: Context): void {
  const counts = Map.groupBy(findings(before, context), (each) => each.code);
  const left = Map.groupBy(findings(after, context), (each) => each.code);
  assert.ok((left.get(finding.code)?.length ?? 0) < (counts.get(finding.code)?.length ?? 0), `${finding.code} is still there in: ${after.text}`);
  for (const [code, list] of left) if (code !== "placeholder-drift") assert.ok(list.length <= (counts.get(code)?.length ?? 0), `${code} is new in: ${after.text}`);
}
