/**
 * Records which texts and folders were created, changed, deleted and restored in a history. Reports what must never
 * happen: something is created twice, or deleted without a copy; entries of finished work stay; a message is untrue, or
 * doubts a definite response.
 */
import { isApiError } from "../../../api/index.ts";
import type { ApiError } from "../../../api/index.ts";
import type { CreateEntry, DeletedEntry, Entry } from "../../../authoring/guard/journal.ts";
import { recreation } from "../../../authoring/guard/libraryWrites.ts";
import type {
  CreatedFolder,
  CreateResult,
  FolderChange,
  NewFolder,
  NewText,
  UpdateResult,
} from "../../../authoring/guard/libraryWrites.ts";
import type { FolderBack, TextBack } from "../../../authoring/history/bringBack.ts";
import { contentsOf, fieldsOf } from "../../../authoring/guard/writePlan.ts";
import type { LibraryText } from "../../../authoring/guard/writePlan.ts";
import type { Folder } from "../../../language/index.ts";
import type { Library } from "./library.ts";
import { Wrong } from "./oracle.ts";
import type { Author, Figures, Oracle } from "./oracle.ts";

/** What a window is doing, apart from saving. */
export interface Making {
  /** The text to create. */
  readonly body?: NewText;
  /** The text, or the folder, to delete or change. */
  readonly id?: string;
  readonly folder?: NewFolder;
  readonly change?: FolderChange;
  /** For each write that was sent: the index of the text version that was read before it. */
  readonly sent: number[];
  /** Ids of the texts and folders that the window created, changed or deleted. */
  readonly made: string[];
  /** A read failed, so the window may be in doubt about the state of the service. */
  isInDoubt: boolean;
  /** Ids of the texts that existed when the window last searched the service; undefined if it did not search. */
  found: readonly string[] | undefined;
  /** The service refused what was sent. */
  isRefused: boolean;
  /** The folder as it was listed last. */
  listed: Folder | undefined;
  /** The message to the author, if it says that nothing happened. */
  denied: string | undefined;
}

/** The copy that somebody chose to restore. */
export interface Chosen {
  readonly copy: DeletedEntry;
}

export const noMaking = (): Making => ({
  sent: [],
  made: [],
  found: undefined,
  isInDoubt: false,
  isRefused: false,
  listed: undefined,
  denied: undefined,
});

interface Parts {
  readonly library: Library;
  readonly oracle: Oracle;
  /** Ids of the history's texts. The oracle adds new texts. */
  readonly texts: string[];
  readonly figures: Figures;
}

