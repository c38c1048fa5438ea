/**
 * Lists deleted texts and folders, and creates them again. No text is created before the service has confirmed that the
 * original is gone. Does not use `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { messageOf } from "../../language/index.ts";
import { explain, isApiError } from "../../api/index.ts";
import type { Api } from "../../api/index.ts";
import type { Folder } from "../../language/index.ts";
import { closeEntry } from "../guard/journal.ts";
import type { DiskJournal, Entry } from "../guard/journal.ts";
import type { Warn } from "../../disk/index.ts";
import { createFolder, findText, recreation } from "../guard/libraryWrites.ts";
import type { CreateResult, NewText } from "../guard/libraryWrites.ts";
import { contentsOf, fieldsOf, withChange } from "../guard/writePlan.ts";
import type { LibraryText } from "../guard/writePlan.ts";
import type { GoneText } from "./versions.ts";
import { countOf } from "../countOf.ts";
import { createProblem } from "../words.ts";

/** A folder that was deleted from here, with its deleted texts and subfolders. */
export interface GoneFolder {
  readonly at: string;
  readonly folder: Folder;
  readonly texts: readonly GoneText[];
  readonly subfolders: readonly GoneFolder[];
}

export interface Gone {
  /** Deleted folders whose parent folder was not deleted from here. */
  readonly folders: readonly GoneFolder[];
  readonly texts: readonly GoneText[];
}

/**
 * Returns everything that can be brought back, newest first. For a text that is in the journal and in the history, the
 * journal's copy is used, because it is whole.
 */
export function goneFrom(entries: readonly Entry[], history: readonly GoneText[]): Gone {
  const byId = new Map(history.map((gone) => [gone.text.id, gone]));
  for (const entry of entries)
    if (entry.kind === "deleted") byId.set(entry.textId, { at: entry.at, how: "deleted", text: entry.text, lost: [] });
  const texts = newestFirst([...byId.values()]);
  const deleted = new Map(
    entries.flatMap((entry) => (entry.kind === "deletedFolder" ? [[entry.folder.id, entry] as const] : [])),
  );
  const wholeOf = (parent: string | null): readonly GoneFolder[] =>
    newestFirst(
      [...deleted.values()].flatMap(({ at, folder }) => {
        const isHere = parent === null ? !deleted.has(folder.parentFolderId ?? "") : folder.parentFolderId === parent;
        // Folders are nested one level deep, so the recursion ends.
        return isHere
          ? [
              {
                at,
                folder,
                texts: texts.filter(({ text }) => text.folderId === folder.id),
                subfolders: parent === null ? wholeOf(folder.id) : [],
              },
            ]
          : [];
      }),
    );
  return { folders: wholeOf(null), texts };
}

function newestFirst<T extends { readonly at: string }>(items: readonly T[]): readonly T[] {
  return items.toSorted((one, other) => (one.at > other.at ? -1 : one.at < other.at ? 1 : 0));
}

/** A text that the service no longer shows, and whose words are to be saved again. */
export interface LostWords {
  readonly text: LibraryText;
  /** The languages (in lower case) and the fields whose values only the author's copy holds. */
  readonly languages: readonly string[];
  readonly fields: readonly string[];
}

/**
 * Returns a lost text to be saved as a new one: the service's last version, with the author's words in the `languages`
 * and `fields` of the argument. Unsaved changes in other languages are left out: nobody asked to publish them.
 */
export function wholeOf({ text, languages, fields }: LostWords, readings: readonly LibraryText[]): LibraryText {
  const newest = readings.reduce((one, other) => (timeOf(other) > timeOf(one) ? other : one), text);
  const contents = contentsOf(text);
  return withChange(newest, {
    fields: Object.fromEntries(Object.entries(fieldsOf(text)).filter(([name]) => fields.includes(name))),
    translations: new Map(
      languages.flatMap((language) => {
        const content = contents.get(language);
        return content === undefined ? [] : [[language, content] as const];
      }),
    ),
  });
}

/** In milliseconds; texts without a date sort before all others. */
function timeOf({ updatedDate }: LibraryText): number {
  const time = Date.parse(String(updatedDate ?? ""));
  return Number.isNaN(time) ? -Infinity : time;
}

export interface BringBackPorts {
  readonly api: Api;
  /** Creates a text after writing its words to the journal. */
  readonly create: (body: NewText) => Promise<CreateResult<LibraryText>>;
  /** The journal that holds the copies; only those of `identity` are used. */
  readonly journal: DiskJournal;
  readonly identity: string;
  /**
   * Moves everything else that is stored about the text or folder to its new id. `text` is the restored text; absent
   * for a folder.
   */
  readonly adopt: (formerId: string, newId: string, text?: LibraryText) => void;
  readonly warn?: Warn;
  /** Cancels the work, but only between two texts. */
  readonly signal?: AbortSignal;
}

