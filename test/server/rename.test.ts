/** Renaming over files, request files and the library. */
import assert from "node:assert/strict";
import type { PrepareRenameResult, TextDocumentEdit, WorkspaceEdit } from "vscode-languageserver/node";
import type { RenamedParams, UsesResult } from "../../server/protocol.ts";
import { text } from "../catalog/service.ts";
import { capable } from "./editor.ts";
import { letters, startCompany } from "./company.ts";
import type { Company, CompanyOptions } from "./company.ts";

const files = {
  "a.sft": "Hello 😀 [[ LIB : hr : greeting ]]\r\n[[ customer.name ]] [[ INPUT : days ]]",
  "deep/b.sft.html": "<p>[[ LIB : HR : Greeting ]] [[ LIB : HR : gre<b>eting</b> ]]</p>",
  "c.form.json":
    '{\n  "textLibraryFolder": "hr",\n  "values": { "days": "\\"[[ LIB : greeting ]]\\"", "days.label": "Days", "in": { "days": 1 } },\n  "dataTableValue": { "customer": { "n\\u0061me": "Ada" } }\n}',
  "data.json": '{ "customer": { "name": "Åsa" } }',
  "smartform.json": '{ "files": [ { "include": "*.sft", "data": "data.json", "textLibraryFolder": "hr" } ] }',
};
const annotating = {
  ...capable,
  textDocument: { ...capable.textDocument, rename: { prepareSupport: true } },
  workspace: { workspaceEdit: { documentChanges: true, changeAnnotationSupport: {} } },
};

