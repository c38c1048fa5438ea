/**
 * Reads the files that the build packed into one: data that few people need, and that a program loads only when it is
 * needed.
 */
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";

export interface PackedFiles {
  /** Resolves with the content of a file, or with undefined if there is no file of this name. */
  get(name: string): Promise<Uint8Array | undefined>;
}

/** Files that are compressed together. */
interface Group {
  /** In bytes. */
  readonly packed: number;
  /** The size of each file in bytes, by name, in order. */
  readonly sizes: Readonly<Record<string, number>>;
}

/**
 * Opens a file that `scripts/pack.mjs` made: a line of JSON that says what is in each group, then the groups, each
 * compressed with Brotli. A group is unpacked when one of its files is first needed, and then stays in memory.
 */
export async function openPackedFiles(path: string): Promise<PackedFiles> {
  const all = await readFile(path);
  let start = all.indexOf("\n") + 1;
  const groups = JSON.parse(all.toString("utf8", 0, start)) as readonly Group[];
  const places = new Map<string, () => Promise<Uint8Array>>();
  for (const { packed, sizes } of groups) {
    const compressed = all.subarray(start, (start += packed));
    let unpacked: Promise<Buffer> | undefined;
    let at = 0;
    for (const [name, size] of Object.entries(sizes)) {
      const [from, to] = [at, (at += size)];
      places.set(name, async () => (await (unpacked ??= promisify(brotliDecompress)(compressed))).subarray(from, to));
    }
  }
  return { get: async (name) => places.get(name)?.() };
}
