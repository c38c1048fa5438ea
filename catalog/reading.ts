/**
 * Reads the whole Text Library into the store, in three phases that each resume where they stopped: the pages of the
 * list, then every known text that was on no page, then contents. The list has no snapshot, no reliable order and no
 * delta (document 1, "Text Library"): a text counts as deleted only when the service answers 404 for it.
 */
import { isApiError } from "../api/index.ts";
import { l10n } from "../language/index.ts";
import type { Folder } from "../language/index.ts";
import type { Call } from "./call.ts";
import { parallel } from "./parallel.ts";
import { translationsOf } from "./store.ts";
import type { Checkpoint, FoundText, ServiceText, Store } from "./store.ts";

/** The service's limit for one page (document 1, "Limits"). */
const pageSize = 100;
/** Concurrent calls for single texts. */
const width = 4;
/** The maximum number of times the pages are read if the library changes during the reading. */
const passes = 3;

export interface Reader {
  readonly store: Store;
  readonly call: Call;
  readonly signal: AbortSignal;
  /** Returns the current moment, to pass to `write` as `asked`. */
  now(): number;
  /**
   * Writes the answers to a request that was made at the moment `asked`. Writes in one transaction, but never over a
   * text that was saved since.
   */
  write(asked: number, work: (isCurrent: (id: string) => boolean) => boolean): void;
}

export async function readFolders({ store, call, signal, now, write }: Reader): Promise<void> {
  const asked = now();
  const folders = await call("textlibrary.folders.list", {}, { signal });
  const tidy = folders.map((folder): Folder => ({
    id: folder.id,
    name: folder.name,
    parentFolderId: folder.parentFolderId || null,
    isDefault: folder.isDefault ?? false,
    code: folder.code ?? null,
  }));
  const topFirst = [
    ...tidy.filter((folder) => folder.parentFolderId === null),
    ...tidy.filter((folder) => folder.parentFolderId !== null),
  ];
  write(asked, () => {
    const before = store.milestones();
    store.setMilestones({ ...before, foldersAt: new Date().toISOString() });
    return store.writeFolders(topFirst) || before.foldersAt === undefined;
  });
}

/**
 * Rejects if the reading cannot be completed; what was read is kept, and the next reading continues where this one
 * stopped.
 */
export async function readTexts(reader: Reader): Promise<void> {
  const { store } = reader;
  let at = store.checkpoint() ?? {
    phase: "pages",
    reading: store.lastReading() + 1,
    page: 0,
    pass: 1,
    total: null,
    listIsWhole: null,
    settled: false,
  };
  while (at.phase === "pages") at = await readPage(reader, at);
  if (at.phase === "unseen") at = await askForUnseen(reader, at);
  const unusable = await readContents(reader);

  if (unusable) throw unusable;
  if (!at.settled) {
    store.transaction(() => store.dropCheckpoint());
    throw new Error(
      l10n.t(
        "The Text Library changed while it was read: the service counts {0} texts but listed {1}. Read the library again later.",
        String(at.total),
        store.seen(at.reading),
      ),
    );
  }
  reader.write(reader.now(), () => {
    const before = store.milestones();
    store.setMilestones({ ...before, completeAt: new Date().toISOString() });
    store.dropCheckpoint();
    return before.completeAt === undefined;
  });
}

async function readPage(reader: Reader, at: Checkpoint): Promise<Checkpoint> {
  const { store, call, signal, now, write } = reader;
  const asked = now();
  const { items, totalCount, totalPages } = (
    await call("textlibrary.search", { query: { page: at.page, pageSize, sortBy: "code" } }, { signal })
  ).texts;

  const proves = at.listIsWhole === null && items.some((item) => Object.keys(item.translations ?? {}).length > 0);
  const singly = proves ? items : items.filter((item) => !isWhole(item));
  const texts = await readSingly(
    reader,
    singly.map((item) => item.id),
  );
  const listIsWhole = proves
    ? items.some((item) => translationsOf(item.translations).size > 1) &&
      items.every((item) => isSame(item, texts.get(item.id)))
    : at.listIsWhole;

  const isLast = items.length === 0 || at.page + 1 >= totalPages;
  let next: Checkpoint = { ...at, page: at.page + 1, total: at.total ?? totalCount, listIsWhole };
  write(asked, (isCurrent) => {
    store.setMilestones({ ...store.milestones(), total: totalCount });
    let changed = false;
    for (const item of items) {
      if (!isCurrent(item.id)) continue;
      const text = texts.get(item.id) ?? (listIsWhole === true && isWhole(item) ? item : undefined);
      if (text === "gone") continue;
      changed = (text ? store.writeText(text, at.reading) : store.writeItem(item, at.reading)) || changed;
    }
    if (isLast) next = afterLastPage(next, totalCount, store.seen(at.reading));
    store.setCheckpoint(next);
    return changed;
  });
  return next;
}

