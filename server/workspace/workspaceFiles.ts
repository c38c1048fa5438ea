/**
 * The files of all workspace folders on disk, and the names that each one mentions. Reads nothing before the first
 * request, and later only what changed. Keeps only a few numbers per file: to get the exact places, the caller reads
 * the file.
 */
import type { FSWatcher, Stats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join, sep } from "node:path";
import { isInside, largestSample, largestText, readRegular } from "../../catalog/index.ts";
import type { Reading } from "../../catalog/index.ts";
import { allMentions, jsonMentions, l10n, mentionKeys, parse } from "../../language/index.ts";
import type { Mention } from "../../language/index.ts";
import { watchFolder } from "../library/library.ts";

/** `text`: text with placeholders; `request`: a request file; `sample`: a data sample; `settings`: `smartform.json`. */
export type FileKind = "text" | "request" | "sample" | "settings";

interface WorkspaceFile {
  /** Absolute. */
  readonly path: string;
  readonly kind: FileKind;
}

interface WorkspaceFiles {
  /** Resolves with every file, sorted by path, without unreadable ones, which are reported. Rejects when cancelled. */
  list(options: { readonly signal: AbortSignal }): Promise<readonly WorkspaceFile[]>;
  /**
   * Resolves with the path of every file, sorted, and occasionally with one that no longer exists. If many files have
   * changed, does not wait until they are read. Rejects when cancelled.
   */
  paths(options: { readonly signal: AbortSignal }): Promise<readonly string[]>;
  /**
   * Resolves with the files on disk that mention one of these keys (see `mentionKey`). Sometimes there is also a file
   * that mentions none of them: check the content.
   */
  mentioning(keys: Iterable<string>, options: { readonly signal: AbortSignal }): Promise<readonly WorkspaceFile[]>;
  /** The file or folder with this absolute path changed. */
  changed(path: string): void;
  /** The workspace folders or their settings changed: the kind of any file may differ now. */
  relist(): void;
  dispose(): void;
}

export interface FilesOptions {
  readonly roots: () => readonly string[];
  /** The kind of the file by the settings of its workspace folder; undefined if it is not relevant to Smartforms. */
  readonly kindOf: (path: string) => Promise<FileKind | undefined>;
  /** Whether the server watches folders, because the client does not report changes of files. */
  readonly watch: () => boolean;
  /** A whole sentence that the user should see. */
  readonly problem: (message: string) => void;
  /** Runs a long reading, which `signal` may stop. The next request continues a stopped reading. */
  readonly progress: (
    work: (reading: {
      readonly signal: AbortSignal;
      readonly report: (read: number, total: number) => void;
    }) => Promise<void>,
  ) => Promise<void>;
}

interface Entry {
  readonly kind: FileKind;
  /** Shows whether the file has changed since it was read. */
  readonly stamp: string;
  readonly hashes: Uint32Array;
}

/** The number of files read at the same time. */
const width = 8;
/** A reading of fewer files would end before anybody could read the progress bar. */
const manyFiles = 500;

