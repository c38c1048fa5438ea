/** The features: each feature with its folder of fixtures, and all features with texts that nobody would write. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { catalogFile } from "../../api/index.ts";
import { fileCatalog } from "../../catalog/index.ts";
import {
  applyEdits,
  codeActions,
  codeActionsOfRequest,
  completion,
  creations,
  definition,
  describeText,
  documentLinks,
  documentSymbols,
  edit,
  findings,
  fixAll,
  hover,
  known,
  parse,
  parseRequest,
  refactorings,
  requestFindings,
  resolveAt,
  sampleFormRequest,
  semanticTokens,
  unknown,
} from "../../language/index.ts";
import type { Context, Fix, Format, JsonObject, Syntax } from "../../language/index.ts";
import { checkFixtures, readCatalog } from "./fixture.ts";
import type { Fixture } from "./fixture.ts";

const features: Record<string, (fixture: Fixture) => string> = {
  completion({ text, format, cursor, context }) {
    const { items, incomplete } = completion(parse(text, format), cursor, context, { snippets: true });
    const lines = items.map((item) => {
      const described = item.textId === undefined ? null : describeText(item.textId, context);
      const about = [item.detail, described?.detail, described?.documentation]
        .filter((one) => one !== undefined)
        .join(" // ");
      return `${item.kind} ${item.label} → ${text.slice(0, item.start)}⟦${item.newText}⟧${text.slice(item.end)}${item.again ? " …" : ""}${about === "" ? "" : `   (${about})`}`;
    });
    return [...lines, incomplete ? "incomplete" : "complete"].join("\n");
  },
  hover({ text, format, cursor, context }) {
    const found = hover(parse(text, format), cursor, context);
    if (found === null) return "nothing";
    return [
      `${text.slice(found.start, found.end)}: ${found.title}`,
      `${found.preview?.format ?? "no"} preview: ${found.preview?.text ?? ""}`,
      ...found.facts.map((fact) => `${fact.name}: ${fact.value}`),
    ].join("\n");
  },
  definition({ text, format, cursor, context }) {
    const found = definition(parse(text, format), cursor, context);
    return found === null
      ? "nothing"
      : [
          text.slice(found.origin.start, found.origin.end),
          ...found.targets.map((target) => JSON.stringify(target)),
        ].join("\n");
  },
  codeAction({ text, format, cursor, context, isRequest }) {
    const at = { start: cursor, end: cursor };
    if (isRequest) {
      const request = parseRequest(text);
      return codeActionsOfRequest(request, at, requestFindings(request, context), context, { stops: true })
        .map((action) => `${action.finding.code}: ${toldFix(action, text)}`)
        .join("\n");
    }
    const syntax = parse(text, format);
    const found = findings(syntax, context);
    const actions = codeActions(syntax, at, found, context, { stops: true }).map(
      (action) => `${action.finding.code}: ${toldFix(action, text)}`,
    );
    const made = creations(syntax, at, found, context).map(
      ({ finding, title, work }) => `${finding.code}: ${title} → ${JSON.stringify(work)}`,
    );
    assert.deepEqual(fixAll(syntax, [...found, ...found], context), fixAll(syntax, found, context));
    return [...actions, ...made, `all → ${applyEdits(text, fixAll(syntax, found, context))}`].join("\n");
  },
  refactor({ text, format, cursor, selection, context }) {
    const syntax = parse(text, format);
    return (
      refactorings(syntax, selection ?? { start: cursor, end: cursor }, context, { creates: true })
        .map(({ kind, title, edits, disabled, work }) => {
          const done = disabled ?? (work ? JSON.stringify(work) : applyEdits(text, edits));
          return `${kind}: ${title} ${disabled === undefined ? "→" : "✗"} ${done}`;
        })
        .join("\n") || "nothing"
    );
  },
  documentLinks: ({ text, format, context }) =>
    documentLinks(parse(text, format), context)
      .map((link) => `${text.slice(link.start, link.end)} → ${JSON.stringify(link.target)}`)
      .join("\n"),
  documentSymbol: ({ text, format }) =>
    documentSymbols(parse(text, format))
      .map((symbol) => `${symbol.kind} ${symbol.name} ⟦${text.slice(symbol.selection.start, symbol.selection.end)}⟧`)
      .join("\n"),
  semanticTokens: ({ text, format }) =>
    semanticTokens(parse(text, format))
      .map(
        (token) =>
          `${token.type}${token.modifier === null ? "" : `.${token.modifier}`} ${text.slice(token.start, token.end)}`,
      )
      .join("\n"),
};

/** Formats the fix, with `⟪…⟫` around each part that the author still has to type. */
function toldFix({ title, preferred, edits }: Fix, text: string): string {
  const marked = edits.map((one) => ({
    ...one,
    newText: applyEdits(
      one.newText,
      (one.stops ?? []).map((stop) => ({ ...stop, newText: `⟪${one.newText.slice(stop.start, stop.end)}⟫` })),
    ),
  }));
  return `${title}${preferred ? " (preferred)" : ""} → ${applyEdits(text, marked)}`;
}

