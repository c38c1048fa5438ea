/** A language server over stdio, used the way an editor uses it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";
import type { MessageConnection } from "vscode-jsonrpc/node";

export interface LanguageServer extends AsyncDisposable {
  readonly connection: MessageConnection;
  readonly pid: number;
  /** Milliseconds from the start of the process to its answer to `initialize`. */
  readonly initialized: number;
}

/** Starts the program and initializes it. */
export async function startServer(
  script: string,
  args: readonly string[],
  {
    initializationOptions = {},
    env = {},
  }: { readonly initializationOptions?: unknown; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<LanguageServer> {
  const started = performance.now();
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
  const exited = once(child, "exit");
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.onRequest("client/registerCapability", () => null);
  connection.onRequest("window/workDoneProgress/create", () => null);
  connection.onRequest("workspace/configuration", ({ items }: { items: readonly unknown[] }) => items.map(() => null));
  connection.onRequest("workspace/diagnostic/refresh", () => null);
  connection.listen();
  // VS Code declares the same capabilities.
  const completion = {
    completionItem: {
      snippetSupport: true,
      resolveSupport: { properties: ["documentation", "detail", "additionalTextEdits"] },
    },
    completionList: { itemDefaults: ["commitCharacters", "editRange", "insertTextFormat", "insertTextMode", "data"] },
  };
  const capabilities = {
    textDocument: { diagnostic: { dynamicRegistration: false }, completion, synchronization: {} },
  };
  const ended = exited.then(([code]: readonly (number | null)[]) =>
    Promise.reject(new Error(`${script} ended with ${code} instead of answering.`)),
  );
  await Promise.race([
    connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri: null,
      initializationOptions,
      capabilities,
    }),
    ended,
  ]);
  const initialized = performance.now() - started;
  ended.catch(() => undefined);
  await connection.sendNotification("initialized", {});
  return {
    connection,
    initialized,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      await connection.sendRequest("shutdown");
      await connection.sendNotification("exit");
      await exited;
      connection.dispose();
    },
  };
}

/** Returns the resident memory of the process, in MB. Reads `/proc`, so this measure runs only on Linux. */
export function memoryOf({ pid }: LanguageServer): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

/** Returns the processor time of the process since its start, in milliseconds, in steps of ten. */
export function processorTimeOf({ pid }: LanguageServer): number {
  const [, fields = ""] = /\) (.*)$/.exec(readFileSync(`/proc/${pid}/stat`, "utf8").trim()) ?? [];
  const [user, system] = fields.split(" ").slice(11, 13).map(Number);
  return ((user ?? Number.NaN) + (system ?? Number.NaN)) * 10;
}

/** Opens a document of the language. */
export async function openDocument({ connection }: LanguageServer, uri: string, text: string): Promise<void> {
  await connection.sendNotification("textDocument/didOpen", {
    textDocument: { uri, languageId: "smartform-text", version: 1, text },
  });
}

/** Sends one keystroke, and resolves with the number of findings that follow. */
export async function keystroke(
  { connection }: LanguageServer,
  uri: string,
  { version, line, character }: { readonly version: number; readonly line: number; readonly character: number },
): Promise<number> {
  const at = { line, character };
  await connection.sendNotification("textDocument/didChange", {
    textDocument: { uri, version },
    contentChanges: [{ range: { start: at, end: at }, text: "x" }],
  });
  const { items } = await connection.sendRequest<{ items: readonly unknown[] }>("textDocument/diagnostic", {
    textDocument: { uri },
  });
  return items.length;
}