/** A pass is complete only if the count stayed the same, and if it saw as many texts as the service counted. */
function afterLastPage(at: Checkpoint, totalCount: number, seen: number): Checkpoint {
  if (at.total === totalCount && seen === totalCount) return { ...at, phase: "unseen", settled: true };
  if (at.pass < passes) return { ...at, reading: at.reading + 1, page: 0, pass: at.pass + 1, total: null };
  return { ...at, phase: "contents", total: totalCount };
}

async function askForUnseen(reader: Reader, at: Checkpoint): Promise<Checkpoint> {
  const { store, now, write } = reader;
  for (;;) {
    const ids = store.unseen(at.reading, pageSize);
    const asked = now();
    const texts = await readSingly(reader, ids);
    write(asked, (isCurrent) =>
      ids.map((id) => isCurrent(id) && writeSingle(store, id, texts.get(id), at.reading)).some(Boolean),
    );
    if (ids.length === 0) break;
  }
  const next: Checkpoint = { ...at, phase: "contents" };
  write(now(), () => {
    const before = store.milestones();
    store.setMilestones({ ...before, listedAt: before.listedAt ?? new Date().toISOString() });
    store.setCheckpoint(next);
    return before.listedAt === undefined;
  });
  return next;
}

/** Continues with the other texts after an `invalid-answer` error. Resolves with the first such error. */
async function readContents(reader: Reader): Promise<Error | undefined> {
  const { store, now, write } = reader;
  const unusable = new Map<string, Error>();
  for (;;) {
    const ids = store.stale(pageSize + unusable.size).filter((id) => !unusable.has(id));
    if (ids.length === 0) return unusable.values().next().value;
    const asked = now();
    const texts = await readSingly(reader, ids, unusable);
    write(asked, (isCurrent) =>
      ids.map((id) => isCurrent(id) && writeSingle(store, id, texts.get(id), 0)).some(Boolean),
    );
  }
}

function writeSingle(store: Store, id: string, text: ServiceText | "gone" | undefined, reading: number): boolean {
  if (text === undefined) return false;
  return text === "gone" ? store.removeText(id) : store.writeText(text, reading);
}

async function readSingly(
  reader: Reader,
  ids: readonly string[],
  unusable?: Map<string, Error>,
): Promise<ReadonlyMap<string, ServiceText | "gone">> {
  const texts = new Map<string, ServiceText | "gone">();
  await parallel(ids, width, async (id) => {
    try {
      texts.set(id, await readText(reader.call, id, { signal: reader.signal }));
    } catch (error) {
      if (!unusable || !isApiError(error) || error.code !== "invalid-answer") throw error;
      unusable.set(id, error);
    }
  });
  return texts;
}

/**
 * Resolves with `gone` if the text is missing, private or another company's: the service gives the same answer for all
 * three (document 1, "Errors").
 */
export async function readText(
  call: Call,
  id: string,
  options: { readonly signal?: AbortSignal },
): Promise<ServiceText | "gone"> {
  try {
    return await call("textlibrary.texts.get", { path: { id } }, options);
  } catch (error) {
    if (isApiError(error) && error.code === "not-found") return "gone";
    throw error;
  }
}

function isWhole(item: FoundText): item is FoundText & ServiceText {
  return item.folderId !== undefined && item.code !== undefined && item.contentType !== undefined;
}

function isSame(item: FoundText, text: ServiceText | "gone" | undefined): boolean {
  if (text === undefined || text === "gone") return false;
  const listed = translationsOf(item.translations);
  const read = translationsOf(text.translations);
  return (
    (item.defaultLanguage ?? null) === (text.defaultLanguage ?? null) &&
    (item.isPublic ?? false) === (text.isPublic ?? false) &&
    listed.size === read.size &&
    [...read].every(([language, { content }]) => listed.get(language)?.content === content)
  );
}
