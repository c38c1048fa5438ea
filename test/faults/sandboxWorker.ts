/**
 * A sandbox in a thread of its own, so that its work does not hold up the clocks of the calls that are judged. Says
 * `ready`, and ends when it is told to.
 */
import { parentPort } from "node:worker_threads";
import { startSandbox } from "../../sandbox/index.ts";

const sandbox = await startSandbox();
parentPort?.once("message", () => void sandbox[Symbol.asyncDispose]().then(() => parentPort?.close()));
parentPort?.postMessage(sandbox.ready);
