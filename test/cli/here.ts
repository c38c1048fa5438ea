/**
 * Runs a command of the `smartform` program in the process of the tests: much faster than a process of its own, for
 * tests that compare many runs.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isKnown } from "../../cli/problem.ts";
import type { Run } from "./run.ts";

type Command = (args: readonly string[], options: { readonly signal: AbortSignal }) => Promise<number>;

/** The folder for what the program stores, in place of the home folder of the person who runs the tests. */
const cache = mkdtempSync(join(tmpdir(), "smartform-cache-"));
process.once("exit", () => rmSync(cache, { recursive: true, force: true }));

/** `cwd` is the working folder of the command. Rejects with errors that are not problems of the input. */
export async function runHere(command: Command, args: readonly string[], cwd: string): Promise<Run> {
  const out = { stdout: "", stderr: "" };
  const restore = [
    ...(["stdout", "stderr"] as const).map((name) => {
      const before = Object.getOwnPropertyDescriptor(process, name)!;
      // No open file has this number, so that the program does not write to the file that the tests write to.
      Object.defineProperty(process, name, {
        configurable: true,
        value: { fd: -1, isTTY: false, write: (text: string) => (out[name] += text).length > 0 },
      });
      return () => void Object.defineProperty(process, name, before);
    }),
    changed("XDG_CACHE_HOME", cache),
  ];
  const folder = process.cwd();
  process.chdir(cwd);
  try {
    return { status: await command(args, { signal: new AbortController().signal }), ...out };
  } catch (error) {
    if (!isKnown(error)) throw error;
    return { status: 2, ...out, stderr: `${out.stderr}smartform: ${error.message}\n` };
  } finally {
    process.chdir(folder);
    for (const back of restore) back();
  }
}

/** Sets an environment variable. Call the returned function to set it back. */
function changed(name: string, value: string): () => void {
  const before = process.env[name];
  process.env[name] = value;
  return () => {
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  };
}
