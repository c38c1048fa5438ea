/**
 * Chooses between whole sentences about one thing and about many. This room does not import the language room, which
 * has the same function.
 */
import * as l10n from "@vscode/l10n";

/** See `language/words/oneOrMany.ts`. */
export function oneOrMany(number: number, one: string, many: string): string {
  if (number === 1) return one;
  const language = l10n.t({
    message: "en",
    comment: ["The code of the language that these texts are in, for screen readers."],
  });
  const rules = new Intl.PluralRules(language);
  // If the language has at most two forms, `many` is not searched for markers such as `[few]`, because it may contain
  // values from outside.
  if (rules.resolvedOptions().pluralCategories.length <= 2) return many;
  const [before, ...parts] = many.split(/\[(zero|one|two|few|many|other)\]/);
  if (before !== "" || parts.length === 0) return many;
  const forms = new Map<string | undefined, string>();
  for (let at = 0; at < parts.length; at += 2) forms.set(parts[at], parts[at + 1] ?? "");
  return forms.get(rules.select(number)) ?? forms.get("other") ?? many;
}
