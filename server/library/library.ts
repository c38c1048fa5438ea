/** The current catalog and its source: a file, a service that the server calls, or a service that the client calls. */
import { watch } from "node:fs";
import type { FSWatcher } from "node:fs";
import { basename, dirname } from "node:path";
import { fileCatalog, openCatalogFile, openLiveCatalog } from "../../catalog/index.ts";
import type { Call, LiveCatalog, LiveOptions, LiveStatus, OpenedCatalog } from "../../catalog/index.ts";
import { l10n, messageOf, said } from "../../language/index.ts";
import type { Catalog, TextChange } from "../../language/index.ts";
import type { CatalogIdentity } from "../protocol.ts";

/** The events of a library. */
export interface LibraryEvents {
  /** The answers of the catalog may have changed: those about some texts, or any answer (null). */
  readonly changed: (change: TextChange | null) => void;
  /** A reading progressed, ended or failed. */
  readonly status: (status: LiveStatus) => void;
  /** A whole sentence that the user should see. */
  readonly problem: (message: string) => void;
  /** How much of the catalog file has been read, from 0 to 1. A reading ends with 1, even if it fails. */
  readonly fileRead: (part: number) => void;
  /** Shows the progress of reading the service. */
  readonly progress: <T>(work: (report: (status: LiveStatus) => void) => Promise<T>) => Promise<T>;
}

export interface Library extends AsyncDisposable {
  readonly current: Catalog;
  /** Absent if the catalog is a file. */
  readonly live?: LiveCatalog;
  /** The catalog file; absent if a service is read. */
  readonly file?: string;
  /** The authority of the `textlib:` addresses that the client can open; absent if it can open none. */
  readonly connection?: string;
  /** Whether the client can show library texts in documents that the server writes. */
  readonly isShown?: boolean;
  /** The owner of the library, as the client names it; absent if the client makes no calls. */
  readonly owner?: string;
  /** Settles when the initial reading has ended. */
  readonly loaded: Promise<void>;
}

/**
 * Returns a library in which everything is unknown, so that there are no findings about it. Used when there is no
 * catalog.
 */
export function noLibrary(): Library {
  const current = fileCatalog({});
  return { current, loaded: Promise.resolve(), [Symbol.asyncDispose]: () => Promise.resolve() };
}

const nothingKnown = fileCatalog({});

/**
 * Returns the catalog for a text's connection. A text of another connection belongs to another library, about which
 * nothing is known here.
 */
export function catalogOf(
  { current, connection: own }: Pick<Library, "current" | "connection">,
  connection: string | undefined,
): Catalog {
  return connection === undefined || own === undefined || connection === own ? current : nothingKnown;
}

/** Milliseconds after which an unreadable file is read once more before an error is shown: it may be half written. */
const secondLook = 250;

interface FileLibraryOptions {
  readonly file: string;
  /** The folder that keeps the cache of the file between sessions. */
  readonly cacheFolder: string;
  readonly isShown?: boolean;
}

/**
 * Reads the file now, and again whenever it changes or is replaced. While it cannot be read, the last good content
 * stays in use.
 */
export function fileLibrary(
  { file, cacheFolder, isShown = false }: FileLibraryOptions,
  events: LibraryEvents,
): Library {
  const closing = new AbortController();
  let current = fileCatalog({});
  let reading: Promise<void> | undefined;
  let again = false;
  let keeping: Promise<void> = Promise.resolve();

  async function read(): Promise<void> {
    try {
      const opened = await open().catch(async () => {
        await pause(secondLook, closing.signal);
        return open();
      });
      current = opened.catalog;
      events.changed(null);
      keeping = keeping.then(() => keep(opened));
    } catch (error) {
      if (!closing.signal.aborted)
        events.problem(said(messageOf(error), l10n.t("The findings are based on what was read before.")));
    } finally {
      events.fileRead(1);
    }
  }
  function open(): Promise<OpenedCatalog> {
    return openCatalogFile(file, {
      folder: cacheFolder,
      uses: true,
      signal: closing.signal,
      progress: events.fileRead,
    });
  }
  /**
   * Writes the cache and switches to it, so that the whole file need not stay in memory. The cache and the file give
   * the same answers.
   */
  async function keep({ catalog, keep: write }: OpenedCatalog): Promise<void> {
    if (closing.signal.aborted || current !== catalog) return;
    if (!(await write({ signal: closing.signal }))) return;
    const again = await open().catch(() => undefined);
    if (again && !closing.signal.aborted && current === catalog) current = again.catalog;
  }
  /** Runs one reading at a time; changes during a reading cause one more. */
  function readSoon(): Promise<void> {
    again = true;
    reading ??= (async () => {
      while (again && !closing.signal.aborted) {
        again = false;
        await read();
      }
    })().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  // Watches the folder, because a watcher of the file would stop working once the file is replaced.
  const watcher = watchFolder(
    dirname(file),
    (name) => {
      if (name === null || name === basename(file)) void readSoon();
    },
    (error) => events.problem(l10n.t("Changes to {0} will not be picked up ({1}).", file, error.message)),
  );
  return {
    get current() {
      return current;
    },
    file,
    isShown,
    loaded: readSoon(),
    async [Symbol.asyncDispose]() {
      closing.abort();
      watcher?.close();
      await reading;
      await keeping;
    },
  };
}

export interface LiveLibraryOptions {
  readonly identity: LiveOptions["identity"];
  readonly folder: string;
  readonly call: Call;
  readonly connection?: string;
  readonly owner?: string;
  readonly isShown?: boolean;
  /** Closes what `call` needs. */
  readonly close?: () => Promise<void>;
}

/** Returns a library that answers from the disk at once while the service is being read. */
export function liveLibrary(
  { identity, folder, call, connection, owner, isShown = false, close }: LiveLibraryOptions,
  events: LibraryEvents,
): Library {
  const live = openLiveCatalog({ folder, identity, call });
  live.onChange(events.changed);
  if (live.unkept !== undefined) events.problem(live.unkept);
  return {
    get current() {
      return live.current;
    },
    live,
    isShown,
    ...(connection === undefined ? {} : { connection }),
    ...(owner === undefined ? {} : { owner }),
    loaded: refresh(live, events),
    async [Symbol.asyncDispose]() {
      await live[Symbol.asyncDispose]();
      await close?.();
    },
  };
}

/** Returns the identity for the catalog: without the name, which the user may change. */
export function identityOf({ authUrl, formsApiUrl, clientId }: CatalogIdentity): LiveOptions["identity"] {
  return { authUrl, formsApiUrl, clientId };
}

/** `afresh` for a refresh that the user requests: it reads the current state even if another reading is running. */
export async function refresh(live: LiveCatalog, events: LibraryEvents, { afresh = false } = {}): Promise<void> {
  const status = await events.progress(async (report) => {
    await live.refresh({
      afresh,
      progress(status) {
        report(status);
        events.status(status);
      },
    });
    return live.status;
  });
  events.status(status);
  if (status.problem !== undefined)
    events.problem(l10n.t("The Text Library and the Smartforms could not be read completely: {0}", status.problem));
}

/** If the folder cannot be watched, calls `failed` and returns undefined. */
export function watchFolder(
  folder: string,
  changed: (name: string | null) => void,
  failed: (error: Error) => void,
): FSWatcher | undefined {
  try {
    return watch(folder, { persistent: false }, (_, name) => changed(name)).on("error", failed);
  } catch (error) {
    failed(error instanceof Error ? error : new Error(String(error)));
    return undefined;
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      },
      { once: true },
    );
  });
}
