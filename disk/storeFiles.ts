/**
 * VS Code reports that its memento is written, but the memento reaches the disk only some time later. Items that must
 * survive a kill of the editor are therefore also kept in files, one file for each item, until a later start finds them
 * in the memento.
 */
import type * as z from "zod";
import { removeFile, replaceFile } from "./durableFile.ts";
import { readRecords } from "./records.ts";

/** Logs a problem that does not make the work fail. */
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

  /** Resolves when the item is on the disk. */
  async write(id: string, item: Item): Promise<void> {
    await replaceFile(this.#folder, `${id}.json`, JSON.stringify(item));
  }

  /**
   * Removes the file. Never rejects: a file that says "sent" and cannot be removed must not make the service's answer
   * count as failed. If the file stays, the next start lists the item again.
   */
  async remove(id: string): Promise<void> {
    await this.#remove(`${id}.json`);
  }

  /**
   * Call it at the start: resolves with the items that the memento lost, and with the paths of unreadable files, which
   * are left alone. Removes the files of items that the memento kept.
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

/** Sorts by ISO time, newest first. */
export function newestFirst<Item>(items: readonly Item[], at: (item: Item) => string): Item[] {
  return items.toSorted((one, other) => (at(one) > at(other) ? -1 : at(one) < at(other) ? 1 : 0));
}
