/** A service's library, kept on disk: usable from the disk at once, then refreshed through `call`. */
import { messageOf } from "../language/index.ts";
import type { AnswerOf } from "../api/index.ts";
import type { Catalog, TextChange } from "../language/index.ts";
import type { Call } from "./call.ts";
import { openDatabase } from "./database.ts";
import type { Identity } from "./database.ts";
import { readFolders, readText, readTexts } from "./reading.ts";
import type { Reader } from "./reading.ts";
import { prepareQuestions, snapshot } from "./snapshot.ts";
import { createStore } from "./store.ts";
import { unlistedSmartforms } from "./unlisted.ts";

export interface LiveOptions {
  /** A folder for the database; if absent, everything stays in memory. */
  readonly folder?: string;
  /** The database is bound to these two addresses and this client id; another origin or client never sees it. */
  readonly identity: Identity;
  readonly call: Call;
}

export interface LiveStatus {
  /** `complete`: every page and every content was read once, so what is absent does not exist. */
  readonly state: "empty" | "partial" | "complete";
  readonly texts: number;
  /** The service's count of its texts; absent before the first page is read. */
  readonly total?: number;
  /** When the last complete reading ended. */
  readonly readAt?: Date;
  /** Why the last reading stopped, in words for the user. */
  readonly problem?: string;
  /** The revision of the current snapshot. */
  readonly revision: number;
}

export interface LiveCatalog extends AsyncDisposable {
  /** Why nothing is kept on disk although a folder was given, in words for the user. */
  readonly unkept?: string;
  /** The current snapshot; a new object with a higher revision after every change. */
  readonly current: Catalog;
  readonly status: LiveStatus;
  /** Passes to the listener what each change concerns; null if it may concern anything. */
  onChange(listener: (change: TextChange | null) => void): Disposable;
  /**
   * Reads everything again, or resumes an interrupted reading. Never treats absence from a list as a deletion. Never
   * rejects: the error is in `status.problem`. While a refresh runs, a second call waits for it. Pass `afresh` if
   * something was written during a refresh: the folders are then read at once, and everything is read again after that
   * refresh.
   */
  refresh(options: {
    readonly signal?: AbortSignal;
    readonly afresh?: boolean;
    readonly progress?: (status: LiveStatus) => void;
  }): Promise<void>;
  /** Reads one text now, ahead of all others, because it is open or visible. Rejects with ApiError. */
  refreshText(id: string, options: { readonly signal?: AbortSignal }): Promise<void>;
  /**
   * Asks the service now about the Smartforms that were looked up here but are missing from the service's list.
   * Resolves when the service has answered, with true if an answer changed.
   */
  askUnlisted(): Promise<boolean>;
  /** Stores a text that the service just returned after a save. */
  put(text: AnswerOf<"textlibrary.texts.get">): void;
  /** Removes a text for whose id the service answered 404. */
  remove(textId: string): void;
}

/** If more texts than this depend on a change, it counts as a change of everything. */
const mostDependents = 1000;