export type TextBack =
  | { readonly state: "back"; readonly text: LibraryText }
  /** The text is in the library: it was never deleted, or it was brought back earlier and the answer was lost. */
  | { readonly state: "here"; readonly text: LibraryText }
  | { readonly state: "no-folder" | "code-taken" | "failed"; readonly words: string };

/** Creates a text again from its copy, in every language. Repeating this after a crash creates no second text. */
export async function bringBackText(
  copy: LibraryText,
  ports: BringBackPorts,
  place: { readonly folderId?: string; readonly code?: string } = {},
): Promise<TextBack> {
  const { api, create } = ports;
  const shown = await shownText(api, copy.id);
  if (typeof shown === "string") return { state: "failed", words: shown };
  if (shown !== undefined) return settled("here", shown);
  const body = { ...recreation(copy), ...place };
  const result = await create(body);
  if (result.state === "created") return settled("back", result.value);
  const words = createProblem(result, body.code);
  if (result.state !== "failed") return { state: "failed", words };
  if (result.error.code === "not-found") return { state: "no-folder", words };
  if (result.error.code !== "conflict") return { state: "failed", words };
  const found = await findText(api, body);
  return found.state === "there" ? settled("here", found.value) : { state: "code-taken", words };

  async function settled(state: "back" | "here", text: LibraryText): Promise<TextBack> {
    if (text.id !== copy.id) {
      ports.adopt(copy.id, text.id, text);
      await takeSavesAlong(copy, text, ports);
    }
    await takeOffList(copy, ports);
    return { state, text };
  }
}

/**
 * Moves unfinished saves of the deleted text to the restored one. The restored text exists by now, so an error here is
 * only logged.
 */
async function takeSavesAlong(
  copy: LibraryText,
  back: LibraryText,
  { journal, identity, warn = () => {} }: BringBackPorts,
): Promise<void> {
  for (const entry of await entriesIn(journal, identity, warn)) {
    if (entry.kind !== "save" || entry.textId !== copy.id) continue;
    await journal
      .follow(entry, back.id)
      .catch((error: unknown) => warn(`An unfinished save of ${copy.code} stays with its former id: ${String(error)}`));
  }
}

/**
 * Takes this copy and older copies of the text off the list. A newer copy stays: another window deleted the text too,
 * and its copy holds newer content.
 */
async function takeOffList(copy: LibraryText, { journal, identity, warn }: BringBackPorts): Promise<void> {
  const copies = (await entriesIn(journal, identity, warn)).filter(
    (entry) => entry.kind === "deleted" && entry.textId === copy.id,
  );
  const own = copies.findLastIndex(
    (entry) => entry.kind === "deleted" && JSON.stringify(entry.text) === JSON.stringify(copy),
  );
  for (const { id } of copies.slice(0, own + 1)) await closeEntry(journal, id, warn);
}

/**
 * Returns no entries if the journal cannot be read. This is safe: the restored text exists, and bringing the text back
 * again creates no second one.
 */
async function entriesIn(
  journal: BringBackPorts["journal"],
  identity: string,
  warn: Warn = () => {},
): Promise<readonly Entry[]> {
  try {
    return (await journal.open(identity)).entries;
  } catch (error) {
    warn(`The list of what was deleted cannot be read: ${messageOf(error)}`);
    return [];
  }
}

/**
 * Resolves with the text that the service shows under the old id. Resolves with undefined if the service says that the
 * text does not exist, and with a sentence if its existence is unknown.
 */
async function shownText(api: Api, id: string): Promise<LibraryText | undefined | string> {
  try {
    return await api.call("textlibrary.texts.get", { path: { id } });
  } catch (error) {
    if (!isApiError(error)) throw error;
    return error.code === "not-found"
      ? undefined
      : l10n.t("It is not known whether the text is gone, so nothing was created. {0}", explain(error));
  }
}

export interface FolderBack {
  /**
   * The id of the folder in the library; undefined if the folder was not created. In that case, `problems` says why.
   */
  readonly id: string | undefined;
  /** How many texts were brought back, in subfolders too. */
  readonly texts: number;
  /** Why the folder, or parts of it, were not brought back; whole sentences. */
  readonly problems: readonly string[];
}

/**
 * Creates a folder again, then its contents. What cannot be brought back stays on the list. `parent` is used instead of
 * the former parent folder if that folder is gone too.
 */
