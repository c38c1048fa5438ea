/**
 * What rules about references need besides `resolve`: which text or folder the author may have meant, and how to write
 * a reference to it.
 */
import { unknown } from "../answer.ts";
import type { Catalog, Folder, Text } from "../catalog.ts";
import type { Context } from "../context.ts";
import { folderById, folderReference, subfoldersOf } from "../folders.ts";
import { resolve } from "../resolve.ts";
import type { LibraryResolution } from "../resolve.ts";
import type { LibraryReference } from "../syntax.ts";
import { nearest, prepareWords } from "../words/spelling.ts";
import type { Effort, Words } from "../words/spelling.ts";

/** Resolves the reference. For a malformed one, returns the state unknown. */
export function look(reference: LibraryReference, context: Context): LibraryResolution {
  const resolution = resolve(reference, context);
  return resolution.kind === "library"
    ? resolution
    : { kind: "library", folder: { ...unknown, namedBy: null, named: null }, text: { ...unknown, elsewhere: [] } };
}

export function homeOf(text: Text, catalog: Catalog): Folder | undefined {
  const folder = folderById(catalog, text.folderId);
  return folder.state === "known" ? folder.value : undefined;
}

/**
 * Returns the full reference to a text, as written between the brackets after the keyword; null if its folder is not
 * known.
 */
export function fullReference(text: Text, catalog: Catalog): string | null {
  const folder = homeOf(text, catalog);
  return folder ? `${folderReference(folder)} : ${text.code}` : null;
}

/** Returns full references to the texts with exactly this code, at most three. */
export function fullReferences(texts: readonly Text[], code: string, catalog: Catalog): readonly string[] {
  return texts.flatMap((text) => (text.code === code ? (fullReference(text, catalog) ?? []) : [])).slice(0, 3);
}

/** Returns how references write the folders whose code or name is spelt like this. */
export function foldersNear(written: string, catalog: Catalog, effort: Effort): readonly string[] {
  const kept = keptWords(catalog);
  kept.folders ??= spellings(catalog);
  const { words, references } = kept.folders;
  return [...new Set(nearest(written, words, effort).flatMap((word) => references.get(word) ?? []))].slice(0, 3);
}

/** Returns codes that are spelt like this one, among the texts that a reference to these folders can mean. */
export function codesNear(
  written: string,
  folders: readonly Folder[],
  catalog: Catalog,
  effort: Effort,
): readonly string[] {
  const kept = keptWords(catalog);
  const key = folders.map((folder) => folder.id).join("\n");
  const words = kept.codes.get(key) ?? prepareWords(codesOf(folders, catalog));
  kept.codes.set(key, words);
  return nearest(written, words, effort);
}

interface KeptWords {
  readonly revision: number;
  readonly codes: Map<string, Words>;
  folders?: { readonly words: Words; readonly references: ReadonlyMap<string, readonly string[]> };
}

const wordsOf = new WeakMap<Catalog, KeptWords>();

/**
 * Kept until the catalog's revision changes: a library of 100,000 codes is prepared once, not for every misspelt one.
 */
function keptWords(catalog: Catalog): KeptWords {
  const kept = wordsOf.get(catalog);
  if (kept?.revision === catalog.revision) return kept;
  const fresh: KeptWords = { revision: catalog.revision, codes: new Map() };
  wordsOf.set(catalog, fresh);
  return fresh;
}

function spellings(catalog: Catalog) {
  const folders = catalog.folders();
  const references = new Map<string, string[]>();
  for (const folder of folders.state === "known" ? folders.value : []) {
    for (const word of new Set([folder.name, folderReference(folder)]))
      references.set(word, [...(references.get(word) ?? []), folderReference(folder)]);
  }
  return { words: prepareWords(references.keys()), references };
}

function* codesOf(folders: readonly Folder[], catalog: Catalog): Generator<string> {
  for (const folder of folders.flatMap((each) => [each, ...subfoldersOf(catalog, each.id)])) {
    const texts = catalog.textsIn(folder.id);
    if (texts.state === "known") for (const text of texts.value) yield text.code;
  }
}
