/** smartform.json in an editor: its settings apply to the files below it, and its mistakes are marked in place. */
import assert from "node:assert/strict";
import { link, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CodeAction, CompletionList, DocumentDiagnosticReport, Location } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { capable, startEditor } from "./editor.ts";
import type { Editor } from "./editor.ts";

describe("smartform.json in an editor", () => {
  let folder = "";
  let editor: Editor;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "settings-"));
  });
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

  it("applies to the files below it, and only the innermost one", async () => {
    await write("smartform.json", { rules: { "unclosed-placeholder": "off" } });
    await write("in/smartform.json", { files: [{ include: "deep/**", rules: { "missing-space": "off" } }] });
    await start();
    for (const name of ["a.sft", "in/a.sft", "in/deep/b.sft"]) await editor.open(uri(name), "[[x]] [[");
    await editor.findings(uri("a.sft"), ["missing-space"]);
    await editor.findings(uri("in/a.sft"), ["missing-space", "unclosed-placeholder"]);
    await editor.findings(uri("in/deep/b.sft"), ["unclosed-placeholder"]);
  });

  it("is read again when it changes, and when a nearer one is created", async () => {
    await start();
    await editor.open(uri("in/a.sft"), "[[");
    await editor.findings(uri("in/a.sft"), ["unclosed-placeholder"]);
    const tell = (name: string): Promise<void> =>
      editor.connection.sendNotification("workspace/didChangeWatchedFiles", { changes: [{ uri: uri(name), type: 1 }] });
    await write("smartform.json", { rules: { "unclosed-placeholder": "off" } });
    await tell("smartform.json");
    await editor.findings(uri("in/a.sft"), []);
    await write("in/smartform.json", { rules: { "unclosed-placeholder": "hint" } });
    await tell("in/smartform.json");
    const [finding] = await editor.findings(uri("in/a.sft"), ["unclosed-placeholder"]);
    assert.equal(finding?.severity, 4);
  });

  it("is read again when the file changes under another name", async () => {
    await write("conf/smartform.json", {});
    await symlink("conf/smartform.json", join(folder, "smartform.json"));
    await write("conf/sub/known.json", "[]");
    await write("one/smartform.json", { baseline: "sub/known.json" });
    await mkdir(join(folder, "one/sub"));
    await link(join(folder, "conf/sub/known.json"), join(folder, "one/sub/known.json"));
    await start();
    const names = ["a.sft", "conf/a.sft", "one/a.sft"];
    for (const name of names) await editor.open(uri(name), "[[x]] [[");
    for (const name of names) await editor.findings(uri(name), ["missing-space", "unclosed-placeholder"]);
    const tell = (name: string, type: number): Promise<void> =>
      editor.connection.sendNotification("workspace/didChangeWatchedFiles", { changes: [{ uri: uri(name), type }] });
    await write("conf/smartform.json", { rules: { "missing-space": "off" } });
    await tell("conf/smartform.json", 2);
    for (const name of ["conf/a.sft", "a.sft"]) await editor.findings(uri(name), ["unclosed-placeholder"]);
    await write("conf/sub/known.json", '[{"file":"a.sft","code":"missing-space","words":"[[x]]"}]');
    await tell("conf/sub/known.json", 2);
    await editor.findings(uri("one/a.sft"), ["unclosed-placeholder"]);
    await rm(join(folder, "conf/smartform.json"));
    await tell("conf/smartform.json", 3);
    await editor.findings(uri("a.sft"), ["missing-space", "unclosed-placeholder"]);
  });

  it("is not read again through a link when another file is deleted, but when its own is deleted under another name", async () => {
    await write("conf/team.json", { baseline: "known.json" });
    await symlink("conf/team.json", join(folder, "smartform.json"));
    await write("known.json", "[1]");
    for (const name of ["notes.txt", "conf/known.json"]) await write(name, "");
    await start();
    const problems = (): number => editor.messages.filter((each) => each.includes("this is not a baseline")).length;
    const goes = async (name: string): Promise<void> => {
      await rm(join(folder, name));
      await editor.connection.sendNotification("workspace/didChangeWatchedFiles", {
        changes: [{ uri: uri(name), type: 3 }],
      });
      // The response arrives once the settings are loaded.
      await editor.request("textDocument/hover", uri("a.sft"), { position: { line: 0, character: 0 } });
    };
    await editor.open(uri("a.sft"), "[[x]]");
    await editor.findings(uri("a.sft"), ["missing-space"]);
    assert.equal(problems(), 1);
    for (const name of ["notes.txt", "conf/known.json"]) await goes(name);
    await write("known.json", '[{"file":"a.sft","code":"missing-space","words":"[[x]]"}]');
    await editor.connection.sendNotification("workspace/didChangeWatchedFiles", {
      changes: [{ uri: uri("known.json"), type: 2 }],
    });
    await editor.findings(uri("a.sft"), []);
    assert.equal(problems(), 1);
    await goes("conf/team.json");
    await editor.findings(uri("a.sft"), ["missing-space"]);
  });

  it("is one for each folder of the workspace, with its own baseline; that of the first applies to texts of the library", async () => {
    const root = (name: string) => ({ uri: uri(name), name });
    await write("one/smartform.json", { baseline: "known.json", rules: { "unclosed-placeholder": "off" } });
    await write("one/known.json", '[{"file":"a.sft","code":"missing-space","words":"[[x]]"}]');
    await write("two/smartform.json", { baseline: "known.json", rules: { "missing-space": "hint" } });
    await write("two/known.json", '[{"file":"a.sft","code":"unclosed-placeholder","words":"[["}]');
    editor = await startEditor({
      folders: [root("one"), root("two")],
      capabilities: { ...capable, workspace: { workspaceFolders: true } },
    });
    const text = "textlib://one/hr/a.sv.sft?t1";
    for (const each of [uri("one/a.sft"), uri("two/a.sft"), text]) await editor.open(each, "[[x]] [[y]] [[");
    await editor.findings(uri("one/a.sft"), ["missing-space"]);
    assert.deepEqual(
      (await editor.findings(uri("two/a.sft"), ["missing-space", "missing-space"])).map(({ severity }) => severity),
      [4, 4],
    );
    await editor.findings(text, ["missing-space", "missing-space"]);
    await editor.connection.sendNotification("workspace/didChangeWorkspaceFolders", {
      event: { added: [], removed: [root("one")] },
    });
    await editor.findings(text, ["missing-space", "missing-space", "unclosed-placeholder"]);
  });

  it("is read again with its baseline when one of them changes, and the others are not", async () => {
    await write("one/smartform.json", { baseline: "known.json" });
    await write("one/known.json", "[1]");
    await write("two/smartform.json", {});
    await start();
    const tell = (name: string): Promise<void> =>
      editor.connection.sendNotification("workspace/didChangeWatchedFiles", { changes: [{ uri: uri(name), type: 2 }] });
    const problems = (): number => editor.messages.filter((each) => each.includes("this is not a baseline")).length;
    for (const each of ["one/a.sft", "two/a.sft"]) await editor.open(uri(each), "[[x]]");
    await editor.findings(uri("two/a.sft"), ["missing-space"]);
    await editor.findings(uri("one/a.sft"), ["missing-space"]);
    await write("two/smartform.json", { rules: { "missing-space": "off" } });
    await tell("two/smartform.json");
    await editor.findings(uri("two/a.sft"), []);
    // The response arrives once the settings are loaded.
    await editor.request("textDocument/hover", uri("one/a.sft"), { position: { line: 0, character: 0 } });
    assert.equal(problems(), 1);
    await write("one/known.json", '[{"file":"a.sft","code":"missing-space","words":"[[x]]"}]');
    await tell("one/known.json");
    await editor.findings(uri("one/a.sft"), []);
    await write("one/known.json", "[1]");
    await tell("one/known.json");
    await editor.findings(uri("one/a.sft"), ["missing-space"]);
  });

  it("applies to texts of the library by their address", async () => {
    await write("smartform.json", {
      files: [{ include: "textlib:/hr/*.sv.*", rules: { "unclosed-placeholder": "off" } }],
    });
    await start();
    await editor.open("textlib://one/hr/a.sv.sft?t1", "[[");
    await editor.open("textlib://one/hr/a.en.sft?t1", "[[");
    await editor.findings("textlib://one/hr/a.en.sft?t1", ["unclosed-placeholder"]);
    await editor.findings("textlib://one/hr/a.sv.sft?t1", []);
  });

  it("is marked where it is invalid, with a suggestion", async () => {
    await start();
    const text = '{\n  // a comment\n  "rules": { "unknwon-text": "off", "missing-space": "loud" }\n}';
    await editor.open(uri("smartform.json"), text, "jsonc");
    const [code, severity] = await editor.findings(uri("smartform.json"), ["settings", "settings"]);
    assert.deepEqual(code?.range, { start: { line: 2, character: 13 }, end: { line: 2, character: 27 } });
    assert.match(String(code.message), /Did you mean "unknown-text"\?$/);
    assert.deepEqual(severity?.range, { start: { line: 2, character: 53 }, end: { line: 2, character: 59 } });
    const actions = await editor.request<readonly CodeAction[]>("textDocument/codeAction", uri("smartform.json"), {
      range: code.range,
      context: { diagnostics: [] },
    });
    assert.deepEqual(
      actions.map(({ title, isPreferred, edit }) => [title, isPreferred, edit?.changes?.[uri("smartform.json")]]),
      [['Use "unknown-text"', undefined, [{ range: code.range, newText: '"unknown-text"' }]]],
    );
  });

  it("is marked where it is not JSON, and so is the rest; VS Code reports the first itself", async () => {
    const text = '{ "rulez": {} "rules": { } }';
    await start();
    await editor.open(uri("smartform.json"), text, "jsonc");
    const [, syntax] = await editor.findings(uri("smartform.json"), ["settings", "settings-syntax"]);
    assert.equal(syntax?.message, "This is not valid JSON: comma expected.");
    await using code = await startEditor({
      initializationOptions: { catalog: { client: null } },
      capabilities: { ...capable, textDocument: { ...capable.textDocument, diagnostic: {} } },
    });
    await code.open(uri("smartform.json"), text, "jsonc");
    const report = await code.request<DocumentDiagnosticReport>("textDocument/diagnostic", uri("smartform.json"));
    assert.deepEqual(report.kind === "full" && report.items.map(({ code: each }) => each), ["settings"]);
  });

  it("is marked where it names a folder or a Smartform that the catalog does not have, until it does", async () => {
    const catalog = join(folder, "catalog.json");
    await write("catalog.json", { folders: [{ id: "f", name: "Claims", code: "claims" }], smartforms: [] });
    editor = await startEditor({
      folders: [{ uri: pathToFileURL(folder).href, name: "one" }],
      initializationOptions: { catalog: { file: catalog } },
    });
    await editor.open(
      uri("smartform.json"),
      '{ "files": [{ "include": "a.sft", "smartform": "s", "textLibraryFolder": "claim" }] }',
      "jsonc",
    );
    const [, place] = await editor.findings(uri("smartform.json"), ["settings", "settings"]);
    assert.deepEqual(place?.range, { start: { line: 0, character: 73 }, end: { line: 0, character: 80 } });
    const actions = await editor.request<readonly CodeAction[]>("textDocument/codeAction", uri("smartform.json"), {
      range: place.range,
      context: { diagnostics: [] },
    });
    assert.deepEqual(
      actions.map(({ title }) => title),
      ['Use "claims"'],
    );
    await write("catalog.json", {
      folders: [{ id: "f", name: "Claims", code: "claim" }],
      smartforms: [{ id: "s", name: "S" }],
    });
    await editor.findings(uri("smartform.json"), []);
  });

  it("is completed from the library", async () => {
    const catalog = join(folder, "catalog.json");
    await write("catalog.json", { folders: [{ id: "f", name: "Claims", code: "claims" }], smartforms: [] });
    editor = await startEditor({
      folders: [{ uri: pathToFileURL(folder).href, name: "one" }],
      initializationOptions: { catalog: { file: catalog } },
    });
    const content = '{ "files": [{ "include": "a.sft", "smartform": "s", "textLibraryFolder": "" }], "rules": "x" }';
    const at = content.indexOf('""');
    await editor.open(uri("smartform.json"), content, "jsonc");
    // The finding about the missing Smartform shows that the catalog is loaded.
    await editor.findings(uri("smartform.json"), ["settings", "settings", "settings"]);
    const complete = async (character: number): Promise<readonly unknown[]> =>
      (
        await editor.request<CompletionList>("textDocument/completion", uri("smartform.json"), {
          position: { line: 0, character },
        })
      ).items.map(({ textEdit }) => textEdit);
    assert.deepEqual(await complete(at + 1), [
      { range: { start: { line: 0, character: at }, end: { line: 0, character: at + 2 } }, newText: '"claims"' },
    ]);
    assert.deepEqual(await complete(2), []);
  });

  it("is where the folder of short references is set", async () => {
    await write(
      "smartform.json",
      '{ "files": [\n{ "include": "in/*.sft", "textLibraryFolder": "one" },\n{ "include": "**/a.*", "textLibraryFolder": "two" },\n{ "include": "in/a.sft", "language": "sv" }] }',
    );
    editor = await startEditor({
      folders: [{ uri: pathToFileURL(folder).href, name: "one" }],
      initializationOptions: { folder: "three" },
    });
    await editor.open(uri("in/a.sft"), "[[ LIB : footer ]]");
    for (const other of ["untitled:a", uri("b.sft")]) await editor.open(other, "[[ LIB : footer ]]");
    const types = (file: string): Promise<Location[] | null> =>
      editor.request("textDocument/typeDefinition", file, { position: { line: 0, character: 12 } });
    const said = {
      uri: uri("smartform.json"),
      range: { start: { line: 2, character: 44 }, end: { line: 2, character: 49 } },
    };
    assert.deepEqual(await types(uri("in/a.sft")), [said]);
    for (const other of ["untitled:a", uri("b.sft")]) assert.deepEqual(await types(other), []);
    await editor.open(uri("smartform.json"), '{ "files": [{ "include": "**", "textLibraryFolder": "two" }] }', "jsonc");
    assert.equal((await types(uri("in/a.sft")))?.[0]?.range.start.line, 0);
  });

  const hiding = async (file: string, range: object): Promise<readonly CodeAction[]> =>
    (
      await editor.request<readonly CodeAction[]>("textDocument/codeAction", file, {
        range,
        context: { diagnostics: [] },
      })
    ).filter(({ title }) => /^(?:Hide "|Add this)/.test(title));

  it("is written by actions that hide a finding, with its comments and its format, and nothing else is", async () => {
    const content =
      '{\n    // ours\n    "baseline": "known.json",\n    "files": [{ "include": "in/**", "language": "sv" }]\n}\n';
    await write("smartform.json", content);
    await write("known.json", "[]\n");
    await start();
    await editor.open(uri("in/a[1].sft"), "[[x]]");
    const [finding] = await editor.findings(uri("in/a[1].sft"), ["missing-space"]);
    const actions = await hiding(uri("in/a[1].sft"), finding!.range);
    assert.deepEqual(
      actions.map(({ title, isPreferred }) => [title, isPreferred]),
      [
        ['Hide "missing-space" in in/a\\[1\\].sft', undefined],
        ['Hide "missing-space" in in/**', undefined],
        ['Hide "missing-space" everywhere', undefined],
        ['Add this "missing-space" to the baseline', undefined],
      ],
    );
    for (const { title, edit } of actions) {
      const [[target, edits] = ["", []], ...others] = Object.entries(edit?.changes ?? {});
      assert.deepEqual(others, []);
      const name = title.startsWith("Add") ? "known.json" : "smartform.json";
      assert.equal(target, uri(name));
      const before = name === "known.json" ? "[]\n" : content;
      await write(name, TextDocument.applyEdits(TextDocument.create(target, "json", 1, before), edits));
      if (name === "smartform.json")
        assert.match(await readFile(join(folder, name), "utf8"), /\n {4}\/\/ ours\n[^]*"missing-space": "off"/);
      await editor.connection.sendNotification("workspace/didChangeWatchedFiles", {
        changes: [{ uri: target, type: 2 }],
      });
      await editor.findings(uri("in/a[1].sft"), []);
      await write(name, before);
      await editor.connection.sendNotification("workspace/didChangeWatchedFiles", {
        changes: [{ uri: target, type: 2 }],
      });
      await editor.findings(uri("in/a[1].sft"), ["missing-space"]);
    }
  });

  it("is created by such an action if there is none, also for a text of the library", async () => {
    editor = await startEditor({
      folders: [{ uri: pathToFileURL(folder).href, name: "one" }],
      capabilities: {
        ...capable,
        workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ["create"] } },
      },
    });
    const text = "textlib://one/hr/a.sv.sft?t1";
    await editor.open(text, "[[x]]");
    const [finding] = await editor.findings(text, ["missing-space"]);
    const [alone] = await hiding(text, finding!.range);
    const [create, edit] = alone?.edit?.documentChanges ?? [];
    assert.deepEqual(create, { kind: "create", uri: uri("smartform.json"), options: { ignoreIfExists: true } });
    const [written] = edit !== undefined && "edits" in edit ? edit.edits : [];
    assert.deepEqual(JSON.parse(written !== undefined && "newText" in written ? written.newText : ""), {
      files: [{ include: "textlib:/hr/a.sv.txt", rules: { "missing-space": "off" } }],
    });
  });

  it("is left alone if it is not JSON", async () => {
    await write("smartform.json", '{ "files": [');
    await start();
    await editor.open(uri("a.sft"), "[[x]]");
    const [finding] = await editor.findings(uri("a.sft"), ["missing-space"]);
    assert.deepEqual(await hiding(uri("a.sft"), finding!.range), []);
  });

  it("is reported if nobody has it open", async () => {
    await write("smartform.json", { rulez: {} });
    await start();
    await editor.until(() => editor.messages.some((message) => message.includes("smartform.json:1:2: rulez:")));
  });
});
