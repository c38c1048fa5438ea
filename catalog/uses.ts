/** Finds which library texts refer to which, and what else they mention, by comparing spelling only. */
import { allMentions, mentionKeys, parse } from "../language/index.ts";
import type { Folder, Format, Use } from "../language/index.ts";

/** A reference as written, in lower case. */
export interface Reference {
  /** Empty in the short form, whose folder depends on the Smartform. */
  readonly folder: string;
  readonly code: string;
}

interface Names {
  readonly references: readonly Reference[];
  /** Keys of everything else that is mentioned, without duplicates. */
  readonly keys: ReadonlySet<string>;
}

const nothing: Names = { references: [], keys: new Set() };

export function namesIn(content: string, contentType: number): Names {
  if (!content.includes("[[")) return nothing;
  const mentions = allMentions(parse(content, formatOf(contentType)));
  return {
    references: mentions.flatMap(({ kind, reference }) =>
      kind === "text" && reference !== null
        ? [{ folder: reference.folder?.text.toLowerCase() ?? "", code: reference.code.text.toLowerCase() }]
        : [],
    ),
    keys: mentionKeys(mentions.filter(({ kind }) => kind !== "text")),
  };
}

/** Rich text is a subset of HTML; an undocumented content type is read as HTML, which misses no reference. */
function formatOf(contentType: number): Format {
  if (contentType === 0) return "plain";
  return contentType === 1 ? "rich" : "html";
}

/** Whether a reference with this folder may mean the folder that has these names. A short form may mean any folder. */
export function mayMean(folderAsWritten: string, names: ReadonlySet<string>): boolean {
  return folderAsWritten === "" || names.has(folderAsWritten);
}

/**
 * Returns the names by which a reference may call the folder, in lower case: the code and the name of the folder and of
 * its parent. The parent counts because codes of texts are unique within it too (document 1, "Limits"). A reference in
 * another letter case is a mistake, but still a use.
 */
export function namesOf(folderById: ReadonlyMap<string, Folder>, folderId: string): ReadonlySet<string> {
  const folder = folderById.get(folderId);
  const parent = folder?.parentFolderId == null ? undefined : folderById.get(folder.parentFolderId);
  const names = [folder?.code, folder?.name, parent?.code, parent?.name];
  return new Set(names.flatMap((name) => (name == null || name === "" ? [] : [name.toLowerCase()])));
}

/** Removes duplicates: a text may refer to another one many times. */
export function distinct(uses: readonly Use[]): readonly Use[] {
  return [...new Map(uses.map((use) => [JSON.stringify([use.textId, use.language]), use])).values()];
}