for (const [name, run] of Object.entries(features))
  describe(name, () => checkFixtures(name, (fixture) => ({ expect: run(fixture) })));

describe("features on any input", () => {
  const name = fc.oneof(
    fc.constantFrom("a", "A", "hr", "__proto__", "constructor", "\ud800", ".", "..", "a:b", "]]", "", " ", "é"),
    fc.string({ maxLength: 4 }),
  );
  const scraps = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        "</b>",
        "<br class=a class=b>",
        "</>",
        "<p onclick=x>",
        "| ",
        "[[ ",
        "[[",
        " ]]",
        "]]",
        "LIB",
        " : ",
        "INPUT",
        " | ",
        "=",
        "default=$",
        "source=",
        "type=",
        ".",
        "\n",
        "<b>",
        "&nbsp;",
      ),
    },
    { weight: 2, arbitrary: name },
  );
  const text = fc.array(scraps, { maxLength: 30 }).map((parts) => parts.join(""));
  const translations = fc.dictionary(
    fc.constantFrom("en", "sv", "__proto__"),
    text.map((content) => ({ content })),
    { maxKeys: 2 },
  );
  const library = fc.record({
    folders: fc.array(
      fc.record({ name, code: fc.option(name), parentFolderId: fc.option(fc.constantFrom("0", "1", "9")) }),
      { maxLength: 4 },
    ),
    texts: fc.array(
      fc.record({
        folderId: fc.constantFrom("0", "1", "2", "9"),
        code: name,
        name,
        contentType: fc.nat(4),
        defaultLanguage: fc.option(fc.constantFrom("en", "xx")),
        translations,
      }),
      { maxLength: 6 },
    ),
    fields: fc.array(
      fc.record({ id: name, name, type: fc.oneof(name, fc.constantFrom("date", "map", "orderTable")) }),
      { maxLength: 3 },
    ),
    block: text,
  });
  const data = fc.option(fc.dictionary(name, fc.jsonValue({ maxDepth: 2 })), { nil: undefined });

  it("never throw, and keep their ranges inside the text", () => {
    const where = fc.record(
      {
        language: fc.constantFrom("en", "sv"),
        folder: name,
        smartform: fc.constantFrom("s", "gone"),
        textId: fc.constantFrom("t0", "t1"),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        library,
        text,
        fc.constantFrom<Format>("plain", "html"),
        fc.nat(200),
        data,
        where,
        (file, content, format, offset, sample, rest) => {
          const catalog = fileCatalog(
            catalogFile.parse({
              folders: file.folders.map((folder, index) => ({ id: String(index), ...folder })),
              texts: file.texts.map((one, index) => ({ id: `t${index}`, ...one })),
              smartforms: [
                {
                  id: "s",
                  name: "S",
                  textLibraryFolder: "hr",
                  fields: file.fields,
                  pages: [{ blocks: [{ text: file.block }] }],
                },
              ],
            }),
          );
          const context: Context = {
            ...rest,
            catalog,
            data: sample === undefined ? unknown : known(sample as JsonObject),
          };
          const syntax = parse(content, format);
          const found = catalog.smartform("s");
          assert.ok(found.state === "known" && sampleFormRequest(found.value, context));
          resolveAt(syntax, offset, context);
          const inside = (range: { readonly start: number; readonly end: number }): boolean =>
            range.start >= 0 && range.start <= range.end && range.end <= Math.max(content.length, offset);
          const ranges = [
            ...completion(syntax, offset, context).items,
            ...documentLinks(syntax, context),
            ...documentSymbols(syntax),
            ...semanticTokens(syntax),
            hover(syntax, offset, context) ?? [],
            definition(syntax, offset, context)?.origin ?? [],
          ].flat();
          assert.ok(ranges.every(inside));
          const problems = findings(syntax, context);
          assert.ok(problems.every(inside));
          for (const action of codeActions(syntax, { start: 0, end: content.length }, problems, context))
            assert.ok(action.edits.every(inside));
          for (const { edits } of refactorings(
            syntax,
            { start: Math.min(offset, content.length >> 1), end: content.length },
            context,
            { creates: true },
          ))
            assert.ok(edits.every(inside));
          for (const { edits } of refactorings(syntax, { start: offset, end: offset }, context, { creates: false }))
            assert.ok(edits.every(inside));
          const fixed = fixAll(syntax, problems, context);
          const after = parse(applyEdits(content, fixed), format);
          assert.deepEqual(whole(edit(syntax, fixed)), whole(after));
          assert.ok(
            fixed.every((one, index) => one.start > (fixed[index - 1]?.end ?? -1)),
            "edits overlap or touch",
          );
          assert.deepEqual(fixAll(after, findings(after, context), context), [], "there is something left to repair");
        },
      ),
      { numRuns: 2000 },
    );
  }).timeout(120_000);

  it("fix everything at once, including what was hidden before, without overlap", () => {
    const catalog = readCatalog("see demo");
    const words = fc.constantFrom(
      "[[",
      "]]",
      "[[ ",
      " ]]",
      "]",
      "[",
      ":",
      " : ",
      "|",
      " | ",
      "LIB",
      "lib",
      "LBI",
      "INPUT",
      "hr",
      "HR",
      "Legal",
      "legal",
      "legl",
      "greeting",
      "Greeting",
      "gretting",
      "footer",
      "welcome",
      "customer.name",
      "custmer.nmae",
      "start",
      "type=select",
      "tpye=date",
      "source=",
      "default=$strat",
      "<b>",
      "</b>",
      "</i>",
      "&nbsp;",
      "<br>",
      "\n",
      "\n\n",
      "\u00a0",
      "😀",
      "x ",
    );
    const about = fc.record(
      {
        language: fc.constantFrom("en", "sv"),
        folder: fc.constantFrom("hr", "legal", "nowhere"),
        smartform: fc.constant("s-hire"),
        textId: fc.constantFrom("t-letter", "t-footer"),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        fc.array(words, { maxLength: 24 }),
        fc.constantFrom<Format>("plain", "html"),
        about,
        (parts, format, rest) => {
          const context: Context = { ...rest, catalog, data: catalog.dataTable() };
          const syntax = parse(parts.join(""), format);
          const fixed = fixAll(syntax, findings(syntax, context), context);
          assert.ok(
            fixed.every((one, index) => one.start > (fixed[index - 1]?.end ?? -1)),
            "edits overlap or touch",
          );
          const after = parse(applyEdits(syntax.text, fixed), format);
          assert.deepEqual(fixAll(after, findings(after, context), context), []);
        },
      ),
      { numRuns: Number(process.env["RUNS"] ?? 2000) },
    );
  }).timeout(120_000);

  it("say on hover that a text is not public only if it was read completely", () => {
    const catalog = readCatalog("see demo");
    const greeting = catalog.text("t-greeting");
    assert.ok(greeting.state === "known");
    const listed: Context["catalog"] = {
      ...catalog,
      revision: -1,
      textsByCode: () => known([{ ...greeting.value, languages: unknown }]),
    };
    const facts = (from: Context["catalog"]): readonly string[] =>
      hover(parse("[[ LIB : hr : greeting ]]", "plain"), 16, { catalog: from, data: unknown })?.facts.map(
        ({ name }) => name,
      ) ?? [];
    assert.deepEqual(
      [facts(catalog), facts(listed)].map((names) => names.includes("Public")),
      [true, false],
    );
  });

  it("fix nothing at once that is not reported", () => {
    const context: Context = { catalog: readCatalog("see demo"), data: unknown };
    const syntax = parse("[[lib:hr:greeting]]", "plain");
    const isTold = ({ code }: { readonly code: string }): boolean => code !== "keyword-case";
    assert.equal(
      applyEdits(
        syntax.text,
        fixAll(syntax, findings(syntax, context).filter(isTold), context, { told: (found) => found.filter(isTold) }),
      ),
      "[[ lib:hr:greeting ]]",
    );
  });

  it("work with many names in one text", () => {
    const text = `${Array.from({ length: 300 }, (_, index) => `[[ INPUT : name${index} ]]`).join(" ")} [[ INPUT : `;
    const answer = completion(parse(text, "plain"), text.length, { catalog: fileCatalog({}), data: unknown });
    assert.deepEqual([answer.items.length, answer.incomplete], [100, true]);
  });

  it("work with 100,000 texts: completion returns a part and says so", () => {
    const texts = Array.from({ length: 100_000 }, (_, index) => ({
      id: `t${index}`,
      folderId: "f",
      code: `code${index}`,
      defaultLanguage: "en",
      translations: { en: { content: "text" } },
    }));
    const catalog = fileCatalog(catalogFile.parse({ folders: [{ id: "f", name: "F", code: "f" }], texts }));
    const answer = completion(parse("[[ LIB : f : code9", "plain"), 18, { catalog, data: unknown });
    assert.equal(answer.items.length, 50);
    assert.equal(answer.incomplete, true);
    assert.ok(answer.items.every((item) => item.label.startsWith("code9")));
  });
});

/** Returns an object with all properties of a syntax, because a comparison would not call the getters of its class. */
function whole({ text, format, placeholders, strays }: Syntax): Syntax {
  return { text, format, placeholders, strays };
}
