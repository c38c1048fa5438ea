/**
 * From the start of the language server to the first findings, with a library that an earlier run left on disk and a service that does
 * not answer, against the start of a server that answers nothing.
 */
import { join } from "node:path";
import { createApi, type Connection } from "../api/index.ts";
import { openLiveCatalog } from "../catalog/index.ts";
import { startSandbox } from "../sandbox/index.ts";
import { root } from "../scripts/root.mjs";
import { callRequest, type CatalogIdentity, type InitializationOptions } from "../server/protocol.ts";
import { openDocument, startServer, type LanguageServer } from "./languageServer.ts";
import { letter, library } from "./library.ts";
import { compare, type Row } from "./measure.ts";
import type { Setting } from "./run.ts";

const uri = "untitled:letter.sft";

/** Reads the library of a sandbox once, so that it is on disk. */
async function warmUp(folder: string, texts: number): Promise<CatalogIdentity> {
  await using sandbox = await startSandbox({ empty: true, imports: [library(texts)] });
  const client = sandbox.ready.clients.find(({ name }) => name === "standard");
  if (client === undefined) throw new Error("The sandbox has no standard client.");
  const connection: Connection = { ...sandbox.ready, clientId: client.clientId };
  const api = createApi({ connection, secret: async () => client.clientSecret });
  const { authUrl, formsApiUrl, clientId } = connection;
  await using catalog = openLiveCatalog({ folder, identity: { authUrl, formsApiUrl, clientId }, call: (operation, request, options) => api.call(operation, request, options as never) });
  await catalog.refresh({});
  if (catalog.status.state !== "complete") throw new Error(`The library could not be read: ${catalog.status.problem}`);
  await api.close();
  return { name: "bench", authUrl, formsApiUrl, clientId, folder };
}

/** The first findings; a catalog that is still being opened answers none. */
async function firstFindings({ connection }: LanguageServer): Promise<void> {
  for (;;) {
    const { items } = await connection.sendRequest<{ items: readonly { readonly code?: unknown }[] }>("textDocument/diagnostic", { textDocument: { uri } });
    if (items.some(({ code }) => code === "unknown-text")) return;
  }
}

export async function* warmStart({ folder, runs }: Setting): AsyncGenerator<Row> {
  for (const texts of [10_000]) {
    const identity = await warmUp(folder, texts);
    const text = letter(10_000, texts).replace("text-", "text-x");
    const initializationOptions: InitializationOptions = { catalog: { client: identity } };
    yield* await compare(`server start to first findings, ${texts} texts on disk`, {
      runs: Math.min(runs, 11),
      ours: async () => {
        await using server = await startServer(join(root, "dist", "server.js"), ["--stdio"], { initializationOptions });
        server.connection.onRequest(callRequest, () => Promise.reject(new Error("The service does not answer.")));
        await openDocument(server, uri, text);
        await firstFindings(server);
      },
      floors: {
        "no-op": async () => {
          await using server = await startServer(join(root, "bench", "baseline", "echoServer.mjs"), []);
          await openDocument(server, uri, text);
          await server.connection.sendRequest("textDocument/diagnostic", { textDocument: { uri } });
        },
      },
    });
  }
}
