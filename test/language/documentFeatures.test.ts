/**
 * The requests about one document: each request with its folder of fixtures, and all requests with texts that nobody
 * would write.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { catalogFile } from "../../api/index.ts";
import { fileCatalog } from "../../catalog/index.ts";
import {
  applyEdits,
  documentHighlights,
  edit,
  formatting,
  formattingBehind,
  foldingRanges,
  inlayHintKinds,
  inlayHints,
  inlineCompletion,
  linkedEditing,
  parse,
  places,
  placeholdersIn,
  printedText,
  resolve,
  selectionRanges,
  semanticTokens,
  signatureHelp,
  typeDefinition,
} from "../../language/index.ts";
import type { Format, Range, Syntax, TextEdit } from "../../language/index.ts";
import { checkFixtures, readCatalog } from "./fixture.ts";
import type { Fixture } from "./fixture.ts";

const allKinds = { kinds: new Set(inlayHintKinds) };

const features: Record<string, (fixture: Fixture) => string> = {
  documentHighlight({ text, format, cursor, context }) {
    const marks = documentHighlights(parse(text, format), cursor, context);
    const marked = applyEdits(
      text,
      marks.flatMap(({ start, end, kind }) => [
        { start, end: start, newText: kind === "write" ? "⟪" : "⟨" },
        { start: end, end, newText: kind === "write" ? "⟫" : "⟩" },
      ]),
    );
    return marks.length === 0 ? "nothing" : marked;
  },
  foldingRange: ({ text, format }) =>
    foldingRanges(parse(text, format))
      .map(
        ({ start, end, kind, keepsLastLine }) =>
          `${kind}${keepsLastLine ? " but its last line" : ""}: ${JSON.stringify(text.slice(start, end))}`,
      )
      .join("\n"),
  selectionRange: ({ text, format, cursor }) =>
    selectionRanges(parse(text, format), cursor)
      .map(({ start, end }) => JSON.stringify(text.slice(start, end)))
      .join("\n"),
  linkedEditing({ text, format, cursor }) {
    const names = linkedEditing(parse(text, format), cursor);
    return names === null
      ? "nothing"
      : applyEdits(
          text,
          names.map((name) => ({ ...name, newText: "⟦⟧" })),
        );
  },
  textDocumentContent: ({ text, format, context }) => printedText(text, format, context),
  typeDefinition({ text, format, cursor, context }) {
    const found = typeDefinition(parse(text, format), cursor, context);
    return found === null
      ? "nothing"
      : [
          text.slice(found.origin.start, found.origin.end),
          ...found.targets.map((target) => JSON.stringify(target)),
        ].join("\n");
  },
  formatting({ text, format, cursor }) {
    const syntax = parse(text, format);
    const made = (edits: readonly TextEdit[]): string => (edits.length === 0 ? "nothing" : applyEdits(text, edits));
    return [
      `all: ${made(formatting(syntax))}`,
      `to cursor: ${made(formatting(syntax, [{ start: 0, end: cursor }]))}`,
      `typed: ${made(formattingBehind(syntax, cursor))}`,
    ].join("\n");
  },
  inlayHint({ text, format, cursor, context }) {
    const hints = inlayHints(parse(text, format), { start: 0, end: cursor }, context, allKinds);
    return hints
      .map(({ offset, kind, label }) => `${text.slice(text.lastIndexOf("[[", offset), offset)} → ${kind}: ${label}`)
      .join("\n");
  },
  inlineCompletion({ text, format, cursor, context }) {
    const written = inlineCompletion(parse(text, format), cursor, context);
    return written === null ? "nothing" : `${text.slice(0, cursor)}⟦${written}⟧${text.slice(cursor)}`;
  },
  signatureHelp({ text, format, cursor, context }) {
    const help = signatureHelp(parse(text, format), cursor, context);
    if (help === null) return "nothing";
    const { signatures, activeSignature, activeParameter } = help;
    const shown = signatures.map(({ label, parameters }, index) => {
      const active = index === activeSignature ? parameters[activeParameter ?? -1] : undefined;
      return `${index === activeSignature ? "→ " : "  "}${active === undefined ? label : `${label.slice(0, active.start)}⟦${label.slice(active.start, active.end)}⟧${label.slice(active.end)}   (${active.documentation})`}`;
    });
    return shown.join("\n");
  },
};

for (const [name, run] of Object.entries(features))
  describe(name, () => checkFixtures(name, (fixture) => ({ expect: run(fixture) })));

describe("what a text prints", () => {
  it("ends if texts that include others many times grow too long, and contains a long text completely", () => {
    const texts = Array.from({ length: 30 }, (_, index) => ({
      id: `t${index}`,
      folderId: "f",
      code: `t${index}`,
      defaultLanguage: "en",
      translations: { en: { content: `x [[ LIB : f : t${index + 1} ]] [[ LIB : f : t${index + 1} ]]` } },
    }));
    const catalog = fileCatalog(catalogFile.parse({ folders: [{ id: "f", name: "F", code: "f" }], texts }));
    const context = { catalog, data: catalog.dataTable(), language: "en" };
    const { length } = printedText("[[ LIB : f : t0 ]]", "plain", context);
    assert.ok(length > 50_000 && length < 100_100, String(length));
    const long = "0123456789 ".repeat(20_000);
    assert.equal(printedText(long, "plain", context), long);
  });
});

/** Returns a copy of an answer without its positions. */
function withoutRanges(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) => (key === "start" || key === "end" ? undefined : inner)),
  );
}

