/**
 * Cases in which nothing is reported: unknown answers, mistakes that are already reported, and contexts that resolve
 * what is ambiguous in other contexts.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import {
  checkLibrary,
  evidenceOf,
  findings,
  fixes,
  known,
  libraryFindings,
  parse,
  unknown,
} from "../../../language/index.ts";
import type { Catalog, Context, Format, Smartform, Text } from "../../../language/index.ts";
import { readCatalog } from "../fixture.ts";

const demo = readCatalog("see demo");

function check(
  text: string,
  expected: readonly string[],
  about: Partial<Context> & { readonly format?: Format } = {},
): void {
  const { format = "plain", ...context } = about;
  const syntax = parse(text, format);
  assert.deepEqual(
    findings(syntax, { catalog: demo, data: demo.dataTable(), ...context }).map(
      (one) => `${one.code} ${text.slice(one.start, one.end)}`,
    ),
    expected,
  );
}

/** Returns the demo library with other answers to some queries, for example `unknown`. */
function half(silent: Partial<Catalog>): Catalog {
  return { ...demo, ...silent };
}

/** A library that answers every query with unknown. */
const silentCatalog: Catalog = {
  revision: 1,
  folders: () => unknown,
  text: () => unknown,
  textByCode: () => unknown,
  textsByCode: () => unknown,
  textsIn: () => unknown,
  search: () => unknown,
  translation: () => unknown,
  textsSaying: () => unknown,
  usedBy: () => unknown,
  useCount: () => unknown,
  mentioning: () => unknown,
  languages: () => unknown,
  smartforms: () => unknown,
  smartform: () => unknown,
  dataTable: () => unknown,
};

/**
 * Codes of findings that depend only on the characters of the text. One case of `unknown-default` is such a finding: a
 * `default=$` without a name.
 */
const syntaxCodes = new Set([
  "unclosed-placeholder",
  "unopened-placeholder",
  "empty-placeholder",
  "missing-space",
  "unknown-keyword",
  "keyword-case",
  "malformed-reference",
  "invalid-code",
  "nested-placeholder",
  "markup-in-placeholder",
  "input-without-name",
  "duplicate-input",
  "unknown-input-option",
  "select-without-source",
  "unknown-default",
]);

const scraps = fc.constantFrom(
  "[[",
  "]]",
  "[[ ",
  " ]]",
  " : ",
  ":",
  "|",
  " | ",
  "LIB",
  "lib",
  "INPUT",
  "hr",
  "legal",
  "Legal",
  "greeting",
  "footer",
  "nowhere",
  "customer.name",
  "start.day",
  "type=select",
  "source=x",
  "default=$x",
  "default=$",
  "<b>",
  "</b>",
  "&nbsp;",
  "<p",
  "\n",
  "\n\n",
  " ",
  "\ud800",
  "é",
  "\u0000",
  "a b",
  "[[ LIB : footer ]]",
  "[[ LIB : no where : a/b ]]",
  "[[ LIB : legal : Footer ]]",
  "[[ LIB : hr : welcome ]]",
  "[[ LIB : nowhere : x ]]",
  "[[ LIB : legal : nothing ]]",
  "[[ INPUT : firstName | type=select | source=x | default=$y ]]",
  "[[ start.day ]]",
  "[[ empty ]]",
  "[[ nowhere ]]",
);
const anyText = fc.array(scraps, { maxLength: 30 }).map((parts) => parts.join(""));
const anyFormat = fc.constantFrom<Format>("plain", "rich", "html");

