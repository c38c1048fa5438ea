/** The program `dist/server.js`: the language server over stdio or Node's IPC, as its arguments say. */
import { createConnection } from "vscode-languageserver/node";
import { connectionFrom, createApi } from "../api/index.ts";
import { cacheFolder } from "../catalog/index.ts";
import type { Call } from "../catalog/index.ts";
import { startServer } from "./index.ts";
import type { Dependencies } from "./index.ts";

const connection = createConnection();

// One document must not take the others down with it: what nobody caught is said, and the server goes on.
process.on("unhandledRejection", (reason) => connection.console.error(`A promise was rejected and nobody heard: ${detail(reason)}`));
process.on("uncaughtException", (error) => connection.console.error(`An error was thrown and nobody caught it: ${detail(error)}`));

startServer(connection, { connect: connectFromVariables, cacheFolder: cacheFolder() });

function connectFromVariables(): ReturnType<Dependencies["connect"]> {
  const { connection, secret, proxy } = connectionFrom(process.env);
  const { authUrl, formsApiUrl, clientId } = connection;
  const api = createApi({ connection, secret, ...(proxy ? { proxy } : {}) });
  return { identity: { authUrl, formsApiUrl, clientId }, call: api.call as Call, close: () => api.close() };
}

function detail(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
