/**
 * Runs a command of the `smartform` program in the process of the tests. This is much faster than starting a separate
 * process, which matters for tests that compare many runs.
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

/**
 * `cwd` is the working folder of the command. A problem of the input gives exit status 2 and a message on stderr; the
 * promise rejects with any other error.
 */
export async function runHere(command: Command, args: readonly string[], cwd: string): Promise<Run> {
  const out = { stdout: "", stderr: "" };
  const restore = [
    ...(["stdout", "stderr"] as const).map((name) => {
      const before = Object.getOwnPropertyDescriptor(process, name)!;
      // No open file has the number -1, so the program cannot write to the output of the tests.
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
