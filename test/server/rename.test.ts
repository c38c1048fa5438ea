/** Renaming over files, request files and the library. */
import assert from "node:assert/strict";
import type { PrepareRenameResult, TextDocumentEdit, WorkspaceEdit } from "vscode-languageserver/node";
import type { ConfirmRenameParams, ConfirmRenameResult, RenamedParams, UsesResult } from "../../server/protocol.ts";
import { text } from "../catalog/service.ts";
import { capable } from "./editor.ts";
import { letters, startCompany } from "./company.ts";
import type { Company, CompanyOptions } from "./company.ts";

const files = {
  "a.sft": "Hello 😀 [[ LIB : hr : greeting ]]\r\n[[ customer.name ]] [[ INPUT : days ]]",
  "deep/b.sft.html": "<p>[[ LIB : HR : Greeting ]] [[ LIB : HR : gre<b>eting</b> ]]</p>",
  "c.form.json": '{\n  "textLibraryFolder": "hr",\n  "values": { "days": "\\"[[ LIB : greeting ]]\\"", "days.label": "Days", "in": { "days": 1 } },\n  "dataTableValue": { "customer": { "n\\u0061me": "Ada" } }\n}',
  "data.json": '{ "customer": { "name": "Åsa" } }',
  "smartform.json": '{ "files": [ { "include": "*.sft", "data": "data.json", "textLibraryFolder": "hr" } ] }',
};
const annotating = { ...capable, textDocument: { ...capable.textDocument, rename: { prepareSupport: true } }, workspace: { workspaceEdit: { documentChanges: true, changeAnnotationSupport: {} } } };

