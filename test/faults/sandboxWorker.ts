/**
 * A sandbox in a separate thread, so that its work does not delay the timers of the calls under test. Reports `ready`,
 * and ends on request.
 */
import { parentPort } from "node:worker_threads";
import { startSandbox } from "../../sandbox/index.ts";

const sandbox = await startSandbox();
parentPort?.once("message", () => void sandbox[Symbol.asyncDispose]().then(() => parentPort?.close()));
parentPort?.postMessage(sandbox.ready);
