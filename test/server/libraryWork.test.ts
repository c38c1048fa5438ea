/**
 * The requests of the client's library views: words in any text, the state of every language, references in the form
 * that fits a document, and what a plan would change.
 */
import assert from "node:assert/strict";
import { firstPlace } from "../../server/handlers/find.ts";
import type {
  FindResult,
  ReferenceChange,
  ReferenceEditsResult,
  ReferenceResult,
  SurveyResult,
  UsesResult,
} from "../../server/protocol.ts";
import { text } from "../catalog/service.ts";
import { letters, startCompany } from "./company.ts";
import type { Company, CompanyOptions } from "./company.ts";

const files = {
  "a.sft": "Hello [[ LIB : hr : greeting ]] [[ LIB : Letters : greeting ]]\r\n[[ LIB : hr : note ]]",
  "short.sft": "[[ LIB : note ]]",
  "c.form.json": '{ "textLibraryFolder": "hr", "values": { "days": "[[ LIB : greeting ]]" } }',
  "smartform.json": '{ "files": [ { "include": "short.sft", "textLibraryFolder": "hr" } ] }',
};

describe("places of words", () => {
  for (const [content, words, place] of [
    ["one\r\ntwo three\r\n", ["two", "th"], "1:0-9 two three"],
    ["En försäkran", ["forsakr"], "0:3-12 En försäkran"],
    ["over\nlines", ["over", "lines"], "0:0-4 over"],
    ["nothing", ["thing"], null],
    ["", ["a"], null],
  ] as const) {
    it(`searches for ${words.join(" ")} in ${JSON.stringify(content)}`, () => {
      const found = firstPlace(content, words);
      assert.equal(found && `${found.line}:${found.start}-${found.end} ${found.excerpt}`, place);
    });
  }

  it("cuts a long line around the words", () => {
    const found = firstPlace(`${"x ".repeat(200)}needle ${"y ".repeat(200)}`, ["needle"]);
    assert.ok(
      found &&
        found.excerpt.length <= 162 &&
        found.excerpt.includes("needle") &&
        found.excerpt.startsWith("…") &&
        found.excerpt.endsWith("…"),
    );
    assert.deepEqual([found.start, found.end], [400, 406]);
  });
});

