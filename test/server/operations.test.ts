/**
 * Request files of the operation table over LSP: findings, completion, hover and fixes in every editor, and files that
 * appear and disappear.
 */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CodeAction, CompletionList, Hover } from "vscode-languageserver/node";
import { startEditor } from "./editor.ts";
import type { Editor } from "./editor.ts";

describe("request files of the operation table over LSP", () => {
  let folder = "";
  let editor: Editor;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "operations-"));
    editor = await startEditor({ folders: [{ uri: pathToFileURL(folder).href, name: "one" }] });
  });
  afterEach(async () => {
    await editor[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });
  const uri = (name: string): string => pathToFileURL(join(folder, name)).href;
  const upload = (file: string): string =>
    `{ "operation": "archive.upload",\r\n  "body": { "fileContent": { "file": "${file}" }, "folderPath": "😀" } }`;

  it("reports mistakes, follows edits, and offers the fixes", async () => {
    await editor.open(
      uri("a.archive.json"),
      '{ "operation": "archive.search",\r\n  "body": { "serchQuery": "😀", "foldersIds": 5 } }',
      "json",
    );
    const [unknown, value] = await editor.findings(uri("a.archive.json"), [
      "request-unknown-property",
      "request-value",
    ]);
    assert.deepEqual(
      [unknown?.range, value?.range],
      [
        { start: { line: 1, character: 12 }, end: { line: 1, character: 24 } },
        { start: { line: 1, character: 46 }, end: { line: 1, character: 47 } },
      ],
    );
    const actions = await editor.request<CodeAction[]>("textDocument/codeAction", uri("a.archive.json"), {
      range: unknown!.range,
      context: { diagnostics: [] },
    });
    assert.equal(actions[0]?.title, 'Use "searchQuery"');
    await editor.change(uri("a.archive.json"), 2, [{ range: unknown!.range, text: '"searchQuery"' }]);
    await editor.findings(uri("a.archive.json"), ["request-value"]);
  });

  it("completes and explains", async () => {
    await editor.open(uri("a.store.json"), '{ "operation": "store.search", "body": { "T": 1 } }', "json");
    const { items } = await editor.request<CompletionList>("textDocument/completion", uri("a.store.json"), {
      position: { line: 0, character: 43 },
    });
    assert.deepEqual(
      items.map(({ label }) => label),
      ["Top", "WhereConditions", "Sorters", "ResultColumns"],
    );
    const hover = await editor.request<Hover>("textDocument/hover", uri("a.store.json"), {
      position: { line: 0, character: 20 },
    });
    assert.match(JSON.stringify(hover.contents), /search the document store/);
  });

  it("checks again when a named file appears or disappears", async () => {
    await editor.open(uri("a.archive.json"), upload("late.pdf"), "json");
    await editor.findings(uri("a.archive.json"), ["request-file"]);
    await writeFile(join(folder, "late.pdf"), "%PDF-1.4");
    await editor.connection.sendNotification("workspace/didChangeWatchedFiles", {
      changes: [{ uri: uri("late.pdf"), type: 1 }],
    });
    await editor.findings(uri("a.archive.json"), []);
  });

  it("reports nothing about files while the request itself has no place", async () => {
    await editor.open("untitled:a.archive.json", upload("late.pdf"), "json");
    await editor.open("untitled:b.archive.json", upload("late.pdf").replace("folderPath", "folderPth"), "json");
    await editor.findings("untitled:b.archive.json", ["request-unknown-property"]);
    assert.deepEqual(
      editor.pushed.filter((params) => params.uri === "untitled:a.archive.json").at(-1)?.diagnostics,
      [],
    );
  });
});
