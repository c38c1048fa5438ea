/** Which names are mentioned in texts and JSON files, and where exactly. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { allMentions, jsonMentions, mentionKey, mentionKeys, parse } from "../../language/index.ts";
import type { JsonKind, Mention } from "../../language/index.ts";

const shown = (text: string, mentions: readonly Mention[]): readonly string[] =>
  mentions.map(({ kind, name, part }) => `${kind} ${name} ⟦${text.slice(part.start, part.end)}⟧`);

describe("mentions in a text", () => {
  const cases: readonly { readonly what: string; readonly text: string; readonly is: readonly string[] }[] = [
    {
      what: "a folder and a text",
      text: "[[ LIB : HR : Greeting ]]",
      is: ["folder HR ⟦HR⟧", "text Greeting ⟦Greeting⟧"],
    },
    { what: "a short reference", text: "[[ LIB : greeting ]]", is: ["text greeting ⟦greeting⟧"] },
    { what: "nothing in a malformed reference", text: "[[ LIB : a : b : c ]] [[ LIB : : b ]]", is: [] },
    {
      what: "every object on the way to data",
      text: "[[ a.b.c ]]",
      is: ["data a ⟦a⟧", "data a.b ⟦b⟧", "data a.b.c ⟦c⟧"],
    },
    {
      what: "an input with its source and its default",
      text: "[[ INPUT : days | type=select | source=list | default=$case.days ]]",
      is: ["input days ⟦days⟧", "input list ⟦list⟧", "data case ⟦case⟧", "data case.days ⟦days⟧"],
    },
    {
      what: "no data in a default that is words",
      text: "[[ INPUT : days | default=five ]]",
      is: ["input days ⟦days⟧"],
    },
    { what: "no input without a name", text: "[[ INPUT : ]]", is: [] },
  ];
  for (const { what, text, is } of cases)
    it(`are ${what}`, () => assert.deepEqual(shown(text, allMentions(parse(text, "plain"))), is));

  it("match codes in any letter case, and data only in the same", () => {
    assert.equal(mentionKey("text", "Greeting"), mentionKey("text", "GREETING"));
    assert.notEqual(mentionKey("data", "a"), mentionKey("data", "A"));
    assert.notEqual(mentionKey("input", "a"), mentionKey("data", "a"));
  });

  it("of data are limited to a readable depth, however deep a name goes", () => {
    const text = `[[ ${"a.".repeat(50_000)}a ]]`;
    const mentions = allMentions(parse(text, "plain"));
    assert.equal(mentions.length, 16);
    assert.ok(mentionKeys(mentions).has(mentionKey("data", "a.".repeat(50_000))));
  });
});

describe("mentions in JSON", () => {
  const request = String.raw`{ "dialogDefinitionId": "s1", "textLibraryFolder": "h\u0072", "propertyMergeString": "-",
    "values": { "days": "\"[[ LIB : hr : a\u002eb ]]\"\n[[ \"x\".y ]]", "reasons.options": [ { "display": "[[ name ]]", "value": "1" } ], "a": { "b": 1 }, "s.label": "S" },
    "dataTableValue": { "case": { "days": 5, "x.y": 1 }, "rows": [ { "in": 1 } ] } }`;
  const cases: readonly {
    readonly what: string;
    readonly kind: JsonKind;
    readonly text: string;
    readonly is: readonly string[];
  }[] = [
    {
      what: "a request's folder, data, values and strings, with escapes",
      kind: "request",
      text: request,
      is: [
        String.raw`folder hr ⟦h\u0072⟧`,
        "data case ⟦case⟧",
        "data case.days ⟦days⟧",
        "data rows ⟦rows⟧",
        "input days ⟦days⟧",
        "input reasons ⟦reasons⟧",
        "input a-b ⟦b⟧",
        "input s ⟦s⟧",
        "folder hr ⟦hr⟧",
        String.raw`text a.b ⟦a\u002eb⟧`,
        String.raw`data "x" ⟦\"x\"⟧`,
        String.raw`data "x".y ⟦y⟧`,
        "data name ⟦name⟧",
      ],
    },
    {
      what: "a sample's names",
      kind: "sample",
      text: '{ "a": { "b": [ { "c": 1 } ] } }',
      is: ["data a ⟦a⟧", "data a.b ⟦b⟧"],
    },
    {
      what: "the folders of the settings",
      kind: "settings",
      text: '{ "files": [ { "include": "**", "textLibraryFolder": "hr" }, 7 ] }',
      is: ["folder hr ⟦hr⟧"],
    },
    {
      what: "those before a mistake",
      kind: "sample",
      text: '{ "a": 1, "b": ',
      is: ["data a ⟦a⟧", "data b ⟦b⟧"],
    },
    { what: "none if there is no object", kind: "request", text: "[ 1 ]", is: [] },
  ];
  for (const { what, kind, text, is } of cases)
    it(`are ${what}`, () => assert.deepEqual(shown(text, jsonMentions(text, kind).mentions), is));

  it("come with the facts that resolve short references", () => {
    const { folder, smartform } = jsonMentions(request, "request");
    assert.deepEqual([folder, smartform], ["hr", "s1"]);
  });

  it("are reported as incomplete if a request has unrealistically many, with the first ones in order", () => {
    const [all, some] = [7500, 7501].map((count) =>
      jsonMentions(JSON.stringify({ a: Array.from({ length: count }, (_, index) => `[[ n${index} ]]`) }), "request"),
    );
    assert.deepEqual([all?.mentions.length, all?.problem], [7500, undefined]);
    assert.deepEqual(
      [some?.mentions.length, some?.problem],
      [7500, "Placeholders after the first 7500 are not searched."],
    );
    assert.deepEqual(
      some?.mentions.slice(0, 3).map(({ name }) => name),
      ["n0", "n1", "n2"],
    );
  });

  it("are found in any broken state, each at its name", () => {
    const scrap = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"',
      "\\",
      "\\u00",
      "\\u0041",
      '"values"',
      '"dataTableValue"',
      '"a"',
      "[[ LIB : a : b ]]",
      "[[ x ]]",
      "\n",
      "1",
    );
    fc.assert(
      fc.property(
        fc.array(scrap, { maxLength: 30 }),
        fc.constantFrom<JsonKind>("request", "sample", "settings"),
        (scraps, kind) => {
          const text = scraps.join("");
          for (const { part } of jsonMentions(text, kind).mentions)
            assert.ok(part.start >= 0 && part.start <= part.end && part.end <= text.length);
        },
      ),
      { numRuns: 3000 },
    );
    assert.deepEqual(jsonMentions(`{ "values": ${"[".repeat(200_000)}`, "request").mentions, []);
  }).timeout(60_000);

  it("read a string in any spelling that JSON allows", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        const letters = [...Array(name.length).keys()]
          .map((at) => `\\u${name.charCodeAt(at).toString(16).padStart(4, "0")}`)
          .join("");
        const text = `{ "textLibraryFolder": "${letters}" }`;
        const [mention] = jsonMentions(text, "request").mentions;
        assert.equal(mention?.name ?? "", name);
        assert.equal(text.slice(mention?.part.start, mention?.part.end), name === "" ? text : letters);
      }),
    );
  });
});