export async function bringBackFolder(
  { folder, texts, subfolders }: GoneFolder,
  ports: BringBackPorts,
  parent = folder.parentFolderId,
): Promise<FolderBack> {
  const made = await folderAnew(ports.api, { ...folder, parentFolderId: parent });
  if ("words" in made) return { id: undefined, texts: 0, problems: [made.words] };
  const problems: string[] = [];
  let count = 0;
  for (const { text } of texts) {
    if (ports.signal?.aborted === true) {
      problems.push(l10n.t("{0} was not brought back, because you cancelled.", text.code));
      continue;
    }
    const result = await textInto(made.id, text, ports);
    if (result.state === "back" || result.state === "here") count += 1;
    else problems.push(result.words);
  }
  for (const subfolder of subfolders) {
    const result = await bringBackFolder(subfolder, ports, made.id);
    count += result.texts;
    problems.push(...result.problems);
  }
  // This comes last. If the process crashes earlier, the next attempt finds the folder by its name, and can still match
  // the deleted contents to the folder.
  if (problems.length === 0) {
    if (made.id !== folder.id) ports.adopt(folder.id, made.id);
    const entries = await entriesIn(ports.journal, ports.identity, ports.warn);
    for (const entry of entries)
      if (entry.kind === "deletedFolder" && entry.folder.id === folder.id)
        await closeEntry(ports.journal, entry.id, ports.warn);
  }
  return { id: made.id, texts: count, problems };
}

/**
 * Creates a text in the restored folder. Does not reject: the folder exists by then, and an error with one text must
 * not keep the other texts from being restored and reported.
 */
async function textInto(folderId: string, text: LibraryText, ports: BringBackPorts): Promise<TextBack> {
  try {
    return await bringBackText(text, ports, { folderId });
  } catch (error) {
    return {
      state: "failed",
      words: l10n.t("It is not known whether {0} was brought back. {1}", text.code, messageOf(error)),
    };
  }
}

/** Rejects if the service's folders cannot be listed. */
export async function isFolderThere(api: Api, id: string): Promise<boolean> {
  return (await api.call("textlibrary.folders.list", {})).some((folder) => folder.id === id);
}

async function folderAnew(
  api: Api,
  { name, code, parentFolderId }: Folder,
): Promise<{ readonly id: string } | { readonly words: string }> {
  const result = await createFolder(api, { name, parentFolderId, ...(code === null || code === "" ? {} : { code }) });
  if (result.state === "created") return result.value;
  if (result.state !== "failed")
    return {
      words: l10n.t(
        "It is not known whether the folder {0} was created. {1} Refresh the Text Library and look before you try again.",
        name,
        result.error.message,
      ),
    };
  const words = l10n.t("The folder {0} was not created. {1}", name, explain(result.error));
  if (result.error.code !== "conflict") return { words };
  try {
    const same = (await api.call("textlibrary.folders.list", {})).find(
      (folder) =>
        folder.name === name &&
        (folder.parentFolderId ?? null) === parentFolderId &&
        (folder.code ?? "") === (code ?? ""),
    );
    return same ?? { words };
  } catch (error) {
    if (!isApiError(error)) throw error;
    return {
      words: `${words} ${l10n.t("It is not known whether the folder that already exists is the one that you want to bring back. {0}", explain(error))}`,
    };
  }
}

/** Returns what the list of deleted texts shows for one of them; plain text. */
export function goneWords(
  { at, how, text, lost }: GoneText,
  folderName: string | undefined,
  format: (date: Date) => string,
): { readonly label: string; readonly description: string; readonly detail: string } {
  const languages = Object.keys(text.translations ?? {});
  return {
    label: text.code,
    description: `${how === "deleted" ? l10n.t("deleted here") : l10n.t("not shown by the service any more")}, ${format(new Date(at))}`,
    detail: [
      folderName === undefined ? l10n.t("its folder is gone") : l10n.t("in {0}", folderName),
      languages.length === 0 ? l10n.t("no language") : languages.join(", "),
      ...(lost.length === 0 ? [] : [l10n.t("content no longer kept: {0}", lost.join(", "))]),
    ].join(" · "),
  };
}

export function goneFolderWords(
  gone: GoneFolder,
  format: (date: Date) => string,
): { readonly label: string; readonly description: string; readonly detail: string } {
  const texts = gone.texts.length + gone.subfolders.reduce((sum, subfolder) => sum + subfolder.texts.length, 0);
  const held = [
    ...(gone.subfolders.length === 0 ? [] : [countOf(gone.subfolders.length, "subfolder")]),
    countOf(texts, "deletedText"),
  ];
  return {
    label: gone.folder.name,
    description: l10n.t("folder, deleted here, {0}", format(new Date(gone.at))),
    detail: l10n.t("comes back with {0}", held.join(l10n.t(" and "))),
  };
}
