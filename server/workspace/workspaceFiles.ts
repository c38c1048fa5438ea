/**
 * The files of all workspace folders on disk, and which names each one mentions. Nothing is read before somebody asks;
 * then only what changed since the last time. Per file a few numbers are kept: where exactly something stands, who asks
 * finds out by reading the file.
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

export interface WorkspaceFile {
  /** Absolute. */
  readonly path: string;
  readonly kind: FileKind;
}

export interface WorkspaceFiles {
  /** Every file, sorted by path; what could not be read is left out and was told. Rejects when cancelled. */
  list(options: { readonly signal: AbortSignal }): Promise<readonly WorkspaceFile[]>;
  /**
   * Path of every file, sorted, before any is read; now and then one that is gone meanwhile. Rejects when cancelled.
   */
  paths(options: { readonly signal: AbortSignal }): Promise<readonly string[]>;
  /** Files on disk that mention one of these (`mentionKey`), and now and then one that does not: look inside. */
  mentioning(keys: Iterable<string>, options: { readonly signal: AbortSignal }): Promise<readonly WorkspaceFile[]>;
  /** Something happened to the file or folder with this absolute path. */
  changed(path: string): void;
  /** The workspace folders or their settings changed: what a file is may be another answer now. */
  relist(): void;
  dispose(): void;
}

export interface FilesOptions {
  readonly roots: () => readonly string[];
  /** What the settings of its workspace folder say about the file; undefined where it is none of ours. */
  readonly kindOf: (path: string) => Promise<FileKind | undefined>;
  /** Whether folders are watched from here: where nobody tells what happens to files. */
  readonly watch: () => boolean;
  /** Something that the person should know, in a whole sentence. */
  readonly problem: (message: string) => void;
  /**
   * Runs around a long reading. When its signal stops it, the reading goes on where it stopped when somebody asks
   * again.
   */
  readonly progress: (
    work: (reading: {
      readonly signal: AbortSignal;
      readonly report: (read: number, total: number) => void;
    }) => Promise<void>,
  ) => Promise<void>;
}

interface Entry {
  readonly kind: FileKind;
  /** Tells whether the file is still what was read. */
  readonly stamp: string;
  readonly hashes: Uint32Array;
}

/** Files read at the same time. */
const width = 8;
/** A reading of fewer files is over before anybody has read that it began. */
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

  /** One reading for all who ask; who is cancelled stops waiting, and the reading goes on. */
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

  /** One walk for all who ask. */
  function list(): Promise<void> {
    if (listed) return walked;
    listed = true;
    for (const path of files.keys()) unread.add(path);
    walked = (async () => {
      for (const root of roots()) await walk(root);
    })().catch((error: unknown) => {
      // Who asks next walks again.
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
    // Who asks next has them read again; nobody is told that they mention nothing.
    for (const path of failed.keys()) unread.add(path);
    for (const error of failed.values()) throw error;
  }

  async function walk(folder: string): Promise<void> {
    closing.signal.throwIfAborted();
    if (watch() && !watchers.has(folder)) {
      const watcher = watchFolder(
        folder,
        (name) => changed(name === null ? folder : join(folder, name)),
        (error) => tell(l10n.t("Changes of files in {0} will not be noticed ({1}).", folder, error.message)),
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
    if (limit !== undefined) tell(l10n.t("{0} is not searched to its end. {1}", path, limit));
    files.set(path, { kind, stamp, hashes: hashesOf(mentions) });
  }

  /** A file, or a folder with everything in it. */
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
      // A few that changed may be folders, or no files of ours any more; that is not worth asking of thousands.
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
 * A file of the workspace folder `root`; one that is larger than any that people write is refused. Rejects only when
 * cancelled.
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

/** Everything that a file names, with places in its content. */
export function mentionsOfFile(
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

/** Tells whether a file is still what was read. */
export function stampOf({ mtimeMs, size, ino }: Stats): string {
  return `${mtimeMs} ${size} ${ino}`;
}

function hashesOf(mentions: readonly Mention[]): Uint32Array {
  return Uint32Array.from(new Set([...mentionKeys(mentions)].map(hash)));
}

/** FNV-1a over the code units. Two names with one hash cost a look into a file. */
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
