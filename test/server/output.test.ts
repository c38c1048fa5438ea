/**
 * If its output cannot be written, the language server says so in one sentence and exits with 2, as `smartform` does.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import type { ChildProcess, StdioOptions } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { text as readText } from "node:stream/consumers";
import { serverCommand } from "../programs.ts";

const message = (body: object): string => {
  const content = JSON.stringify({ jsonrpc: "2.0", ...body });
  return `Content-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`;
};
const initialize = message({
  id: 1,
  method: "initialize",
  params: { processId: process.pid, rootUri: null, capabilities: {} },
});
const shutdown = message({ id: 2, method: "shutdown" });
const unknown = message({ id: 3, method: "unknown" });

/** A way in which writing the output fails. `goes`: the number of responses after which the reader closes its end. */
interface Way {
  readonly what: string;
  readonly program?: readonly string[];
  readonly stdout?: "ignore" | "full";
  readonly goes?: number;
  readonly says?: string;
  readonly status: number;
  readonly said: string;
}

const early = "smartform: Not all of the output was written: the program that reads it stopped early.\n";
const nobody = "smartform: Not all of the output was written: nothing reads it.\n";
const ways: readonly Way[] = [
  { what: "its output is closed", program: ["sh", "-c", 'exec "$0" "$@" >&-'], status: 2, said: nobody },
  { what: "its output goes nowhere", stdout: "ignore", status: 2, said: nobody },
  { what: "nobody reads its output", goes: 0, says: initialize, status: 2, said: early },
  { what: "its reader goes away later", goes: 1, says: initialize, status: 2, said: early },
  {
    what: "nobody reads its answers to many requests",
    goes: 0,
    says: initialize + unknown.repeat(500),
    status: 2,
    said: early,
  },
  { what: "its reader goes away after the shutdown", goes: 2, says: initialize + shutdown, status: 0, said: "" },
  {
    what: "the disk is full",
    stdout: "full",
    says: initialize,
    status: 2,
    said: "smartform: Not all of the output was written: ENOSPC: no space left on device, write.\n",
  },
];

describe("output of the language server that cannot be written", function () {
  this.timeout(60_000);
  let child: ChildProcess | undefined;
  afterEach(() => void child?.kill("SIGKILL"));

  for (const { what, program = [], stdout, goes, says = "", status, said } of ways) {
    it(`ends it with ${status} if ${what}`, async function () {
      if ((stdout === "full" && process.platform !== "linux") || (program.length > 0 && process.platform === "win32"))
        return this.skip();
      const full = stdout === "full" ? openSync("/dev/full", "w") : undefined;
      try {
        const [command = process.execPath, ...before] = [...program, process.execPath];
        const stdio: StdioOptions = ["pipe", full ?? (stdout === "ignore" ? "ignore" : "pipe"), "pipe"];
        child = spawn(command, [...before, ...serverCommand], {
          stdio,
          env: { ...process.env, NODE_COMPILE_CACHE: "" },
        });
        // The server's input stays open, because a server also exits when its input closes: a closed input means that
        // the editor has ended.
        child.stdin!.on("error", () => undefined);
        const [closed, told] = [once(child, "close"), readText(child.stderr!)];
        child.stdin!.write(says);
        if (goes !== undefined) {
          for (let answers = 0, text = ""; answers < goes; answers = text.match(/"id":\d/g)?.length ?? 0) {
            text += String((await once(child.stdout!, "data"))[0]);
          }
          child.stdout!.destroy();
          child.stdin!.write(unknown);
        }
        assert.deepEqual([(await closed)[0], await told], [status, said]);
      } finally {
        if (full !== undefined) closeSync(full);
      }
    });
  }
});