describe("renaming", () => {
  let company: Company;
  let offered: RenamedParams[];
  afterEach(() => company[Symbol.asyncDispose]());
  async function start(options: Partial<CompanyOptions> = {}): Promise<void> {
    offered = [];
    const prepare: CompanyOptions["prepare"] = (connection) =>
      connection.onNotification("smartform/renamed", (params: RenamedParams) => void offered.push(params));
    company = await startCompany({ files, library: "client", capabilities: annotating, prepare, ...options });
    await company.open("a.sft");
  }
  /**
   * Renames as VS Code does, and resolves with the plan that the client gets. The response to the rename itself changes
   * nothing.
   */
  async function planned<Of extends RenamedParams["of"]>(
    of: Of,
    words: string,
    newName: string,
    name = "a.sft",
  ): Promise<Extract<RenamedParams, { readonly of: Of }>> {
    const before = offered.length;
    assert.deepEqual(await rename(words, newName, name), { changes: {} });
    await company.editor.until(() => offered.length === before + 1);
    const last = offered.at(-1);
    assert.ok(last?.of === of && last.uri === company.uri(name));
    return last as Extract<RenamedParams, { readonly of: Of }>;
  }
  /** Returns the lines that the plan changes, with their new content. */
  const linesOf = ({ found }: Extract<RenamedParams, { readonly of: "mentions" }>): readonly string[] =>
    found.documents.flatMap(({ uri, text: of, content, edits }) => {
      const place = of === null ? (uri?.slice(company.uri("").length + 1) ?? "") : `${of.code}.${of.language}`;
      const after = edits
        .reduceRight((words, { start, end, newText }) => words.slice(0, start) + newText + words.slice(end), content)
        .split("\n");
      return after.flatMap((line, index) => (line === content.split("\n")[index] ? [] : [`${place}: ${line.trim()}`]));
    });
  const at = async (words: string, name = "a.sft"): Promise<object> => ({ position: await company.at(name, words) });
  const prepare = async (words: string): Promise<PrepareRenameResult> =>
    company.editor.request("textDocument/prepareRename", company.uri("a.sft"), await at(words));
  const rename = async (words: string, newName: string, name = "a.sft"): Promise<WorkspaceEdit> =>
    company.editor.request("textDocument/rename", company.uri(name), { ...(await at(words, name)), newName });

  /** Resolves with the lines that an edit changes, with their new content and the change annotations of their edits. */
  async function after({ documentChanges = [], changes = {} }: WorkspaceEdit): Promise<readonly string[]> {
    const all =
      documentChanges.length > 0
        ? (documentChanges as TextDocumentEdit[]).map(({ textDocument, edits }) => ({ uri: textDocument.uri, edits }))
        : Object.entries(changes).map(([uri, edits]) => ({ uri, edits }));
    const shown = await Promise.all(
      all.map(async ({ uri, edits }) => {
        const lines = (await company.read(uri)).split("\n");
        for (const edit of [...edits].reverse()) {
          assert.ok("range" in edit && "newText" in edit);
          const { start, end } = edit.range;
          lines[start.line] =
            lines[start.line]!.slice(0, start.character) + edit.newText + lines[start.line]!.slice(end.character);
        }
        const groups = [...new Set(edits.map((edit) => ("annotationId" in edit ? edit.annotationId : "")))];
        const changed = [...new Set(edits.map((edit) => ("range" in edit ? edit.range.start.line : 0)))];
        return changed.map(
          (line) =>
            `${decodeURIComponent(uri).replace(`${company.uri("")}/`, "")} (${groups.join()}): ${lines[line]!.trim()}`,
        );
      }),
    );
    return shown.flat();
  }

  it("leaves a text's new code to a plan in VS Code, and returns no edit that could be saved", async () => {
    await start();
    assert.deepEqual(await prepare("gree|ting"), {
      range: { start: { line: 0, character: 23 }, end: { line: 0, character: 31 } },
      placeholder: "greeting",
    });
    const {
      text: { id },
      code,
    } = await planned("text", "gree|ting", "hello");
    assert.deepEqual([id, code], ["t2", "hello"]);
    assert.deepEqual(company.editor.messages, []);
  });

  it("returns to another editor the edits of files, each to be confirmed, and says what stays", async () => {
    await start({ library: "file" });
    const edit = await rename("gree|ting", "hello");
    assert.deepEqual(await after(edit), [
      "a.sft (files): Hello 😀 [[ LIB : hr : hello ]]",
      String.raw`c.form.json (files): "values": { "days": "\"[[ LIB : hello ]]\"", "days.label": "Days", "in": { "days": 1 } },`,
      "deep/b.sft.html (files): <p>[[ LIB : HR : hello ]] [[ LIB : HR : gre<b>eting</b> ]]</p>",
    ]);
    assert.deepEqual(edit.changeAnnotations, {
      files: { label: "Workspace: 3 places in 3 files", needsConfirmation: true },
    });
    assert.deepEqual(
      (edit.documentChanges as TextDocumentEdit[]).map(({ textDocument }) => textDocument.version),
      [1, null, null],
    );
    await company.editor.until(() =>
      company.editor.messages.some((message) =>
        /This does not change the code itself\. .* on the service.*In Smartforms on the service, references to the old code are not changed\..* 1 place stays unchanged/.test(
          message,
        ),
      ),
    );
    assert.deepEqual(offered, []);
  });

  it("names the files that refer to a text, open or not (T9)", async () => {
    await start();
    await prepare("gree|ting");
    const { documents } = await company.editor.connection.sendRequest<UsesResult>("smartform/uses", { textId: "t2" });
    assert.deepEqual(
      documents.map(({ uri, open }) => [uri.slice(company.uri("").length + 1), open]),
      [
        ["a.sft", true],
        ["c.form.json", false],
        ["deep/b.sft.html", false],
      ],
    );
  });

  it("changes a folder's code in settings and requests too, and leaves its name", async () => {
    const more = { ...files, "d.sft": "[[ LIB : HR : note ]] [[ LIB : hr : note ]]" };
    await start({ files: more, library: "file" });
    const changed = await after(await rename("h|r :", "people"));
    assert.deepEqual(
      changed.filter((line) => /smartform\.json|c\.form|d\.sft/.test(line)),
      [
        'c.form.json (files): "textLibraryFolder": "people",',
        "d.sft (files): [[ LIB : HR : note ]] [[ LIB : people : note ]]",
        'smartform.json (files): { "files": [ { "include": "*.sft", "data": "data.json", "textLibraryFolder": "people" } ] }',
      ],
    );
    await company[Symbol.asyncDispose]();
    await start({ files: more });
    const { folder, code } = await planned("folder", "h|r :", "people");
    assert.deepEqual([folder.id, code], ["f1", "people"]);
  });

  it("leaves data and inputs that library texts mention to a plan in VS Code, with samples and requests", async () => {
    await start();
    const data = await planned("mentions", "customer.na|me", 'full"name');
    assert.equal(data.title, 'Rename the data customer.name to full"name');
    assert.deepEqual(linesOf(data), [
      'a.sft: [[ customer.full"name ]] [[ INPUT : days ]]',
      String.raw`c.form.json: "dataTableValue": { "customer": { "full\"name": "Ada" } }`,
      String.raw`data.json: { "customer": { "full\"name": "Åsa" } }`,
      'greeting.en: Dear "[[ customer.full"name ]]", [[ INPUT : days ]]',
      'greeting.sv: Hej [[ customer.full"name ]]',
    ]);
    assert.deepEqual(linesOf(await planned("mentions", "d|ays", "left")).slice(0, 2), [
      "a.sft: [[ customer.name ]] [[ INPUT : left ]]",
      String.raw`c.form.json: "values": { "left": "\"[[ LIB : greeting ]]\"", "left.label": "Days", "in": { "days": 1 } },`,
    ]);
    await company.open("c.form.json");
    assert.equal((await planned("mentions", "n|\\u0061me", "first", "c.form.json")).found.documents.length, 5);
    assert.deepEqual(company.editor.messages, []);
  });

  it("changes data only in samples and requests, at once, if no library text mentions it", async () => {
    await start({ texts: [letters[0]!] });
    const edit = await rename("customer.na|me", "first");
    assert.deepEqual(await after(edit), [
      "a.sft (files): [[ customer.first ]] [[ INPUT : days ]]",
      'c.form.json (files): "dataTableValue": { "customer": { "first": "Ada" } }',
      'data.json (files): { "customer": { "first": "Åsa" } }',
    ]);
    assert.equal(edit.changeAnnotations?.["files"]?.needsConfirmation, false);
    assert.deepEqual(offered, []);
  });

  it("skips a name that a request spells in parts, and says so", async () => {
    await start({ files: { "a.sft": "[[ INPUT : in_days ]]", "c.form.json": files["c.form.json"] } });
    assert.deepEqual(await after(await rename("in_|days", "left")), ["a.sft (files): [[ INPUT : left ]]"]);
    await company.editor.until(() =>
      company.editor.messages.some((message) => message.includes("1 place stays unchanged")),
    );
  });

  it("says if the new name is mentioned already", async () => {
    await start({ files: { "a.sft": "[[ INPUT : days ]] [[ INPUT : weeks ]]" } });
    const { said } = await planned("mentions", "d|ays", "weeks");
    assert.match(said.join(" "), /"weeks" already appears in 1 of these documents/);
  });

  it("refuses impossible names, and says why", async () => {
    await start({ texts: [...letters, text(4, { code: "Hello", folderId: "f2" })] });
    await assert.rejects(
      rename("gree|ting", "hello"),
      /would differ from "Hello" in the folder "Letters" only in letter case/,
    );
    await assert.rejects(rename("gree|ting", "a b"), /cannot contain a space/);
    await assert.rejects(prepare("H|ello"), /There is no name here that you can change/);
    assert.equal(offered.length, 0);
  });

  it("refuses while the library is not completely read", async () => {
    await start();
    company.from.before = (call) => {
      if (call === "textlibrary.texts.get t9") throw new Error("no network");
    };
    company.from.texts.set("t9", text(9, { code: "late" }));
    await company.editor.connection.sendNotification("smartform/connection", {
      identity: {
        name: "other",
        authUrl: "https://auth.example",
        formsApiUrl: "https://forms.example",
        clientId: "two",
        folder: (await import("node:path")).dirname((await import("node:url")).fileURLToPath(company.uri("x"))),
      },
    });
    await company.editor.connection.sendRequest("smartform/refresh", {});
    await assert.rejects(rename("gree|ting", "hello"), /not completely read yet/);
  });

  it("says what this editor cannot change, if it opens no library texts and supports no annotations", async () => {
    await start({ library: "file", capabilities: capable });
    const edit = await rename("gree|ting", "hello");
    assert.equal(edit.documentChanges, undefined);
    assert.deepEqual(
      Object.keys(edit.changes ?? {}).map((uri) => uri.replace(`${company.uri("")}/`, "")),
      ["a.sft", "c.form.json", "deep/b.sft.html"],
    );
    const message = await company.editor.until(() =>
      company.editor.messages.find((each) => each.includes("This does not change the code itself. Change it to")),
    );
    assert.match(
      message,
      /3 places in library texts cannot be changed from this editor: letter \(en\), letter \(sv\), note \(en\)\./,
    );
    assert.deepEqual(offered, []);
  });
});
