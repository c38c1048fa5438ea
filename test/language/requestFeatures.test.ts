/**
 * Every feature of the editor on create-form requests: each feature with its own fixtures, and all of them with texts
 * that nobody would write.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import {
  applyEdits,
  codeActionsOfRequest,
  fixAllOfRequest,
  parseRequest,
  requestCompletion,
  requestDefinition,
  requestFindings,
  requestHover,
  requestSymbols,
  settingsCompletion,
  unknown,
} from "../../language/index.ts";
import type { Completion, Context, RequestSymbol } from "../../language/index.ts";
import { checkFixtures, readCatalog } from "./fixture.ts";
import type { Fixture } from "./fixture.ts";

function listed({ items, incomplete }: Completion, text: string): string {
  const lines = items.map((item) => {
    const about = [item.detail, item.documentation].filter((one) => one !== undefined).join(" // ");
    const before = text.slice(text.lastIndexOf("\n", item.start - 1) + 1, item.start);
    return `${item.kind} ${item.label} → ${before}⟦${item.newText}⟧${text.slice(item.end).split("\n")[0]}${about === "" ? "" : `   (${about})`}`;
  });
  return [...lines, incomplete ? "incomplete" : "complete"].join("\n");
}

const features: Record<string, (fixture: Fixture) => string> = {
  formRequestCompletion: ({ text, cursor, context }) =>
    listed(requestCompletion(parseRequest(text), cursor, context), text),
  callRequestCompletion: ({ text, cursor, context }) =>
    listed(requestCompletion(parseRequest(text), cursor, context), text),
  settingsCompletion: ({ text, cursor, context }) =>
    listed(settingsCompletion(parseRequest(text), cursor, context), text),
  formRequestHover({ text, cursor, context }) {
    const found = requestHover(parseRequest(text), cursor, context);
    const target = requestDefinition(parseRequest(text), cursor, context);
    const facts =
      found === null
        ? ["nothing"]
        : [
            `${text.slice(found.start, found.end)}: ${found.title}`,
            ...found.facts.map((fact) => `${fact.name}: ${fact.value}`),
          ];
    return [...facts, ...(target?.targets ?? []).map((each) => `→ ${JSON.stringify(each)}`)].join("\n");
  },
  callRequestHover({ text, cursor, context }) {
    const found = requestHover(parseRequest(text), cursor, context);
    return found === null
      ? "nothing"
      : [
          `${text.slice(found.start, found.end)}: ${found.title}`,
          ...found.facts.map((fact) => `${fact.name}: ${fact.value}`),
        ].join("\n");
  },
  requestSymbols({ text }) {
    const list = (symbols: readonly RequestSymbol[], indent: string): string =>
      symbols
        .map(
          (each) =>
            `${indent}${each.kind} ${each.name}${each.detail === "" ? "" : ` = ${each.detail}`} ⟦${text.slice(each.selection.start, each.selection.end)}⟧\n${list(each.children, `${indent}  `)}`,
        )
        .join("");
    return list(requestSymbols(parseRequest(text)), "");
  },
};

for (const [name, run] of Object.entries(features))
  describe(name, () => checkFixtures(name, (fixture) => ({ expect: run(fixture) })));

describe("requests on any input", () => {
  const scraps = fc.constantFrom(
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    '"',
    '"a"',
    '"values"',
    '"dialogDefinitionId"',
    '"s-claim"',
    '"notification"',
    '"participatingParties"',
    '"dataTableValue"',
    '"customer"',
    '"name.label"',
    '"mapValues"',
    '"kind"',
    '"__proto__"',
    "1",
    "nul",
    "// x\n",
    "\n",
    " ",
    "\\",
    "'a'",
  );
  const text = fc.array(scraps, { maxLength: 40 }).map((parts) => parts.join(""));

  it("nothing throws, and every range stays inside the text", () => {
    const context: Context = { catalog: readCatalog("see demo"), data: unknown };
    fc.assert(
      fc.property(
        fc.constantFrom(
          "",
          '{ "dialogDefinitionId": "s-claim", "values": {',
          '{ "dialogDefinitionId": "s-hire", "dataTableValue": {',
        ),
        text,
        fc.nat(200),
        (start, end, at) => {
          const content = start + end;
          const offset = Math.min(at, content.length);
          const request = parseRequest(content);
          const ranges = [
            ...requestCompletion(request, offset, context).items,
            ...settingsCompletion(request, offset, context).items,
            requestHover(request, offset, context) ?? [],
            requestDefinition(request, offset, context)?.origin ?? [],
            ...requestSymbols(request),
          ].flat();
          assert.ok(
            ranges.every((range) => range.start >= 0 && range.start <= range.end && range.end <= content.length),
            content,
          );
          const found = requestFindings(request, context);
          for (const action of codeActionsOfRequest(request, { start: 0, end: content.length }, found, context))
            applyEdits(content, action.edits);
          applyEdits(content, fixAllOfRequest(request, found, context));
        },
      ),
      { numRuns: 5000 },
    );
  }).timeout(60_000);

  it("a name of 70,000 dots is a name", () => {
    const context: Context = { catalog: readCatalog("see demo"), data: unknown };
    const request = parseRequest(`{"dialogDefinitionId":"s-hire","values":{"a${".".repeat(70_000)}":1}}`);
    assert.ok(requestFindings(request, context).length > 0);
  });
});