export function createMakingOracle({ library, oracle, texts, figures }: Parts) {
  const folders = new Map<string, Folder>();
  /** Every state that each folder ever had. */
  const folderVersions: Folder[] = [];
  const everWas = (id: string, folder: Parameters<typeof isFolder>[1]): boolean =>
    folderVersions.some((version) => version.id === id && isFolder(version, folder));
  /** Texts whose authors do not know whether they were created, with the machine of each author. */
  const unknown = new Map<string, { readonly machine: string; readonly body: NewText }>();
  /** Ids of copies that left the list because they or newer ones were restored, with the window that restored them. */
  const takenOff = new Map<string, string>();
  /**
   * Deletions with unknown outcome, by window and id of the text or folder. They may still arrive, so the copies stay.
   */
  const doubted = new Map<string, { readonly machine: string; readonly id: string }>();
  /** Former ids, by machine, of texts that were restored. */
  const returned = new Set<string>();

  return {
    folders: (): readonly Folder[] => [...folders.values()],
    searched(making: Making): void {
      making.found = texts.filter((id) => oracle.now(id) !== null);
    },
    listed(making: Making): void {
      making.listed = folders.get(making.id ?? "");
    },
    /** Records that a write of a window reached the service, now or long after the window gave up on it. */
    async written(author: Author, making: Making): Promise<void> {
      if (making.body !== undefined) await seeCreated(author, making, making.body);
      else if (making.folder !== undefined || making.change !== undefined || folders.has(making.id ?? ""))
        await seeFolders(author, making);
      else await seeDeleted(author, making, making.id ?? "");
    },
    killed(author: Author, { body, folder, change, id = "", sent, made }: Making, entries: readonly Entry[]): void {
      const isKept =
        entries.some((entry) => entry.kind === "deleted" && entry.textId === id) ||
        entries.some((entry) => entry.kind === "deletedFolder" && entry.folder.id === id);
      const isDeletion = body === undefined && folder === undefined && change === undefined;
      if (isDeletion && sent.length > 0 && !isKept)
        throw new Wrong(`${author.name} was killed, and of what it deleted no copy is kept`);
      if (body === undefined || isKept || made.some((each) => oracle.everHeld(each, (text) => isAsMeant(text, body))))
        return;
      if (!entries.some((entry) => isOf(entry, body)))
        throw new Wrong(
          `${author.name} was killed, and the text that it was creating is neither in the journal nor on the service`,
        );
    },
    /** Called after the journal's entry for a creation was closed. Checks that the service has or had the text. */
    closed(author: Author, body: CreateEntry["body"], text: LibraryText): void {
      if (!oracle.everHeld(text.id, (each) => isAsMeant(each, body)))
        throw new Wrong(`${author.name} closed a creation, and the text is not there`);
    },
    created(
      author: Author,
      making: Making,
      body: NewText,
      { result, entries }: { readonly result: CreateResult<LibraryText>; readonly entries: readonly Entry[] },
    ): void {
      const { name } = author;
      if (making.sent.length > 1) throw new Wrong(`${name} sent a creation twice`);
      const isKept = entries.some((entry) => isOf(entry, body));
      if (result.state === "unknown" ? !isKept : isKept)
        throw new Wrong(
          `${name} was told "${result.state}" of a new text, and its journal ${isKept ? "holds" : "does not hold"} it`,
        );
      const key = JSON.stringify([author.machine, body]);
      if (result.state === "unknown") unknown.set(key, { machine: author.machine, body });
      else unknown.delete(key);
      if (result.state === "created") {
        figures.created += 1;
        if (!oracle.everHeld(result.value.id, (text) => isAsMeant(text, body)))
          throw new Wrong(`${name} was told that a text was created, and what was meant is not there`);
      }
      if (making.isRefused !== (result.state === "failed"))
        throw new Wrong(
          `${name} was told "${result.state}" of a new text that the service ${making.isRefused ? "refused" : "did not refuse"}`,
        );
      const wasHere = (id: string): boolean =>
        oracle.everHeld(id, ({ code, folderId }) => code === body.code && folderId === body.folderId);
      if ((result.state === "created" || result.state === "taken") && !wasHere(result.value.id))
        throw new Wrong(`${name} was told "${result.state}" of a new text, and shown one that stands elsewhere`);
      if (result.state === "taken" && isThere(result.value.id, body))
        throw new Wrong(`${name} was told that another text is there, and it is the one that was meant`);
      if (result.state === "unknown" && !making.isInDoubt && (making.found ?? texts).some((id) => isThere(id, body)))
        throw new Wrong(`${name} was told that nobody knows of a text that the service shows`);
      if (result.state === "failed") deny(name, making, "not created");
    },
    /** `result`: the copy, or the error. */
    deletedText(
      author: Author,
      making: Making,
      { result, entries }: { readonly result: LibraryText | ApiError; readonly entries: readonly Entry[] },
    ): void {
      const { name } = author;
      const { id = "", sent } = making;
      for (const entry of entries) takenOff.delete(entry.id);
      const copy = entries.find((entry) => entry.kind === "deleted" && entry.textId === id);
      const before = sent[0] === undefined ? null : oracle.at(id, sent[0]);
      const isSure = isApiError(result) && result.outcome === "none";
      if (isSure) {
        deny(name, making, "not deleted");
        if (copy !== undefined && result.code !== "not-found" && !doubted.has(`${name} ${id}`))
          throw new Wrong(`${name} was told that a text was not deleted, and it is kept as deleted`);
        return;
      }
      if (copy?.kind !== "deleted" || before === null || library.differs(copy.text, before))
        throw new Wrong(`${name} deleted a text, and its copy is not what was there`);
      if (isApiError(result)) doubted.set(`${name} ${id}`, { machine: author.machine, id });
      if (!isApiError(result)) {
        figures.deleted += 1;
        if (oracle.now(id) !== null) throw new Wrong(`${name} was told that a text is deleted, and it is there`);
      } else if (oracle.now(id) === null && !making.isInDoubt)
        throw new Wrong(`${name} was told that nobody knows of a text whether it is deleted, and the service says so`);
    },
    /**
     * Checks a copy that leaves the list after its text was restored. This copy must not be newer than the copy that
     * the author restored.
     */
    takesOff({ name }: Author, { id, text }: DeletedEntry, { copy }: Chosen): void {
      const versionOf = (of: LibraryText): number =>
        Array.from({ length: oracle.count(of.id) }, (_, index) => index).findLast(
          (index) => !library.differs(oracle.at(of.id, index), of),
        ) ?? -1;
      if (versionOf(text) > versionOf(copy.text))
        throw new Wrong(`${name} brought back a text, and a newer copy of it left the list`);
      takenOff.set(id, name);
    },
    /**
     * Judges the restoring of a text. `entries`: the remaining entries that the window sees. `kept`: `entries`, and
     * those that other windows of the machine are using.
     */
    broughtBack(
      author: Author,
      chosen: Chosen,
      {
        result,
        making,
        entries,
        kept,
      }: {
        readonly making: Making;
        readonly result: TextBack;
        readonly entries: readonly Entry[];
        readonly kept: readonly Entry[];
      },
    ): void {
      const { name } = author;
      const {
        copy: { id, text: copy },
      } = chosen;
      const isBack = result.state === "back" || result.state === "here";
      // The copy of a later deletion by the same window has the same id as the chosen copy.
      const isListed = entries.some(
        (entry) =>
          entry.id === id &&
          (!isBack || (entry.kind === "deleted" && JSON.stringify(entry.text) === JSON.stringify(copy))),
      );
      if (isBack ? isListed : isOwn(name, id) && kept.every((entry) => entry.id !== id))
        throw new Wrong(
          `${name} was told "${result.state}" of a text to bring back, and it is ${isListed ? "still" : "no longer"} on the list`,
        );
      if (result.state !== "here" && result.state !== "failed" && oracle.now(copy.id) !== null)
        throw new Wrong(`${name} was told "${result.state}" of a text to bring back, and it was never gone`);
      if (
        result.state === "code-taken" &&
        !making.isInDoubt &&
        (making.found ?? texts).some((each) => isThere(each, recreation(copy)))
      )
        throw new Wrong(
          `${name} was told that another text has the code of the one to bring back, and it is that very text`,
        );
      if (!isBack) return;
      returned.add(`${author.machine} ${copy.id}`);
      figures.broughtBack += 1;
      if (oracle.now(result.text.id) === null && !oracle.isKnown(result.text.id))
        throw new Wrong(`${name} was told that a text is back, and it is not there`);
      if (
        result.state === "back" &&
        !oracle.everHeld(
          result.text.id,
          (text) =>
            !library.differs(
              { ...copy, code: text.code, folderId: text.folderId, translations: wordsOf(copy) },
              { ...text, translations: wordsOf(text) },
            ),
        )
      )
        throw new Wrong(`${name} brought back a text, and something of it is missing`);
    },
    createdFolder(author: Author, making: Making, wanted: NewFolder, result: CreateResult<CreatedFolder>): void {
      const { name } = author;
      if (making.sent.length > 1) throw new Wrong(`${name} sent a creation twice`);
      if (result.state === "created") {
        figures.folders += 1;
        if (!everWas(result.value.id, wanted))
          throw new Wrong(`${name} was told that a folder was created, and what was meant is not there`);
      }
      if (making.isRefused !== (result.state === "failed"))
        throw new Wrong(
          `${name} was told "${result.state}" of a new folder that the service ${making.isRefused ? "refused" : "did not refuse"}`,
        );
      if (result.state === "taken" && isFolder(folders.get(result.value.id), wanted))
        throw new Wrong(`${name} was told that another folder is there, and it is the one that was meant`);
      if (
        result.state === "unknown" &&
        !making.isInDoubt &&
        [...folders.values()].some((folder) => isFolder(folder, wanted))
      )
        throw new Wrong(`${name} was told that nobody knows of a folder that the service shows`);
      if (result.state === "failed") deny(name, making, "not created");
    },
    updatedFolder({ name }: Author, making: Making, result: UpdateResult): void {
      const { id = "", change = {} } = making;
      const isDone = isChanged(folders.get(id), change);
      if (result.state === "done" && !isDone && !making.made.includes(id))
        throw new Wrong(`${name} was told that a folder was changed, and it was not`);
      if (result.state === "unknown" && isDone && !making.isInDoubt)
        throw new Wrong(`${name} was told that nobody knows of a change of a folder that the service shows`);
      if (result.state === "failed") deny(name, making, "not changed");
    },
    /** `result`: the copy, or the error. */
    deletedFolder(
      { name, machine }: Author,
      making: Making,
      { result, entries }: { readonly result: Folder | ApiError; readonly entries: readonly Entry[] },
    ): void {
      const { id = "", listed } = making;
      const copy = entries.find((entry) => entry.kind === "deletedFolder" && entry.folder.id === id);
      if (isApiError(result) && result.outcome === "none") {
        deny(name, making, "not deleted");
        if (copy !== undefined && result.code !== "not-found" && !doubted.has(`${name} ${id}`))
          throw new Wrong(`${name} was told that a folder was not deleted, and it is kept as deleted`);
        return;
      }
      if (copy?.kind !== "deletedFolder" || (listed !== undefined && !isFolder(copy.folder, listed)))
        throw new Wrong(`${name} deleted a folder, and its copy is not what was there`);
      if (isApiError(result)) doubted.set(`${name} ${id}`, { machine, id });
      if (!isApiError(result) && folders.has(id))
        throw new Wrong(`${name} was told that a folder is deleted, and it is there`);
    },
    /** Records that an entry left the list together with a folder that was restored. */
    tookOff({ name, machine }: Author, id: string, entry: Entry | undefined): void {
      takenOff.set(id, name);
      if (entry?.kind === "deleted") returned.add(`${machine} ${entry.textId}`);
    },
    /**
     * Judges the restoring of a folder. `listed`: the entries that the author chose from. `entries`: the remaining
     * entries that the window sees. `kept`: `entries`, and those that other windows of the machine are using.
     */
    folderBack(
      { name }: Author,
      was: Folder,
      {
        result,
        making,
        listed,
        entries,
        kept,
      }: {
        readonly making: Making;
        readonly listed: readonly Entry[];
        readonly result: FolderBack;
        readonly entries: readonly Entry[];
        readonly kept: readonly Entry[];
      },
    ): void {
      const isCopyOf = (entry: Entry): boolean => entry.kind === "deletedFolder" && entry.folder.id === was.id;
      const isListed = entries.some(isCopyOf);
      const isWhole = result.problems.length === 0;
      if (
        isWhole ? isListed : !kept.some(isCopyOf) && listed.every((entry) => !isCopyOf(entry) || isOwn(name, entry.id))
      )
        throw new Wrong(
          `${name} brought a folder back with ${result.problems.length} problems, and it is ${isListed ? "still" : "no longer"} on the list`,
        );
      if (
        result.id === undefined &&
        making.isRefused &&
        !making.isInDoubt &&
        [...folders.values()].some((folder) => isFolder(folder, was))
      )
        throw new Wrong(`${name} was told that a folder did not come back, and one like it is there`);
      if (result.id !== undefined && !everWas(result.id, was))
        throw new Wrong(`${name} brought a folder back, and it is not as it was`);
    },
    /** `entries`: everything in the journal of a machine. */
    end(machine: string, entries: readonly Entry[]): void {
      for (const { body } of [...unknown.values()].filter((each) => each.machine === machine)) {
        if (
          !entries.some((entry) => isOf(entry, body)) &&
          !texts.some((id) => oracle.everHeld(id, (text) => isAsMeant(text, body)))
        )
          throw new Wrong(
            `Nobody knows whether the text ${body.code} was created, and the journal of ${machine} does not hold it`,
          );
      }
      for (const { id } of [...doubted.values()].filter(
        (each) => each.machine === machine && oracle.isKnown(each.id) && oracle.now(each.id) === null,
      )) {
        if (
          !returned.has(`${machine} ${id}`) &&
          !entries.some((entry) => entry.kind === "deleted" && entry.textId === id)
        )
          throw new Wrong(`A deletion of which nobody knew took effect, and ${machine} keeps no copy of the text`);
      }
    },
    /** Removes the history's texts and folders from the library, so that the next history is not slower. */
    async clear(): Promise<void> {
      const remaining = [...folders.values()].toSorted(
        (one, other) => (one.parentFolderId === null ? 1 : 0) - (other.parentFolderId === null ? 1 : 0),
      );
      for (const id of texts) await library.foreign(id, undefined);
      for (const { id } of remaining) await library.removeFolder(id);
    },
  };

  /** False if another window took the copy off the list. */
  function isOwn(name: string, id: string): boolean {
    return (takenOff.get(id) ?? name) === name;
  }

  function isThere(id: string, body: NewText): boolean {
    const text = oracle.now(id);
    return text !== null && text.code === body.code && text.folderId === body.folderId && isAsMeant(text, body);
  }

  function deny(name: string, making: Making, denied: string): void {
    if (making.made.length > 0) throw new Wrong(`${name} was told "${denied}" of what happened`);
    making.denied = denied;
  }

  function happened(author: Author, making: Making, id: string): void {
    if (making.denied !== undefined)
      throw new Wrong(`${author.name} was told "${making.denied}" of what happened later`);
    making.made.push(id);
  }

  async function seeCreated(author: Author, making: Making, body: NewText): Promise<void> {
    for (const text of await library.find(body)) {
      if (oracle.isKnown(text.id)) continue;
      happened(author, making, text.id);
      oracle.born(text);
      texts.push(text.id);
      if (making.id !== undefined && oracle.now(making.id) !== null)
        throw new Wrong(`${author.name} brought back a text that was never gone`);
    }
  }

  async function seeDeleted(author: Author, making: Making, id: string): Promise<void> {
    if (oracle.now(id) === null || (await library.look(id)) !== null) return;
    happened(author, making, id);
    oracle.deleted(author, id, making.sent.at(-1) ?? -1);
  }

  async function seeFolders(author: Author, making: Making): Promise<void> {
    const now = new Map((await library.listFolders()).map((folder) => [folder.id, folder]));
    for (const id of [...folders.keys(), ...now.keys()]) {
      const [before, after] = [folders.get(id), now.get(id)];
      if (JSON.stringify(before) === JSON.stringify(after)) continue;
      happened(author, making, id);
      if (after === undefined) folders.delete(id);
      else {
        folders.set(id, after);
        folderVersions.push(after);
      }
      if (making.change === undefined || before === undefined || after === undefined) continue;
      if (
        (making.change.name === undefined && after.name !== before.name) ||
        (making.change.code === undefined && after.code !== before.code)
      )
        throw new Wrong(`${author.name} changed of a folder what it did not mean`);
    }
  }
}

