/** smartform.json in an editor: what it says holds for the files below it, and what is wrong in it is marked where it stands. */
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CodeAction } from "vscode-languageserver/node";
import { startEditor } from "./editor.ts";
import type { Editor } from "./editor.ts";

describe("smartform.json in an editor", () => {
  let folder = "";
  let editor: Editor;
  beforeEach(async () => { folder = await mkdtemp(join(tmpdir(), "settings-")); });
  afterEach(async () => {
    await editor[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });
  const uri = (name: string): string => pathToFileURL(join(folder, name)).href;
  async function write(name: string, content: unknown): Promise<void> {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
  }
  async function start(): Promise<void> {
    editor = await startEditor({ folders: [{ uri: pathToFileURL(folder).href, name: "one" }] });
  }

  it("holds for the files below it, the innermost whole", async () => {
    await write("smartform.json", { rules: { "unclosed-placeholder": "off" } });
    await write("in/smartform.json", { files: [{ include: "deep/**", rules: { "missing-space": "off" } }] });
    await start();
    for (const name of ["a.sft", "in/a.sft", "in/deep/b.sft"]) await editor.open(uri(name), "[[x]] [[");
    await editor.findings(uri("a.sft"), ["missing-space"]);
    await editor.findings(uri("in/a.sft"), ["missing-space", "unclosed-placeholder"]);
    await editor.findings(uri("in/deep/b.sft"), ["unclosed-placeholder"]);
  });

  it("is read again when it changes, and when a nearer one comes", async () => {
    await start();
    await editor.open(uri("in/a.sft"), "[[");
    await editor.findings(uri("in/a.sft"), ["unclosed-placeholder"]);
    const tell = (name: string): Promise<void> => editor.connection.sendNotification("workspace/didChangeWatchedFiles", { changes: [{ uri: uri(name), type: 1 }] });
    await write("smartform.json", { rules: { "unclosed-placeholder": "off" } });
    await tell("smartform.json");
    await editor.findings(uri("in/a.sft"), []);
    await write("in/smartform.json", { rules: { "unclosed-placeholder": "hint" } });
    await tell("in/smartform.json");
    const [finding] = await editor.findings(uri("in/a.sft"), ["unclosed-placeholder"]);
    assert.equal(finding?.severity, 4);
  });

  it("holds for texts of the library by their address", async () => {
    await write("smartform.json", { files: [{ include: "textlib:/hr/*.sv.*", rules: { "unclosed-placeholder": "off" } }] });
    await start();
    await editor.open("textlib://one/hr/a.sv.txt?t1", "[[");
    await editor.open("textlib://one/hr/a.en.txt?t1", "[[");
    await editor.findings("textlib://one/hr/a.en.txt?t1", ["unclosed-placeholder"]);
    await editor.findings("textlib://one/hr/a.sv.txt?t1", []);
  });

  it("is marked where it is not understood, with what was probably meant", async () => {
    await start();
    const text = '{\n  // a comment\n  "rules": { "unknwon-text": "off", "missing-space": "loud" }\n}';
    await editor.open(uri("smartform.json"), text, "jsonc");
    const [code, severity] = await editor.findings(uri("smartform.json"), ["settings", "settings"]);
    assert.deepEqual(code?.range, { start: { line: 2, character: 13 }, end: { line: 2, character: 27 } });
    assert.match(String(code.message), /Did you mean "unknown-text"\?$/);
    assert.deepEqual(severity?.range, { start: { line: 2, character: 53 }, end: { line: 2, character: 59 } });
    const actions = await editor.request<readonly CodeAction[]>("textDocument/codeAction", uri("smartform.json"), { range: code.range, context: { diagnostics: [] } });
    assert.deepEqual(actions.map(({ title, isPreferred, edit }) => [title, isPreferred, edit?.changes?.[uri("smartform.json")]]), [['Use "unknown-text"', undefined, [{ range: code.range, newText: '"unknown-text"' }]]]);
  });

  it("is told where nobody has it open", async () => {
    await write("smartform.json", { rulez: {} });
    await start();
    await editor.until(() => editor.messages.some((message) => message.includes("smartform.json:1:2: rulez:")));
  });
});
