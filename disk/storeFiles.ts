/**
 * VS Code writes its store to the disk some time after it says so. What must not be forgotten when the editor is killed
 * is in a file of its own as well, until a later start finds it in the store.
 */
import type * as z from "zod";
import { removeFile, replaceFile } from "./durableFile.ts";
import { readRecords } from "./records.ts";

/** Told what went wrong beside the work and does no harm, for the log. */
export type Warn = (problem: string) => void;

export class StoreFiles<Item> {
  readonly #folder: string;
  readonly #shape: z.ZodType<Item>;
  readonly #warn: Warn;

  constructor(folder: string, shape: z.ZodType<Item>, warn: Warn = () => {}) {
    this.#folder = folder;
    this.#shape = shape;
    this.#warn = warn;
  }

  /** Resolves when it is on the disk. */
  async write(id: string, item: Item): Promise<void> {
    await replaceFile(this.#folder, `${id}.json`, JSON.stringify(item));
  }

  /**
   * Never rejects: what the service answered is not to be called failed because a file that says "sent" cannot be
   * removed. Where it stays, the next start lists the item again.
   */
  async remove(id: string): Promise<void> {
    await this.#remove(`${id}.json`);
  }

  /**
   * At the start: what the store lost, and the paths of what cannot be read, which is left alone. What the store kept
   * over a start needs no file.
   */
  async lost(
    isKept: (item: Item) => boolean,
  ): Promise<{ readonly lost: readonly Item[]; readonly unreadable: readonly string[] }> {
    const { records, unreadable } = await readRecords(this.#folder, (value, name) => {
      const item = this.#shape.safeParse(value).data;
      return item === undefined ? undefined : { name, item };
    });
    const lost = records.filter(({ item }) => !isKept(item));
    for (const record of records) if (!lost.includes(record)) await this.#remove(record.name);
    return { lost: lost.map(({ item }) => item), unreadable };
  }

  async #remove(name: string): Promise<void> {
    try {
      await removeFile(this.#folder, name);
    } catch (error) {
      this.#warn(
        `${name} is still in ${this.#folder} and is looked at again at the next start: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
}

/** Newest first, by ISO time. */
export function newestFirst<Item>(items: readonly Item[], at: (item: Item) => string): Item[] {
  return items.toSorted((one, other) => (at(one) > at(other) ? -1 : at(one) < at(other) ? 1 : 0));
}
