/** The answers of a catalog file: known for the parts that the file has, unknown for the parts that it lacks. */
import assert from "node:assert/strict";
import { catalogFile } from "../../api/index.ts";
import { fileCatalog } from "../../catalog/index.ts";
import { mentionKey } from "../../language/index.ts";
import type { Answer } from "../../language/index.ts";

const catalog = fileCatalog(
  catalogFile.parse({
    folders: [
      { id: "f2", name: "Letters", parentFolderId: "f1", code: null },
      { id: "f1", name: "HR", code: "hr" },
      { id: "f3", name: "Empty", code: "empty" },
    ],
    texts: [
      {
        id: "t1",
        folderId: "f1",
        code: "Greeting",
        name: "Hello",
        defaultLanguage: "EN",
        translations: { "sv-SE": { content: "Hej", source: 1 }, en: { content: "Hello" } },
      },
      {
        id: "t2",
        folderId: "f1",
        code: "greeting.formal",
        description: "Warm welcome",
        translations: { en: { content: "Dear [[ LIB : hr : Greeting ]]" } },
      },
      {
        id: "t3",
        folderId: "f2",
        code: "GREETING",
        translations: {
          en: { content: "[[ INPUT : days ]] [[ INPUT : days | default=$order.lines.first ]]" },
          "sv-se": { content: "[[ INPUT : days ]]" },
        },
      },
      { id: "t4", folderId: "f1", code: "bye", name: "The greeting at the end" },
    ],
    smartforms: [
      { id: "s1", name: "Employment", textLibraryFolder: "hr", fields: [] },
      { id: "s2", name: "Bare", textLibraryFolder: "" },
      { id: "s3", name: "Barer" },
    ],
  }),
);
const nothing = fileCatalog({});

