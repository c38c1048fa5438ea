/**
 * VS Code writes its store to the disk some time after it says so. What must not be forgotten when the editor is killed is in a file of its own as
 * well, until a later start finds it in the store.
 */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type * as z from "zod";
import { readJsonFiles, replaceFile } from "./durableFile.ts";

export class StoreFiles<Item> {
  readonly #folder: string;
  readonly #shape: z.ZodType<Item>;

  constructor(folder: string, shape: z.ZodType<Item>) {
    this.#folder = folder;
    this.#shape = shape;
  }

  /** Resolves when it is on the disk. */
  async write(id: string, item: Item): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await replaceFile(this.#folder, `${id}.json`, JSON.stringify(item));
  }

  async remove(id: string): Promise<void> {
    await rm(join(this.#folder, `${id}.json`), { force: true });
  }

  /** At the start: what the store lost, and the paths of what cannot be read, which is left alone. What the store kept over a start needs no file. */
  async lost(isKept: (item: Item) => boolean): Promise<{ readonly lost: readonly Item[]; readonly unreadable: readonly string[] }> {
    const [lost, unreadable]: readonly [Item[], string[]] = [[], []];
    for (const { path, json } of await readJsonFiles(this.#folder)) {
      const item = json === undefined ? undefined : this.#read(json);
      if (item === undefined) unreadable.push(path);
      else if (isKept(item)) await rm(path, { force: true });
      else lost.push(item);
    }
    return { lost, unreadable };
  }

  #read(json: string): Item | undefined {
    try {
      return this.#shape.safeParse(JSON.parse(json)).data;
    } catch {
      return undefined;
    }
  }
}

/** Newest first, by ISO time. */
export function newestFirst<Item>(items: readonly Item[], at: (item: Item) => string): Item[] {
  return items.toSorted((one, other) => at(one) > at(other) ? -1 : at(one) < at(other) ? 1 : 0);
}
