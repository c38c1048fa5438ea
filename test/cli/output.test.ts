/**
 * If the output cannot be written, a program says so in one sentence and exits with 2. This status differs from those
 * of findings and of success.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text as readText } from "node:stream/consumers";
import { formats } from "../../cli/formats/index.ts";
import { cliCommand } from "../programs.ts";
import { folder } from "./run.ts";

const files = { "a.sft": "[[name]] [[ LIBB : a : b ]]\n".repeat(5000), "catalog.json": "{}" };
const runs: readonly (readonly string[])[] = [
  ...Object.keys(formats).map((format) => ["check", "a.sft", "--format", format]),
  ["check", "a.sft", "--fail-on", "never"],
  ...["json-schema", "typescript"].map((format) => [
    "contract",
    "a.sft",
    "--catalog",
    "catalog.json",
    "--format",
    format,
  ]),
  ["sandbox", "--empty"],
  ["--help"],
];

async function ends(
  args: readonly string[],
  stdout: "pipe" | number,
  cwd: string,
): Promise<{ readonly status: unknown; readonly said: string }> {
  const child = spawn(process.execPath, [...cliCommand, ...args], { cwd, stdio: ["ignore", stdout, "pipe"] });
  // Closes the pipe, as `| head` does when it has read enough.
  child.stdout?.destroy();
  const closed = once(child, "close");
  const said = child.stderr === null ? "" : await readText(child.stderr);
  return { status: (await closed)[0], said };
}

describe("output that cannot be written", function () {
  this.timeout(60_000);

  for (const args of runs) {
    it(`ends smartform ${args.join(" ")} if nobody reads it any longer`, async () => {
      using space = folder(files);
      const { status, said } = await ends(args, "pipe", space.path);
      assert.deepEqual(
        [status, said],
        [2, "smartform: Not all of the output was written: the program that reads it stopped early.\n"],
      );
    });

    it(`ends smartform ${args.join(" ")} if the disk is full`, async function () {
      if (process.platform !== "linux") return this.skip();
      using space = folder(files);
      const full = openSync("/dev/full", "w");
      try {
        const { status, said } = await ends(args, full, space.path);
        assert.equal(status, 2, said);
        assert.match(
          said,
          /^smartform: Not all of the output was written: ENOSPC: no space left on device, write\.\n$/,
        );
      } finally {
        closeSync(full);
      }
    });
  }

  for (const args of runs.filter((each) => ["json", "json-schema"].includes(each.at(-1) ?? ""))) {
    it(`ends smartform ${args.join(" ")} if a file accepts only a part of it`, async function () {
      if (process.platform === "win32") return this.skip();
      using space = folder(files);
      const file = openSync(join(space.path, "report"), "w");
      try {
        // Limits the size of files to 512 or 1024 bytes, depending on the shell's unit.
        const child = spawn("sh", ["-c", 'ulimit -f 1; exec "$@"', "sh", process.execPath, ...cliCommand, ...args], {
          cwd: space.path,
          stdio: ["ignore", file, "pipe"],
          env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: "1" },
        });
        const closed = once(child, "close");
        assert.match(
          await readText(child.stderr as Readable),
          /^smartform: Not all of the output was written: EFBIG: file too large, write\.\n$/,
        );
        assert.deepEqual(await closed, [2, null]);
      } finally {
        closeSync(file);
      }
    });
  }
});
