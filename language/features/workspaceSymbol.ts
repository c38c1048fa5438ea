/** Searches the library for a few letters: texts by code, name, description and contents, folders, and Smartforms. */
import type { Catalog, Folder, Smartform, Text } from "../catalog.ts";

export type LibrarySymbol =
  | { readonly kind: "text"; readonly text: Text }
  | { readonly kind: "folder"; readonly folder: Folder }
  | { readonly kind: "smartform"; readonly smartform: Smartform };

/** Returns at most `limit` of each kind; leaves out kinds that the catalog does not know. */
export function librarySymbols(
  query: string,
  catalog: Catalog,
  { limit }: { readonly limit: number },
): readonly LibrarySymbol[] {
  const wanted = query.trim().toLowerCase();
  const holds = (...words: readonly (string | null)[]): boolean =>
    words.some((word) => word?.toLowerCase().includes(wanted));
  const folders = catalog.folders();
  const smartforms = catalog.smartforms();
  const texts = catalog.search(wanted, { limit, contents: wanted.length > 2 && "quick" });
  return [
    ...(folders.state === "known"
      ? folders.value.filter(({ code, name }) => holds(code, name)).slice(0, limit)
      : []
    ).map((folder) => ({ kind: "folder", folder }) as const),
    ...(smartforms.state === "known"
      ? smartforms.value.filter(({ name, process, id }) => holds(name, process ?? null, id)).slice(0, limit)
      : []
    ).map((smartform) => ({ kind: "smartform", smartform }) as const),
    ...(texts.state === "known" ? texts.value : []).map((text) => ({ kind: "text", text }) as const),
  ];
}
