/** Which library text refers to which, as far as the letters of a reference say. */
import { parse } from "../language/index.ts";
import type { Folder, Format, Use } from "../language/index.ts";

/** A reference as written, in lower case. */
export interface Reference {
  /** Empty in the short form, whose folder the Smartform decides. */
  readonly folder: string;
  readonly code: string;
}

export function referencesIn(content: string, contentType: number): readonly Reference[] {
  if (!content.includes("[[")) return [];
  return parse(content, formatOf(contentType)).placeholders.flatMap((placeholder) => {
    if (placeholder.kind !== "library" || placeholder.malformed !== null) return [];
    return [{ folder: placeholder.folder?.text.toLowerCase() ?? "", code: placeholder.code.text.toLowerCase() }];
  });
}

/** Rich text is a smaller HTML; a number that nobody described is read like HTML, in which no reference is missed. */
function formatOf(contentType: number): Format {
  if (contentType === 0) return "plain";
  return contentType === 1 ? "rich" : "html";
}

/** Whether the reference may mean a text with this code in a folder with these names. A short form may mean any folder. */
export function mayMean(folderAsWritten: string, names: ReadonlySet<string>): boolean {
  return folderAsWritten === "" || names.has(folderAsWritten);
}

/**
 * What a reference may call the folder, in lower case: its code, its name, and those of the folder above, below which codes are unique as
 * well (document 1, "Limits"). A reference in another letter case is a mistake, and a use all the same.
 */
export function namesOf(folderById: ReadonlyMap<string, Folder>, folderId: string): ReadonlySet<string> {
  const folder = folderById.get(folderId);
  const parent = folder?.parentFolderId == null ? undefined : folderById.get(folder.parentFolderId);
  const names = [folder?.code, folder?.name, parent?.code, parent?.name];
  return new Set(names.flatMap((name) => (name == null || name === "" ? [] : [name.toLowerCase()])));
}

/** Each use once: a text may refer to another one many times. */
export function distinct(uses: readonly Use[]): readonly Use[] {
  return [...new Map(uses.map((use) => [JSON.stringify([use.textId, use.language]), use])).values()];
}
