/** Whole sentences about one thing and about many, because languages differ in more than an ending. */
import { displayLanguage } from "./displayLanguage.ts";

/**
 * Returns the sentence for a number: `oneOrMany(n, l10n.t("1 text"), l10n.t("{0} texts", n))`. In a language with more
 * forms, the translation of the second sentence has all of them, each after its category of `Intl.PluralRules`:
 * `[few]{0} teksty[other]{0} tekstów`.
 */
export function oneOrMany(number: number, one: string, many: string): string {
  if (number === 1) return one;
  const rules = new Intl.PluralRules(displayLanguage());
  // If the language has two forms, the sentence is not searched for categories, because it may contain values from
  // outside.
  if (rules.resolvedOptions().pluralCategories.length <= 2) return many;
  const [before, ...parts] = many.split(/\[(zero|one|two|few|many|other)\]/);
  if (before !== "" || parts.length === 0) return many;
  const forms = new Map<string | undefined, string>();
  for (let at = 0; at < parts.length; at += 2) forms.set(parts[at], parts[at + 1] ?? "");
  return forms.get(rules.select(number)) ?? forms.get("other") ?? many;
}
