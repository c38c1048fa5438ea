/** Reads the files that the build packed into one: data that few people need, and that a program loads when it does. */
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";

/**
 * Resolves with the content of each file, by name. `path` must be a file that `scripts/pack.mjs` made: a line of JSON
 * with the size of each file, then the files themselves, all compressed with Brotli.
 */
export async function readPackedFiles(path: string): Promise<ReadonlyMap<string, Buffer>> {
  const all = await promisify(brotliDecompress)(await readFile(path));
  const end = all.indexOf("\n");
  const sizes = JSON.parse(all.toString("utf8", 0, end)) as Readonly<Record<string, number>>;
  let at = end + 1;
  return new Map(Object.entries(sizes).map(([name, size]) => [name, all.subarray(at, (at += size))]));
}
