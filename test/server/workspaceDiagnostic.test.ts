/** workspace/diagnostic: findings of every file of the workspace, as an editor requests them. */
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { CancellationTokenSource } from "vscode-languageserver/node";
import type { WorkspaceDiagnosticReport, WorkspaceDocumentDiagnosticReport } from "vscode-languageserver/node";
import { capable, startEditor } from "./editor.ts";
import type { Editor } from "./editor.ts";

describe("workspace/diagnostic", () => {
  let folder = "";
  let editor: Editor;
  let said: unknown = "all files";
  const partial: WorkspaceDocumentDiagnosticReport[] = [];
  const progress: string[] = [];
  let heard = (): void => undefined;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "pull-"));
    said = "all files";
    partial.length = 0;
    progress.length = 0;
  });
  afterEach(async () => {
    await editor[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });
  const uri = (name: string): string => pathToFileURL(join(folder, name)).href;
  async function write(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), content);
    }
  }
  async function start({ vsCode = false } = {}): Promise<void> {
    editor = await startEditor({
      folders: [{ uri: pathToFileURL(folder).href, name: "one" }],
      capabilities: {
        ...capable,
        textDocument: { ...capable.textDocument, diagnostic: {} },
        workspace: { diagnostics: {}, configuration: true, didChangeWatchedFiles: { dynamicRegistration: true } },
        window: { workDoneProgress: true },
      },
      initializationOptions: vsCode ? { catalog: { client: null } } : {},
      prepare(connection) {
        connection.onRequest(
          "workspace/configuration",
          ({ items }: { readonly items: readonly { readonly section: string }[] }) =>
            items.map(({ section }) => (section === "smartform.workspaceFindings" ? said : null)),
        );
        connection.onRequest("client/registerCapability", () => null);
        connection.onRequest("window/workDoneProgress/create", () => null);
        connection.onNotification(
          "$/progress",
          ({
            token,
            value,
          }: {
            readonly token: string;
            readonly value: { readonly kind: string; readonly items: readonly WorkspaceDocumentDiagnosticReport[] };
          }) => {
            if (token === "partial") partial.push(...value.items);
            else progress.push(value.kind);
            heard();
          },
        );
      },
    });
  }
  const ask = (more: object = {}, token?: CancellationTokenSource): Promise<WorkspaceDiagnosticReport> =>
    editor.connection.sendRequest<WorkspaceDiagnosticReport>(
      "workspace/diagnostic",
      { previousResultIds: [], ...more },
      ...(token ? [token.token] : []),
    );
  const shown = (reports: readonly WorkspaceDocumentDiagnosticReport[]): readonly string[] =>
    reports
      .map(
        (report) =>
          `${basename(report.uri)} ${report.kind === "full" ? report.items.map(({ code }) => code).join() : report.kind}`,
      )
      .sort();
  /** Returns the findings that a client has after all partial results. */
  const held = (): readonly string[] =>
    shown([...new Map(partial.filter(({ kind }) => kind === "full").map((report) => [report.uri, report])).values()]);
  const told = (expected: readonly string[]): Promise<void> =>
    new Promise((resolve) => {
      heard = () => {
        if (JSON.stringify(held()) === JSON.stringify(expected)) resolve();
      };
      heard();
    });

  it("reports mistakes in texts, requests and settings, and the absence of mistakes", async () => {
    await write({
      "a.sft": "[[",
      "b.sft": "[[ x ]]",
      "deep/c.sft.html": "<p>[[x]]</p>",
      "d.form.json": "{",
      "smartform.json": '{ "rulez": {} }',
      "other.txt": "[[",
    });
    await start();
    const { items } = await ask();
    assert.deepEqual(shown(items), [
      "a.sft unclosed-placeholder",
      "b.sft ",
      "c.sft.html missing-space",
      "d.form.json form-syntax",
      "smartform.json settings",
    ]);
    assert.deepEqual(editor.pushed, [], "nothing is pushed to who asks");
  });

  it("reports files whose findings the client has as unchanged, and deleted ones as without findings", async () => {
    await write({ "a.sft": "[[", "b.sft": "[[" });
    await start();
    const { items } = await ask();
    await write({ "b.sft": "[[x]]" });
    const gone = { uri: uri("gone.sft"), value: "x" };
    const again = await ask({
      previousResultIds: [...items.map(({ uri, resultId }) => ({ uri, value: resultId })), gone],
    });
    assert.deepEqual(shown(again.items), ["a.sft unchanged", "b.sft missing-space", "gone.sft "]);
    assert.equal(
      again.items.find((each) => each.uri === uri("a.sft"))?.resultId,
      items.find((each) => each.uri === uri("a.sft"))?.resultId,
    );
  });

  it("uses the editor's content of open documents, and checks them first", async () => {
    await write(Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`${index}.sft`, "[["])));
    await start();
    await editor.open(uri("77.sft"), "[[x]]");
    const { items } = await ask({ partialResultToken: "partial" });
    assert.deepEqual([items, partial.length], [[], 300]);
    assert.ok(partial.findIndex((each) => each.uri === uri("77.sft")) < 8);
    assert.deepEqual(
      partial.filter((each) => each.uri === uri("77.sft")).map(({ version, kind }) => [version, kind]),
      [[1, "full"]],
    );
    assert.deepEqual(shown(partial.filter((each) => each.uri === uri("77.sft"))), ["77.sft missing-space"]);
  });

  it("reports thousands while it checks, with progress, and stops when it is cancelled", async function () {
    this.timeout(60_000);
    await write(Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`${index}.sft`, "[["])));
    await start();
    const stop = new CancellationTokenSource();
    heard = () => {
      if (partial.length > 0) stop.cancel();
    };
    await assert.rejects(ask({ partialResultToken: "partial", workDoneToken: "work" }, stop), /Cancelled/);
    assert.ok(partial.length < 2000, `${partial.length} of 2000 were told before anybody could stop it`);
    assert.deepEqual([progress[0], progress.at(-1)], ["begin", "end"]);
    heard = () => undefined;
    const { items } = await ask();
    assert.equal(items.length, 2000);
  });

  it("continues to report to VS Code, only what changed", async () => {
    await write({ "a.sft": "[[", "b.sft": "[[", "in/c.sft": "[[" });
    await start({ vsCode: true });
    const stop = new CancellationTokenSource();
    const running = ask({ partialResultToken: "partial" }, stop);
    const changed = (name: string): Promise<void> =>
      editor.connection.sendNotification("workspace/didChangeWatchedFiles", { changes: [{ uri: uri(name), type: 2 }] });
    await told(["a.sft unclosed-placeholder", "b.sft unclosed-placeholder", "c.sft unclosed-placeholder"]);
    partial.length = 0;
    await write({ "b.sft": "" });
    await changed("b.sft");
    await told(["b.sft "]);
    assert.equal(partial.length, 1);
    await rm(join(folder, "in/c.sft"));
    await changed("in/c.sft");
    await told(["b.sft ", "c.sft "]);
    await write({ "new/d.sft": "[[", "new/e.sft": "[[" });
    await changed("new");
    await told(["b.sft ", "c.sft ", "d.sft unclosed-placeholder", "e.sft unclosed-placeholder"]);
    partial.length = 0;
    await rm(join(folder, "new"), { recursive: true });
    await changed("new");
    await told(["d.sft ", "e.sft "]);
    partial.length = 0;
    await write({ "smartform.json": '{ "rules": { "unclosed-placeholder": "off" } }' });
    await changed("smartform.json");
    await told(["a.sft ", "smartform.json "]);
    stop.cancel();
    await assert.rejects(running, /Cancelled/);
  });

  it("reports findings of closed files only if the person enabled them", async () => {
    await write({ "a.sft": "[[" });
    said = "open files";
    await start({ vsCode: true });
    const stop = new CancellationTokenSource();
    const running = ask(
      { partialResultToken: "partial", previousResultIds: [{ uri: uri("a.sft"), value: "x" }] },
      stop,
    );
    await told(["a.sft "]);
    said = "all files";
    await editor.connection.sendNotification("workspace/didChangeConfiguration", { settings: null });
    await told(["a.sft unclosed-placeholder"]);
    stop.cancel();
    await assert.rejects(running, /Cancelled/);
  });

  it("reads a sample's files again when the sample changes, though none is open", async () => {
    await write({
      "a.sft": "[[ name ]]",
      "data.json": "{}",
      "smartform.json": '{ "files": [{ "include": "*.sft", "data": "data.json" }] }',
    });
    await start({ vsCode: true });
    const stop = new CancellationTokenSource();
    const running = ask({ partialResultToken: "partial" }, stop);
    await told(["a.sft unknown-data", "smartform.json "]);
    partial.length = 0;
    await write({ "data.json": '{ "name": "Ada" }' });
    await editor.connection.sendNotification("workspace/didChangeWatchedFiles", {
      changes: [{ uri: uri("data.json"), type: 2 }],
    });
    await told(["a.sft "]);
    stop.cancel();
    await assert.rejects(running, /Cancelled/);
  });
});
