/** Findings in create-form requests, for each of the catalog's three answers, and in texts that nobody would write. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { catalogFile } from "../../../api/index.ts";
import { fileCatalog } from "../../../catalog/index.ts";
import {
  applyEdits,
  evidenceOf,
  known,
  parseRequest,
  requestFindings,
  requestFixes,
  sampleFormRequest,
  unknown,
} from "../../../language/index.ts";
import type { Context, Smartform } from "../../../language/index.ts";
import { readCatalog } from "../fixture.ts";

const demo: Context = { catalog: readCatalog("see demo"), data: unknown };

function check(request: string, expected: readonly string[], context = demo): void {
  const read = parseRequest(request);
  assert.deepEqual(
    requestFindings(read, context).map((each) => `${each.code} ${request.slice(each.start, each.end)}`),
    expected,
    request,
  );
}

/** Returns a context whose catalog has only this Smartform. */
function withSmartform(smartform: object, more: object = {}): Context {
  return {
    catalog: fileCatalog(
      catalogFile.parse({ folders: [], texts: [], ...more, smartforms: [{ id: "s", name: "S", ...smartform }] }),
    ),
    data: unknown,
  };
}

const parties = (...ids: readonly string[]): string =>
  `"notification": { "sendEmail": false, "sendSms": false, "participatingParties": [${ids.map((id) => `{ "id": "${id}" }`).join(", ")}] }`;

