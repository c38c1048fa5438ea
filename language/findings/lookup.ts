/** What a library reference finds in the catalog, told finely enough that every rule about references can read it off. */
import type { Catalog, Folder, Text } from "../catalog.ts";
import type { Context } from "../context.ts";
import type { LibraryReference } from "../syntax.ts";
import { nearest, prepareWords, type Words } from "./spelling.ts";

export interface Lookup {
  readonly folder: FolderLookup;
  readonly text: TextLookup;
}

export type FolderLookup =
  | { readonly state: "unknown" }
  /** A short reference where nobody named a folder. */
  | { readonly state: "unnamed" }
  | { readonly state: "absent" }
  | {
      readonly state: "found";
      /** Several only where folders at different levels have the same name. */
      readonly folders: readonly Folder[];
      readonly by: "code" | "name";
      /** False where only the letter case differs. */
      readonly exact: boolean;
    };

export type TextLookup =
  | { readonly state: "unknown" }
  /** No text of the folder's family has the code. `elsewhere`: texts outside of the family that do. */
  | { readonly state: "absent"; readonly elsewhere: readonly Text[] }
  | {
      readonly state: "found";
      readonly text: Text;
      /** False where only the letter case differs. */
      readonly exact: boolean;
    };

const nothing: TextLookup = { state: "unknown" };

export function look(reference: LibraryReference, context: Context): Lookup {
  if (reference.malformed) return { folder: { state: "unknown" }, text: nothing };
  const folder = reference.folder ? findFolder(reference.folder.text, context.catalog) : folderOfContext(context);
  return { folder, text: findText(reference.code.text, folder, context.catalog) };
}

/** Codes win over names, and what is written exactly wins over what differs in letter case. */
export function findFolder(written: string, catalog: Catalog): FolderLookup {
  const index = folderIndex(catalog);
  if (!index) return { state: "unknown" };
  const folded = written.toLowerCase();
  const byCode = index.byCode.get(written);
  if (byCode) return { state: "found", folders: byCode, by: "code", exact: true };
  const byName = index.byName.get(written);
  if (byName) return { state: "found", folders: byName, by: "name", exact: true };
  const byFoldedCode = index.byFoldedCode.get(folded);
  if (byFoldedCode) return { state: "found", folders: byFoldedCode, by: "code", exact: false };
  const byFoldedName = index.byFoldedName.get(folded);
  if (byFoldedName) return { state: "found", folders: byFoldedName, by: "name", exact: false };
  return { state: "absent" };
}

/** The folder for short references: the one that the context names, else the one that its Smartform names. */
function folderOfContext(context: Context): FolderLookup {
  const named = nameOfContextFolder(context);
  if (named === "unknown") return { state: "unknown" };
  if (named === null) return { state: "unnamed" };
  const found = findFolder(named.code, context.catalog);
  // The mistake is in the settings then, not in this text.
  return found.state === "absent" ? { state: "unknown" } : found;
}

function nameOfContextFolder(context: Context): { readonly code: string } | null | "unknown" {
  if (context.folder) return { code: context.folder };
  if (context.smartform === undefined) return null;
  const smartform = context.catalog.smartform(context.smartform);
  if (smartform.state === "unknown") return "unknown";
  if (smartform.state === "absent") return null;
  const folder = smartform.value.textLibraryFolder;
  if (folder.state === "unknown") return "unknown";
  return folder.state === "known" && folder.value ? { code: folder.value } : null;
}

function findText(code: string, folder: FolderLookup, catalog: Catalog): TextLookup {
  if (folder.state !== "found") return nothing;
  const family = familyOf(folder.folders, catalog);
  const texts = catalog.textsByCode(code);
  if (texts.state !== "known") return texts.state === "absent" ? { state: "absent", elsewhere: [] } : findHere(code, folder.folders, catalog);
  const inFamily = texts.value.filter((text) => family.has(text.folderId));
  const named = new Set(folder.folders.map((each) => each.id));
  const best =
    inFamily.find((text) => text.code === code && named.has(text.folderId)) ??
    inFamily.find((text) => text.code === code) ??
    inFamily.find((text) => named.has(text.folderId)) ??
    inFamily[0];
  if (best) return { state: "found", text: best, exact: best.code === code };
  return { state: "absent", elsewhere: texts.value };
}