export function openLiveCatalog({ folder, identity, call }: LiveOptions): LiveCatalog {
  const { database, problem: unkept } = openDatabase(folder, identity);
  const store = createStore(database);
  const questions = prepareQuestions(database);
  const dataVersion = database.prepare("PRAGMA data_version");
  const listeners = new Set<(change: TextChange | null) => void>();
  const closing = new AbortController();
  const savedAt = new Map<string, number>();
  let moment = 0;
  let seenVersion = dataVersion.get()?.["data_version"];
  let seenProof = proof();
  const unlisted = unlistedSmartforms({
    async read(id) {
      const { readUnlisted } = await import("./smartforms.ts");
      return readUnlisted(id, call, { signal: closing.signal });
    },
    told() {
      if (!closing.signal.aborted) changed({ mayBeAnything: true });
    },
  });
  let current = snapshot(questions, unlisted.answerFor);
  let problem: string | undefined;
  let running: Promise<void> | undefined;
  /** The latest reading of the folders: part of a refresh, or requested with `afresh`. */
  let folders: Promise<void> = Promise.resolve();
  /** The refresh that follows the running one. */
  let following: Promise<void> | undefined;

  function changed({ mayBeAnything = false } = {}): void {
    const texts = textChange(current);
    const change = mayBeAnything ? null : texts;
    current = snapshot(questions, unlisted.answerFor);
    for (const listener of listeners) listener(change);
  }

  /**
   * Returns a string that shows which parts are read completely: only in these parts does absence prove that something
   * does not exist.
   */
  function proof(): string {
    const { foldersAt, smartformsAt, listedAt, completeAt } = store.milestones();
    return [foldersAt, smartformsAt, listedAt, completeAt].map((at) => at !== undefined).join();
  }

  /** Returns null if anything other than texts changed, or if another window wrote to the database. */
  function textChange({ revision }: Catalog): TextChange | null {
    const before = `${seenVersion} ${seenProof}`;
    seenVersion = dataVersion.get()?.["data_version"];
    seenProof = proof();
    const { codes, textIds, renamed, others } = store.takeWritten();
    if (others || before !== `${seenVersion} ${seenProof}`) return null;
    const including = store.including(codes, mostDependents + 1);
    if (including.length > mostDependents) return null;
    return {
      since: revision,
      codes: new Set(including),
      changed: textIds,
      textIds: new Set([...textIds, ...store.referring(codes)]),
      renamed,
    };
  }

  function saved(id: string, work: () => boolean): void {
    savedAt.set(id, ++moment);
    if (store.transaction(work)) changed();
  }

  const now = (): number => moment;
  const write: Reader["write"] = (asked, work) => {
    if (closing.signal.aborted) return;
    if (store.transaction(() => work((id) => (savedAt.get(id) ?? 0) <= asked))) changed();
  };

  function readerFor(signal: AbortSignal, progress: () => void): Reader {
    return {
      store,
      call,
      signal,
      now,
      write(asked, work) {
        signal.throwIfAborted();
        write(asked, work);
        progress();
      },
    };
  }

  async function read(signal: AbortSignal, progress: () => void): Promise<void> {
    const reader = readerFor(signal, progress);
    problem = undefined;
    folders = readFolders(reader);
    const parts = await Promise.allSettled([folders.then(() => readTexts(reader)), refreshSmartforms(signal)]);
    const failed = parts.find((part) => part.status === "rejected");
    if (failed && !signal.aborted) problem = messageOf(failed.reason);
    if (!closing.signal.aborted) progress();
  }

  async function refreshSmartforms(signal: AbortSignal): Promise<void> {
    const asked = now();
    const { readSmartforms } = await import("./smartforms.ts");
    const smartforms = await readSmartforms(call, { signal });
    unlisted.forget();
    write(asked, () => {
      const before = store.milestones();
      store.setMilestones({ ...before, smartformsAt: new Date().toISOString() });
      return store.writeSmartforms(smartforms) || before.smartformsAt === undefined;
    });
  }

  function status(): LiveStatus {
    const { completeAt, total } = store.milestones();
    const texts = store.count();
    return {
      state: completeAt !== undefined ? "complete" : texts > 0 ? "partial" : "empty",
      texts,
      ...(total === undefined ? {} : { total }),
      ...(completeAt === undefined ? {} : { readAt: new Date(completeAt) }),
      ...(problem === undefined ? {} : { problem }),
      revision: latest().revision,
    };
  }

  function latest(): Catalog {
    const version = dataVersion.get()?.["data_version"];
    if (version !== seenVersion) {
      // Another window wrote to the same file.
      seenVersion = version;
      current = snapshot(questions, unlisted.answerFor);
    }
    return current;
  }

  return {
    ...(unkept === undefined ? {} : { unkept }),
    get current() {
      return latest();
    },
    get status() {
      return status();
    },
    onChange(listener) {
      listeners.add(listener);
      return { [Symbol.dispose]: () => void listeners.delete(listener) };
    },
    refresh({ signal, afresh = false, progress }) {
      const either = AbortSignal.any([closing.signal, ...(signal ? [signal] : [])]);
      const report = (): void => progress?.(status());
      const begin = (): Promise<void> =>
        (running = read(either, report).finally(() => {
          running = undefined;
        }));
      if (running === undefined && following === undefined) return begin();
      if (!afresh) return running ?? following ?? begin();
      // Waits for the earlier reading of the folders, so that its answer does not overwrite the newer one.
      folders = folders.then(() => readFolders(readerFor(either, report)));
      // If the folders cannot be read, the following refresh reports it.
      folders.catch(() => undefined);
      following ??= (async () => {
        for (let last; running !== undefined || last !== folders;)
          await Promise.allSettled([running, (last = folders)]);
        following = undefined;
        if (!closing.signal.aborted) await begin();
      })();
      return following;
    },
    async refreshText(id, { signal }) {
      const asked = now();
      const text = await readText(call, id, { signal: AbortSignal.any([closing.signal, ...(signal ? [signal] : [])]) });
      write(asked, (isCurrent) => isCurrent(id) && (text === "gone" ? store.removeText(id) : store.writeText(text, 0)));
    },
    askUnlisted: () => unlisted.ask(),
    put: (text) => saved(text.id, () => store.writeText(text, 0)),
    remove: (textId) => saved(textId, () => store.removeText(textId)),
    async [Symbol.asyncDispose]() {
      listeners.clear();
      closing.abort();
      unlisted.close();
      await (following ?? running);
      if (database.isOpen) database.close();
    },
  };
}
