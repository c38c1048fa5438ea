/** Cuts off the end of a stored file, at each byte in turn, and lets the product open each result. */
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messageOf } from "../../language/words/messageOf.ts";
import type { KeptFile } from "./keptFiles.ts";

export interface Cuts {
  readonly bytes: number;
  readonly cuts: number;
}

/** Bytes between two cuts in the middle of an SQLite file. */
const stride = 509;

/**
 * Makes cut number `first`, and then every `every`th cut. Rejects if something is wrong; the error names the file and
 * the byte.
 */
export async function cutEverywhere(
  { name, make, judge, piece }: KeptFile,
  { every = 1, first = 0 } = {},
): Promise<Cuts> {
  const root = await mkdtemp(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "smartform-cut-"));
  try {
    const made = join(root, "made"),
      folder = join(root, "folder");
    await mkdir(made);
    const path = await make(made);
    const whole = await readFile(path);
    const places = [...whole.keys()].filter(
      (at) => piece === undefined || at < piece || at >= whole.length - piece || at % stride === 0 || at % piece === 0,
    );
    const wanted = places.filter((_, index) => index % every === first);
    for (const at of wanted) {
      await cp(made, folder, { recursive: true });
      const left = whole.subarray(0, at);
      const cut = join(folder, path.slice(made.length + 1));
      await writeFile(cut, left);
      try {
        await judge(folder, { path: cut, left, whole });
      } catch (error) {
        throw new Error(`${name}, cut to ${at} of ${whole.length} bytes: ${messageOf(error)}`, { cause: error });
      }
      await rm(folder, { recursive: true });
    }
    return { bytes: whole.length, cuts: wanted.length };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