/** A half-loaded library can still prove that a text is there. */
function findHere(code: string, folders: readonly Folder[], catalog: Catalog): TextLookup {
  for (const folder of folders) {
    const text = catalog.textByCode(folder.id, code);
    if (text.state === "known") return { state: "found", text: text.value, exact: true };
  }
  return nothing;
}

/** Ids of all folders under the same top folders, those included: a text code is unique among them (document 1, "Limits"). */
export function familyOf(folders: readonly Folder[], catalog: Catalog): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const folder of folders) {
    for (const id of folderIndex(catalog)?.families.get(topOf(folder)) ?? [folder.id]) ids.add(id);
  }
  return ids;
}

export function topOf(folder: Folder): string {
  return folder.parentFolderId ?? folder.id;
}

/** What a reference to this folder is written with: its code, or its name where it has none. */
export function writtenFolder(folder: Folder): string {
  return folder.code || folder.name;
}

export function folderById(id: string, catalog: Catalog): Folder | undefined {
  return folderIndex(catalog)?.byId.get(id);
}

/** The whole reference to a text, as written between the brackets behind the keyword. */
export function fullReference(text: Text, catalog: Catalog): string | null {
  const folder = folderById(text.folderId, catalog);
  return folder ? `${writtenFolder(folder)} : ${text.code}` : null;
}

/** How references write the folders whose code or name is spelt like this. */
export function foldersNear(written: string, catalog: Catalog): readonly string[] {
  const index = folderIndex(catalog);
  if (!index) return [];
  index.words ??= prepareWords([...index.byCode.keys(), ...index.byName.keys()]);
  return [...new Set(nearest(written, index.words).flatMap((word) => (index.byCode.has(word) ? word : (index.byName.get(word) ?? []).map(writtenFolder))))];
}

/** Codes of all texts under the same top folders; empty where the catalog does not know them all. */
export function codeWords(folders: readonly Folder[], catalog: Catalog): Words {
  const index = folderIndex(catalog);
  const key = folders.map(topOf).join("\n");
  const kept = index?.codes.get(key);
  if (kept) return kept;
  const codes: string[] = [];
  for (const id of familyOf(folders, catalog)) {
    const texts = catalog.textsIn(id);
    if (texts.state === "known") for (const text of texts.value) codes.push(text.code);
  }
  const words = prepareWords(codes);
  index?.codes.set(key, words);
  return words;
}

interface FolderIndex {
  readonly revision: number;
  readonly byId: ReadonlyMap<string, Folder>;
  readonly byCode: ReadonlyMap<string, readonly Folder[]>;
  readonly byFoldedCode: ReadonlyMap<string, readonly Folder[]>;
  readonly byName: ReadonlyMap<string, readonly Folder[]>;
  readonly byFoldedName: ReadonlyMap<string, readonly Folder[]>;
  /** Folder ids by the id of their top folder. */
  readonly families: ReadonlyMap<string, readonly string[]>;
  readonly codes: Map<string, Words>;
  words?: Words;
}

const indexes = new WeakMap<Catalog, FolderIndex>();

/** Kept as long as the catalog's revision stays; null while the folders are not known. */
function folderIndex(catalog: Catalog): FolderIndex | null {
  const kept = indexes.get(catalog);
  if (kept?.revision === catalog.revision) return kept;
  const folders = catalog.folders();
  if (folders.state === "unknown") return null;
  const all = folders.state === "known" ? folders.value : [];
  const coded = all.filter((folder) => folder.code);
  const index: FolderIndex = {
    revision: catalog.revision,
    byId: new Map(all.map((folder) => [folder.id, folder])),
    byCode: Map.groupBy(coded, (folder) => folder.code ?? ""),
    byFoldedCode: Map.groupBy(coded, (folder) => (folder.code ?? "").toLowerCase()),
    byName: Map.groupBy(all, (folder) => folder.name),
    byFoldedName: Map.groupBy(all, (folder) => folder.name.toLowerCase()),
    families: new Map([...Map.groupBy(all, topOf)].map(([top, members]) => [top, members.map((member) => member.id)])),
    codes: new Map(),
  };
  indexes.set(catalog, index);
  return index;
}
