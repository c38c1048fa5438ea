/** The include tree over files, request files and the library. */
import assert from "node:assert/strict";
import type {
  CallHierarchyIncomingCall,
  CallHierarchyItem,
  CallHierarchyOutgoingCall,
} from "vscode-languageserver/node";
import { text } from "../catalog/service.ts";
import { letters, startCompany } from "./company.ts";
import type { Company, CompanyOptions } from "./company.ts";

const files = {
  "a.sft": "Hello [[ LIB : hr : greeting ]] [[ LIB : hr : letter ]] [[ LIB : HR : greeting ]]",
  "c.form.json": '{ "textLibraryFolder": "hr", "values": { "x": "[[ LIB : greeting ]]" } }',
  "letters/b.sft": "[[ LIB : hr : letter ]]",
};

describe("the include tree", () => {
  let company: Company;
  afterEach(() => company[Symbol.asyncDispose]());
  async function start(options: Partial<CompanyOptions> = {}): Promise<void> {
    company = await startCompany({ files, library: "client", ...options });
    await company.open("a.sft");
  }
  const prepare = async (words: string, name = "a.sft"): Promise<readonly CallHierarchyItem[] | null> =>
    company.editor.request("textDocument/prepareCallHierarchy", company.uri(name), {
      position: await company.at(name, words),
    });
  const outgoing = (item: CallHierarchyItem): Promise<readonly CallHierarchyOutgoingCall[] | null> =>
    company.editor.connection.sendRequest("callHierarchy/outgoingCalls", { item });
  const incoming = (item: CallHierarchyItem): Promise<readonly CallHierarchyIncomingCall[] | null> =>
    company.editor.connection.sendRequest("callHierarchy/incomingCalls", { item });

  it("begins at a reference, and goes down and up from there", async () => {
    await start();
    const [greeting] = (await prepare("gree|ting"))!;
    assert.deepEqual(
      [greeting?.name, greeting?.detail, greeting?.uri],
      ["greeting", "hr", "textlib://test/hr/greeting.en.sft?t2"],
    );
    assert.deepEqual(
      (await incoming(greeting!))?.map(({ from, fromRanges }) => [
        from.name,
        from.detail,
        fromRanges.map((range) => range.start),
      ]),
      [
        [
          "a.sft",
          "workspace",
          [
            { line: 0, character: 20 },
            { line: 0, character: 70 },
          ],
        ],
        ["c.form.json", "workspace", [{ line: 0, character: 56 }]],
        ["letter", "hr · en, sv", [{ line: 0, character: 17 }]],
        ["note", "hr · en", [{ line: 0, character: 9 }]],
      ],
    );
    assert.deepEqual(await outgoing(greeting!), []);
  });

  it("goes from a file to its included texts, and to theirs, in any language", async () => {
    await start({
      texts: [
        ...letters,
        text(5, { code: "german", translations: { en: { content: "-" }, de: { content: "[[ LIB : hr : letter ]]" } } }),
      ],
    });
    const [file] = (await prepare("He|llo"))!;
    assert.equal(file?.name, "a.sft");
    const calls = (await outgoing(file))!;
    assert.deepEqual(
      calls.map(({ to, fromRanges }) => [to.name, fromRanges.length]),
      [
        ["greeting", 2],
        ["letter", 1],
      ],
    );
    assert.deepEqual(
      (await outgoing(calls[1]!.to))?.map(({ to, fromRanges }) => [to.name, fromRanges]),
      [["greeting", [{ start: { line: 0, character: 17 }, end: { line: 0, character: 25 } }]]],
    );
    assert.deepEqual(await incoming(file), null);
    const german = "textlib://test/hr/german.en.sft?t5";
    await company.open(german);
    const [item] = (await prepare("-|", german))!;
    assert.deepEqual(
      (await outgoing(item!))?.map(({ to, fromRanges }) => [to.name, fromRanges]),
      [["letter", []]],
    );
  });

  it("leads into the catalog file if the client opens no library texts", async () => {
    await start({ library: "file" });
    const [letter] = (await prepare("lett|er"))!;
    assert.match(letter!.uri, /catalog\.json$/);
    assert.deepEqual(
      (await outgoing(letter!))?.map(({ to }) => to.name),
      ["greeting"],
    );
    assert.deepEqual(
      (await incoming(letter!))?.map(({ from }) => from.name),
      ["a.sft", "b.sft"],
    );
  });

  it("answers nothing about made-up items", async () => {
    await start();
    const item: CallHierarchyItem = {
      name: "",
      kind: 1,
      uri: "file:///x",
      range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
      selectionRange: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
    };
    assert.deepEqual(
      [
        await outgoing(item),
        await incoming({ ...item, data: { textId: "gone", language: "en" } }),
        await outgoing({ ...item, data: { uri: "file:///gone.sft" } }),
      ],
      [null, null, []],
    );
  });
});
