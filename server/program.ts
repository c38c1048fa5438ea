/** The language server as a process: over stdio or Node's IPC, depending on its arguments. */
import { Console } from "node:console";
import { fstatSync, statSync } from "node:fs";
import { devNull } from "node:os";
import { createConnection, StreamMessageReader } from "vscode-languageserver/node";
import type { Connection } from "vscode-languageserver/node";
import { cacheFolder } from "../catalog/index.ts";
import { l10n } from "../language/index.ts";
import { startServer } from "./index.ts";
import { WholeMessageWriter } from "./messageWriter.ts";

/** The exit code if the editor disappears without a shutdown request. */
let exitCode = 1;
const connection = process.argv.includes("--stdio") ? connectStandardStreams() : createConnection();

// An error in one document must not end the work on the others: uncaught errors are logged, and the server continues.
process.on("unhandledRejection", (reason) =>
  connection.console.error(`A promise was rejected and nobody heard: ${detail(reason)}`),
);
process.on("uncaughtException", (error) =>
  connection.console.error(`An error was thrown and nobody caught it: ${detail(error)}`),
);

startServer(connection, {
  connect: async () => (await import("./library/connect.ts")).connectFromVariables(l10n.contents()),
  cacheFolder: cacheFolder(),
  stopped: () => {
    exitCode = 0;
  },
});

/** Ends the server when its editor disappears. */
function connectStandardStreams(): Connection {
  process.stdin.on("close", () => process.exit(exitCode));
  process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    endUnheard(code === "EPIPE" ? "the program that reads it stopped early" : message);
  });
  // Node replaces a closed output with the null device.
  if (isNullDevice(process.stdout.fd)) endUnheard("nothing reads it");
  // Output printed by a package must not get between two messages.
  globalThis.console = new Console(process.stderr);
  return createConnection(new StreamMessageReader(process.stdin), new WholeMessageWriter(process.stdout));
}

/**
 * Exits without an error if the editor has shut the server down, because the editor then no longer needs the output.
 */
function endUnheard(why: string): void {
  if (exitCode === 0) process.exit(0);
  process.stderr.write(`smartform: Not all of the output was written: ${why}.\n`, () => process.exit(2));
}

function isNullDevice(descriptor: number): boolean {
  const stats = fstatSync(descriptor);
  return stats.isCharacterDevice() && stats.rdev === statSync(devNull, { throwIfNoEntry: false })?.rdev;
}

function detail(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