export function openWorkspaceFiles({ roots, kindOf, watch, problem, progress }: FilesOptions): WorkspaceFiles {
  const files = new Map<string, Entry>();
  const unread = new Set<string>();
  const watchers = new Map<string, FSWatcher>();
  const told = new Set<string>();
  const closing = new AbortController();
  let listed = false;
  let running: Promise<void> | undefined;
  let walked: Promise<void> = Promise.resolve();

  /** One reading serves all callers; a cancelled caller stops waiting, and the reading continues. */
  async function upToDate(signal: AbortSignal): Promise<void> {
    while (!listed || unread.size > 0 || running !== undefined) {
      signal.throwIfAborted();
      running ??= catchUp().finally(() => {
        running = undefined;
      });
      await unlessAborted(running, signal);
    }
  }

  async function catchUp(): Promise<void> {
    await list();
    if (unread.size < manyFiles) return readAll(closing.signal, () => undefined);
    return progress(({ signal, report }) => readAll(AbortSignal.any([closing.signal, signal]), report));
  }

  /** One walk through the folders serves all callers. */
  function list(): Promise<void> {
    if (listed) return walked;
    listed = true;
    for (const path of files.keys()) unread.add(path);
    walked = (async () => {
      for (const root of roots()) await walk(root);
    })().catch((error: unknown) => {
      // The next request walks through the folders again.
      listed = false;
      throw error;
    });
    return walked;
  }

  async function readAll(signal: AbortSignal, report: (read: number, total: number) => void): Promise<void> {
    const total = unread.size;
    let read = 0;
    const failed = new Map<string, unknown>();
    const worker = async (): Promise<void> => {
      for (const path of unread) {
        signal.throwIfAborted();
        unread.delete(path);
        await look(path).catch((error: unknown) => failed.set(path, error));
        read += 1;
        if (read % 100 === 0) report(read, total);
      }
    };
    await Promise.all(Array.from({ length: width }, worker));
    // The next request reads these files again, so that no answer treats them as files without mentions.
    for (const path of failed.keys()) unread.add(path);
    for (const error of failed.values()) throw error;
  }

  async function walk(folder: string): Promise<void> {
    closing.signal.throwIfAborted();
    if (watch() && !watchers.has(folder)) {
      const watcher = watchFolder(
        folder,
        (name) => changed(name === null ? folder : join(folder, name)),
        (error) => tell(l10n.t("Changes to files in {0} will not be picked up ({1}).", folder, error.message)),
      );
      if (watcher) watchers.set(folder, watcher);
    }
    const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT")
        tell(
          l10n.t(
            "The folder {0} cannot be read ({1}), so its files are not searched.",
            folder,
            error.code ?? error.message,
          ),
        );
      return [];
    });
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !isForeign(entry.name)) await walk(path);
      else if ((await kindOf(path)) !== undefined) unread.add(path);
    }
  }

  async function look(path: string): Promise<void> {
    const stats = await lstat(path).catch(() => undefined);
    if (stats?.isDirectory()) return walk(path);
    const kind = stats?.isFile() ? await kindOf(path) : undefined;
    if (stats === undefined || kind === undefined) return forget(path);
    const stamp = stampOf(stats);
    const before = files.get(path);
    if (before?.kind === kind && before.stamp === stamp) return;
    const read = await readFileOf(path, { root: roots().find((root) => isInside(root, path)), signal: closing.signal });
    if (read.state === "refused") tell(l10n.t("{0} cannot be read ({1}), so it is not searched.", path, read.why));
    if (read.state !== "read") return forget(path);
    const { mentions, problem: limit } = mentionsOfFile(read.content, kind, path);
    if (limit !== undefined) tell(l10n.t("Only a part of {0} is searched. {1}", path, limit));
    files.set(path, { kind, stamp, hashes: Uint32Array.from(new Set([...mentionKeys(mentions)].map(hash))) });
  }

  /** Forgets a file, or a folder with everything in it. */
  function forget(path: string): void {
    if (files.delete(path)) return;
    const below = `${path}${sep}`;
    for (const each of files.keys()) if (each.startsWith(below)) files.delete(each);
    for (const [folder, watcher] of watchers) {
      if (folder !== path && !folder.startsWith(below)) continue;
      watcher.close();
      watchers.delete(folder);
    }
  }

  function tell(message: string): void {
    if (told.has(message) || closing.signal.aborted) return;
    told.add(message);
    problem(message);
  }

  function changed(path: string): void {
    if (
      !listed ||
      !roots().some((root) => path === root || path.startsWith(`${root}${sep}`)) ||
      path.split(sep).some(isForeign)
    )
      return;
    const before = files.get(path);
    if (before) files.set(path, { ...before, stamp: "" });
    unread.add(path);
  }

  const sorted = (wanted: (entry: Entry) => boolean): readonly WorkspaceFile[] =>
    [...files]
      .flatMap(([path, entry]) => (wanted(entry) ? [{ path, kind: entry.kind }] : []))
      .sort((a, b) => (a.path < b.path ? -1 : 1));

  return {
    changed,
    async list({ signal }) {
      await upToDate(signal);
      return sorted(() => true);
    },
    async paths({ signal }) {
      await unlessAborted(list(), signal);
      // Some changed paths may be folders, or files that are no longer relevant. If there are many changed paths,
      // checking them is not worth it.
      if (unread.size < manyFiles) await upToDate(signal);
      return [...new Set([...files.keys(), ...unread])].sort();
    },
    async mentioning(keys, { signal }) {
      await upToDate(signal);
      const wanted = new Set([...keys].map(hash));
      return sorted(({ hashes }) => hashes.some((each) => wanted.has(each)));
    },
    relist(): void {
      listed = false;
    },
    dispose(): void {
      closing.abort();
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}

/**
 * Reads a file of the workspace folder `root`; refuses one that is larger than anything that people write. Rejects only
 * when cancelled.
 */
export function readFileOf(
  path: string,
  { root, signal }: { readonly root: string | undefined; readonly signal: AbortSignal },
): Promise<Reading> {
  return readRegular(path, {
    largest: /\.json$/i.test(path) ? largestSample : largestText,
    signal,
    ...(root === undefined ? {} : { root }),
  });
}

/** Returns everything that a file mentions, with places in its content. */
function mentionsOfFile(
  content: string,
  kind: FileKind,
  path: string,
): {
  readonly mentions: readonly Mention[];
  readonly folder?: string;
  readonly smartform?: string;
  readonly problem?: string;
} {
  if (kind !== "text") return jsonMentions(content, kind);
  return {
    mentions: content.includes("[[") ? allMentions(parse(content, /\.html?$/i.test(path) ? "html" : "plain")) : [],
  };
}

function isForeign(name: string): boolean {
  return name === "node_modules" || name === ".git";
}

/** Returns a string that shows whether a file has changed since it was read. */
export function stampOf({ mtimeMs, size, ino }: Stats): string {
  return `${mtimeMs} ${size} ${ino}`;
}

/** FNV-1a over the code units. If two names share a hash, a file is read in vain. */
function hash(key: string): number {
  let result = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) result = Math.imul(result ^ key.charCodeAt(at), 0x01000193);
  return result >>> 0;
}

async function unlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason as Error);
  signal.addEventListener("abort", stop, { once: true });
  try {
    await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
