/** A cache of the last requested file, which is read and parsed again only if it changed. */
import { lstat } from "node:fs/promises";
import { readRegular } from "../../catalog/index.ts";
import type { ReadingLimits } from "../../disk/index.ts";
import { stampOf } from "./workspaceFiles.ts";

interface KeptOptions extends ReadingLimits {
  /** The file's content if an editor holds it. */
  readonly held: string | undefined;
}

/**
 * `path` is absolute. Resolves with null if there is no such file, undefined if it cannot be read. Rejects when
 * cancelled.
 */
export type KeptFile<Understood> = (path: string, options: KeptOptions) => Promise<Understood | null | undefined>;

interface Last<Understood> {
  readonly path: string;
  /** undefined for content held by an editor. */
  readonly stamp: string | undefined;
  readonly content: string;
  readonly understood: Understood;
}

export function keepFile<Understood>(understand: (content: string) => Understood): KeptFile<Understood> {
  let last: Last<Understood> | undefined;

  return async (path, { held, ...options }) => {
    // Taken before reading: a file that changes while it is read is read again for the next request.
    const stamp = held === undefined ? await lstat(path).then(stampOf, () => undefined) : undefined;
    const isSame = held === undefined ? stamp !== undefined && stamp === last?.stamp : held === last?.content;
    if (last?.path === path && isSame) return last.understood;
    const read = held === undefined ? await readRegular(path, options) : ({ state: "read", content: held } as const);
    if (read.state === "absent") return null;
    if (read.state !== "read") return undefined;
    last = { path, stamp, content: read.content, understood: understand(read.content) };
    return last.understood;
  };
}
