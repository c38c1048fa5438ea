/** The program `dist/server.js`: the language server over stdio or Node's IPC, as its arguments say. */
import { createConnection } from "vscode-languageserver/node";
import { cacheFolder } from "../catalog/index.ts";
import { startServer } from "./index.ts";

const connection = createConnection();

// One document must not take the others down with it: what nobody caught is said, and the server goes on.
process.on("unhandledRejection", (reason) => connection.console.error(`A promise was rejected and nobody heard: ${detail(reason)}`));
process.on("uncaughtException", (error) => connection.console.error(`An error was thrown and nobody caught it: ${detail(error)}`));

startServer(connection, { connect: async () => (await import("./connect.ts")).connectFromVariables(), cacheFolder: cacheFolder() });

function detail(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
