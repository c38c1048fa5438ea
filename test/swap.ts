/** Changes the disk between two steps of a piece of work, as an attacker who waits for that moment could. */
import fsSync from "node:fs";
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

type Operation =
  "open" | "lstat" | "readlink" | "realpath" | "rename" | "writeFile" | "openSync" | "readSync" | "readdirSync";

/**
 * Runs the work. Calls `swap` once, right before the first operation with this name and a matching path. `came`:
 * whether `swap` was called.
 */
export async function swapping<T>(
  operation: Operation,
  isFor: (path: string) => boolean,
  swap: () => void,
  work: () => T | Promise<T>,
): Promise<{ readonly result: T; readonly came: boolean }> {
  const module = operation.endsWith("Sync") ? fsSync : fs;
  const original: unknown = Reflect.get(module, operation);
  let came = false;
  const replaced = (...args: readonly unknown[]): unknown => {
    if (!came && isFor(String(args[0]))) {
      came = true;
      swap();
    }
    return Reflect.apply(original as () => unknown, module, args);
  };
  Object.assign(module, { [operation]: replaced });
  syncBuiltinESMExports();
  try {
    return { result: await work(), came };
  } finally {
    Object.assign(module, { [operation]: original });
    syncBuiltinESMExports();
  }
}

/**
 * Runs the work. Calls `swap` once, right after the first `stat` of an open file, before the file's content is read.
 */
export async function swappingBeforeRead<T>(
  swap: () => void,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly came: boolean }> {
  await using any = await fs.open(import.meta.filename);
  const handles = Object.getPrototypeOf(any) as fs.FileHandle;
  const original = Object.getOwnPropertyDescriptor(handles, "stat")!;
  let came = false;
  const replaced = async function (this: fs.FileHandle, ...args: readonly unknown[]): Promise<unknown> {
    const stats: unknown = await Reflect.apply(original.value as () => unknown, this, args);
    if (!came) swap();
    came = true;
    return stats;
  };
  Object.defineProperty(handles, "stat", { ...original, value: replaced });
  try {
    return { result: await work(), came };
  } finally {
    Object.defineProperty(handles, "stat", original);
  }
}

/** Runs the work as on a system that cannot report the path of an open file. */
export async function withoutProc<T>(work: () => Promise<T>): Promise<T> {
  const [platform, original, originalSync] = [
    Object.getOwnPropertyDescriptor(process, "platform")!,
    fs.readlink,
    fsSync.readlinkSync,
  ];
  const missing = (): Error => Object.assign(new Error("ENOENT"), { code: "ENOENT" });
  Object.defineProperty(process, "platform", { ...platform, value: "darwin" });
  fs.readlink = (() => Promise.reject(missing())) as typeof fs.readlink;
  fsSync.readlinkSync = () => {
    throw missing();
  };
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    Object.defineProperty(process, "platform", platform);
    fs.readlink = original;
    fsSync.readlinkSync = originalSync;
    syncBuiltinESMExports();
  }
}
