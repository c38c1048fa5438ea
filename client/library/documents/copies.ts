/**
 * The reading that each open buffer came from, on this computer: the base of its next save, also after a crash has
 * brought an unsaved buffer back. A file for each document of each run of a window, since another window may show a
 * newer reading of the same text; and one per text and language with what was read last, which is shown when the
 * service cannot be reached. Bound to the company's library.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { jsonFilesIn, openSignOfLife, removeFile, replaceFile } from "../../../disk/index.ts";
import { messageOf } from "../../../language/index.ts";
import type { Warn } from "../../../disk/index.ts";
import type { LibraryText } from "../../../authoring/index.ts";
import { contentIn } from "./saveModel.ts";

export interface Copies extends Disposable {
  /** What this document came from, in this run of the window or in the one before. */
  get(key: CopyKey): Promise<LibraryText | undefined>;
  /**
   * Whether the document came from another library, which its connection led to in the run before: what was typed there
   * is nothing for this one. False where nobody remembers; never rejects.
   */
  isOfAnother(key: CopyKey): Promise<boolean>;
  /** What any window took for a base last. */
  last(key: Omit<CopyKey, "path">): Promise<LibraryText | undefined>;
  /**
   * The buffer came from it. Never rejects: a text is read and saved all the same where its copy cannot be kept, and
   * then none that is older is taken for it.
   */
  set(key: CopyKey, text: LibraryText): Promise<void>;
  /**
   * It was read for a buffer that is not there yet. It may come back with changes that came from something else, so
   * that what the run before left stays until `set`. Never rejects.
   */
  offer(key: CopyKey, text: LibraryText): Promise<void>;
}

export interface CopyKey {
  /** See `identityOf`. */
  readonly identity: string;
  readonly textId: string;
  readonly language: string;
  /**
   * Of the document's address, with the connection: a text that moved, or that two connections show, may be open twice.
   */
  readonly path: string;
}

interface CopiesOptions {
  readonly warn?: Warn;
  /** Milliseconds that the run before may take to end, once this one has begun. */
  readonly longestEnd?: number;
}

/**
 * `window`: the same for a window after it was loaded again. Two tabs of a browser that show one workspace have the
 * same, too.
 */
export function openCopies(
  folder: string,
  window: string,
  { warn = () => {}, longestEnd = 10_000 }: CopiesOptions = {},
): Copies {
  const life = openSignOfLife(folder);
  const latestEnd = performance.now() + longestEnd;
  const nameOf = (...key: readonly string[]): string =>
    createHash("sha256").update(JSON.stringify(key)).digest("hex").slice(0, 32);
  const shared = ({ identity, textId, language }: Omit<CopyKey, "path">): string =>
    `${nameOf(identity, textId, language)}.json`;
  const ofDocument = ({ textId, language, path }: CopyKey): string => nameOf(textId, language, path, window);
  const ofWindow = (key: CopyKey): string => `${ofDocument(key)}-${nameOf(key.identity)}`;
  const own = (key: CopyKey): string => `${ofWindow(key)}.${life.session}.json`;
  const timers = new Set<NodeJS.Timeout>();
  /** By the names of their files, of this run: what was offered, and which documents came from what is kept. */
  const offered = new Map<string, LibraryText>();
  const cameFrom = new Set<string>();

  /**
   * Files of this document, of whichever library, that other runs of the window left: those of runs that are over, and
   * whether one goes on.
   */
  async function others(key: CopyKey): Promise<{ readonly over: readonly string[]; readonly goesOn: boolean }> {
    const [before, ofThisRun] = [`${ofDocument(key)}-`, `.${life.session}.json`];
    const names = (await jsonFilesIn(folder)).filter((name) => name.startsWith(before) && !name.endsWith(ofThisRun));
    const over = names.filter((name) => !life.isAlive(name.slice(name.indexOf(".") + 1, -".json".length)));
    return { over, goesOn: over.length < names.length };
  }

  /**
   * Those of runs that are over, once one that was about to end has ended; `all`: once each has, for any of them may be
   * the one before this.
   */
  async function endedOthers(key: CopyKey, { all }: { readonly all: boolean }): Promise<readonly string[]> {
    let found = await others(key);
    while (found.goesOn && (all || found.over.length === 0) && performance.now() < latestEnd) {
      await wait(100);
      found = await others(key);
    }
    return found.over;
  }

  /**
   * Of the run before. One that goes on after a while is another tab: what it came from is not what this document came
   * from. Where several are over and came from different words, nobody knows which was this one.
   */
  async function ofTheRunBefore(key: CopyKey): Promise<LibraryText | undefined> {
    const names = (await endedOthers(key, { all: false })).filter((name) => name.startsWith(ofWindow(key)));
    const texts = await Promise.all(names.map((name) => read(join(folder, name))));
    const [first] = texts;
    return first !== undefined &&
      texts.every((text) => text !== undefined && contentIn(text, key.language) === contentIn(first, key.language))
      ? first
      : undefined;
  }

  /**
   * A run that has not ended yet is looked at once more after a while: then it is over, or another tab's. What it left
   * of another library stays then: it may belong to unsaved words of that tab.
   */
  async function forgetTheRunBefore(key: CopyKey, { again = true } = {}): Promise<void> {
    try {
      const { over, goesOn } = await others(key);
      for (const name of over) if (again || name.startsWith(ofWindow(key))) await removeFile(folder, name);
      if (!goesOn || !again) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        void forgetTheRunBefore(key, { again: false });
      }, longestEnd);
      timers.add(timer);
    } catch (error) {
      warn(`An older copy of an open text is still in ${folder}: ${messageOf(error)}`);
    }
  }

  const ofThisRun = async (key: CopyKey): Promise<LibraryText | undefined> =>
    cameFrom.has(own(key)) ? read(join(folder, own(key))) : undefined;

  async function keepBoth(key: CopyKey, text: LibraryText): Promise<void> {
    for (const name of [own(key), shared(key)]) await keep(name, text);
  }

  async function keep(name: string, text: LibraryText): Promise<void> {
    try {
      await life.begin();
      await replaceFile(folder, name, JSON.stringify(text));
    } catch (error) {
      warn(`What an open text came from is not kept for a crash: ${messageOf(error)}`);
      try {
        await removeFile(folder, name);
      } catch (failure) {
        warn(`An older copy of it is still at ${join(folder, name)}: ${messageOf(failure)}`);
      }
    }
  }

  return {
    get: async (key) =>
      (await ofThisRun(key)) ??
      (await ofTheRunBefore(key).catch((error: unknown) => {
        warn(`What an open text came from cannot be read: ${messageOf(error)}`);
        return undefined;
      })),
    async isOfAnother(key) {
      if ((await ofThisRun(key)) !== undefined) return false;
      const ended = await endedOthers(key, { all: true }).catch((error: unknown) => {
        warn(`Which library an open text came from cannot be read: ${messageOf(error)}`);
        return [];
      });
      return ended.some((name) => !name.startsWith(ofWindow(key)));
    },
    last: (key) => read(join(folder, shared(key))),
    async set(key, text) {
      cameFrom.add(own(key));
      await forgetTheRunBefore(key);
      if (offered.get(own(key)) !== text) await keepBoth(key, text);
      offered.delete(own(key));
    },
    async offer(key, text) {
      await keepBoth(key, text);
      offered.set(own(key), text);
    },
    [Symbol.dispose]() {
      for (const timer of timers) clearTimeout(timer);
      life[Symbol.dispose]();
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
