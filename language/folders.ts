/**
 * Finds folders the way references name them. The index is built once for each snapshot of the catalog, however many
 * references need it.
 */
import { absent, known, unknown } from "./answer.ts";
import type { Answer } from "./answer.ts";
import type { Catalog, Folder } from "./catalog.ts";

/**
 * How a folder was found: by its code; by its name, which is right only for a folder without a code; by its name
 * although it has a code (document 1 does not say whether the service then fills in the text); by a code or name that
 * differs in letter case only.
 */
type FolderMatch = "code" | "name" | "name-despite-code" | "case";

export interface FoundFolders {
  /** At least one. Several if folders of different levels share a name, or if codes differ in letter case only. */
  readonly folders: readonly Folder[];
  readonly matched: FolderMatch;
}

interface FolderIndex {
  readonly revision: number;
  readonly byId: ReadonlyMap<string, Folder>;
  readonly byCode: ReadonlyMap<string, readonly Folder[]>;
  readonly byName: ReadonlyMap<string, readonly Folder[]>;
  readonly byLowerCase: ReadonlyMap<string, readonly Folder[]>;
  readonly byParent: ReadonlyMap<string, readonly Folder[]>;
}

const indexes = new WeakMap<Catalog, FolderIndex>();

/**
 * Returns the folders that a reference means by this word. An exact match wins over one that differs in letter case.
 */
export function findFolders(catalog: Catalog, written: string): Answer<FoundFolders> {
  const index = folderIndex(catalog);
  if (index === null) return unknown;
  const byCode = index.byCode.get(written);
  if (byCode !== undefined) return known({ folders: byCode, matched: "code" });
  const byName = index.byName.get(written) ?? [];
  const withoutCode = byName.filter((folder) => !folder.code);
  if (withoutCode.length > 0) return known({ folders: withoutCode, matched: "name" });
  if (byName.length > 0) return known({ folders: byName, matched: "name-despite-code" });
  const byLowerCase = index.byLowerCase.get(written.toLowerCase());
  return byLowerCase === undefined ? absent : known({ folders: byLowerCase, matched: "case" });
}

/** Absent if the service has no such folder, or does not show it to this client. */
export function folderById(catalog: Catalog, id: string): Answer<Folder> {
  const index = folderIndex(catalog);
  if (index === null) return unknown;
  const folder = index.byId.get(id);
  return folder === undefined ? absent : known(folder);
}

/** Empty for a subfolder, and if the folders are not known. */
export function subfoldersOf(catalog: Catalog, folderId: string): readonly Folder[] {
  return folderIndex(catalog)?.byParent.get(folderId) ?? [];
}

/** Returns what a reference writes for this folder: its code, or its name if it has none. */
export function folderReference(folder: Pick<Folder, "code" | "name">): string {
  return folder.code || folder.name;
}

function folderIndex(catalog: Catalog): FolderIndex | null {
  const ready = indexes.get(catalog);
  if (ready?.revision === catalog.revision) return ready;
  const folders = catalog.folders();
  if (folders.state !== "known") return null;
  const withCode = folders.value.filter((folder) => folder.code);
  const index: FolderIndex = {
    revision: catalog.revision,
    byId: new Map(folders.value.map((folder) => [folder.id, folder])),
    byCode: Map.groupBy(withCode, (folder) => folder.code ?? ""),
    byName: Map.groupBy(folders.value, (folder) => folder.name),
    byLowerCase: new Map([
      ...Map.groupBy(folders.value, (folder) => folder.name.toLowerCase()),
      ...Map.groupBy(withCode, (folder) => (folder.code ?? "").toLowerCase()),
    ]),
    byParent: Map.groupBy(folders.value, (folder) => folder.parentFolderId ?? ""),
  };
  indexes.set(catalog, index);
  return index;
}
