/** Yields every text of the library, for rules that need all of them. */
import type { Catalog, Folder, Text, Translation } from "../catalog.ts";
import { folderReference } from "../folders.ts";

/** Yields texts folder by folder, top folders first, without those that the catalog cannot list. */
export function* allTexts(catalog: Catalog): Generator<Text, void, undefined> {
  const folders = catalog.folders();
  if (folders.state !== "known") {
    // A catalog that has texts without folders can still list what it has.
    const texts = catalog.search("", { limit: Number.MAX_SAFE_INTEGER });
    if (texts.state === "known") yield* texts.value;
    return;
  }
  for (const folder of [...folders.value].sort(inOrder)) {
    const texts = catalog.textsIn(folder.id);
    if (texts.state === "known") yield* texts.value;
  }
}

/**
 * Orders the folders of a library in the same way, wherever it was read from. If two texts are equal, the same one is
 * then always reported.
 */
function inOrder(a: Folder, b: Folder): number {
  const [first, second] = [folderReference(a), folderReference(b)];
  return (
    Number(a.parentFolderId !== null) - Number(b.parentFolderId !== null) ||
    (first < second ? -1 : first > second ? 1 : 0)
  );
}

/** Whether every folder and every text can be listed, so that absence proves something. */
export function listsEveryText(catalog: Catalog): boolean {
  const folders = catalog.folders();
  return (
    folders.state === "known" &&
    folders.value.every((folder) => catalog.textsIn(folder.id, { limit: 1 }).state === "known")
  );
}

/** Returns the languages of a text with their contents, sorted; null if the catalog does not know all of them. */
export function translationsOf(
  text: Text,
  catalog: Catalog,
): readonly { readonly language: string; readonly translation: Translation }[] | null {
  if (text.languages.state !== "known") return null;
  const all: { readonly language: string; readonly translation: Translation }[] = [];
  for (const language of text.languages.value) {
    const translation = catalog.translation(text.id, language);
    if (translation.state !== "known") return null;
    all.push({ language, translation: translation.value });
  }
  return all;
}

/**
 * Returns the language in which findings about the text as a whole are reported: the default language, or else the
 * first; null if there is none.
 */
export function mainLanguage(text: Text): string | null {
  if (text.languages.state !== "known") return text.defaultLanguage;
  const languages = text.languages.value;
  return text.defaultLanguage !== null && (languages.includes(text.defaultLanguage) || languages.length === 0)
    ? text.defaultLanguage
    : (languages[0] ?? null);
}
