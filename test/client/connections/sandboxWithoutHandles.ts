/**
 * Starts the sandbox while this process can open hardly any files, and prints the outcome. Run with a small `ulimit
 * -n`.
 */
import { closeSync, openSync } from "node:fs";
import { sandboxProcess } from "../../../client/connections/sandboxProcess.ts";
import { cliCommand } from "../../programs.ts";

const [data = ""] = process.argv.slice(2);
process.on("uncaughtException", (error) => console.log(`uncaught: ${error.message}`));
const sandbox = sandboxProcess({
  command: [process.execPath, cliCommand],
  data,
  store: { get: async () => undefined, set: async () => undefined },
  alive: async () => true,
  log: () => undefined,
  temporary: () => undefined,
});
const taken: number[] = [];
try {
  for (;;) taken.push(openSync("/dev/null", "r"));
} catch {
  // Enough handles are left for the lock, but too few for a process.
  for (const handle of taken.splice(-6)) closeSync(handle);
}
await sandbox.ready().then(
  () => console.log("started"),
  (error: Error) => console.log(`refused: ${error.message}`),
);
for (const handle of taken) closeSync(handle);
await sandbox[Symbol.asyncDispose]();
