/**
 * The reading that each open buffer came from, on this computer: the base of its next save, also after a crash has brought an unsaved buffer
 * back, and what is shown when the service cannot be reached. One file per text and language, bound to the company's library.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { LibraryText } from "../writePlan.ts";

export interface Copies {
  get(key: CopyKey): Promise<LibraryText | undefined>;
  set(key: CopyKey, text: LibraryText): Promise<void>;
}

export interface CopyKey {
  /** See `identityOf`. */
  readonly identity: string;
  readonly textId: string;
  readonly language: string;
}

export function openCopies(folder: string): Copies {
  const pathOf = ({ identity, textId, language }: CopyKey): string =>
    join(folder, `${createHash("sha256").update(JSON.stringify([identity, textId, language])).digest("hex").slice(0, 32)}.json`);
  return {
    async get(key) {
      try {
        return JSON.parse(await readFile(pathOf(key), "utf8")) as LibraryText;
      } catch {
        // Missing or damaged: the caller then knows no base, and a save shows both sides instead of guessing.
        return undefined;
      }
    },
    async set(key, text) {
      await mkdir(folder, { recursive: true });
      const temporary = `${pathOf(key)}.${randomUUID()}.tmp`;
      await writeFile(temporary, JSON.stringify(text), { mode: 0o600 });
      await rename(temporary, pathOf(key));
    },
  };
}
