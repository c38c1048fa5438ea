/**
 * Measures the time from the start of the language server to its first findings, and its memory at that moment. The
 * library is on disk from an earlier run, which read it from a file or from a service that is unreachable now. The
 * baseline is the start of a server whose answers are empty.
 */
import { join } from "node:path";
import { createApi } from "../api/index.ts";
import type { Connection } from "../api/index.ts";
import { openLiveCatalog } from "../catalog/index.ts";
import { startSandbox } from "../sandbox/index.ts";
import { root } from "../scripts/root.mjs";
import { callRequest } from "../server/protocol.ts";
import type { CatalogIdentity, InitializationOptions } from "../server/protocol.ts";
import { memoryOf, openDocument, startServer } from "./languageServer.ts";
import type { LanguageServer } from "./languageServer.ts";
import { letter, library } from "./library.ts";
import { compare } from "./measure.ts";
import type { Row } from "./measure.ts";
import type { Setting } from "./run.ts";
import { writeLibrary } from "./writeLibrary.ts";

const uri = "untitled:letter.sft";

/** Reads the library of a sandbox once, so that it is on disk. */
async function warmUp(folder: string, texts: number): Promise<CatalogIdentity> {
  await using sandbox = await startSandbox({ empty: true, imports: [library(texts)] });
  const client = sandbox.ready.clients.find(({ name }) => name === "standard");
  if (client === undefined) throw new Error("The sandbox has no standard client.");
  const connection = { ...sandbox.ready, clientId: client.clientId };
  const api = createApi({ connection, secret: async () => client.clientSecret });
  const { authUrl, formsApiUrl, clientId } = connection satisfies Connection;
  await using catalog = openLiveCatalog({
    folder,
    identity: { authUrl, formsApiUrl, clientId },
    call: (operation, request, options) => api.call(operation, request, options as never),
  });
  await catalog.refresh({});
  if (catalog.status.state !== "complete") throw new Error(`The library could not be read: ${catalog.status.problem}`);
  await api.close();
  return { name: "bench", owner: "bench", authUrl, formsApiUrl, clientId, folder };
}

/** Waits for the first findings; a catalog that is still being opened gives none. */
async function firstFindings({ connection }: LanguageServer): Promise<void> {
  for (;;) {
    const { items } = await connection.sendRequest<{ items: readonly { readonly code?: unknown }[] }>(
      "textDocument/diagnostic",
      { textDocument: { uri } },
    );
    if (items.some(({ code }) => code === "unknown-text")) return;
  }
}

interface Start {
  readonly env?: Readonly<Record<string, string>>;
  readonly options: InitializationOptions;
  readonly text: string;
}

/**
 * Resolves with the milliseconds until the answer to `initialize`, those until the first findings, and the memory in MB
 * at the first findings.
 */
async function startOurs({
  env = {},
  options,
  text,
}: Start): Promise<{ readonly initialized: number; readonly found: number; readonly memory: number }> {
  const started = performance.now();
  await using server = await startServer(join(root, "dist", "server.js"), ["--stdio"], {
    initializationOptions: options,
    env,
  });
  server.connection.onRequest(callRequest, () => Promise.reject(new Error("The service does not answer.")));
  await openDocument(server, uri, text);
  await firstFindings(server);
  return { initialized: server.initialized, found: performance.now() - started, memory: memoryOf(server) };
}

async function startNoOp(): Promise<{ readonly initialized: number; readonly memory: number }> {
  await using server = await startServer(join(root, "bench", "baseline", "echoServer.mjs"), []);
  return { initialized: server.initialized, memory: memoryOf(server) };
}

async function* startsWith(kind: string, start: Start, runs: number): AsyncGenerator<Row> {
  const noOp = async () => (await startNoOp()).initialized;
  yield* await compare(`from start to \`initialize\`, ${kind}`, {
    runs,
    ours: async () => (await startOurs(start)).initialized,
    floors: { "no-op": noOp },
  });
  yield* await compare(`from start to first findings, ${kind}`, {
    runs,
    ours: async () => (await startOurs(start)).found,
    floors: { "no-op's `initialize`": noOp },
  });
  yield* await compare(`memory at first findings, ${kind}`, {
    runs: Math.min(runs, 5),
    unit: "MB",
    ours: async () => (await startOurs(start)).memory,
    floors: { "no-op": async () => (await startNoOp()).memory },
  });
}

export async function* warmStart({ folder, runs: asked }: Setting): AsyncGenerator<Row> {
  const runs = Math.min(asked, 11);
  for (const texts of [10_000, 100_000]) {
    const text = letter(10_000, texts).replace("text-", "text-x");
    const { file, env } = await writeLibrary(folder, texts);
    yield* startsWith(`catalog file of ${texts} texts`, { env, options: { catalog: { file } }, text }, runs);
    const identity = await warmUp(folder, texts);
    yield* startsWith(`live catalog of ${texts} texts`, { options: { catalog: { client: identity } }, text }, runs);
  }
}