describe("findings: three answers", () => {
  it("if nothing is known, only what the characters show is reported", () => {
    const context: Context = { catalog: silentCatalog, data: unknown, language: "sv", textId: "t", smartform: "s" };
    fc.assert(
      fc.property(anyText, anyFormat, (text, format) => {
        for (const one of findings(parse(text, format), context)) assert.ok(syntaxCodes.has(one.code), one.code);
      }),
      { numRuns: 2000 },
    );
    assert.deepEqual([...checkLibrary(context)], []);
    assert.deepEqual(libraryFindings("t", context), []);
  });

  it("findings of the text alone are the same, whatever is known", () => {
    const nothing: Context = { catalog: silentCatalog, data: unknown };
    const alone: Context = { catalog: demo, data: demo.dataTable(), language: "sv" };
    const contexts = fc.constantFrom<Context>(alone, { ...alone, smartform: "s-hire" });
    const shown = (context: Context, text: string, format: Format) =>
      findings(parse(text, format), context).flatMap(({ code, start, end }) =>
        evidenceOf(code) === "text" ? [`${code} ${start} ${end}`] : [],
      );
    fc.assert(
      fc.property(anyText, anyFormat, contexts, (text, format, everything) =>
        assert.deepEqual(shown(everything, text, format), shown(nothing, text, format)),
      ),
      { numRuns: 2000 },
    );
  });

  it("findings of the data sample are the same, whatever is known of the library", () => {
    const shown = (catalog: Catalog, text: string) =>
      findings(parse(text, "plain"), { catalog, data: demo.dataTable() }).flatMap(({ code, start, end }) =>
        evidenceOf(code) === "library" ? [] : [`${code} ${start} ${end}`],
      );
    fc.assert(
      fc.property(anyText, (text) => assert.deepEqual(shown(demo, text), shown(silentCatalog, text))),
      { numRuns: 2000 },
    );
  });

  it("unknown folders are neither reported as unknown nor named by their name, and a name may contain any letter", () => {
    check("[[ LIB : Legal Affairs & Co : foo ]]", [], { catalog: half({ folders: () => unknown }) });
    check("[[ LIB : Legal\nAffairs : foo ]]", [], { catalog: half({ folders: () => unknown }) });
    check("[[ LIB : Legal\nAffairs : foo ]]", ["invalid-code Legal\nAffairs"]);
  });

  it("a half-loaded library proves no absence, but its texts exist", () => {
    const catalog = half({ textsByCode: () => unknown });
    check("[[ LIB : legal : nothing ]] [[ LIB : hr : footer ]]", [], { catalog });
    check("[[ LIB : hr : letter ]]", ["content-type-mismatch letter"], { catalog });
  });

  it("unknown contents are not taken to have markup, and no finding claims that they have none", () => {
    const letter = ["content-type-mismatch letter"];
    const translation: Catalog["translation"] = (id, language) =>
      id === "t-greeting" ? unknown : id === "t-letter" ? known({ content: said }) : demo.translation(id, language);
    let said = "[[ LIB : hr : greeting ]]";
    check("[[ LIB : hr : letter ]]", [], { catalog: half({ translation: () => unknown }) });
    check("[[ LIB : hr : letter ]]", [], { catalog: half({ translation }) });
    check("[[ LIB : hr : letter ]]", [], { catalog: half({ translation }), language: "en" });
    said = "[[ LIB : hr : greeting ]] &amp; more";
    check("[[ LIB : hr : letter ]]", letter, { catalog: half({ translation }) });
    const text = demo.text("t-letter");
    assert.ok(text.state === "known");
    const listed: Text = { ...text.value, languages: unknown };
    const silent = half({
      textsByCode: (code) => (code === "letter" ? known([listed]) : demo.textsByCode(code)),
    });
    check("[[ LIB : hr : letter ]]", [], { catalog: silent });
    check("[[ LIB : hr : letter ]]", letter, { catalog: silent, language: "en" });
  });

  it("unknown languages are not missing", () => {
    const welcome = demo.text("t-welcome");
    assert.ok(welcome.state === "known");
    const text: Text = { ...welcome.value, languages: unknown };
    check("[[ LIB : hr.onboarding : welcome ]]", [], {
      catalog: half({ textsByCode: () => known([text]) }),
      language: "sv",
      format: "html",
    });
    check("[[ LIB : hr.onboarding : welcome ]]", [], { format: "html" });
  });

  it("a Smartform of an unknown folder does not lack a folder (T57)", () => {
    const smartform = demo.smartform("s-hire");
    assert.ok(smartform.state === "known");
    const silent: Smartform = { ...smartform.value, textLibraryFolder: unknown, fields: unknown };
    check("[[ LIB : footer ]] [[ INPUT : firstName ]]", [], {
      catalog: half({ smartform: () => known(silent) }),
      smartform: "s-hire",
    });
    check("[[ LIB : footer ]]", [], { catalog: half({ smartform: () => unknown }), smartform: "s-hire" });
    check("[[ LIB : footer ]]", ["short-reference footer"], { smartform: "nobody" });
  });

  it("the folder of the context decides a short reference; a wrong one is not a mistake of the text", () => {
    check("[[ LIB : footer ]] [[ LIB : foter ]]", ["unknown-text foter"], { folder: "legal" });
    check("[[ LIB : footer ]]", ["short-reference footer"], { folder: "nowhere" });
    check("[[ LIB : footer ]]", [], { folder: "nowhere", catalog: half({ folders: () => unknown }) });
    check("[[ LIB : footer ]]", [], { folder: "Legal" });
    check("[[ LIB : greeting ]] [[ LIB : footer ]]", ["unknown-text footer"], { smartform: "s-hire" });
  });

  it("without a sample nothing is reported about data", () => {
    check(
      "[[ nowhere ]] [[ firstName ]] [[ start.day ]] [[ empty ]] [[ INPUT : a | default=$x | type=select | source=y ]]",
      [],
      { data: unknown, smartform: "s-hire" },
    );
    check("[[ nowhere ]]", [], { data: { state: "absent" } });
  });

  it("a dotted name may refer to one name in the data sample that contains dots", () => {
    const data = known({ "address.street": "x", customer: { "address.street": "x" } });
    check("[[ address.street ]] [[ customer.address.street ]] [[ INPUT : a | default=$address.street ]]", [], { data });
    check("[[ address.town ]]", ["unknown-data address"], { data });
  });

  it("a Smartform of unknown pages, or a folder that cannot be listed, leaves no text unused", () => {
    const codesOf = (catalog: Catalog) =>
      [...checkLibrary({ catalog, data: unknown })].flatMap((one) => one?.findings ?? []).map((one) => one.code);
    assert.ok(codesOf(demo).includes("unused-text"));
    const smartform = demo.smartform("s-hire");
    assert.ok(smartform.state === "known");
    assert.ok(
      !codesOf(half({ smartforms: () => known([{ ...smartform.value, pages: unknown }]) })).includes("unused-text"),
    );
    assert.ok(!codesOf(half({ smartforms: () => unknown })).includes("unused-text"));
    assert.ok(
      !codesOf(half({ textsIn: (id, options) => (id === "f-legal" ? unknown : demo.textsIn(id, options)) })).includes(
        "unused-text",
      ),
    );
    assert.ok(
      !codesOf(
        half({ translation: (id, language) => (id === "t-footer" ? unknown : demo.translation(id, language)) }),
      ).includes("unused-text"),
    );
  });
});

