/** The server as a separate process: over stdio, when it is killed, and when its editor ends without a message. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import type { ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Readable, Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";
import type { ProtocolConnection, PublishDiagnosticsParams } from "vscode-languageserver/node";
import { hostileFiles, makeHostile } from "../hostileFolder.ts";
import { startSandbox } from "../sandbox/permits.ts";
import { serverCommand } from "../programs.ts";

describe("language server over stdio", () => {
  let folder = "";
  let program: ChildProcessByStdio<Writable, Readable, null>;
  let connection: ProtocolConnection;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "stdio-"));
  });
  afterEach(async () => {
    connection.dispose();
    program.kill("SIGKILL");
    await rm(folder, { recursive: true });
  });
  async function start(
    initializationOptions: object,
    variables: Record<string, string> = {},
    more: object = {},
  ): Promise<void> {
    program = spawn(process.execPath, serverCommand, {
      stdio: ["pipe", "pipe", "inherit"],
      env: { ...process.env, NODE_COMPILE_CACHE: "", XDG_CACHE_HOME: folder, ...variables },
    });
    const reader = new StreamMessageReader(program.stdout);
    // Switches off the reader's timer, which would run on after the server is killed in the middle of a message.
    reader.partialMessageTimeout = 0;
    connection = createProtocolConnection(reader, new StreamMessageWriter(program.stdin));
    connection.listen();
    await connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri: null,
      capabilities: {},
      initializationOptions,
      ...more,
    });
    await connection.sendNotification("initialized", {});
  }
  function findings(uri: string, code: string): Promise<PublishDiagnosticsParams> {
    return new Promise((resolve) => {
      connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) => {
        if (params.uri === uri && params.diagnostics.some((each) => each.code === code)) resolve(params);
      });
    });
  }
  const open = (uri: string, text: string): Promise<void> =>
    connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId: "smartform-text", version: 1, text },
    });

  it("reports findings, and exits with 0 after shutdown and exit", async () => {
    const file = join(folder, "catalog.json");
    await writeFile(file, JSON.stringify({ folders: [{ id: "f", name: "F", code: "f" }], texts: [] }));
    await start({ catalog: { file } });
    const found = findings("file:///a.sft", "unknown-text");
    await open("file:///a.sft", "[[ LIB : f : x ]]");
    await found;
    await connection.sendRequest("shutdown");
    await connection.sendNotification("exit");
    assert.deepEqual(await once(program, "exit"), [0, null]);
  });

  it("shows library texts, completes inline and formats ranges for an editor that announces it", async () => {
    const file = join(folder, "catalog.json");
    await writeFile(
      file,
      JSON.stringify({
        folders: [{ id: "f", name: "F", code: "f" }],
        texts: [
          { id: "t", folderId: "f", code: "intro", defaultLanguage: "en", translations: { en: { content: "Hello" } } },
        ],
      }),
    );
    const textDocument = {
      inlineCompletion: {},
      rangeFormatting: { rangesSupport: true },
      definition: { linkSupport: false },
    };
    await start({ catalog: { file } }, {}, { capabilities: { textDocument, workspace: { textDocumentContent: {} } } });
    const uri = "file:///a.sft";
    const found = findings(uri, "unknown-text");
    await open(uri, "[[LIB : f : intro ]]\n[[ LIB : f : x ]]\n[[ LIB : f : in");
    await found;
    const [place] = await connection.sendRequest<readonly { readonly uri: string }[]>("textDocument/definition", {
      textDocument: { uri },
      position: { line: 0, character: 13 },
    });
    assert.deepEqual(await connection.sendRequest("workspace/textDocumentContent", { uri: place?.uri }), {
      text: "Hello",
    });
    const position = { line: 2, character: 15 };
    assert.deepEqual(
      await connection.sendRequest("textDocument/inlineCompletion", {
        textDocument: { uri },
        position,
        context: { triggerKind: 2 },
      }),
      [{ insertText: "tro ]]", range: { start: position, end: position } }],
    );
    const start0 = { line: 0, character: 0 };
    const at = { line: 0, character: 2 };
    assert.deepEqual(
      await connection.sendRequest("textDocument/rangesFormatting", {
        textDocument: { uri },
        options: {},
        ranges: [{ start: start0, end: { line: 1, character: 0 } }],
      }),
      [{ range: { start: at, end: at }, newText: " " }],
    );
  });

  it("keeps its compiled code for the next start", async () => {
    await start({});
    await connection.sendRequest("shutdown");
    await connection.sendNotification("exit");
    await once(program, "exit");
    assert.equal((await readdir(join(folder, "smartform", "compiled"))).length, 1);
  });

  it("exits with 1 when it must exit without a shutdown", async () => {
    await start({});
    await connection.sendNotification("exit");
    assert.deepEqual(await once(program, "exit"), [1, null]);
  });

  it("exits when the editor is gone", async () => {
    await start({});
    program.stdin.end();
    assert.deepEqual(await once(program, "exit"), [1, null]);
  });

  it("exits with 0 when the editor is gone after it shut the server down", async () => {
    await start({});
    await connection.sendRequest("shutdown");
    program.stdin.end();
    assert.deepEqual(await once(program, "exit"), [0, null]);
  });

  it("continues after documents that nobody would write", async () => {
    await start({});
    await open("file:///a.sft", "[[".repeat(100_000));
    await open("file:///b.sft", "\uD800[[ \0 ]]\uDC00<!--".repeat(1000));
    await connection.sendNotification("textDocument/didChange", {
      textDocument: { uri: "file:///b.sft", version: 2 },
      contentChanges: [{ range: { start: { line: 9, character: 7 }, end: { line: 0, character: 0 } }, text: "x" }],
    });
    await connection.sendNotification("textDocument/didChange", {
      textDocument: { uri: "file:///none.sft", version: 2 },
      contentChanges: [{ text: "x" }],
    });
    const found = findings("file:///c.sft", "missing-space");
    await open("file:///c.sft", "[[name ]]");
    await found;
  });

  type End = readonly [status: number | null, signal: string | null];
  const ends: readonly (readonly [how: string, end: () => unknown, expected: End])[] = [
    ["SIGTERM", () => program.kill("SIGTERM"), [null, "SIGTERM"]],
    ["SIGINT", () => program.kill("SIGINT"), [null, "SIGINT"]],
    ["an editor that is gone", () => program.stdin.end(), [1, null]],
    [
      "shutdown and exit",
      async () => {
        await connection.sendRequest("shutdown");
        await connection.sendNotification("exit");
      },
      [0, null],
    ],
  ];
  for (const [how, end, expected] of ends) {
    it(`ends with ${how} while it reads a hostile folder`, async function () {
      if (process.platform === "win32") this.skip();
      const hostile = join(folder, "hostile");
      await mkdir(hostile);
      makeHostile(hostile);
      const uri = (name: string): string => pathToFileURL(join(hostile, name)).href;
      await start({}, {}, { workspaceFolders: [{ uri: pathToFileURL(hostile).href, name: "hostile" }] });
      for (const [name, content] of Object.entries(hostileFiles)) {
        if (name.endsWith(".sft") && content !== null) await open(uri(name), content);
      }
      const place = { position: { line: 0, character: 3 }, context: { includeDeclaration: true } };
      const asked = connection.sendRequest("textDocument/references", {
        textDocument: { uri: uri("deep/a.sft") },
        ...place,
      });
      // The server may exit before it responds.
      asked.catch(() => undefined);
      const ended = once(program, "exit");
      await end();
      assert.deepEqual(await ended, expected);
    });
  }

  it("reads a service that the variables name, stores it on disk, and is sound after a kill", async () => {
    await using sandbox = await startSandbox({});
    const { ready } = sandbox;
    const standard = ready.clients.find((client) => client.name === "standard")!;
    await start(
      { catalog: { live: true } },
      {
        XDG_CACHE_HOME: folder,
        SMARTFORM_AUTH_URL: ready.authUrl,
        SMARTFORM_FORMS_API_URL: ready.formsApiUrl,
        SMARTFORM_FORMS_APP_URL: ready.formsAppUrl,
        SMARTFORM_CLIENT_ID: standard.clientId,
        SMARTFORM_CLIENT_SECRET: standard.clientSecret,
      },
    );
    const found = findings("file:///a.sft", "unknown-folder");
    await open("file:///a.sft", "[[ LIB : no-such-folder : x ]]");
    await found;
    program.kill("SIGKILL");
    assert.deepEqual(await once(program, "exit"), [null, "SIGKILL"]);
    const [file = ""] = (await readdir(join(folder, "smartform"))).filter((name) => name.endsWith(".sqlite"));
    const database = new DatabaseSync(join(folder, "smartform", file));
    assert.deepEqual({ ...database.prepare("PRAGMA integrity_check").get() }, { integrity_check: "ok" });
    database.close();
  });
});