export type MakingOracle = ReturnType<typeof createMakingOracle>;

function isOf(entry: Entry, body: NewText): boolean {
  return entry.kind === "create" && JSON.stringify(entry.body) === JSON.stringify(body);
}

/** Returns the content of a text in all its languages, without the dates that the service adds. */
function wordsOf(text: LibraryText): NonNullable<LibraryText["translations"]> {
  return Object.fromEntries([...contentsOf(text)].sort().map(([language, content]) => [language, { content }]));
}

function isAsMeant(text: LibraryText, body: NewText): boolean {
  const [fields, contents] = [fieldsOf(text), contentsOf(text)];
  const meant = Object.entries(body.translations ?? {});
  return (
    fields.name === (body.name ?? "") &&
    fields.description === (body.description ?? "") &&
    fields.contentType === (body.contentType ?? 0) &&
    fields.isPublic === (body.isPublic ?? false) &&
    fields.defaultLanguage === (body.defaultLanguage ?? "") &&
    // If no reviewer was sent, the text may have any reviewer.
    (body["reviewer"] === undefined || (text["reviewer"] ?? "") === (body["reviewer"] ?? "")) &&
    contents.size === meant.length &&
    meant.every(([language, { content }]) => contents.get(language.toLowerCase()) === content)
  );
}

function isFolder(
  folder: NewFolder | Folder | undefined,
  { name, parentFolderId, code }: Omit<NewFolder, "code"> & { readonly code?: string | null },
): boolean {
  return (
    folder !== undefined &&
    folder.name === name &&
    folder.parentFolderId === parentFolderId &&
    (folder.code ?? "") === (code ?? "")
  );
}

function isChanged(folder: Folder | undefined, { name, code }: FolderChange): boolean {
  return (
    folder !== undefined && (name ?? folder.name) === folder.name && (code ?? folder.code ?? "") === (folder.code ?? "")
  );
}
