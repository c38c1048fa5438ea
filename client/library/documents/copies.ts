/**
 * Stores the reading that each open buffer came from, in a file on this computer. That reading is the base of the
 * buffer's next save, even after a crash has restored an unsaved buffer. Each run of a window has its own file for each
 * document, because another window may show a newer reading of the same text. Another file for each text and language
 * has the last reading, which is shown when the service cannot be reached. All files are bound to the company's
 * library.
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
  /** Resolves with the reading that this document came from, in this run of the window or in the previous one. */
  get(key: CopyKey): Promise<LibraryText | undefined>;
  /**
   * Resolves with whether the document came from another library: its connection may have led there in the previous
   * run. The content of such a document must not be saved to this library. False if unknown; never rejects.
   */
  isOfAnother(key: CopyKey): Promise<boolean>;
  /** Resolves with the last reading of the text that any window kept. */
  last(key: Omit<CopyKey, "path">): Promise<LibraryText | undefined>;
  /**
   * Keeps the reading that the buffer came from. Never rejects: if this fails, reading and saving work without a copy,
   * and no older copy is used instead.
   */
  set(key: CopyKey, text: LibraryText): Promise<void>;
  /**
   * Keeps a reading for a buffer that does not exist yet. The buffer may be restored with changes based on another
   * reading, so the copy of the previous run stays until `set`. Never rejects.
   */
  offer(key: CopyKey, text: LibraryText): Promise<void>;
}

export interface CopyKey {
  /** See `identityOf`. */
  readonly identity: string;
  readonly textId: string;
  readonly language: string;
  /**
   * The connection and the path in the document's address. They tell apart two open documents of the same text: the
   * text may have moved, or two connections may show it.
   */
  readonly path: string;
}

interface CopiesOptions {
  readonly warn?: Warn;
  /** Milliseconds that the previous run may take to end after this one has started. */
  readonly longestEnd?: number;
}

/** `window`: the id of the window, which survives a reload. Two browser tabs that show the same workspace share it. */
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
  /** The readings that this run offered, by file name. */
  const offered = new Map<string, LibraryText>();
  /** Names of this run's files that contain the reading that a loaded document came from. */
  const cameFrom = new Set<string>();

  /**
   * Looks for files that other runs of the window wrote for this document, whatever library it came from. Returns the
   * files of ended runs, and whether one of the other runs is still alive.
   */
  async function others(key: CopyKey): Promise<{ readonly over: readonly string[]; readonly goesOn: boolean }> {
    const [before, ofThisRun] = [`${ofDocument(key)}-`, `.${life.session}.json`];
    const names = (await jsonFilesIn(folder)).filter((name) => name.startsWith(before) && !name.endsWith(ofThisRun));
    const over = names.filter((name) => !life.isAlive(name.slice(name.indexOf(".") + 1, -".json".length)));
    return { over, goesOn: over.length < names.length };
  }

  /**
   * Returns the files of ended runs. If every run that has files is still alive, waits a while for one of them to end.
   * `all`: waits a while for every run to end, since any of them may be the previous one.
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
   * Returns the reading of the previous run. A run that is still alive after a while belongs to another tab, and this
   * document did not come from its reading. Undefined if several runs have ended with different content: it is then
   * unknown which of them showed this document.
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
   * Deletes the files of the previous run. A run that is still alive is checked once more later: by then it has ended,
   * or belongs to another tab. On that second check, files of another library are kept: they may belong to unsaved
   * changes of that tab.
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
    // Missing or damaged: the caller then has no base, and a save shows both sides instead of guessing.
    return undefined;
  }
}
