/** Runs the `smartform` program as a process of its own. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cliCommand } from "../programs.ts";

/** The folder for what the program stores, in place of the home folder of the person who runs the tests. */
const cache = mkdtempSync(join(tmpdir(), "smartform-cache-"));
process.once("exit", () => rmSync(cache, { recursive: true, force: true }));

export interface RunOptions {
  readonly cwd?: string;
  readonly stdin?: string | Uint8Array;
  readonly env?: NodeJS.ProcessEnv;
}

export interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function start(args: readonly string[], { cwd, env }: RunOptions = {}) {
  const plain = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^SMARTFORM_|PROXY$|^NO_COLOR$|^FORCE_COLOR$/i.test(name)),
  );
  return spawn(process.execPath, [...cliCommand, ...args], {
    env: { ...plain, XDG_CACHE_HOME: cache, ...env },
    ...(cwd === undefined ? {} : { cwd }),
  });
}

export async function run(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const child = start(args, options);
  const out = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (part: string) => (out.stdout += part));
  child.stderr.setEncoding("utf8").on("data", (part: string) => (out.stderr += part));
  child.stdin.end(options.stdin ?? "");
  const status = await new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
  return { status, ...out };
}

/** A folder with these files, removed at the end of the scope. */
export function folder(files: Readonly<Record<string, string | Uint8Array>>): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), "smartform-cli-"));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
  }
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}
