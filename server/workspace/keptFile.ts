/** The file that was asked for last: it is read and understood again only where it changed meanwhile. */
import { lstat } from "node:fs/promises";
import { readRegular } from "../../catalog/index.ts";
import type { ReadingLimits } from "../../disk/index.ts";
import { stampOf } from "./workspaceFiles.ts";

export interface KeptOptions extends ReadingLimits {
  /** What an editor holds of it. */
  readonly held: string | undefined;
}

/** `path` is absolute. null where there is no such file, undefined where it cannot be read. Rejects when cancelled. */
export type KeptFile<Understood> = (path: string, options: KeptOptions) => Promise<Understood | null | undefined>;

interface Last<Understood> {
  readonly path: string;
  /** undefined for what an editor held. */
  readonly stamp: string | undefined;
  readonly content: string;
  readonly understood: Understood;
}

export function keepFile<Understood>(understand: (content: string) => Understood): KeptFile<Understood> {
  let last: Last<Understood> | undefined;

  return async (path, { held, ...options }) => {
    // Before it is read: where it changes while it is, it is read again for who asks next.
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
