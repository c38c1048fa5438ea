/**
 * Findings and fixes from fixtures, which are named after the finding's code: `unknown-text.txt`,
 * `unknown-text.html.txt`. If a fixture has a text, it expects the findings of the text, each with its fixes (`*`:
 * preferred). Otherwise it expects the findings of its whole library. Every fix of every fixture is applied: the fix
 * must remove its finding and add no other.
 */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import {
  applyEdits,
  checkLibrary,
  findings,
  fixes,
  known,
  parse,
  parseRequest,
  requestFindings,
  requestFixes,
  rules,
  unknown,
} from "../../../language/index.ts";
import type { Context, Finding, Fix, Syntax } from "../../../language/index.ts";
import { checkFixtures, readCatalog } from "../fixture.ts";
import type { Fixture, Outcome } from "../fixture.ts";

describe("findings", () => {
  checkFixtures("findings", (fixture) =>
    fixture.isRequest
      ? checkRequest(fixture)
      : fixture.text === ""
        ? { expect: checkWhole(fixture.context) }
        : checkText(fixture),
  );

  it("corrects the name of a folder without a code, which remains a name: the one fix that leads to another finding", () => {
    const context: Context = { catalog: readCatalog("see demo"), data: unknown };
    const syntax = parse("[[ LIB : Gemensam : PS ]]", "plain");
    const [finding, ...others] = findings(syntax, context);
    assert.ok(finding?.code === "unknown-folder" && others.length === 0);
    const [fix] = fixes(finding, syntax, context);
    const fixed = parse(applyEdits(syntax.text, fix?.edits ?? []), "plain");
    assert.equal(fixed.text, "[[ LIB : Gemensamt : PS ]]");
    assert.deepEqual(
      findings(fixed, context).map((one) => one.code),
      ["folder-by-name"],
    );
  });

  it("requires the spaces that the form on screen needs, although the PDF fills the placeholder in (T54)", () => {
    const syntax = parse("[[name ]]", "plain");
    const context: Context = { catalog: readCatalog("see demo"), data: known({ name: "Åsa" }) };
    const [finding] = findings(syntax, context);
    assert.deepEqual([finding?.code, finding?.severity], ["missing-space", "error"]);
    const [fix] = finding === undefined ? [] : fixes(finding, syntax, context);
    assert.equal(applyEdits(syntax.text, fix?.edits ?? []), "[[ name ]]");
  });

  it("has a fixture for every code", () => {
    const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".txt"));
    assert.deepEqual(
      [...new Set(files.map((name) => name.split(".")[0]))].sort(),
      rules.map((rule) => rule.code).sort(),
    );
  });
});

function checkText({ text, format, context }: Fixture) {
  const syntax = parse(text, format);
  const found = findings(syntax, context);
  return { markers: found, expect: found.map((finding) => describeFinding(finding, syntax, context)).join("") };
}

function checkRequest({ text, context }: Fixture): Outcome {
  const request = parseRequest(text);
  const found = requestFindings(request, context);
  const after = (edited: string): readonly Finding[] => requestFindings(parseRequest(edited), context);
  return {
    markers: found,
    expect: found
      .map((finding) => tellFinding(finding, text, requestFixes(finding, request, context), { before: found, after }))
      .join(""),
  };
}

function checkWhole(context: Context): string {
  let lines = "";
  for (const each of checkLibrary(context)) {
    if (!each) continue;
    const about = each.text === null ? `folder ${each.folderId}` : `${each.text.code}.${each.language}`;
    const own: Context =
      each.text === null
        ? context
        : { ...context, textId: each.text.id, ...(each.language === null ? {} : { language: each.language }) };
    const syntax = parse(
      each.content,
      each.text?.contentType === 2 ? "html" : each.text?.contentType === 1 ? "rich" : "plain",
    );
    for (const finding of each.findings) lines += `${about} ${describeFinding(finding, syntax, own)}`;
  }
  return lines;
}

function describeFinding(finding: Finding, syntax: Syntax, context: Context): string {
  const after = (edited: string): readonly Finding[] => findings(parse(edited, syntax.format), context);
  return tellFinding(finding, syntax.text, fixes(finding, syntax, context), {
    before: findings(syntax, context),
    after,
  });
}

interface Checks {
  readonly before: readonly Finding[];
  readonly after: (edited: string) => readonly Finding[];
}

/** Returns one line for the finding and one for each of its fixes, with the resulting text. */
function tellFinding(
  { start, end, code, severity, message, related }: Finding,
  text: string,
  offered: readonly Fix[],
  { before, after }: Checks,
): string {
  assert.ok(0 <= start && start <= end && end <= text.length, `${code} stands outside of the text`);
  const rule = rules.find((each) => each.code === code);
  assert.ok([rule?.severity, rule?.milder].includes(severity), `${code} is never said to be of severity ${severity}`);
  const lines = [`${severity} ${code} "${text.slice(start, end)}": ${message}`];
  for (const one of related ?? []) lines.push(`    see ${one.textId ?? "this text"}: ${one.message}`);
  assert.ok(offered.filter((fix) => fix.preferred).length <= 1, `${code} prefers two fixes`);
  for (const fix of offered) {
    const fixed = applyEdits(text, fix.edits);
    checkFixed(code, before, after(fixed), fixed);
    const [line = ""] = fixed.slice(fixed.lastIndexOf("\n", start - 1) + 1).split("\n");
    lines.push(`  ${fix.preferred ? "*" : "-"} ${fix.title}  ⇒  ${line}`);
  }
  return `${lines.join("\n")}\n`;
}

/**
 * Asserts that a fix leaves fewer findings of the code that it fixes, and does not add findings of another code. It may
 * add `placeholder-drift`, because removing brackets counts as losing a placeholder.
 */
function checkFixed(fixedCode: string, before: readonly Finding[], after: readonly Finding[], text: string): void {
  const counts = Map.groupBy(before, (each) => each.code);
  const left = Map.groupBy(after, (each) => each.code);
  assert.ok(
    (left.get(fixedCode)?.length ?? 0) < (counts.get(fixedCode)?.length ?? 0),
    `${fixedCode} is still there in: ${text}`,
  );
  for (const [code, list] of left)
    if (code !== "placeholder-drift")
      assert.ok(list.length <= (counts.get(code)?.length ?? 0), `${code} is new in: ${text}`);
}
