/**
 * The steps of a piece of work at which it can be ended: before and after each file operation and each call. Only work
 * inside `inSteps` is counted; the hooks stay in place for the rest of the process.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import disk from "node:fs";
import files from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { DatabaseSync, StatementSync } from "node:sqlite";
import type { Api } from "../../../api/index.ts";

export interface OnStep {
  /** Called before and after each step. Its promise is awaited, and if it rejects, the step rejects too. */
  (name: string): Promise<void> | undefined;
  /**
   * Called before and after each call of SQLite and each synchronous disk call. These calls cannot wait for a promise.
   */
  readonly sync?: (name: string) => void;
}

const steps = new AsyncLocalStorage<OnStep>();

type Work = (...args: readonly unknown[]) => Promise<unknown>;

function watch(holder: object, names: readonly string[], label: string): void {
  const methods = holder as Record<string, Work>;
  for (const name of names) {
    const real = methods[name];
    if (real === undefined) throw new Error(`There is no ${label}.${name}.`);
    methods[name] = async function (this: unknown, ...args: readonly unknown[]) {
      const step = steps.getStore();
      if (step === undefined) return Reflect.apply(real, this, args);
      await step(`before ${label}.${name}`);
      const result = await Reflect.apply(real, this, args);
      if (name === "open") watchClosing(result as files.FileHandle, step);
      await step(`after ${label}.${name}`);
      return result;
    };
  }
}

/**
 * Counts closing a file as a step. `close` is a property of each file handle; the other methods are on the prototype.
 */
function watchClosing(file: files.FileHandle, step: OnStep): void {
  const close = file.close.bind(file);
  opened.add(file);
  file.close = async () => {
    await step("before file.close");
    opened.delete(file);
    await close();
    await step("after file.close");
  };
  left.set(file, close);
}

const left = new WeakMap<files.FileHandle, () => Promise<void>>();

/** Open files of suspended work. If the process ended, the system would close them; here `closeLeft` does. */
const opened = new Set<files.FileHandle>();

export async function closeLeft(): Promise<void> {
  const files = [...opened];
  opened.clear();
  await Promise.all(files.map(async (file) => left.get(file)?.()));
}

/**
 * Whether the file is standard input, output or error. Using these is not a step: through them, a program reports which
 * step it is at.
 */
function isStandard(file: unknown): boolean {
  return typeof file === "number" && file <= 2;
}

function watchSync(holder: object, names: readonly string[], label: string): void {
  const methods = holder as Record<string, (...args: readonly unknown[]) => unknown>;
  for (const name of names) {
    const real = methods[name];
    if (real === undefined) throw new Error(`There is no ${label}.${name}.`);
    methods[name] = function (this: unknown, ...args: readonly unknown[]) {
      const step = isStandard(args[0]) ? undefined : steps.getStore();
      if (step !== undefined) databases.add(this);
      step?.sync?.(`before ${label}.${name}`);
      const result: unknown = Reflect.apply(real, this, args);
      if (name === "close") databases.delete(this);
      step?.sync?.(`after ${label}.${name}`);
      return result;
    };
  }
}

/** Keeps the databases of suspended work from the garbage collector, which would close them. */
const databases = new Set<unknown>();

let installed: Promise<void> | undefined;

async function install(): Promise<void> {
  const handle = await files.open(process.execPath, "r");
  const prototype: unknown = Object.getPrototypeOf(handle);
  await handle.close();
  watch(prototype as object, ["read", "writeFile", "sync"], "file");
  watch(files, ["mkdir", "open", "rename", "rm", "stat", "writeFile", "readFile", "readdir"], "fs");
  watchSync(
    disk,
    [
      "chmodSync",
      "closeSync",
      "fsyncSync",
      "lstatSync",
      "mkdirSync",
      "openSync",
      "readFileSync",
      "readSync",
      "readdirSync",
      "renameSync",
      "rmSync",
      "statSync",
      "utimesSync",
      "writeFileSync",
      "writeSync",
    ],
    "fs",
  );
  watchSync(DatabaseSync.prototype, ["exec", "close"], "database");
  watchSync(StatementSync.prototype, ["run"], "statement");
  syncBuiltinESMExports();
}

export async function inSteps<T>(onStep: OnStep, work: () => Promise<T>): Promise<T> {
  installed ??= install();
  await installed;
  return steps.run(onStep, work);
}

/** Returns the same client; each of its calls is a step. */
export function withSteps(api: Api): Api {
  const call = api.call as Work;
  return {
    ...api,
    call: (async (...args: readonly unknown[]) => {
      const step = steps.getStore();
      await step?.(`before ${String(args[0])}`);
      const answer = await call(...args);
      await step?.(`after ${String(args[0])}`);
      return answer;
    }) as Api["call"],
  };
}