describe("library work", () => {
  let company: Company;
  afterEach(() => company[Symbol.asyncDispose]());
  async function start(options: Partial<CompanyOptions> = {}): Promise<void> {
    company = await startCompany({ files, library: "client", ...options });
    await company.editor.connection.sendRequest("smartform/refresh", {});
  }

  describe("finding words", () => {
    const find = async (query: string): Promise<FindResult> =>
      company.editor.connection.sendRequest("smartform/find", { query, limit: 20 });
    const shown = ({ texts, places }: FindResult): readonly string[] => [
      ...texts.map(({ code }) => code),
      ...places.map(
        ({ text: { code }, language, line, start, end, excerpt }) =>
          `${code}.${language} ${line}:${start}-${end} ${excerpt}`,
      ),
    ];

    it("finds codes by a few of their letters first, then words in every language, with their line (T32)", async () => {
      await start();
      assert.deepEqual(shown(await find("grt")), ["greeting"]);
      assert.deepEqual(shown(await find("guten ta")), ["greeting.de 0:0-9 Guten Tag [[ INPUT : days ]]"]);
      assert.deepEqual([...shown(await find("hej"))].sort(), [
        "greeting.sv 0:0-3 Hej [[ customer.name ]]",
        "letter.sv 0:3-6 <p>Hej</p>",
      ]);
      assert.deepEqual(await find("  "), { known: true, texts: [], places: [] });
    });

    it("says if the library is only partly read, and finds what exists", async () => {
      await start();
      await company.editor.connection.sendNotification("smartform/connection", { identity: null });
      assert.deepEqual([(await find("greeting")).known, (await find("greeting")).texts], [false, []]);
    });
  });

  describe("the survey", () => {
    const survey = async (): Promise<SurveyResult> => company.editor.connection.sendRequest("smartform/survey");

    it("lists for every text what is empty, stale, drifted, written by a machine, found and used", async () => {
      const [late, early] = ["2026-02-01T00:00:00Z", "2026-01-01T00:00:00Z"];
      await start({
        files: {},
        texts: [
          ...letters,
          text(9, {
            code: "terms",
            translations: {
              en: { content: "[[ a ]]", updatedAt: late },
              sv: { content: "[[ b ]]", updatedAt: early, source: 1 },
              de: { content: " ", updatedAt: late },
            },
          }),
        ],
      });
      const { known, languages, texts } = await survey();
      assert.deepEqual([known, languages], [true, ["en", "sv", "de"]]);
      const terms = texts.find(({ text: { code } }) => code === "terms");
      assert.ok(terms);
      assert.deepEqual(
        [terms.empty, terms.stale, terms.drifted, terms.machine, terms.uses],
        [["de"], ["sv"], ["sv"], ["sv"], 0],
      );
      assert.ok(terms.findings >= 3);
      assert.deepEqual(texts.map(({ text: { code }, uses }) => `${code} ${String(uses)}`).sort(), [
        "greeting 2",
        "letter 0",
        "note 0",
        "terms 0",
      ]);
    });

    it("does not count what the workspace has turned off, and still lists it for the translators", async () => {
      await start({
        files: { "smartform.json": '{ "rules": { "machine-translation": "off" } }' },
        texts: [text(1, { translations: { en: { content: "a" }, sv: { content: "b", source: 1 } } })],
      });
      const {
        texts: [only],
      } = await survey();
      assert.deepEqual([only?.machine, only?.findings], [["sv"], 0]);
    });

    it("is known only when the library is completely read", async () => {
      await start();
      await company.editor.connection.sendNotification("smartform/connection", { identity: null });
      assert.deepEqual(await survey(), { known: false, languages: [], texts: [] });
    });
  });

  it("writes a reference in the document's own style, proven to mean the text, and none if it would mean another", async () => {
    await start();
    const write = async (name: string, ...textIds: readonly string[]): Promise<ReferenceResult> => {
      await company.open(name);
      return company.editor.connection.sendRequest("smartform/reference", { uri: company.uri(name), textIds });
    };
    assert.deepEqual(await write("a.sft", "t2", "t1", "t99"), [
      "[[ LIB : hr : greeting ]]",
      "[[ LIB : hr : letter ]]",
      null,
    ]);
    assert.deepEqual(await write("short.sft", "t2"), ["[[ LIB : greeting ]]"]);
    assert.deepEqual(
      await company.editor.connection.sendRequest("smartform/reference", {
        uri: company.uri("closed.sft"),
        textIds: ["t1"],
      }),
      [null],
    );
  });

  it("writes a reference that means the text in any place, and none for an unknown text", async () => {
    await start();
    assert.deepEqual(
      await company.editor.connection.sendRequest("smartform/reference", { textIds: ["t2", "t1", "t99"] }),
      ["[[ LIB : hr : greeting ]]", "[[ LIB : hr : letter ]]", null],
    );
  });

  it("writes none if the name of its folder would be read differently in HTML, or end a string in a request file", async () => {
    const names = ["Fees", "Fees &lt; 100", "<b>Old</b> fees", 'The "old" fees'];
    await start({ texts: names.map((_, index) => text(index + 1, { folderId: `named-${index}`, code: "fee" })) });
    for (const [index, name] of names.entries())
      company.from.folders.push({ id: `named-${index}`, name, parentFolderId: null, isDefault: false, code: null });
    await company.editor.connection.sendRequest("smartform/refresh", {});
    assert.deepEqual(
      await company.editor.connection.sendRequest("smartform/reference", { textIds: ["t1", "t2", "t3", "t4"] }),
      ["[[ LIB : Fees : fee ]]", null, null, null],
    );
  });

  describe("the changes of a plan", () => {
    const ask = async (...changes: readonly ReferenceChange[]): Promise<ReferenceEditsResult> =>
      company.editor.connection.sendRequest("smartform/referenceEdits", { changes });
    const shown = ({ documents }: ReferenceEditsResult): readonly string[] =>
      documents
        .map(({ uri, text: from, content, edits }) => {
          const after = [...edits]
            .reverse()
            .reduce((words, { start, end, newText }) => words.slice(0, start) + newText + words.slice(end), content);
          return `${from === null ? String(uri).replace(/.*\//, "") : `${from.code}.${from.language}`} (${[...new Set(edits.map(({ change }) => change))].join()}): ${after}`;
        })
        .sort();

    it("gives references a new code, in files and library texts, and skips uncertain ones", async () => {
      await start();
      const result = await ask({ of: { textId: "t2" }, name: "hello" });
      assert.deepEqual(shown(result), [
        "a.sft (0): Hello [[ LIB : hr : hello ]] [[ LIB : Letters : greeting ]]\r\n[[ LIB : hr : note ]]",
        'c.form.json (0): { "textLibraryFolder": "hr", "values": { "days": "[[ LIB : hello ]]" } }',
        "letter.en (0): <p>[[ LIB : hr : hello ]]</p>",
        "letter.sv (0): <p>Hej</p>\n<p>[[ LIB : HR : hello ]]</p>",
      ]);
      assert.deepEqual([result.known, result.uncertain, result.left], [true, 1, 0]);
    });

    it("T10: lets references follow moved texts, each separately, and completes short ones that relied on a folder", async () => {
      await start();
      const result = await ask({ of: { textId: "t2" }, folderId: "f2" }, { of: { textId: "t3" }, folderId: "f2" });
      assert.deepEqual(shown(result), [
        "a.sft (0,1): Hello [[ LIB : Letters : greeting ]] [[ LIB : Letters : greeting ]]\r\n[[ LIB : Letters : note ]]",
        "letter.en (0): <p>[[ LIB : Letters : greeting ]]</p>",
        "letter.sv (0): <p>Hej</p>\n<p>[[ LIB : Letters : greeting ]]</p>",
        "short.sft (1): [[ LIB : Letters : note ]]",
      ]);
      assert.deepEqual(
        [result.uncertain, result.left],
        [1, 1],
        "the short one in the text note, and the one in the request",
      );
    });

    it("T8: gives references by name the folder's new name, and skips those that could not be read back", async () => {
      await start();
      assert.deepEqual(
        shown(await ask({ of: { folderId: "f2" }, name: "Mail" })).filter((each) => each.includes("Mail")),
        ["a.sft (0): Hello [[ LIB : hr : greeting ]] [[ LIB : Mail : greeting ]]\r\n[[ LIB : hr : note ]]"],
      );
      const unreadable = await ask({ of: { folderId: "f2" }, name: "Mail ]] x" });
      assert.deepEqual([unreadable.documents, unreadable.left], [[], 1]);
    });

    it("names the Smartforms whose pages refer to it, with the present and the required words", async () => {
      await start();
      const blocks = [
        { text: "Hello [[ LIB : greeting ]], [[LIB:greeting]]", format: "plain" },
        { text: "<p>[[ LIB : hr : greeting ]] [[ LIB : HR : note ]]</p>", format: "html" },
      ];
      company.from.definition = { textLibraryFolder: "hr", pages: [{ blocks }] };
      await company.editor.connection.sendRequest("smartform/refresh", {});
      const written = async (...changes: readonly ReferenceChange[]) =>
        (await ask(...changes)).smartforms.map(({ name, references }) => [
          name,
          ...references.map(({ before, after }) => `${before} → ${after}`),
        ]);
      assert.deepEqual(await written({ of: { textId: "t2" }, name: "hello" }), [
        [
          "Employment",
          "[[ LIB : greeting ]] → [[ LIB : hello ]]",
          "[[LIB:greeting]] → [[LIB:hello]]",
          "[[ LIB : hr : greeting ]] → [[ LIB : hr : hello ]]",
        ],
      ]);
      assert.deepEqual(await written({ of: { textId: "t3" }, folderId: "f2" }), [
        ["Employment", "[[ LIB : HR : note ]] → [[ LIB : Letters : note ]]"],
      ]);
      assert.deepEqual(await written({ of: { folderId: "f1" }, name: "people" }), [
        ["Employment", "hr → people", "[[ LIB : hr : greeting ]] → [[ LIB : people : greeting ]]"],
      ]);
      assert.deepEqual(await written({ of: { textId: "t1" }, name: "other" }), []);
      const used = async (textId: string) =>
        (await company.editor.connection.sendRequest<UsesResult>("smartform/uses", { textId })).smartforms;
      assert.deepEqual(
        [await used("t2"), await used("t1"), await used("t99")],
        [[{ name: "Employment", certain: true }], [], []],
      );
      // If the Smartform has no folder, it is uncertain whether a short reference leads to the text.
      company.from.definition = { pages: [{ blocks: [{ text: "[[ LIB : greeting ]]", format: "plain" }] }] };
      await company.editor.connection.sendRequest("smartform/refresh", {});
      assert.deepEqual(await used("t2"), [{ name: "Employment", certain: false }]);
    });

    it("makes no claim about references to an unknown target", async () => {
      await start();
      assert.deepEqual(await ask({ of: { textId: "t99" }, name: "x" }), {
        known: false,
        documents: [],
        uncertain: 0,
        left: 0,
        smartforms: [],
      });
    });
  });
});
