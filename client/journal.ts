/**
 * The journal on this computer: what the author wanted to save, written down before anything is sent, and whole texts before they are
 * deleted. Each entry is one file, written beside its place, synced and renamed, so that a crash leaves the old entry or the new one.
 * Entries hold texts, never secrets, and are bound to the company's library (origins and client id).
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { BodyOf } from "../api/index.ts";
import type { Folder } from "../language/index.ts";
import { isProcess, readJsonFiles, replaceFile, syncFolder } from "./durableFile.ts";
import type { Change, Fields, LibraryText } from "./writePlan.ts";

interface Common {
  readonly id: string;
  /** Whose library: see `identityOf`. */
  readonly identity: string;
  /** Name of the connection at that time, for people. */
  readonly connection: string;
  readonly textId: string;
  /** Code of the text, for people. */
  readonly title: string;
  /** ISO time of this computer, for people. */
  readonly at: string;
  /** Process that wrote it: entries of a living process are still at work. */
  readonly pid: number;
}

export interface SaveEntry extends Common {
  readonly kind: "save";
  /** `intent`: nothing was sent yet. `sending`: it may have been. */
  readonly state: "intent" | "sending";
  readonly base: LibraryText;
  readonly change: Change;
}

export interface DeletedEntry extends Common {
  readonly kind: "deleted";
  /** When the text was read: of two copies the later one is the newer, whichever deletion ended first. */
  readonly at: string;
  /** `sending`: whoever wrote it waits for the answer. Until then nobody else brings it back, or takes it off the list. */
  readonly state?: "sending";
  /** The whole text in all its languages, as it was read right before. */
  readonly text: LibraryText;
}

export interface DeletedFolderEntry extends Common {
  readonly kind: "deletedFolder";
  /** As of a text. */
  readonly state?: "sending";
  /** As it was listed right before; `textId` is empty. It held nothing: the service deletes no other folder. */
  readonly folder: Folder;
}

export interface CreateEntry extends Common {
  readonly kind: "create";
  /** What was to be created; `textId` is empty, because only the service gives ids. */
  readonly body: BodyOf<"textlibrary.texts.create">;
}

export type Entry = SaveEntry | DeletedEntry | DeletedFolderEntry | CreateEntry;
/** What nobody is at work on, and what waits for nobody: it is kept until it is brought back. */
export type GoneEntry = DeletedEntry | DeletedFolderEntry;
/** What the caller says of an entry; the journal adds the rest. */
export type NewEntry = Omit<SaveEntry, "id" | "at" | "pid"> | (Omit<DeletedEntry, "id" | "at" | "pid"> & { readonly at?: string }) | Omit<DeletedFolderEntry, "id" | "at" | "pid"> | Omit<CreateEntry, "id" | "at" | "pid">;

export interface Journal {
  /** Resolves once the entry is on the disk. An earlier entry of this process for the same part of the same text is replaced. */
  write(entry: NewEntry): Promise<string>;
  clear(id: string): Promise<void>;
  /** Entries that nobody is at work on, oldest first, and files that cannot be read: those are named and left alone. */
  open(identity: string): Promise<{ readonly entries: readonly Entry[]; readonly unreadable: readonly string[] }>;
}

/** `pid` and `isAlive`: of the processes that share the folder; a test may have many of them in one. */
export function openJournal(folder: string, { pid = process.pid, isAlive = isProcess }: { readonly pid?: number; readonly isAlive?: (pid: number) => boolean } = {}): Journal {
  const session = randomUUID();

  /** One file for one part of one text, so that a save of another language leaves an unfinished one alone, and for each text that was to be created. */
  function idOf(entry: NewEntry): string {
    const part = entry.kind === "deleted" ? ["deleted"]
      : entry.kind === "deletedFolder" ? ["deletedFolder", entry.folder.id]
      : entry.kind === "create" ? ["create", entry.body]
      : [...Object.keys(entry.change.fields ?? {}), "", ...[...entry.change.translations?.keys() ?? []].map((language) => language.toLowerCase())].sort();
    return `${createHash("sha256").update(JSON.stringify([entry.identity, entry.textId, part])).digest("hex").slice(0, 32)}.${session}`;
  }

  /** Whether the process that wrote the entry is gone. An entry of this very session is at work, or its buffer is still open. */
  const isOver = (entry: Entry): boolean => !entry.id.endsWith(session) && (entry.pid === pid || !isAlive(entry.pid));

  return {
    async write(entry) {
      const id = idOf(entry);
      const whole: Entry = { at: new Date().toISOString(), ...entry, id, pid };
      await mkdir(folder, { recursive: true });
      await replaceFile(folder, `${id}.json`, toJson(whole));
      return id;
    },
    async clear(id) {
      await rm(join(folder, `${id}.json`), { force: true });
      await syncFolder(folder);
    },
    async open(identity) {
      const entries: Entry[] = [];
      const unreadable: string[] = [];
      for (const { name, path, json } of await readJsonFiles(folder)) {
        const entry = json === undefined ? undefined : fromJson(json, name);
        if (entry === undefined) unreadable.push(path);
        else if (entry.identity === identity && ((isGone(entry) && entry.state === undefined) || isOver(entry))) entries.push(entry);
      }
      return { entries: entries.sort((one, other) => one.at < other.at ? -1 : 1), unreadable };
    },
  };
}

export function isGone(entry: Entry): entry is GoneEntry {
  return entry.kind === "deleted" || entry.kind === "deletedFolder";
}

/** Maps become lists of pairs, so that no language code is taken for a property of an object. */
function toJson(entry: Entry): string {
  if (entry.kind !== "save") return JSON.stringify({ version: 1, ...entry });
  return JSON.stringify({ version: 1, ...entry, change: { fields: entry.change.fields, translations: [...entry.change.translations ?? []] } });
}

function fromJson(json: string, name: string): Entry | undefined {
  try {
    const value = JSON.parse(json) as Stored | null;
    if (value?.version !== 1 || `${value.id}.json` !== name || typeof value.identity !== "string" || typeof value.pid !== "number") return undefined;
    const { version: _, ...entry } = value;
    if (entry.kind === "deleted") return typeof entry.text.id === "string" ? entry : undefined;
    if (entry.kind === "deletedFolder") return typeof entry.folder.name === "string" ? entry : undefined;
    if (entry.kind === "create") return typeof entry.body.code === "string" ? entry : undefined;
    return { ...entry, change: { ...(entry.change.fields ? { fields: entry.change.fields } : {}), translations: new Map(entry.change.translations) } };
  } catch {
    return undefined;
  }
}

type Stored = { readonly version: number } & (
  | DeletedEntry
  | DeletedFolderEntry
  | CreateEntry
  | Omit<SaveEntry, "change"> & { readonly change: { readonly fields?: Partial<Fields>; readonly translations: readonly (readonly [string, string])[] } }
);
