/** The language server as an editor uses it. */
import assert from "node:assert/strict";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type {
  CodeAction,
  CompletionItem,
  CompletionList,
  DocumentLink,
  DocumentSymbol,
  Hover,
  LocationLink,
  SemanticTokens,
} from "vscode-languageserver/node";
import { capable, startEditor } from "./editor.ts";
import type { Editor, EditorOptions } from "./editor.ts";

const catalog = {
  folders: [{ id: "f1", name: "HR", code: "hr" }],
  texts: [
    {
      id: "t1",
      folderId: "f1",
      code: "greeting",
      name: "Greeting",
      defaultLanguage: "en",
      translations: { en: { content: "Hello [[ name ]]" }, SV: { content: "Hej [[ name ]]" } },
    },
    {
      id: "t2",
      folderId: "f1",
      code: "greeting.formal",
      name: "[Click](command:evil) `x` <b> http://evil www.evil a@evil",
      defaultLanguage: "en",
      translations: { en: { content: "```\n[link](http://evil)" } },
    },
  ],
  smartforms: [],
  dataTable: { name: "Ada" },
};

describe("language server", () => {
  let folder = "";
  let file = "";
  let editor: Editor;
  const a = "file:///a.sft";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "server-"));
    file = join(folder, "catalog.json");
    await writeFile(file, JSON.stringify(catalog));
  });
  afterEach(async () => {
    await editor[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });
  async function start(options: EditorOptions = {}): Promise<void> {
    editor = await startEditor({
      ...options,
      initializationOptions: { catalog: { file }, ...options.initializationOptions },
    });
  }
  /** Starts the server and waits for the catalog. */
  async function startLoaded(options: EditorOptions = {}): Promise<void> {
    await start(options);
    await editor.open("file:///probe.sft", "[[ LIB : hr : none ]]");
    await editor.findings("file:///probe.sft", ["unknown-text"]);
  }
  const at = (line: number, character: number): object => ({ position: { line, character } });
  const whole = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };

  it("reports mistakes, with places in UTF-16 code units after astral characters and CRLF", async () => {
    await start();
    await editor.open(a, "One 😀\r\n😀 [[ LIB : hr : greetin ]]\r\n");
    const [finding] = await editor.findings(a, ["unknown-text"]);
    assert.deepEqual(finding?.range, { start: { line: 1, character: 17 }, end: { line: 1, character: 24 } });
    assert.deepEqual([finding.severity, finding.source], [1, "smartform"]);
  });

  it("follows edits, and answers for the last version", async () => {
    await start();
    await editor.open(a, "😀\r\n[[ LIB : hr : greeting ]]");
    await editor.findings(a, []);
    await editor.change(a, 2, [
      { range: { start: { line: 1, character: 21 }, end: { line: 1, character: 22 } }, text: "" },
      { range: { start: { line: 0, character: 2 }, end: { line: 0, character: 2 } }, text: "!\r\n" },
    ]);
    const [finding] = await editor.findings(a, ["unknown-text"]);
    assert.deepEqual(finding?.range, { start: { line: 2, character: 14 }, end: { line: 2, character: 21 } });
    await editor.change(a, 3, [{ text: "nothing" }]);
    await editor.findings(a, []);
    assert.equal(editor.pushed.at(-1)?.version, 3);
  });

  it("answers a burst of changes once", async () => {
    await startLoaded();
    await editor.open(a, "");
    await editor.findings(a, []);
    const before = editor.pushed.length;
    for (let version = 2; version <= 40; version++)
      void editor.change(a, version, [{ text: "[[".repeat(version % 2) }]);
    await editor.until(() => editor.pushed.at(-1)?.version === 40);
    assert.ok(editor.pushed.length - before < 10, String(editor.pushed.length - before));
  });

  it("completes", async () => {
    await startLoaded();
    await editor.open(a, "😀 [[ LIB : hr : gre");
    await editor.findings(a, ["unclosed-placeholder"]);
    const list = await editor.request<CompletionList>("textDocument/completion", a, at(0, 20));
    assert.deepEqual(
      list.items.map((item) => item.label),
      ["greeting", "greeting.formal"],
    );
    const edit = list.items[0]?.textEdit;
    assert.ok(edit && "range" in edit);
    assert.deepEqual([edit.range.start.line, edit.range.end], [0, { line: 0, character: 20 }]);
    assert.equal(list.items[0]?.command, undefined, "only VS Code knows the command that asks again");
  });

  it("completes a name that contains others so that a typed point accepts it and is written once, for a client that can", async () => {
    await writeFile(file, JSON.stringify({ ...catalog, dataTable: { customer: { name: "Ada" } } }));
    for (const commitCharactersSupport of [true, false]) {
      await startLoaded({
        capabilities: {
          textDocument: { ...capable.textDocument, completion: { completionItem: { commitCharactersSupport } } },
        },
      });
      await editor.open(a, "[[ cust");
      await editor.findings(a, ["unclosed-placeholder"]);
      const { items } = await editor.request<CompletionList>("textDocument/completion", a, at(0, 7));
      const [item] = items.filter(({ label }) => label === "customer");
      assert.ok(item?.textEdit && !item.textEdit.newText.includes("."), JSON.stringify(items));
      assert.deepEqual(item.commitCharacters, commitCharactersSupport ? ["."] : undefined);
      if (commitCharactersSupport) await editor[Symbol.asyncDispose]();
    }
  });

  it("completes for a client that requests details of one item, sends shared properties once, and supports snippets", async () => {
    const completion = {
      completionItem: { snippetSupport: true, resolveSupport: { properties: ["detail", "documentation"] } },
      completionList: { itemDefaults: ["editRange", "insertTextFormat"] },
    };
    await startLoaded({ capabilities: { textDocument: { ...capable.textDocument, completion } } });
    assert.equal(editor.result.capabilities.completionProvider?.resolveProvider, true);
    await editor.open(a, "[[ LIB : hr : gre\n\n[");
    await editor.findings(a, ["unclosed-placeholder"]);
    const list = await editor.request<CompletionList>("textDocument/completion", a, at(0, 17));
    assert.deepEqual(list.itemDefaults, {
      editRange: { start: { line: 0, character: 14 }, end: { line: 0, character: 17 } },
      insertTextFormat: 1,
    });
    const [item] = list.items;
    assert.deepEqual(item, {
      label: "greeting",
      kind: 1,
      textEditText: "greeting ]]",
      filterText: "greeting Greeting",
      sortText: "0000",
      data: "t1",
    });
    const resolved = await editor.connection.sendRequest<CompletionItem>("completionItem/resolve", item);
    assert.deepEqual(
      [resolved.detail, resolved.documentation],
      ["Hello Ada", { kind: "plaintext", value: "Greeting · in HR · plain text · en, sv · used by 0 texts" }],
    );
    const strange = { label: "x", data: "gone" };
    assert.deepEqual(await editor.connection.sendRequest("completionItem/resolve", strange), strange);
    const snippets = await editor.request<CompletionList>("textDocument/completion", a, at(2, 1));
    assert.deepEqual(
      [snippets.items[0]?.textEditText, snippets.items[0]?.insertTextFormat],
      ["[[ LIB : ${1:folder} : ${2:text} ]]", 2],
    );
  });

  it("shows meanings, and nothing in them can be clicked", async () => {
    await startLoaded();
    await editor.open(a, "[[ LIB : hr : greeting.formal ]]");
    await editor.findings(a, []);
    const hover = await editor.request<Hover>("textDocument/hover", a, at(0, 16));
    const { kind, value } = hover.contents as { kind: string; value: string };
    assert.equal(kind, "markdown");
    assert.ok(!/\[Click\]\(|<b>|:\/\/|www\.|@/.test(value.replace(/\\./g, "").replace(/````[^]*````/, "")), value);
    assert.match(value, /````\w*\n```\n\[link\]\(http:\/\/evil\)\n````/);
  });

  it("shows plain text if the client does not support Markdown", async () => {
    await startLoaded({ capabilities: {} });
    await editor.open(a, "[[ LIB : hr : greeting ]]");
    await editor.findings(a, []);
    const hover = await editor.request<Hover>("textDocument/hover", a, at(0, 16));
    assert.equal((hover.contents as { kind: string }).kind, "plaintext");
  });

  it("goes to the text in the catalog file, and to data in its sample", async () => {
    await startLoaded({ initializationOptions: { language: "sv" } });
    await editor.open(a, "[[ LIB : hr : greeting ]] [[ name ]]");
    await editor.findings(a, []);
    const content = JSON.stringify(catalog);
    const [text] = await editor.request<LocationLink[]>("textDocument/definition", a, at(0, 16));
    assert.equal(text?.targetUri, pathToFileURL(file).href);
    assert.equal(content.slice(text.targetRange.start.character, text.targetRange.end.character), '"Hej [[ name ]]"');
    assert.deepEqual(text.originSelectionRange, { start: { line: 0, character: 14 }, end: { line: 0, character: 22 } });
    const [data] = await editor.request<LocationLink[]>("textDocument/definition", a, at(0, 30));
    assert.equal(content.slice(data!.targetRange.start.character, data!.targetRange.end.character), '"Ada"');
  });

  it("lists placeholders and colours them", async () => {
    await start();
    await editor.open(a, "😀 [[ name ]]\n[[ INPUT : age ]]");
    const symbols = await editor.request<DocumentSymbol[]>("textDocument/documentSymbol", a);
    assert.deepEqual(
      symbols.map((symbol) => symbol.range),
      [
        { start: { line: 0, character: 3 }, end: { line: 0, character: 13 } },
        { start: { line: 1, character: 0 }, end: { line: 1, character: 17 } },
      ],
    );
    const { data } = await editor.request<SemanticTokens>("textDocument/semanticTokens/full", a);
    assert.deepEqual(data.slice(0, 3), [0, 3, 2]);
  });

  it("offers fixes, and all clear ones at once", async () => {
    await startLoaded();
    await editor.open(a, "😀 [[name ]] [[ LIB : hr : greetin ]]");
    await editor.findings(a, ["missing-space", "unknown-text"]);
    const actions = (only?: readonly string[], range: object = whole): Promise<CodeAction[]> =>
      editor.request("textDocument/codeAction", a, { range, context: { diagnostics: [], ...(only ? { only } : {}) } });
    const quick = await actions(["quickfix"], { start: { line: 0, character: 4 }, end: { line: 0, character: 4 } });
    assert.deepEqual(
      quick.map((action) => action.diagnostics?.[0]?.code),
      ["missing-space"],
    );
    assert.deepEqual(quick[0]?.edit?.changes?.[a]?.[0]?.range.start, { line: 0, character: 5 });
    const all = await actions(["source.fixAll"]);
    assert.deepEqual(
      all.map((action) => action.kind),
      ["source.fixAll"],
    );
    assert.ok((await actions()).length > all.length);
    const unasked = await editor.request<CodeAction[]>("textDocument/codeAction", a, {
      range: whole,
      context: { diagnostics: [], triggerKind: 2 },
    });
    assert.deepEqual(
      unasked.filter(({ kind }) => kind === "source.fixAll"),
      [],
      "worked out with every move of the cursor",
    );
    assert.deepEqual(await actions(["refactor"]), []);
  });

  it("offers refactorings of a kind, with the reason why one is unavailable for a client that shows it", async () => {
    const actions = async (
      text: string,
      codes: readonly string[],
      options: EditorOptions = {},
    ): Promise<readonly CodeAction[]> => {
      await startLoaded({ ...options, initializationOptions: { language: "sv", folder: "hr" } });
      await editor.open(a, text);
      await editor.findings(a, codes);
      return editor.request<CodeAction[]>("textDocument/codeAction", a, {
        range: { start: { line: 1, character: 5 }, end: { line: 1, character: 5 } },
        context: { diagnostics: [], only: ["refactor"] },
      });
    };
    const all = await actions("😀\r\n[[ LIB : hr : greeting ]]", []);
    assert.deepEqual(
      all.map(({ kind }) => kind),
      ["refactor.inline", "refactor.rewrite"],
    );
    assert.deepEqual(all[0]?.edit?.changes?.[a], [
      { range: { start: { line: 1, character: 0 }, end: { line: 1, character: 25 } }, newText: "Hej [[ name ]]" },
    ]);
    await writeFile(file, JSON.stringify({ ...catalog, texts: [{ ...catalog.texts[0], contentType: 2 }] }));
    for (const disabledSupport of [true, false]) {
      await editor[Symbol.asyncDispose]();
      const [refused] = await actions("\n[[ LIB : hr : greeting ]]", ["content-type-mismatch"], {
        capabilities: { textDocument: { codeAction: { disabledSupport } } },
      });
      assert.deepEqual(
        [refused?.kind, refused?.disabled?.reason.startsWith('"greeting" is HTML'), refused?.edit],
        disabledSupport ? ["refactor.inline", true, undefined] : ["refactor.rewrite", undefined, refused?.edit],
      );
    }
  });

  it("reads the catalog again when it is replaced, and keeps the last good one when it breaks", async () => {
    await start();
    await editor.open(a, "[[ LIB : hr : new ]]");
    await editor.findings(a, ["unknown-text"]);
    await writeFile(
      `${file}.next`,
      JSON.stringify({ ...catalog, texts: [...catalog.texts, { id: "t3", folderId: "f1", code: "new" }] }),
    );
    await rename(`${file}.next`, file);
    await editor.findings(a, []);
    await writeFile(file, '{ "texts": 7 }');
    const message = await editor.until(() =>
      editor.messages.find((each) => each.includes("texts: Expected a list, but this is a number.")),
    );
    assert.match(message, /catalog\.json: texts: Expected a list, but this is a number\./);
    await editor.change(a, 2, [{ text: "[[ LIB : hr : newer ]]" }]);
    await editor.findings(a, ["unknown-text"]);
  });

  it("reports nothing about the library while there is none", async () => {
    await rm(file);
    await start();
    await editor.open(a, "[[ LIB : hr : x ]] [[ name]]");
    await editor.until(() => editor.messages.some((each) => each.includes("ENOENT")));
    await editor.findings(a, ["missing-space"]);
  });

  it("reports mistakes in the variables of a live catalog", async () => {
    editor = await startEditor({ initializationOptions: { catalog: { live: true } } });
    await editor.until(() => editor.messages.includes("No service is named."));
  });

  it("obeys smartform.json of each folder, and notices changes", async () => {
    await writeFile(
      join(folder, "smartform.json"),
      JSON.stringify({ files: [{ include: "*.sft", data: "data.json" }], rules: { "unknown-data": "off" } }),
    );
    await writeFile(join(folder, "data.json"), "{}");
    await start({ folders: [{ uri: pathToFileURL(folder).href, name: "one" }] });
    const uri = pathToFileURL(join(folder, "b.sft")).href;
    await editor.open(uri, "[[ name ]] [[ LIB : greeting ]]");
    await editor.findings(uri, ["short-reference"]);
    await writeFile(
      join(folder, "smartform.json"),
      JSON.stringify({
        files: [{ include: "*.sft", data: "data.json", textLibraryFolder: "hr" }],
        rules: { "unknown-data": "error" },
      }),
    );
    const [finding] = await editor.findings(uri, ["unknown-data"]);
    assert.equal(finding?.severity, 1);
    await writeFile(join(folder, "data.json"), '{ "name": "Ada" }');
    await editor.connection.sendNotification("workspace/didChangeWatchedFiles", {
      changes: [{ uri: pathToFileURL(join(folder, "data.json")).href, type: 2 }],
    });
    await editor.findings(uri, []);
  });

  it("reports mistakes in smartform.json", async () => {
    await writeFile(join(folder, "smartform.json"), '{ "files": 7 }');
    await start({ folders: [{ uri: pathToFileURL(folder).href, name: "one" }] });
    await editor.until(() =>
      editor.messages.some((each) => each.endsWith("smartform.json:1:12: files: a list is expected here.")),
    );
  });

  it("returns diagnostics to a client that pulls them, and then pushes none", async () => {
    let refreshed = 0;
    await start({
      capabilities: {
        ...capable,
        textDocument: { ...capable.textDocument, diagnostic: {} },
        workspace: { diagnostics: { refreshSupport: true } },
      },
      prepare: (connection) =>
        connection.onRequest("workspace/diagnostic/refresh", () => {
          refreshed += 1;
          return null;
        }),
    });
    await editor.open(a, "[[name ]]");
    const report = await editor.request<{ kind: string; items: readonly { code: string }[] }>(
      "textDocument/diagnostic",
      a,
    );
    assert.deepEqual([report.kind, report.items.map((item) => item.code)], ["full", ["missing-space"]]);
    for (let round = 0; round < 5; round++) await editor.request("textDocument/diagnostic", a);
    assert.equal(editor.pushed.length, 0);
    assert.deepEqual(editor.result.capabilities.diagnosticProvider, {
      identifier: "smartform",
      interFileDependencies: true,
      workspaceDiagnostics: true,
    });
    assert.ok(refreshed <= 2);
  });

  it("clears findings of a document that is closed, and answers nothing about it", async () => {
    await start();
    await editor.open(a, "[[name ]]");
    await editor.findings(a, ["missing-space"]);
    await editor.connection.sendNotification("textDocument/didClose", { textDocument: { uri: a } });
    await editor.findings(a, []);
    assert.equal(await editor.request("textDocument/hover", a, at(0, 3)), null);
    assert.deepEqual(await editor.request<DocumentLink[]>("textDocument/documentLink", a), []);
  });

  it("treats any other language as plain text, but not the strings of a create-form request", async () => {
    await start();
    await editor.open("file:///a.tex", "[[<b>name</b>]]", "latex");
    await editor.until(() => editor.pushed.some((each) => each.uri === "file:///a.tex"));
    await editor.open("file:///a.form.json", '{ "values": { "a": "[[" } }', "json");
    await editor.findings("file:///a.form.json", ["form-missing-property"]);
  });
});
