/** What the journal holds of saves and creations that never came to an end. What may have happened is looked up, never sent. Without VS Code. */
import { isApiError, type Api } from "../../api/index.ts";
import { isGone, type CreateEntry, type Journal, type SaveEntry } from "../journal.ts";
import { findText } from "../libraryWrites.ts";
import { planWrite, type LibraryText } from "../writePlan.ts";

export interface Unfinished {
  readonly open: readonly (SaveEntry | CreateEntry)[];
  /** Those that turned out to be on the service already, with its reading: they are closed. */
  readonly done: readonly { readonly entry: SaveEntry | CreateEntry; readonly text: LibraryText }[];
  /** Files that cannot be read: they are left alone. */
  readonly unreadable: readonly string[];
}

export async function findUnfinished({ api, journal, identity }: { readonly api: Api; readonly journal: Journal; readonly identity: string }): Promise<Unfinished> {
  const { entries, unreadable } = await journal.open(identity);
  const open: (SaveEntry | CreateEntry)[] = [];
  const done: { readonly entry: SaveEntry | CreateEntry; readonly text: LibraryText }[] = [];
  for (const entry of entries) {
    if (isGone(entry)) continue;
    const text = await textOf(entry, api);
    if (text === undefined) {
      open.push(entry);
      continue;
    }
    await journal.clear(entry.id);
    done.push({ entry, text });
  }
  return { open, done, unreadable };
}

/** The text, where it holds what was meant. Where the service cannot say, it is not known to be there. */
async function textOf(entry: SaveEntry | CreateEntry, api: Api): Promise<LibraryText | undefined> {
  if (entry.kind === "create") {
    const found = await findText(api, entry.body);
    return found.state === "there" ? found.value : undefined;
  }
  const theirs = await read(entry.textId, api);
  return theirs !== undefined && planWrite({ base: entry.base, theirs, change: entry.change }).state === "unchanged" ? theirs : undefined;
}

async function read(id: string, api: Api): Promise<LibraryText | undefined> {
  try {
    return await api.call("textlibrary.texts.get", { path: { id } });
  } catch (error) {
    if (isApiError(error)) return undefined;
    throw error;
  }
}
