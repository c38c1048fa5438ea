/**
 * The journal's saves and creations that never finished. Their outcome is looked up; nothing is sent. Does not import
 * `vscode`.
 */
import type { Api } from "../../../api/index.ts";
import { closeEntry, findText, isGone, planWrite } from "../../../authoring/index.ts";
import type { CreateEntry, Journal, LibraryText, SaveEntry } from "../../../authoring/index.ts";
import type { Warn } from "../../../disk/index.ts";
import { lookUp } from "./noticeModel.ts";
import { withContent } from "./saveModel.ts";

export interface Unfinished {
  readonly open: readonly (SaveEntry | CreateEntry)[];
  /**
   * Entries whose change or new text was found on the service, each with the text that was read there. These entries
   * have been closed.
   */
  readonly done: readonly { readonly entry: SaveEntry | CreateEntry; readonly text: LibraryText }[];
  /** Ids of open saves whose text the service no longer shows. */
  readonly gone: ReadonlySet<string>;
  /** Files that cannot be read; they are left alone. */
  readonly unreadable: readonly string[];
}

export async function findUnfinished({
  api,
  journal,
  identity,
  warn,
}: {
  readonly api: Api;
  readonly journal: Journal;
  readonly identity: string;
  readonly warn?: Warn;
}): Promise<Unfinished> {
  const { entries, unreadable } = await journal.open(identity);
  const open: (SaveEntry | CreateEntry)[] = [];
  const gone = new Set<string>();
  const done: { readonly entry: SaveEntry | CreateEntry; readonly text: LibraryText }[] = [];
  for (const entry of entries) {
    if (isGone(entry)) continue;
    const text = await textOf(entry, api);
    if (text === null) gone.add(entry.id);
    if (text === undefined || text === null) {
      open.push(entry);
      continue;
    }
    await closeEntry(journal, entry.id, warn);
    done.push({ entry, text });
  }
  return { open, done, gone, unreadable };
}

/**
 * Resolves with the text if it contains the intended change. Resolves with undefined if the text does not contain the
 * change, or if the service cannot say. Resolves with null if the service does not show the text of a save.
 */
async function textOf(entry: SaveEntry | CreateEntry, api: Api): Promise<LibraryText | null | undefined> {
  if (entry.kind === "create") {
    const found = await findText(api, entry.body);
    return found.state === "there" ? found.value : undefined;
  }
  const theirs = await lookUp(api, entry.textId);
  if (theirs === undefined || theirs === null) return theirs;
  return planWrite({ base: entry.base, theirs, change: entry.change }).state === "unchanged" ? theirs : undefined;
}

/** Returns the whole text with the author's change, based on the reading that the author had. */
export function meantBy({ base, change }: Pick<SaveEntry, "base" | "change">): LibraryText {
  let text: LibraryText = { ...base, ...change.fields };
  for (const [language, content] of change.translations ?? [])
    text = withContent(text, language.toLowerCase(), content);
  return text;
}
