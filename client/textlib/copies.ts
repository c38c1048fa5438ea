/**
 * The reading that each open buffer came from, on this computer: the base of its next save, also after a crash has brought an unsaved buffer
 * back. A file per window and document, since another window may show a newer reading of the same text; and one per text and language with what
 * was read last, which is shown when the service cannot be reached. Bound to the company's library.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
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
  const pathOf = (...key: readonly string[]): string => join(folder, `${createHash("sha256").update(JSON.stringify(key)).digest("hex").slice(0, 32)}.json`);
  const own = ({ identity, textId, language, path }: CopyKey): string => pathOf(identity, textId, language, path, window);
  const shared = ({ identity, textId, language }: Omit<CopyKey, "path">): string => pathOf(identity, textId, language);
  return {
    get: (key) => read(own(key)),
    last: (key) => read(shared(key)),
    async set(key, text) {
      await mkdir(folder, { recursive: true });
      await write(own(key), text);
      await write(shared(key), text);
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

async function write(path: string, text: LibraryText): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  await writeFile(temporary, JSON.stringify(text), { mode: 0o600 });
  await rename(temporary, path);
}
