/**
 * The journal on this computer. Before anything is sent, it records what an author saves or creates. Before a deletion,
 * it keeps a copy of the whole text or of the folder. Each entry is one file. It is written under a temporary name,
 * synced and renamed, so that a crash leaves either the old entry or the new one. Entries hold texts, never secrets,
 * and are bound to the company's library (origins and client id).
 */
import { createHash } from "node:crypto";
import * as z from "zod";
import { jsonFilesIn, openSignOfLife, readRecords, removeFile, replaceFile } from "../../disk/index.ts";
import { messageOf } from "../../language/index.ts";
import { operations } from "../../api/index.ts";
import type { BodyOf } from "../../api/index.ts";
import type { Folder } from "../../language/index.ts";
import type { Warn } from "../../disk/index.ts";
import type { Change, Fields, LibraryText } from "./writePlan.ts";

interface Common {
  readonly id: string;
  /** Identifies the company's library: see `identityOf`. */
  readonly identity: string;
  /** Name of the connection when the entry was written, for the user. */
  readonly connection: string;
  readonly textId: string;
  /** Code of the text, for the user. */
  readonly title: string;
  /** ISO time of this computer, for the user. */
  readonly at: string;
}

export interface SaveEntry extends Common {
  readonly kind: "save";
  /** `intent`: no request was sent yet. `sending`: a request may have been sent. */
  readonly state: "intent" | "sending";
  readonly base: LibraryText;
  readonly change: Change;
}

export interface DeletedEntry extends Common {
  readonly kind: "deleted";
  /**
   * When the text was read. If there are two copies of a text, the one that was read later is newer, whichever deletion
   * ended first.
   */
  readonly at: string;
  /**
   * `sending`: the window that wrote the entry still waits for the answer to the deletion. Until the answer arrives, no
   * other window can bring the text back or remove the copy from the list.
   */
  readonly state?: "sending";
  /** The whole text in all its languages, as read right before the deletion. */
  readonly text: LibraryText;
}

interface DeletedFolderEntry extends Common {
  readonly kind: "deletedFolder";
  /** Means the same as in `DeletedEntry`. */
  readonly state?: "sending";
  /**
   * The folder as listed right before the deletion; `textId` is empty. There are no contents to keep: the service
   * deletes only empty folders.
   */
  readonly folder: Folder;
}

export interface CreateEntry extends Common {
  readonly kind: "create";
  /** The text to create; `textId` is empty, because only the service assigns ids. */
  readonly body: BodyOf<"textlibrary.texts.create">;
}

export type Entry = SaveEntry | DeletedEntry | DeletedFolderEntry | CreateEntry;
/**
 * A copy of a deleted text or folder, kept so that it can be brought back. Unlike an entry for a save, it need not be
 * completed.
 */
type GoneEntry = DeletedEntry | DeletedFolderEntry;
/** What the caller knows of an entry; the journal adds the rest. */
export type NewEntry =
  | Omit<SaveEntry, "id" | "at">
  | (Omit<DeletedEntry, "id" | "at"> & { readonly at?: string })
  | Omit<DeletedFolderEntry, "id" | "at">
  | Omit<CreateEntry, "id" | "at">;

export interface Journal {
  /**
   * Resolves once the entry is on the disk. Replaces an earlier entry of this window for the same part of the same
   * text.
   */
  write(entry: NewEntry): Promise<string>;
  clear(id: string): Promise<void>;
  /**
   * Resolves with the entries that no window is working on, oldest first, and with unreadable files, which are left
   * alone.
   */
  open(identity: string): Promise<{ readonly entries: readonly Entry[]; readonly unreadable: readonly string[] }>;
}

/** A journal on disk: windows that open later can read what this window writes. */
export interface DiskJournal extends Journal {
  /**
   * Moves an unfinished save to the text that came back under another id. A crash halfway leaves the entry under both
   * ids.
   */
  follow(entry: SaveEntry, textId: string): Promise<void>;
}

/** The journal of one window, which counts as running until it is disposed of or its process ends. */
export interface OwnJournal extends DiskJournal, Disposable {}

/**
 * Opens the journal. Tests replace `isAlive`, which says whether a window is running, to see the entries of all
 * windows.
 */
