/** What changes on the disk between two steps of a piece of work, as if somebody had waited for that moment. */
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

/** Runs the work; `swap` comes once, right before the first operation of this name whose first argument it is for. Whether it came is told. */
export async function swapping<T>(operation: "open" | "lstat" | "readlink" | "realpath" | "rename" | "writeFile", isFor: (path: string) => boolean, swap: () => void, work: () => Promise<T>): Promise<{ readonly result: T; readonly came: boolean }> {
  const original = Reflect.get(fs, operation);
  let came = false;
  const replaced = (...args: readonly unknown[]): unknown => {
    if (!came && isFor(String(args[0]))) {
      came = true;
      swap();
    }
    return Reflect.apply(original, fs, args);
  };
  Object.assign(fs, { [operation]: replaced });
  syncBuiltinESMExports();
  try {
    return { result: await work(), came };
  } finally {
    Object.assign(fs, { [operation]: original });
    syncBuiltinESMExports();
  }
}

/** As on a system that names no open file. */
export async function withoutProc<T>(work: () => Promise<T>): Promise<T> {
  const [platform, original] = [Object.getOwnPropertyDescriptor(process, "platform")!, fs.readlink];
  Object.defineProperty(process, "platform", { ...platform, value: "darwin" });
  fs.readlink = (() => Promise.reject(Object.assign(new Error("ENOENT"), { code: "ENOENT" }))) as typeof fs.readlink;
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    Object.defineProperty(process, "platform", platform);
    fs.readlink = original;
    syncBuiltinESMExports();
  }
}