describe("requests: three answers", () => {
  it("without a catalog only what the request itself shows is reported", () => {
    const nothing: Context = { catalog: fileCatalog({}), data: unknown };
    check(
      `{ "dialogDefinitionId": "x", "values": { "a": 1, "b.label": 2 }, "environment": "Test", ${parties("x", "y")} }`,
      [],
      nothing,
    );
    check('{ "dialogDefinitionId": "x", "values": {}, "environment": "Tset" }', ['form-environment "Tset"'], nothing);
  });

  it("unknown fields, parties, steps, environments and pages are not missing", () => {
    check(
      `{ "dialogDefinitionId": "s", "values": { "a": 1, "b.label": 2 }, "environment": "Test", ${parties("x", "y")} }`,
      [],
      withSmartform({}),
    );
  });

  it("an unknown name may be an input if the printed text is unknown, or one of its texts is (T50)", () => {
    const fields = [{ id: "1", name: "name", type: "text" }];
    check('{ "dialogDefinitionId": "s", "values": { "nane": 1 } }', [], withSmartform({ fields }));
    check(
      '{ "dialogDefinitionId": "s", "values": { "nane": 1 } }',
      ['form-unknown-value "nane"'],
      withSmartform({ fields, pages: [] }),
    );
    const pages = [{ blocks: [{ text: "[[ LIB : hr : text ]]" }] }];
    check('{ "dialogDefinitionId": "s", "values": { "nane": 1 } }', [], {
      catalog: fileCatalog(catalogFile.parse({ smartforms: [{ id: "s", name: "S", fields, pages }] })),
      data: unknown,
    });
  });

  it("inputs, and the lists of their sources, are read from included texts in every language (T50)", () => {
    const library = {
      folders: [
        { id: "f", name: "F", code: "hr" },
        { id: "g", name: "G", code: "other" },
      ],
      texts: [
        {
          id: "t",
          folderId: "f",
          code: "text",
          translations: { en: { content: "[[ INPUT : why ]]" }, sv: { content: "[[ LIB : hr : inner ]]" } },
        },
        {
          id: "u",
          folderId: "f",
          code: "inner",
          translations: { en: { content: "[[ INPUT : choice | type=select | source=list ]] [[ LIB : hr : text ]]" } },
        },
        { id: "v", folderId: "g", code: "text", translations: { en: { content: "[[ INPUT : elsewhere ]]" } } },
      ],
    };
    const context = withSmartform(
      { fields: [], textLibraryFolder: "hr", pages: [{ blocks: [{ text: "[[ LIB : text ]]" }] }] },
      library,
    );
    check(
      '{ "dialogDefinitionId": "s", "values": { "why": 1, "choice": 2, "list": [], "elsewhere": 3 } }',
      ['form-unknown-value "elsewhere"'],
      context,
    );
    check(
      '{ "dialogDefinitionId": "s", "values": { "why": 1, "elsewhere": 3 }, "textLibraryFolder": "other" }',
      ['form-unknown-value "why"'],
      context,
    );
  });

  it("parties of a phone list have neither id nor name (T43), and names match in any letter case (T42)", () => {
    const phones = { parties: [{ id: null, name: null, phoneNumber: "+46701740601" }] };
    check(`{ "dialogDefinitionId": "s", "values": {}, ${parties("+46701740601")} }`, [], withSmartform(phones));
    check(`{ "dialogDefinitionId": "s-claim", "values": {}, ${parties("CUSTOMER")} }`, []);
    check(
      `{ "dialogDefinitionId": "s", "values": {}, ${parties("x")} }`,
      ['form-unknown-party "x"'],
      withSmartform({ parties: [] }),
    );
  });

  it("only a single-step Smartform may omit parties (T41)", () => {
    const request = `{ "dialogDefinitionId": "s", "values": {}, ${parties("x", "y")} }`;
    check(request, ['form-party-ignored { "id": "y" }'], withSmartform({ steps: [] }));
    check(request, ['form-party-ignored { "id": "y" }'], withSmartform({ steps: [{ name: "One" }] }));
    check(request, [], withSmartform({ steps: [{ name: "One" }, { name: "Two" }] }));
  });

  it("nobody is notified by an empty list, or with both channels off (T38)", () => {
    check(
      '{ "dialogDefinitionId": "s-note", "values": {}, "notification": { "sendEmail": true, "participatingParties": [] } }',
      [],
    );
    check(`{ "dialogDefinitionId": "s-note", "values": {}, ${parties("x")} }`, []);
    check('{ "dialogDefinitionId": "s-note", "values": {}, "notification": {} }', []);
  });

  it("an environment is accepted in any letter case, and only if the Smartform is deployed there (T58)", () => {
    check('{ "dialogDefinitionId": "s-claim", "values": {}, "environment": "pRODUCTION" }', []);
    check(
      '{ "dialogDefinitionId": "s", "values": {}, "environment": "Test" }',
      ['form-environment "Test"'],
      withSmartform({ environments: [] }),
    );
  });

  it("with an environment, the fields are those of the version that runs there (T59)", () => {
    const { catalog } = withSmartform({
      fields: [{ id: "1", name: "day", type: "date" }],
      parties: [{ id: "x", name: "X" }],
      steps: [],
      pages: [],
      environments: ["Test", "Production"],
    });
    const saved = catalog.smartform("s");
    assert.ok(saved.state === "known");
    const smartform: Smartform = {
      ...saved.value,
      deployed: [
        {
          environment: "Production",
          fields: [{ id: "1", name: "day", type: "text" }],
          parties: known([{ id: "p", name: null, defaultLanguage: null }]),
        },
      ],
    };
    const context: Context = { catalog: { ...catalog, smartform: () => known(smartform) }, data: unknown };
    const request = (environment: string): string =>
      `{ "dialogDefinitionId": "s", "values": { "day.minDate": "2026-01-01", "other": 1 }${environment}, ${parties("x", "p")} }`;
    const ofSaved = ['form-unknown-value "other"', 'form-party-ignored { "id": "p" }', 'form-unknown-party "p"'];
    check(request(""), ofSaved, context);
    check(request(', "environment": "Test"'), ofSaved, context);
    check(request(', "environment": "PRODUCTION"'), ['form-suffix "day.minDate"', 'form-unknown-party "x"'], context);
  });

  const webhooks: readonly (readonly [webhook: string, isRight: boolean])[] = [
    ["https://example.com", true],
    ["http://user:pass@example.com:8080/a?b#c", true],
    ["HTTPS://[::1]/x", true],
    ["https://exämple.se/å", true],
    ["ftp://example.com", false],
    ["//example.com/x", false],
    ["/x", false],
    ["https://", false],
    ["https:///x", false],
    ["https://a b", false],
    ["example", false],
    ["", false],
  ];
  for (const [webhook, isRight] of webhooks) {
    it(`${isRight ? "accepts" : "refuses"} the webhook "${webhook}" (T46)`, () =>
      check(
        `{ "dialogDefinitionId": "s-note", "values": {}, "webhook": ${JSON.stringify(webhook)} }`,
        isRight ? [] : [`form-webhook ${JSON.stringify(webhook)}`],
      ));
  }

  it("values of the wrong kind are one finding, not also an unknown name (T52)", () => {
    check('{ "dialogDefinitionId": "s-claim", "values": { "name": { "first": "A" } } }', [
      'form-value-shape { "first": "A" }',
    ]);
    check('{ "dialogDefinitionId": "s-claim", "values": { "photo": { "x": 1 }, "odd": { "x": 1 } } }', []);
  });

  it("nothing is missing while the file is being written", () => {
    check('{ "dialogDefinitionId": "s-hire"', ["form-syntax {"]);
    check("", ["form-missing-property "]);
    check("[]", ["form-value-shape []"]);
    check("[", ["form-syntax ["]);
  });

  it("a missing value is reported once, and a field or a default counts as a value (T55)", () => {
    const pages = [
      {
        blocks: [{ text: "[[ a ]] [[ a ]] [[ field ]] [[ INPUT : x | default=$b ]] [[ list.x ]] [[ obj.x ]] [[c.d]]" }],
      },
    ];
    const context = withSmartform({ fields: [{ id: "1", name: "field", type: "text" }], pages });
    check(
      '{ "dialogDefinitionId": "s", "values": {}, "dataTableValue": { "list": [], "obj": 7, "c.d": 1 } }',
      ['form-missing-data "dataTableValue"', 'form-missing-data "obj"'],
      context,
    );
    check(
      '{ "dialogDefinitionId": "s", "values": {}, "dataTableValue": { "a": "", "list": { "x": 0 }, "obj": { "x": false }, "c": { "d": {} } } }',
      [],
      context,
    );
  });

  it("odd names are names like any other (T24)", () => {
    const fields = [{ id: "1", name: "__proto__", type: "text" }];
    check(
      '{ "dialogDefinitionId": "s", "values": { "__proto__": 1, "constructor": 2, "toString.label": 3 } }',
      ['form-unknown-value "constructor"', 'form-unknown-value "toString.label"'],
      withSmartform({ fields, pages: [] }),
    );
  });

  it("the sample request of a Smartform has nothing wrong with it (T52)", () => {
    for (const id of ["s-hire", "s-claim", "s-note"]) {
      const smartform = demo.catalog.smartform(id);
      assert.ok(smartform.state === "known");
      check(
        JSON.stringify(sampleFormRequest(smartform.value, { ...demo, data: demo.catalog.dataTable() }), undefined, 2),
        [],
      );
    }
  });
});

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
    '"name.label"',
    '"mapValues"',
    '"locations"',
    "1",
    "true",
    "nul",
    "// x\n",
    "/* x",
    "\n",
    " ",
    "\\",
    "'a'",
    "\u0000",
    "\ud800",
    "é",
    "__proto__",
    "\ufeff",
  );
  const anything = fc.array(scraps, { maxLength: 40 }).map((parts) => parts.join(""));

  it("never throw, keep their ranges inside the text, and read JSON as JSON", () => {
    fc.assert(
      fc.property(fc.oneof(anything, fc.json()), (text) => {
        const request = parseRequest(text);
        const found = requestFindings(request, demo);
        const ranges = [...found, ...request.problems];
        for (const { start, end } of ranges) assert.ok(start >= 0 && start <= end && end <= text.length);
        for (const finding of found)
          for (const fix of requestFixes(finding, request, demo)) applyEdits(text, fix.edits);
        assert.equal(isJson(text), request.root !== null && request.problems.length === 0, text);
      }),
      { numRuns: 5000 },
    );
  }).timeout(60_000);

  it("show what depends on the request alone, whatever is known", () => {
    const nothing: Context = { catalog: fileCatalog({}), data: unknown };
    const shown = (text: string, context: Context) =>
      requestFindings(parseRequest(text), context).flatMap(({ code, start, end }) =>
        evidenceOf(code) === "text" ? [`${code} ${start} ${end}`] : [],
      );
    fc.assert(
      fc.property(
        fc.constantFrom("", '{ "dialogDefinitionId": "s-claim", "values": { "photo": {'),
        anything,
        (start, text) => {
          const alone = new Set(shown(start + text, nothing));
          assert.deepEqual(
            shown(start + text, demo).filter((each) => !alone.has(each)),
            [],
          );
        },
      ),
      { numRuns: 3000 },
    );
  });

  for (const [what, text] of [
    ["brackets", "[".repeat(200_000)],
    ["braces", '{"values":'.repeat(100_000)],
    ["wrong ends", `${"[".repeat(100_000)}${"}".repeat(100_000)}`],
    ["closed ones", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
    ["commas", ",".repeat(200_000)],
    ["comments", "//\n".repeat(100_000)],
    ["quotes", '"'.repeat(200_000)],
    ["backslashes", `"${"\\".repeat(200_001)}`],
    ["names", `{"values":{${Array.from({ length: 50_000 }, (_, index) => `"n${index}":1`).join(",")}}}`],
    ["nested names", `{"dialogDefinitionId":"s-claim","values":${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}}`],
  ] as const) {
    it(`work with many ${what}`, () => {
      const request = parseRequest(text);
      requestFindings(request, demo);
    }).timeout(10_000);
  }
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\ufeff/, ""));
    return true;
  } catch {
    return false;
  }
}