export function openJournal(
  folder: string,
  { isAlive }: { readonly isAlive?: (session: string) => boolean } = {},
): OwnJournal {
  const life = openSignOfLife(folder);
  const { session } = life;

  /**
   * Returns the id of an entry. Each part of a text has its own id, so that saving another language does not replace an
   * unfinished save. Each text to create has its own id, too.
   */
  function idOf(entry: NewEntry, writer = session): string {
    const part =
      entry.kind === "deleted"
        ? ["deleted"]
        : entry.kind === "deletedFolder"
          ? ["deletedFolder", entry.folder.id]
          : entry.kind === "create"
            ? ["create", entry.body]
            : [
                ...Object.keys(entry.change.fields ?? {}),
                "",
                ...[...(entry.change.translations?.keys() ?? [])].map((language) => language.toLowerCase()),
              ].sort();
    return `${createHash("sha256")
      .update(JSON.stringify([entry.identity, entry.textId, part]))
      .digest("hex")
      .slice(0, 32)}.${writer}`;
  }

  const writerOf = (id: string): string => id.slice(id.indexOf(".") + 1);

  /**
   * Whether the window that wrote the entry is gone. Never true for an entry of this window: its save is in progress,
   * or its editor is still open.
   */
  const isOver = ({ id }: Entry): boolean => !id.endsWith(session) && !(isAlive ?? life.isAlive)(writerOf(id));

  return {
    async write(entry) {
      const id = idOf(entry);
      const whole: Entry = { at: new Date().toISOString(), ...entry, id };
      await life.begin();
      await replaceFile(folder, `${id}.json`, toJson(whole));
      return id;
    },
    async clear(id) {
      await removeFile(folder, `${id}.json`);
    },
    async follow(entry, textId) {
      const moved: SaveEntry = { ...entry, textId, base: { ...entry.base, id: textId } };
      const id = idOf(moved, writerOf(entry.id));
      // The same window already has an entry for the restored text: keep both entries.
      if ((await jsonFilesIn(folder)).includes(`${id}.json`)) return;
      await replaceFile(folder, `${id}.json`, toJson({ ...moved, id }));
      await removeFile(folder, `${entry.id}.json`);
    },
    async open(identity) {
      const { records, unreadable } = await readRecords(folder, entryIn);
      const entries = records.filter(
        (entry) => entry.identity === identity && ((isGone(entry) && entry.state === undefined) || isOver(entry)),
      );
      return { entries: entries.sort((one, other) => (one.at < other.at ? -1 : 1)), unreadable };
    },
    [Symbol.dispose]: () => life[Symbol.dispose](),
  };
}

/**
 * Closes an entry whose outcome is known. Resolves with whether the entry's file was removed. A failure is only logged,
 * since the service's answer stands: after the next start, the entry is checked again and closed.
 */
export async function closeEntry(journal: Journal, id: string, warn: Warn = () => {}): Promise<boolean> {
  try {
    await journal.clear(id);
    return true;
  } catch (error) {
    warn(`The journal still holds ${id}, which has come to its end: ${messageOf(error)}`);
    return false;
  }
}

export function isGone(entry: Entry): entry is GoneEntry {
  return entry.kind === "deleted" || entry.kind === "deletedFolder";
}

/** Writes maps as lists of pairs, so that no language code is mistaken for a property of an object. */
function toJson(entry: Entry): string {
  if (entry.kind !== "save") return JSON.stringify({ version: 1, ...entry });
  return JSON.stringify({
    version: 1,
    ...entry,
    change: { fields: entry.change.fields, translations: [...(entry.change.translations ?? [])] },
  });
}

/**
 * Returns an entry only if it has all of its parts, because its readers rely on them. An incomplete file is left
 * unchanged.
 */
function entryIn(value: unknown, name: string): Entry | undefined {
  if (!isStored(value) || `${value.id}.json` !== name) return undefined;
  const { version: _, ...entry } = value;
  if (entry.kind !== "save") return entry;
  return {
    ...entry,
    change: {
      ...(entry.change.fields ? { fields: entry.change.fields } : {}),
      translations: new Map(entry.change.translations),
    },
  };
}

type Stored = { readonly version: number } & (
  | DeletedEntry
  | DeletedFolderEntry
  | CreateEntry
  | (Omit<SaveEntry, "change"> & {
      readonly change: {
        readonly fields?: Partial<Fields>;
        readonly translations: readonly (readonly [string, string])[];
      };
    })
);

/** Schemas for stored records: of a whole text, and of the fields that an author can change. */
export const keptText = operations["textlibrary.texts.get"].schema;
export const keptFields = z
  .object({
    folderId: z.string(),
    code: z.string(),
    name: z.string(),
    description: z.string(),
    contentType: z.number(),
    isPublic: z.boolean(),
    defaultLanguage: z.string(),
  })
  .partial();

const common = {
  version: z.literal(1),
  id: z.string(),
  identity: z.string(),
  connection: z.string(),
  textId: z.string(),
  title: z.string(),
  at: z.string(),
};
const waiting = z.literal("sending").optional();
const storedShape = z.discriminatedUnion("kind", [
  z.object({
    ...common,
    kind: z.literal("save"),
    state: z.enum(["intent", "sending"]),
    base: keptText,
    change: z.object({ fields: keptFields.optional(), translations: z.array(z.tuple([z.string(), z.string()])) }),
  }),
  z.object({ ...common, kind: z.literal("deleted"), state: waiting, text: keptText }),
  z.object({
    ...common,
    kind: z.literal("deletedFolder"),
    state: waiting,
    folder: z.object({
      id: z.string(),
      name: z.string(),
      parentFolderId: z.string().nullable(),
      isDefault: z.boolean(),
      code: z.string().nullable(),
    }),
  }),
  z.object({ ...common, kind: z.literal("create"), body: operations["textlibrary.texts.create"].request }),
]);

const isStored = (value: unknown): value is Stored => storedShape.safeParse(value).success;
