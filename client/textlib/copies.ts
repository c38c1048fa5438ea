/**
 * The reading that each open buffer came from, on this computer: the base of its next save, also after a crash has brought an unsaved buffer
 * back. A file per window and document, since another window may show a newer reading of the same text; and one per text and language with what
 * was read last, which is shown when the service cannot be reached. Bound to the company's library.
 */
import { createHash } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { jsonFilesIn, replaceFile } from "../durableFile.ts";
import type { LibraryText } from "../writePlan.ts";

export interface Copies {
  /** What this document of this window came from. */
  get(key: CopyKey): Promise<LibraryText | undefined>;
  /** What any window took for a base last. */
  last(key: Omit<CopyKey, "path">): Promise<LibraryText | undefined>;
  set(key: CopyKey, text: LibraryText): Promise<void>;
}

export interface CopyKey {
  /** See `identityOf`. */
  readonly identity: string;
  readonly textId: string;
  readonly language: string;
  /** Of the document's address: a text that moved may be open at both places. */
  readonly path: string;
}

/** `window`: the same for a window after it was loaded again, and no other's. */
export function openCopies(folder: string, window: string): Copies {
  const nameOf = (...key: readonly string[]): string => `${createHash("sha256").update(JSON.stringify(key)).digest("hex").slice(0, 32)}.json`;
  const own = ({ identity, textId, language, path }: CopyKey): string => nameOf(identity, textId, language, path, window);
  const shared = ({ identity, textId, language }: Omit<CopyKey, "path">): string => nameOf(identity, textId, language);
  let isSwept = false;
  return {
    get: (key) => read(join(folder, own(key))),
    last: (key) => read(join(folder, shared(key))),
    async set(key, text) {
      await mkdir(folder, { recursive: true });
      if (!isSwept) await jsonFilesIn(folder);
      isSwept = true;
      await replaceFile(folder, own(key), JSON.stringify(text));
      await replaceFile(folder, shared(key), JSON.stringify(text));
    },
  };
}

async function read(path: string): Promise<LibraryText | undefined> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as LibraryText;
  } catch {
    // Missing or damaged: the caller then knows no base, and a save shows both sides instead of guessing.
    return undefined;
  }
}
