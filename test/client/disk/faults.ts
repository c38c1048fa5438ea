/**
 * A failing disk: one file operation of a piece of work fails. If the fault lasts, later operations that would fail for
 * the same reason fail too.
 */
import timers from "node:timers/promises";
import { AsyncLocalStorage } from "node:async_hooks";
import { syncBuiltinESMExports } from "node:module";
import { inSteps } from "../kill/steps.ts";
import type { OnStep } from "../kill/steps.ts";

/**
 * The faults: the system's error code, SQLite's number for the same error, and the operations that keep failing while
 * the fault lasts.
 */
export const faults = [
  { code: "ENOSPC", errcode: 13, lasting: /(?:writeFile|sync|(?:open|mkdir|fsync|write|writeFile)Sync)$/ },
  {
    code: "EROFS",
    errcode: 8,
    lasting: /(?:open|writeFile|sync|rename|rm|(?:open|chmod|mkdir|rename|rm|fsync|utimes|writeFile)Sync)$/,
  },
  { code: "EACCES", errcode: 14, lasting: /(?:open|rename|rm|(?:open|chmod|mkdir|rename|rm|utimes|writeFile)Sync)$/ },
  { code: "EBUSY", errcode: 5, lasting: /(?:rename|rm|renameSync|rmSync)$/ },
  { code: "EMFILE", errcode: 14, lasting: /(?:open|readFile|readdir|(?:open|readFile|readdir)Sync)$/ },
] as const;

export type Fault = (typeof faults)[number];

export interface Failing {
  readonly fault: Fault;
  /** Counted from 1. */
  readonly at: number;
  readonly lasts: boolean;
}

/** `points`: the names of the disk operations that were tried, in order. `done`: those that succeeded. */
export interface Heard {
  readonly points: readonly string[];
  readonly done: readonly string[];
}

/** No delays while the disk fails: retries happen at once. */
const hurried = new AsyncLocalStorage<true>();
const wait = timers.setTimeout;
timers.setTimeout = ((milliseconds?: number, ...rest: readonly unknown[]) =>
  Reflect.apply(wait, timers, [
    hurried.getStore() === true ? 0 : milliseconds,
    ...rest,
  ]) as Promise<unknown>) as typeof wait;
syncBuiltinESMExports();

/** Runs the work; without `failing`, only records its operations. */
export async function onDisk<T>(
  failing: Failing | undefined,
  work: () => Promise<T>,
): Promise<Heard & { readonly result: PromiseSettledResult<T> }> {
  const points: string[] = [];
  const done: string[] = [];
  const take = (step: string): Error | undefined => {
    const [when, name = ""] = step.split(" ");
    // Closing never fails here: even if closing a handle reports an error, the handle is closed.
    if (!/^(?:fs|file|database|statement)\./.test(name) || /close(?:Sync)?$/.test(name)) return undefined;
    if (when === "after") {
      done.push(name);
      return undefined;
    }
    points.push(name);
    if (failing === undefined) return undefined;
    const isNow = points.length === failing.at;
    return isNow || (failing.lasts && points.length > failing.at && failing.fault.lasting.test(name))
      ? failure(failing.fault, name)
      : undefined;
  };
  const onStep: OnStep = Object.assign(
    (step: string) => {
      const error = take(step);
      return error && Promise.reject(error);
    },
    {
      sync(step: string) {
        const error = take(step);
        if (error !== undefined) throw error;
      },
    },
  );
  const [result] = await Promise.allSettled([hurried.run(true, () => inSteps(onStep, work))]);
  return { points, done, result };
}

function failure({ code, errcode }: Fault, name: string): Error {
  const isOfSqlite = /^(?:database|statement)\./.test(name);
  return Object.assign(
    new Error(`${code}: ${name}`),
    isOfSqlite ? { code: "ERR_SQLITE_ERROR", errcode } : { code, errno: -1, syscall: name },
  );
}