describe("features of one document on any input", () => {
  const scraps = fc.constantFrom(
    "[[ ",
    "[[",
    " ]]",
    "]]",
    "]",
    "LIB",
    "lib",
    " : ",
    ":",
    "INPUT",
    "|",
    " | ",
    "=",
    "default=$",
    "$customer.name",
    "source=",
    "type=",
    ".",
    "..",
    "customer",
    "hr",
    "greeting",
    "a",
    "é",
    "😀",
    "\ud800",
    " ",
    "\t",
    "\n",
    "\r\n",
    "\n\n",
    "\u00a0",
    "<b>",
    "</b>",
    "<p>",
    "</p>",
    "<br>",
    "<a href='",
    "'>",
    "<!--",
    "-->",
    "&nbsp;",
    "<",
    "[[ LIB : hr : greeting ]]",
    "[[INPUT:a|type = select]]",
  );
  const text = fc.array(scraps, { maxLength: 30 }).map((parts) => parts.join(""));
  const format = fc.constantFrom<Format>("plain", "rich", "html");
  const range = fc.tuple(fc.nat(120), fc.nat(60)).map(([start, length]): Range => ({ start, end: start + length }));
  const catalog = readCatalog("see demo");
  const context = { catalog, data: catalog.dataTable(), language: "sv", folder: "hr" };

  it("read in a range only the placeholders that touch it, also after edits", () => {
    fc.assert(
      fc.property(text, format, range, range, text, (content, written, asked, edited, newText) => {
        const syntax = edit(parse(content, written), [{ ...edited, newText }]);
        assert.deepEqual(
          placeholdersIn(syntax, asked),
          syntax.placeholders.filter((one) => one.start <= asked.end && asked.start <= one.end),
        );
      }),
      { numRuns: 3000 },
    );
  });

  it("format only white space, keep the meaning, and change nothing the second time", () => {
    const spaces = /[\s\u0085]/g;
    fc.assert(
      fc.property(text, format, (content, written) => {
        const syntax = parse(content, written);
        const edits = formatting(syntax);
        assert.ok(
          edits.every(
            ({ start, end, newText }) =>
              content.slice(start, end).replace(spaces, "") === newText.replace(spaces, "") &&
              syntax.placeholders.some(
                (one) => one.inner.start <= start && end <= one.inner.end && one.kind !== "invalid",
              ),
          ),
        );
        const after = edit(syntax, edits);
        assert.deepEqual(formatting(after), []);
        const meant = (one: Syntax): readonly unknown[] =>
          one.placeholders.map((placeholder) => [
            placeholder.kind,
            placeholder.markup.length,
            places(placeholder).map(({ role, part }) => [role, part.text]),
            withoutRanges(resolve(placeholder, context)),
          ]);
        assert.deepEqual(meant(after), meant(syntax));
        assert.equal(after.strays.length, syntax.strays.length);
        const parts = syntax.placeholders.flatMap(({ start, end }) => formatting(syntax, [{ start, end }]));
        assert.deepEqual(parts, edits);
        assert.deepEqual(formatting(syntax, syntax.placeholders.toReversed()), edits);
        assert.deepEqual(formatting(syntax, [{ start: 0, end: content.length }, ...syntax.placeholders]), edits);
        assert.deepEqual(
          syntax.placeholders.flatMap(({ end }) => formattingBehind(syntax, end)),
          edits,
        );
      }),
      { numRuns: 10_000 },
    );
  }).timeout(120_000);

  it("suggest inline only the rest of a reference that certainly means a text, or a folder's colon", () => {
    const start = fc.constantFrom(
      "[[ LIB : hr : g",
      "[[ LIB : gree",
      "[[ LIB : hr : greeting ",
      "[[LIB:legal:foot",
      "[[ LIB : leg",
      "[[ LIB : hr.onboarding :",
    );
    fc.assert(
      fc.property(text, start, text, format, (before, begun, behind, written) => {
        const content = before + begun;
        const syntax = parse(content + behind, written);
        const added = inlineCompletion(syntax, content.length, context);
        assert.deepEqual(inlineCompletion(parse(content + behind, written), content.length, context), added);
        if (added === null || added.endsWith(": ")) return;
        assert.match(added, /^[\w .-]*(?:\]\])?$/);
        const after = edit(syntax, [{ start: content.length, end: content.length, newText: added }]);
        const made = placeholdersIn(after, { start: content.length, end: content.length }).at(-1);
        const resolution = made && resolve(made, context);
        assert.ok(
          resolution?.kind === "library" && resolution.text.state === "known" && resolution.text.others.length === 0,
          JSON.stringify(after.text),
        );
      }),
      { numRuns: 5000 },
    );
  }).timeout(120_000);

  it("never throw, and stay inside the text", () => {
    fc.assert(
      fc.property(text, format, range, (content, written, asked) => {
        const syntax = parse(content, written);
        typeDefinition(syntax, asked.start, context);
        signatureHelp(syntax, asked.start, context);
        const highlights = documentHighlights(syntax, asked.start, context);
        assert.ok(highlights.every(({ start, end }) => start < end && end <= content.length));
        const covers = highlights.filter(({ start, end }) => start <= asked.start && asked.start <= end);
        assert.ok(highlights.length === 0 || covers.length > 0, "what was asked about is among them");
        const tokens = semanticTokens(syntax);
        assert.ok(
          tokens.every(
            (token, index) =>
              token.start < token.end &&
              token.start >= (tokens[index - 1]?.end ?? 0) &&
              !/[\r\n]/.test(content.slice(token.start, token.end)),
          ),
        );
        const inRange = syntax.placeholders.filter((one) => one.start <= asked.end && asked.start <= one.end);
        assert.deepEqual(
          semanticTokens(syntax, asked),
          tokens.filter((token) => inRange.some((one) => one.start <= token.start && token.end <= one.end)),
        );
        assert.ok(foldingRanges(syntax).every(({ start, end }) => start < end && end <= content.length));
        const grown = selectionRanges(syntax, asked.start);
        assert.deepEqual(grown.at(-1), { start: 0, end: content.length });
        assert.ok(
          grown.every(
            ({ start, end }, index) =>
              index === 0 || (start <= (grown[index - 1]?.start ?? 0) && end >= (grown[index - 1]?.end ?? 0)),
          ),
        );
        const [first, second] = linkedEditing(syntax, asked.start) ?? [];
        assert.equal(first && content.slice(first.start, first.end), second && content.slice(second.start, second.end));
        const hints = inlayHints(syntax, asked, context, allKinds);
        assert.ok(
          hints.every(
            ({ offset, label }) =>
              offset >= asked.start &&
              offset <= Math.min(asked.end, content.length) &&
              label !== "" &&
              !/[\r\n]/.test(label),
          ),
        );
      }),
      { numRuns: 3000 },
    );
  }).timeout(120_000);
});