describe("catalog from a file", () => {
  const cases: readonly { readonly what: string; readonly answer: Answer<unknown>; readonly is: unknown }[] = [
    { what: "folders, top ones first", answer: map(catalog.folders(), ids), is: ["f1", "f3", "f2"] },
    { what: "a text", answer: map(catalog.text("t1"), (text) => text.code), is: "Greeting" },
    { what: "a text that is not there", answer: catalog.text("t9"), is: "absent" },
    {
      what: "languages of a text in lower case (T18)",
      answer: map(catalog.text("t1"), (text) => [text.defaultLanguage, text.languages]),
      is: ["en", { state: "known", value: ["en", "sv-se"] }],
    },
    {
      what: "a code in its own spelling",
      answer: map(catalog.textByCode("f1", "Greeting"), (text) => text.id),
      is: "t1",
    },
    { what: "a code in another spelling", answer: catalog.textByCode("f1", "greeting"), is: "absent" },
    { what: "a code in another folder", answer: catalog.textByCode("f2", "Greeting"), is: "absent" },
    { what: "a code in any spelling and folder", answer: map(catalog.textsByCode("greeting"), ids), is: ["t3", "t1"] },
    { what: "an unused code", answer: catalog.textsByCode("nobody"), is: [] },
    { what: "texts of a folder in order", answer: map(catalog.textsIn("f1"), ids), is: ["t4", "t1", "t2"] },
    {
      what: "texts of a folder by prefix in any letter case",
      answer: map(catalog.textsIn("f1", { prefix: "GREE" }), ids),
      is: ["t1", "t2"],
    },
    {
      what: "texts of a folder up to a limit",
      answer: map(catalog.textsIn("f1", { prefix: "g", limit: 1 }), ids),
      is: ["t1"],
    },
    { what: "texts by a prefix after every code", answer: catalog.textsIn("f1", { prefix: "zz" }), is: [] },
    { what: "an empty folder", answer: catalog.textsIn("f3"), is: [] },
    { what: "a folder that is not there", answer: catalog.textsIn("f9"), is: "absent" },
    {
      what: "search: code before name before description",
      answer: map(catalog.search("greeting", { limit: 9 }), ids),
      is: ["t3", "t1", "t2", "t4"],
    },
    { what: "search in descriptions", answer: map(catalog.search("WELCOME", { limit: 9 }), ids), is: ["t2"] },
    {
      what: "search within folders",
      answer: map(catalog.search("greeting", { limit: 9, folderIds: ["f2"] }), ids),
      is: ["t3"],
    },
    { what: "search up to a limit", answer: map(catalog.search("greeting", { limit: 2 }), ids), is: ["t3", "t1"] },
    {
      what: "a translation by language in any letter case (T18)",
      answer: catalog.translation("t1", "SV-se"),
      is: { content: "Hej", source: 1 },
    },
    { what: "a language that the text lacks", answer: catalog.translation("t1", "fi"), is: "absent" },
    { what: "a language of a text that is not there", answer: catalog.translation("t9", "en"), is: "absent" },
    { what: "languages by frequency", answer: catalog.languages(), is: ["en", "sv-se"] },
    {
      what: "a Smartform's folder",
      answer: map(catalog.smartform("s1"), (smartform) => smartform.textLibraryFolder),
      is: { state: "known", value: "hr" },
    },
    {
      what: "a Smartform that says nothing of a folder",
      answer: map(catalog.smartform("s3"), (smartform) => smartform.textLibraryFolder.state),
      is: "absent",
    },
    {
      what: "a Smartform that says it has no folder",
      answer: map(catalog.smartform("s2"), (smartform) => smartform.textLibraryFolder.state),
      is: "absent",
    },
    {
      what: "missing parts of a Smartform",
      answer: map(catalog.smartform("s1"), (smartform) => [smartform.fields, smartform.pages]),
      is: [{ state: "known", value: [] }, { state: "unknown" }],
    },
    { what: "a Smartform that is not there", answer: catalog.smartform("s9"), is: "absent" },
    { what: "uses of a text", answer: catalog.usedBy("t1"), is: [{ textId: "t2", language: "en" }] },
    { what: "uses of an unused text", answer: catalog.usedBy("t4"), is: [] },
    { what: "uses of a text that is not there", answer: catalog.usedBy("t9"), is: "absent" },
    {
      what: "mentions of a folder in any letter case",
      answer: catalog.mentioning(mentionKey("folder", "HR")),
      is: [{ textId: "t2", language: "en" }],
    },
    {
      what: "mentions of data, and of its properties",
      answer: catalog.mentioning(mentionKey("data", "order.lines")),
      is: [{ textId: "t3", language: "en" }],
    },
    {
      what: "mentions of an input, once for a text",
      answer: catalog.mentioning(mentionKey("input", "days")),
      is: [
        { textId: "t3", language: "en" },
        { textId: "t3", language: "sv-se" },
      ],
    },
    { what: "mentions of an unmentioned name", answer: catalog.mentioning(mentionKey("data", "days")), is: [] },
    { what: "mentions that the file lacks", answer: nothing.mentioning(mentionKey("data", "days")), is: "unknown" },
    { what: "how many texts use a text", answer: catalog.useCount("t1"), is: 1 },
    { what: "how many texts use an unused text", answer: catalog.useCount("t4"), is: 0 },
    { what: "how many texts use a text that is not there", answer: catalog.useCount("t9"), is: "absent" },
    { what: "search in contents only when asked (T32)", answer: map(catalog.search("HEJ", { limit: 9 }), ids), is: [] },
    {
      what: "search in contents (T32)",
      answer: map(catalog.search("HEJ", { limit: 9, contents: true }), ids),
      is: ["t1"],
    },
    {
      what: "texts that say exactly this in a language in any letter case",
      answer: map(catalog.textsSaying("Hej", "SV-se", { limit: 9 }), ids),
      is: ["t1"],
    },
    { what: "texts that say more", answer: catalog.textsSaying("He", "sv-se", { limit: 9 }), is: [] },
    { what: "texts that say it in another language", answer: catalog.textsSaying("Hej", "en", { limit: 9 }), is: [] },
    {
      what: "texts with some content, if the file has no texts",
      answer: nothing.textsSaying("Hej", "sv", { limit: 9 }),
      is: "unknown",
    },
    { what: "data that the file lacks", answer: catalog.dataTable(), is: "unknown" },
    { what: "texts that the file lacks", answer: nothing.text("t1"), is: "unknown" },
    { what: "lists that the file lacks", answer: nothing.textsIn("f1"), is: "unknown" },
    { what: "codes that the file lacks", answer: nothing.textsByCode("a"), is: "unknown" },
    { what: "folders that the file lacks", answer: nothing.folders(), is: "unknown" },
    { what: "Smartforms that the file lacks", answer: nothing.smartform("s1"), is: "unknown" },
  ];
  for (const { what, answer, is } of cases) {
    it(`answers ${what}`, () => assert.deepEqual(answer.state === "known" ? answer.value : answer.state, is));
  }

  it("keeps a language and a data name called __proto__ (T24)", () => {
    const odd = fileCatalog(
      catalogFile.parse(
        JSON.parse(
          '{"texts":[{"id":"t","folderId":"f","code":"c","translations":{"__proto__":{"content":"p"}}}],"dataTable":{"__proto__":"x"}}',
        ),
      ),
    );
    assert.deepEqual(
      map(odd.text("t"), (text) => text.languages),
      { state: "known", value: { state: "known", value: ["__proto__"] } },
    );
    assert.deepEqual(
      map(odd.translation("t", "__proto__"), (one) => one.content),
      { state: "known", value: "p" },
    );
    assert.deepEqual(
      map(odd.dataTable(), (data) => Object.entries(data)),
      { state: "known", value: [["__proto__", "x"]] },
    );
  });

  it("counts the uses in a large library only after its texts were read for another query", () => {
    const texts = Array.from({ length: 1000 }, (_, index) => ({
      id: `t${index}`,
      folderId: "f",
      code: `c${index}`,
      translations: { en: { content: "[[ LIB : f : c1 ]] [[ LIB : c1 ]]" }, sv: { content: "[[ LIB : g : c1 ]]" } },
    }));
    const large = fileCatalog(catalogFile.parse({ folders: [{ id: "f", name: "F", code: "f" }], texts }));
    assert.equal(large.useCount("t1").state, "unknown");
    large.usedBy("t5");
    assert.deepEqual(large.useCount("t1"), { state: "known", value: 999 });
  });

  it("gives every catalog a higher revision", () => assert.ok(nothing.revision > catalog.revision));
});

function map<T>(answer: Answer<T>, to: (value: T) => unknown): Answer<unknown> {
  return answer.state === "known" ? { state: "known", value: to(answer.value) } : answer;
}

function ids(items: readonly { readonly id: string }[]): readonly string[] {
  return items.map((item) => item.id);
}
