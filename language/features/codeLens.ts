/** What is worth knowing about a library text in one language, shown at its top. Leaves out what is not known. */
import type { Catalog, Text } from "../catalog.ts";
import { isLater } from "../findings/stale-translation.ts";

export type Lens =
  /** Library texts that refer to the text, each counted once. Spelling alone decides what is a reference. */
  | { readonly kind: "uses"; readonly texts: number }
  /** `missing`: languages that occur in the library, but not in the text. */
  | { readonly kind: "languages"; readonly present: readonly string[]; readonly missing: readonly string[] }
  | { readonly kind: "machine-translated" }
  /**
   * The text in the default language changed after this translation; `since` is the date of that change, as the service
   * wrote it.
   */
  | { readonly kind: "stale"; readonly default: string; readonly since: string };

export function lensesOf(text: Text, language: string, catalog: Catalog): readonly Lens[] {
  const uses = catalog.usedBy(text.id);
  const all = catalog.languages();
  const translation = catalog.translation(text.id, language);
  const original =
    text.defaultLanguage !== null && text.defaultLanguage !== language
      ? catalog.translation(text.id, text.defaultLanguage)
      : null;
  const present = text.languages.state === "known" ? text.languages.value : null;
  const own = translation.state === "known" ? translation.value : null;
  const since = original?.state === "known" ? original.value.updatedAt : undefined;
  return [
    ...(uses.state === "known"
      ? [{ kind: "uses", texts: new Set(uses.value.map(({ textId }) => textId)).size } as const]
      : []),
    ...(present === null
      ? []
      : [
          {
            kind: "languages",
            present,
            missing: all.state === "known" ? all.value.filter((each) => !present.includes(each)) : [],
          } as const,
        ]),
    ...(own?.source === 1 ? [{ kind: "machine-translated" } as const] : []),
    ...(own !== null && text.defaultLanguage !== null && since !== undefined && isLater(since, own.updatedAt)
      ? [{ kind: "stale", default: text.defaultLanguage, since } as const]
      : []),
  ];
}
