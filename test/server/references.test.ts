/** textDocument/references over files, request files and the library. */
import assert from "node:assert/strict";
import type { Location } from "vscode-languageserver/node";
import { capable } from "./editor.ts";
import { startCompany } from "./company.ts";
import type { Company, CompanyOptions } from "./company.ts";

const files = {
  "a.sft": "Hello 😀 [[ LIB : hr : greeting ]]\r\n[[ customer.name ]] [[ INPUT : days ]]",
  "deep/b.sft.html": "<p>[[ LIB : HR : Greeting ]] [[ LIB : greeting ]]</p>",
  "c.form.json":
    '{\n  "textLibraryFolder": "hr",\n  "values": { "days": "\\"[[ LIB : greeting ]]\\"", "other": 1 },\n  "dataTableValue": { "customer": { "name": "Ada" } }\n}',
  "data.json": '{ "customer": { "name": "Åsa" } }',
  "smartform.json":
    '{ "files": [ { "include": "**/*.html", "textLibraryFolder": "hr" }, { "include": "*.sft", "data": "data.json" } ] }',
};

describe("textDocument/references", () => {
  let company: Company;
  afterEach(() => company[Symbol.asyncDispose]());
  async function start(options: Partial<CompanyOptions> = {}): Promise<void> {
    company = await startCompany({ files, library: "client", ...options });
  }
  async function references(
    name: string,
    words: string,
    { includeDeclaration = false, more = {} } = {},
  ): Promise<readonly string[]> {
    const places = await company.editor.request<Location[] | null>("textDocument/references", company.uri(name), {
      position: await company.at(name, words),
      context: { includeDeclaration },
      ...more,
    });
    return company.show(places);
  }

  it("finds a text in open documents, files, requests and every language of the library", async () => {
    await start();
    await company.open("a.sft");
    assert.deepEqual(await references("a.sft", "gree|ting"), [
      "a.sft:  LIB : hr : ⟦greeting⟧ ]]",
      'c.form.json: "\\"[[ LIB : ⟦greeting⟧ ]]\\"", "oth',
      "deep/b.sft.html:  LIB : HR : ⟦Greeting⟧ ]] [[ LIB :",
      "deep/b.sft.html: ]] [[ LIB : ⟦greeting⟧ ]]</p>",
      "textlib://test/hr/letter.en.sft.html?t1:  LIB : hr : ⟦greeting⟧ ]]</p>",
      "textlib://test/hr/letter.sv.sft.html?t1:  LIB : HR : ⟦greeting⟧ ]]</p>",
      "textlib://test/hr/note.en.sft?t3: [[ LIB : ⟦greeting⟧ ]]",
    ]);
  });

  it("finds a folder in the settings too, and data and inputs in requests", async () => {
    await start();
    await company.open("a.sft");
    assert.deepEqual(
      (await references("a.sft", "h|r :")).filter((place) => !place.includes("textlib")),
      [
        "a.sft: 😀 [[ LIB : ⟦hr⟧ : greeting ",
        'c.form.json: ryFolder": "⟦hr⟧",',
        "deep/b.sft.html: <p>[[ LIB : ⟦HR⟧ : Greeting ",
        'smartform.json: ryFolder": "⟦hr⟧" }, { "incl',
      ],
    );
    assert.deepEqual(await references("a.sft", "customer.n|ame"), [
      "a.sft: [[ customer.⟦name⟧ ]] [[ INPUT",
      'c.form.json: stomer": { "⟦name⟧": "Ada" } }',
      'textlib://test/hr/greeting.en.sft?t2: [[ customer.⟦name⟧ ]]", [[ INP',
      "textlib://test/hr/greeting.sv.sft?t2: [[ customer.⟦name⟧ ]]",
    ]);
    assert.deepEqual(await references("a.sft", "d|ays"), [
      "a.sft:  [[ INPUT : ⟦days⟧ ]]",
      'c.form.json: values": { "⟦days⟧": "\\"[[ LIB',
      "textlib://test/hr/greeting.de.sft?t2:  [[ INPUT : ⟦days⟧ ]]",
      "textlib://test/hr/greeting.en.sft?t2:  [[ INPUT : ⟦days⟧ ]]",
    ]);
  });

  it("includes with the declaration where data and texts are written", async () => {
    await start();
    await company.open("a.sft");
    assert.ok(
      (await references("a.sft", "customer.n|ame", { includeDeclaration: true })).includes(
        'data.json: stomer": { "⟦name⟧": "Åsa" } }',
      ),
    );
    assert.ok(
      (await references("a.sft", "gree|ting", { includeDeclaration: true })).includes(
        'textlib://test/hr/greeting.en.sft?t2: ⟦⟧Dear "[[ cus',
      ),
    );
  });

  it("asks about the library text itself outside its placeholders, and from a request", async () => {
    await start();
    const greeting = "textlib://test/hr/greeting.sv.sft?t2";
    await company.open(greeting);
    assert.equal((await references(greeting, "H|ej")).length, 6 + 1);
    await company.open("c.form.json");
    assert.equal((await references("c.form.json", "gree|ting")).length, 7);
    assert.equal((await references("c.form.json", 'day|s"')).length, 4);
    assert.deepEqual(await references("c.form.json", "oth|er"), ['c.form.json: ing ]]\\"", "⟦other⟧": 1 },']);
    assert.deepEqual(await references("c.form.json", "val|ues"), []);
  });

  it("shows the editor's content of a document, on disk or in the library", async () => {
    await start();
    const letter = "textlib://test/hr/letter.en.sft.html?t1";
    await company.open("a.sft");
    await company.open(letter);
    await company.editor.open(company.uri("deep/b.sft.html"), "nothing any more", "smartform-html");
    await company.editor.change(letter, 2, [{ text: "<p>nothing</p>" }]);
    const found = await references("a.sft", "gree|ting");
    assert.deepEqual(
      found.filter((place) => /b\.sft|letter\.en/.test(place)),
      [],
    );
    assert.equal(found.length, 4);
  });

  it("leads into the catalog file if the client opens no library texts", async () => {
    await start({ library: "file" });
    await company.open("a.sft");
    const found = await references("a.sft", "customer.n|ame", { includeDeclaration: true });
    assert.deepEqual(
      found.filter((place) => place.startsWith("catalog")),
      [
        'catalog.json: er":{"name":⟦"Ada"⟧}}}',
        'catalog.json: [[ customer.⟦name⟧ ]]\\", [[ IN',
        'catalog.json: [[ customer.⟦name⟧ ]]"},"de":{',
      ],
    );
    assert.deepEqual(
      (await references("a.sft", "h|r :", { includeDeclaration: true }))[0],
      'catalog.json: true,"code":⟦"hr"⟧},{"id":"f2"',
    );
  });

  it("sends places while it finds them, if the client supports that", async () => {
    const texts = (await import("../catalog/service.ts"))
      .texts(500)
      .map((each) => ({ ...each, translations: { en: { content: "[[ customer.name ]]" } } }));
    const parts: number[] = [];
    await start({
      texts,
      prepare: (connection) =>
        connection.onNotification(
          "$/progress",
          ({ token, value }: { readonly token: string; readonly value: readonly Location[] }) => {
            if (token === "p") parts.push(value.length);
          },
        ),
    });
    await company.open("a.sft");
    assert.deepEqual(await references("a.sft", "customer.n|ame", { more: { partialResultToken: "p" } }), []);
    assert.ok(parts.length > 2, String(parts));
    assert.equal(
      parts.reduce((sum, count) => sum + count, 0),
      502,
    );
  });

  it("says that the answer may be incomplete, and what this editor cannot open", async () => {
    await start({ texts: [], prepare: undefined });
    await company.editor.connection.sendNotification("smartform/connection", { identity: null });
    await company.editor.connection.sendRequest("smartform/refresh", {});
    await company.open("a.sft");
    assert.equal((await references("a.sft", "customer.n|ame")).length, 2);
    await company.editor.until(() =>
      company.editor.messages.some((message) => message.includes("not completely read yet")),
    );
  });

  it("reads a file again after it changed", async () => {
    await start({ capabilities: { ...capable, workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } } });
    await company.open("a.sft");
    assert.equal((await references("a.sft", "d|ays")).length, 4);
    await company.write({ "c.form.json": "{}", "new.sft": "[[ INPUT : days ]] [[ INPUT : days ]]" });
    await company.editor.connection.sendNotification("workspace/didChangeWatchedFiles", {
      changes: ["c.form.json", "new.sft"].map((name) => ({ uri: company.uri(name), type: 2 })),
    });
    assert.equal((await references("a.sft", "d|ays")).length, 5);
  });
});
