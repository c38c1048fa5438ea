/**
 * What is cached between two versions of a text: the answers equal those of a fresh check, and a keystroke queries the
 * catalog once.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { edit, findings, fixes, known, newMemory, parse, unknown } from "../../../language/index.ts";
import type { Catalog, Context, Format, Syntax } from "../../../language/index.ts";
import { fileCatalog } from "../../../catalog/index.ts";
import { readCatalog } from "../fixture.ts";

const demo = readCatalog("see demo");

describe("findings with a memory", () => {
  it("equals a fresh check after every edit", () => {
    const piece = fc.constantFrom(
      "[[ LIB : legal : footer ]]",
      "[[ LIB : legal : foter ]]",
      "[[customer.name]]",
      "[[ nowhere ]]",
      "[[ INPUT : a | x=1 ]]",
      "[[ INPUT : a ]]",
      "text ",
      "[[",
      "]]",
      "\n",
    );
    const edits = fc.array(fc.record({ start: fc.nat(200), length: fc.nat(20), newText: piece }), { maxLength: 5 });
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        edits,
        fc.array(fc.constantFrom("sv", "en"), { minLength: 6, maxLength: 6 }),
        (pieces, list, languages) => {
          const memory = newMemory();
          let syntax = parse(pieces.join(""), "plain");
          for (const [index, one] of [null, ...list].entries()) {
            if (one) syntax = edit(syntax, [{ start: one.start, end: one.start + one.length, newText: one.newText }]);
            const context: Context = { catalog: demo, data: demo.dataTable(), language: languages[index] ?? "en" };
            assert.deepEqual(findings(syntax, context, { memory }), findings(syntax, context));
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it("equals a fresh check after several edits between two checks", () => {
    const piece = fc.constantFrom(
      "[[ LIB : legal : foter ]]",
      "[[customer.name]]",
      "[[ nowhere ]]",
      "[[ INPUT : a | x=1 ]]",
      "[[ INPUT : a ]]",
      "text ",
      "[[",
      "]]",
      "\n\n",
      "<p>",
      "&nbsp;",
    );
    const edits = fc.array(
      fc.record({
        start: fc.nat(300),
        length: fc.nat(12),
        newText: fc.oneof(piece, fc.constant("")),
        look: fc.boolean(),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 16 }),
        fc.constantFrom<Format>("plain", "html"),
        edits,
        (pieces, format, list) => {
          const memory = newMemory();
          const context: Context = { catalog: demo, data: demo.dataTable(), language: "sv" };
          let syntax = parse(pieces.join(""), format);
          for (const one of [null, ...list]) {
            if (one) syntax = edit(syntax, [{ start: one.start, end: one.start + one.length, newText: one.newText }]);
            if (one === null || one.look)
              assert.deepEqual(findings(syntax, context, { memory }), findings(parse(syntax.text, format), context));
          }
        },
      ),
      { numRuns: 1500 },
    );
  });

  it("checks the whole text again if an input was removed that had moved, or that markup hides", () => {
    const memory = newMemory();
    const context: Context = { catalog: demo, data: unknown };
    const codes = (syntax: Syntax) =>
      findings(syntax, context, { memory })
        .map((one) => one.code)
        .filter((code) => code === "duplicate-input");
    const change = (syntax: Syntax, from: string, to: string) => {
      const start = syntax.text.indexOf(from);
      return edit(syntax, [{ start, end: start + from.length, newText: to }]);
    };
    const first = parse("<p>[[ INPUT : a ]] [[ IN<b>PUT</b> : a | x=1 ]]</p>", "html");
    assert.deepEqual(codes(first), ["duplicate-input"]);
    const moved = change(first, "<p>", "<p>Further on: ");
    assert.deepEqual(codes(moved), ["duplicate-input"]);
    assert.deepEqual(codes(change(moved, "[[ INPUT : a ]]", "[[ a ]]")), []);
    assert.deepEqual(codes(moved), ["duplicate-input"]);
    const same = change(moved, " : a | x=1", " : a");
    assert.deepEqual(codes(same), []);
    assert.deepEqual(codes(change(same, "</b> : a", "</b> : a | x=2")), ["duplicate-input"]);
  });

  it("tells equal placeholders apart if a comment turns markup into letters", () => {
    const memory = newMemory();
    const context: Context = { catalog: demo, data: unknown };
    const before = parse("[[ start&#160;]]", "html");
    findings(before, context, { memory });
    for (const newText of ["<!-- ", "<!-- [[ start&#160;]] ", "[[ start&#160;]] <!-- "]) {
      const after = edit(before, [{ start: 0, end: 0, newText }]);
      assert.deepEqual(
        findings(after, context, { memory }),
        findings(parse(after.text, "html"), context, { memory: newMemory() }),
      );
      assert.deepEqual(
        findings(after, context)
          .map(({ code }) => code)
          .sort(),
        newText.includes("start") && newText.startsWith("[[")
          ? ["markup-in-placeholder", "missing-space"]
          : after.placeholders.map(() => "missing-space"),
      );
    }
  });

  it("queries the catalog once for known placeholders, even if they moved", () => {
    let asked = 0;
    const catalog: Catalog = { ...demo, textsByCode: (code) => (asked++, demo.textsByCode(code)) };
    const context: Context = { catalog, data: unknown };
    const memory = newMemory();
    const before = parse(`${"[[ LIB : legal : footer ]] ".repeat(500)}[[ LIB : hr : greeting ]]`, "plain");
    findings(before, context, { memory });
    const once = asked;
    const after = edit(before, [{ start: 0, end: 0, newText: "x" }]);
    findings(after, context, { memory });
    assert.equal(asked, once);
    findings(edit(after, [{ start: 0, end: 0, newText: "[[ LIB : legal : greeting ]]" }]), context, { memory });
    assert.ok(asked > once && asked <= 2 * once);
  });

  it("reads an included text once for each revision, language, folder and Smartform", () => {
    let asked = 0;
    let said = "[[ LIB : greeting ]]";
    const catalog = {
      ...demo,
      revision: demo.revision,
      translation: (id: string, language: string) =>
        id === "t-letter" ? (asked++, known({ content: said })) : demo.translation(id, language),
    };
    const severities = (about: Partial<Context>) =>
      findings(parse("[[ LIB : hr : letter ]] [[ LIB : Human resources : letter ]]", "plain"), {
        catalog,
        data: unknown,
        language: "en",
        ...about,
      }).flatMap(({ code, severity }) => (code === "content-type-mismatch" ? [severity] : []));
    assert.deepEqual(severities({ folder: "hr" }), ["hint", "hint"]);
    const once = asked;
    assert.deepEqual(severities({ folder: "hr" }), ["hint", "hint"]);
    assert.equal(asked, once);
    assert.deepEqual(severities({}), []);
    assert.deepEqual(severities({ smartform: "s-hire" }), ["hint", "hint"]);
    said = "<p>";
    assert.deepEqual(severities({ folder: "hr" }), ["hint", "hint"]);
    assert.deepEqual(severities({ folder: "hr", language: "sv" }), ["warning", "warning"]);
    catalog.revision += 1;
    assert.deepEqual(severities({ folder: "hr" }), ["warning", "warning"]);
  });

  it("makes the same guesses for a text, whatever was checked or repaired before", () => {
    const codes = Array.from({ length: 3000 }, (_, index) => `text${index + 5000}`);
    const about = { name: "", description: "", contentType: 0, isPublic: false, defaultLanguage: "en" };
    const texts = codes.map((code) => ({ ...about, id: code, folderId: "f", code, translations: {} }));
    const folders = [{ id: "f", name: "F", parentFolderId: null, isDefault: false, code: "f" }];
    const library = () => fileCatalog({ folders, texts });
    const wrong = codes.slice(0, 200).map((code) => `[[ LIB : f : ${code}x ]]`);
    const syntax = parse(wrong.join(""), "plain");
    const fresh = findings(syntax, { catalog: library(), data: unknown });
    const guesses = fresh.filter(({ message }) => message.includes("Did you mean")).length;
    assert.ok(guesses > 20 && guesses < 180, `${guesses} guesses: the check has to reach its limit`);
    const context: Context = { catalog: library(), data: unknown };
    const memory = newMemory();
    for (const before of [wrong.slice(0, 100).join(""), wrong.join(" ")]) {
      const earlier = parse(before, "plain");
      for (const one of findings(earlier, context, { memory })) fixes(one, earlier, context);
    }
    assert.deepEqual(findings(syntax, context, { memory }), fresh);
  });

  it("keeps up to 100,000 answers of a text, and only those of the last text", () => {
    const memory = newMemory();
    const context: Context = { catalog: demo, data: unknown };
    findings(parse(Array.from({ length: 100_001 }, (_, index) => `[[ a${index} ]]`).join(""), "plain"), context, {
      memory,
    });
    assert.equal(memory.answers.size, 100_000);
    findings(parse("[[ a ]]", "plain"), context, { memory });
    assert.equal(memory.answers.size, 1);
  });

  it("forgets when the catalog, its revision, the language, the folder, the Smartform, the text, the data or the format changed", () => {
    const memory = newMemory();
    const both = "[[ LIB : footer ]][[ nowhere ]]";
    const unchanged = parse(both, "plain");
    const seen = (context: Partial<Context>, format: Format = "plain", text = both) =>
      findings(
        format === "plain" && text === both ? unchanged : parse(text, format),
        { catalog: demo, data: unknown, ...context },
        { memory },
      ).map((one) => one.code);
    const short = "short-reference";
    assert.deepEqual(seen({}), [short]);
    assert.deepEqual(seen({ folder: "legal" }), []);
    assert.deepEqual(seen({ folder: "hr" }), ["unknown-text"]);
    assert.deepEqual(seen({}), [short]);
    assert.deepEqual(seen({ smartform: "s-hire" }), ["unknown-text"]);
    assert.deepEqual(seen({ data: demo.dataTable() }), [short, "unknown-data"]);
    assert.deepEqual(seen({ data: { state: "known", value: { nowhere: "x" } } }), [short]);
    assert.deepEqual(seen({ folder: "legal", language: "de" }), ["missing-translation"]);
    assert.deepEqual(seen({ folder: "legal", language: "sv" }), []);
    assert.deepEqual(seen({ folder: "hr" }, "plain", "[[ LIB : letter ]]"), ["content-type-mismatch"]);
    assert.deepEqual(seen({ folder: "hr" }, "html", "[[ LIB : letter ]]"), []);
    assert.deepEqual(seen({ folder: "hr", textId: "t-welcome" }, "html", "[[ LIB : greeting ]]"), []);
    assert.deepEqual(seen({ folder: "hr", textId: "t-greeting" }, "html", "[[ LIB : greeting ]]"), ["include-cycle"]);
    const changing = { ...demo, revision: demo.revision, textsByCode: demo.textsByCode };
    assert.deepEqual(seen({ catalog: changing, folder: "legal" }), []);
    changing.textsByCode = () => ({ state: "known", value: [] });
    assert.deepEqual(seen({ catalog: changing, folder: "legal" }), []);
    changing.revision += 1;
    assert.deepEqual(seen({ catalog: changing, folder: "legal" }), ["unknown-text"]);
    assert.deepEqual(seen({ catalog: demo, folder: "legal" }), []);
    assert.deepEqual(seen({ catalog: { ...demo, textsByCode: changing.textsByCode }, folder: "legal" }), [
      "unknown-text",
    ]);
  });
});