describe("renaming", () => {
  let company: Company;
  let offered: RenamedParams[];
  let asked: ConfirmRenameParams[];
  afterEach(() => company[Symbol.asyncDispose]());
  async function start({ wish = "each", ...options }: Partial<CompanyOptions> & { readonly wish?: ConfirmRenameResult } = {}): Promise<void> {
    offered = [];
    asked = [];
    const prepare: CompanyOptions["prepare"] = (connection) => {
      connection.onNotification("smartform/renamed", (params: RenamedParams) => void offered.push(params));
      connection.onRequest("smartform/confirmRename", (params: ConfirmRenameParams) => {
        asked.push(params);
        return wish;
      });
    };
    company = await startCompany({ files, library: "client", capabilities: annotating, prepare, ...options });
    await company.open("a.sft");
  }
  const at = async (words: string, name = "a.sft"): Promise<object> => ({ position: await company.at(name, words) });
  const prepare = async (words: string): Promise<PrepareRenameResult> => company.editor.request("textDocument/prepareRename", company.uri("a.sft"), await at(words));
  const rename = async (words: string, newName: string, name = "a.sft"): Promise<WorkspaceEdit> => company.editor.request("textDocument/rename", company.uri(name), { ...(await at(words, name)), newName });

  /** The lines that changed, in the documents as they are afterwards; with the group that each edit belongs to. */
  async function after({ documentChanges = [], changes = {} }: WorkspaceEdit): Promise<readonly string[]> {
    const all = documentChanges.length > 0 ? (documentChanges as TextDocumentEdit[]).map(({ textDocument, edits }) => ({ uri: textDocument.uri, edits })) : Object.entries(changes).map(([uri, edits]) => ({ uri, edits }));
    const shown = await Promise.all(all.map(async ({ uri, edits }) => {
      const lines = (await company.read(uri)).split("\n");
      for (const edit of [...edits].reverse()) {
        assert.ok("range" in edit && "newText" in edit);
        const { start, end } = edit.range;
        lines[start.line] = lines[start.line]!.slice(0, start.character) + edit.newText + lines[start.line]!.slice(end.character);
      }
      const groups = [...new Set(edits.map((edit) => ("annotationId" in edit ? edit.annotationId : "")))];
      const changed = [...new Set(edits.map((edit) => ("range" in edit ? edit.range.start.line : 0)))];
      return changed.map((line) => `${decodeURIComponent(uri).replace(`${company.uri("")}/`, "")} (${groups.join()}): ${lines[line]!.trim()}`);
    }));
    return shown.flat();
  }

  it("gives a text its new code everywhere, to be confirmed, and offers to change it on the service", async () => {
    await start();
    assert.deepEqual(await prepare("gree|ting"), { range: { start: { line: 0, character: 23 }, end: { line: 0, character: 31 } }, placeholder: "greeting" });
    const edit = await rename("gree|ting", "hello");
    assert.deepEqual(await after(edit), [
      "a.sft (files): Hello 😀 [[ LIB : hr : hello ]]",
      String.raw`c.form.json (files): "values": { "days": "\"[[ LIB : hello ]]\"", "days.label": "Days", "in": { "days": 1 } },`,
      "deep/b.sft.html (files): <p>[[ LIB : HR : hello ]] [[ LIB : HR : gre<b>eting</b> ]]</p>",
      "textlib://test/hr/letter.en.html?t1 (library): <p>[[ LIB : hr : hello ]]</p>", "textlib://test/hr/letter.sv.html?t1 (library): <p>[[ LIB : HR : hello ]]</p>",
      "textlib://test/hr/note.en.txt?t3 (possible): [[ LIB : hello ]]",
    ]);
    assert.deepEqual(edit.changeAnnotations, {
      files: { label: "Workspace: 3 places in 3 files", needsConfirmation: true },
      library: { label: "Text Library: 2 places in 2 texts", description: "Live for the whole company once they are saved.", needsConfirmation: true },
      possible: { label: "May mean another text: 1 place in 1 document", description: "Where a short reference looks depends on the Smartform.", needsConfirmation: true },
    });
    assert.deepEqual((edit.documentChanges as TextDocumentEdit[]).map(({ textDocument }) => textDocument.version), [1, null, null, null, null, null]);
    await company.editor.until(() => offered.length === 1);
    assert.deepEqual(offered.map(({ folder, text, code }) => [folder.id, text?.id, code]), [["f1", "t2", "hello"]]);
    await company.editor.until(() => company.editor.messages.some((message) => /Smartforms on the service cannot be searched.* 1 place is left alone/.test(message)));
  });

  it("asks once before library texts are among it, and then confirms no place one by one", async () => {
    await start({ wish: "everywhere" });
    const { changeAnnotations } = await rename("gree|ting", "hello");
    assert.deepEqual(asked.map(({ uris, ...rest }) => ({ ...rest, uris: uris.length })), [{ what: "the text greeting", name: "hello", files: { places: 3, documents: 3 }, texts: { places: 2, documents: 2 }, uris: 5 }]);
    assert.deepEqual(Object.entries(changeAnnotations ?? {}).map(([name, { needsConfirmation }]) => [name, needsConfirmation]), [["files", false], ["library", false], ["possible", true]]);
  });

  it("leaves the library alone, and everything, where the author says so", async () => {
    await start({ wish: "files" });
    assert.deepEqual((await after(await rename("gree|ting", "hello"))).filter((line) => line.startsWith("textlib:")), []);
    await company[Symbol.asyncDispose]();
    await start({ wish: null });
    assert.deepEqual(await rename("gree|ting", "hello"), { changes: {} });
    assert.deepEqual(offered, []);
    assert.deepEqual(company.editor.messages, []);
  });

  it("names the files that refer to a text, open or not (T9)", async () => {
    await start();
    await prepare("gree|ting");
    const { documents } = await company.editor.connection.sendRequest<UsesResult>("smartform/uses", { textId: "t2" });
    assert.deepEqual(documents.map(({ uri, open }) => [uri.slice(company.uri("").length + 1), open]), [["a.sft", true], ["c.form.json", false], ["deep/b.sft.html", false]]);
  });

  it("changes a folder's code in settings and requests too, and leaves its name", async () => {
    await start({ files: { ...files, "d.sft": "[[ LIB : HR : note ]] [[ LIB : hr : note ]]" }, texts: letters });
    const changed = await after(await rename("h|r :", "people"));
    assert.deepEqual(changed.filter((line) => /smartform\.json|c\.form|d\.sft/.test(line)), [
      'c.form.json (files): "textLibraryFolder": "people",', "d.sft (files): [[ LIB : HR : note ]] [[ LIB : people : note ]]",
      'smartform.json (files): { "files": [ { "include": "*.sft", "data": "data.json", "textLibraryFolder": "people" } ] }',
    ]);
    await company.editor.until(() => offered.length === 1);
    assert.deepEqual(offered.map(({ folder, text, code }) => [folder.id, text, code]), [["f1", null, "people"]]);
  });

  it("changes data in samples and requests, and an input in values", async () => {
    await start();
    assert.deepEqual(await after(await rename("customer.na|me", "full\"name")), [
      'a.sft (files): [[ customer.full"name ]] [[ INPUT : days ]]', String.raw`c.form.json (files): "dataTableValue": { "customer": { "full\"name": "Ada" } }`, String.raw`data.json (files): { "customer": { "full\"name": "Åsa" } }`,
      'textlib://test/hr/greeting.en.txt?t2 (library): Dear "[[ customer.full"name ]]", [[ INPUT : days ]]', 'textlib://test/hr/greeting.sv.txt?t2 (library): Hej [[ customer.full"name ]]',
    ]);
    assert.deepEqual((await after(await rename("d|ays", "left"))).slice(0, 2), [
      "a.sft (files): [[ customer.name ]] [[ INPUT : left ]]", String.raw`c.form.json (files): "values": { "left": "\"[[ LIB : greeting ]]\"", "left.label": "Days", "in": { "days": 1 } },`,
    ]);
    await company.open("c.form.json");
    assert.deepEqual((await after(await rename("n|\\u0061me", "first", "c.form.json"))).length, 5);
    assert.deepEqual(offered, []);
  });

  it("leaves a name alone that a request spells in parts, and says so", async () => {
    await start({ files: { "a.sft": "[[ INPUT : in_days ]]", "c.form.json": files["c.form.json"] } });
    assert.deepEqual(await after(await rename("in_|days", "left")), ["a.sft (files): [[ INPUT : left ]]"]);
    await company.editor.until(() => company.editor.messages.some((message) => message.includes("1 place is left alone")));
  });

  it("says where the new name is mentioned already", async () => {
    await start({ files: { "a.sft": "[[ INPUT : days ]] [[ INPUT : weeks ]]" } });
    await rename("d|ays", "weeks");
    await company.editor.until(() => company.editor.messages.some((message) => message.includes('"weeks" is mentioned already in 1 of these documents')));
  });

  it("refuses what cannot be, and says why", async () => {
    await start({ texts: [...letters, text(4, { code: "Hello", folderId: "f2" })] });
    await assert.rejects(rename("gree|ting", "hello"), /would differ in letter case only from "Hello" in the folder "Letters"/);
    await assert.rejects(rename("gree|ting", "a b"), /cannot have a space/);
    await assert.rejects(prepare("H|ello"), /Nothing stands here/);
    assert.equal(offered.length, 0);
  });

  it("refuses while the library is not completely read", async () => {
    await start();
    company.from.before = (call) => { if (call === "textlibrary.texts.get t9") throw new Error("no network"); };
    company.from.texts.set("t9", text(9, { code: "late" }));
    await company.editor.connection.sendNotification("smartform/connection", { identity: { name: "other", authUrl: "https://auth.example", formsApiUrl: "https://forms.example", clientId: "two", folder: (await import("node:path")).dirname((await import("node:url")).fileURLToPath(company.uri("x"))) } });
    await company.editor.connection.sendRequest("smartform/refresh", {});
    await assert.rejects(rename("gree|ting", "hello"), /not completely read yet/);
  });

  it("says what this editor cannot change, where it opens no library texts and knows no annotations", async () => {
    await start({ library: "file", capabilities: capable });
    const edit = await rename("gree|ting", "hello");
    assert.equal(edit.documentChanges, undefined);
    assert.deepEqual(Object.keys(edit.changes ?? {}).map((uri) => uri.replace(`${company.uri("")}/`, "")), ["a.sft", "c.form.json", "deep/b.sft.html"]);
    const message = await company.editor.until(() => company.editor.messages.find((each) => each.includes("The code itself is changed on the service")));
    assert.match(message, /3 places in library texts cannot be changed from this editor: letter \(en\), letter \(sv\), note \(en\)\./);
    assert.deepEqual(offered, []);
  });
});