describe("findings: one mistake, one finding", () => {
  it("nothing is looked up inside a missing folder", () => {
    check("[[ LIB : nowhere : nothing ]]", ["unknown-folder nowhere"]);
    check("[[ LIB : no/where : nothing ]]", ["invalid-code no/where"]);
    check("[[ LIB : nowhere : no/thing ]]", ["unknown-folder nowhere", "invalid-code no/thing"]);
  });

  it("markup in plain text hides the names from every other rule", () => {
    check("[[<b>nowhere</b>]] [[ LIB : legal : foo<br>ter ]] [[ INPUT : &nbsp; | x=y ]]", [
      "markup-in-placeholder [[<b>nowhere</b>]]",
      "markup-in-placeholder [[ LIB : legal : foo<br>ter ]]",
      "markup-in-placeholder [[ INPUT : &nbsp; | x=y ]]",
    ]);
    check("[[ a<b ]] [[ R&D ]]", ["unknown-data a<b", "unknown-data R&D"]);
  });

  it("in HTML a misspelt name is a second mistake, and so is a missing space that no markup replaces", () => {
    check("[[ <b>nowhere</b> ]]", ["markup-in-placeholder [[ <b>nowhere</b> ]]", "unknown-data nowhere"], {
      format: "html",
    });
    check(
      "[[customer.na<b>me</b>]]",
      ["missing-space [[customer.na<b>me</b>]]", "markup-in-placeholder [[customer.na<b>me</b>]]"],
      { format: "html" },
    );
  });

  it("an input without a name shadows and duplicates nothing", () => {
    check(
      "[[ INPUT : ]] [[ INPUT : | type=date ]]",
      ["input-without-name [[ INPUT : ]]", "input-without-name [[ INPUT : | type=date ]]"],
      { smartform: "s-hire" },
    );
  });

  it("a missing text includes nothing, lacks no language and has no content type", () => {
    check("[[ LIB : legal : nothing ]]", ["unknown-text nothing"], { language: "sv" });
  });

  it("at one place the shorter finding comes first, then the one that the documentation has first", () => {
    check(
      "[[ INPUT : firstName | default=x ]] [[ INPUT : firstName ]]",
      ["input-shadows-field firstName", "duplicate-input firstName", "input-shadows-field firstName"],
      { smartform: "s-hire" },
    );
    const catalog = readCatalog(
      `{ "texts": [ { "id": "1", "folderId": "1", "code": "x", "name": "", "defaultLanguage": "de", "contentType": 2, "translations": { "en": { "content": "<script>x</script>" } } } ] }`,
    );
    check("<script>x</script>", ["unsafe-html <script>", "missing-default-language <script>x</script>"], {
      catalog,
      textId: "1",
      language: "en",
      format: "html",
    });
  });

  it("a reference to a folder with a shared name means the one that contains the text", () => {
    const catalog =
      readCatalog(`{ "folders": [ { "id": "1", "name": "A", "code": "a" }, { "id": "2", "name": "B", "code": "b" }, { "id": "3", "name": "Drafts", "parentFolderId": "1", "code": "a.drafts" }, { "id": "4", "name": "Drafts", "parentFolderId": "2", "code": "b.drafts" } ],
      "texts": [ { "id": "1", "folderId": "4", "code": "x", "name": "", "defaultLanguage": "en", "translations": { "en": { "content": "" } } } ] }`);
    const syntax = parse("[[ LIB : Drafts : x ]] [[ LIB : Drafts : y ]]", "plain");
    const context: Context = { catalog, data: unknown };
    const found = findings(syntax, context);
    assert.deepEqual(
      found.map((one) => one.code),
      ["folder-by-name", "folder-by-name", "unknown-text"],
    );
    assert.deepEqual(
      found.map((one) => fixes(one, syntax, context).map((fix) => fix.title)),
      [['Use the code "b.drafts"'], [], []],
    );
  });

  it("a folder is found by its code if its name is another's code", () => {
    const catalog = readCatalog(
      `{ "folders": [ { "id": "1", "name": "b", "code": "a" }, { "id": "2", "name": "c", "code": "b" } ], "texts": [] }`,
    );
    check("[[ LIB : b : x ]]", ["unknown-text x"], { catalog });
  });
});

describe("findings: any text", () => {
  it("has findings inside the text, in order, whatever it contains", () => {
    fc.assert(
      fc.property(anyText, anyFormat, fc.constantFrom(undefined, "t-greeting"), (text, format, textId) => {
        const syntax = parse(text, format);
        const context: Context = {
          catalog: demo,
          data: demo.dataTable(),
          language: "sv",
          smartform: "s-hire",
          ...(textId === undefined ? {} : { textId }),
        };
        let last = 0;
        for (const one of findings(syntax, context)) {
          assert.ok(last <= one.start && one.start <= one.end && one.end <= text.length);
          last = one.start;
          for (const fix of fixes(one, syntax, context))
            for (const edit of fix.edits)
              assert.ok(0 <= edit.start && edit.start <= edit.end && edit.end <= text.length);
        }
      }),
      { numRuns: 3000 },
    );
  });
});
