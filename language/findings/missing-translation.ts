/** The included text has no translation in this text's language. */
import type { Text } from "../catalog.ts";
import type { PlaceholderRule } from "./finding.ts";

export const missingTranslation: PlaceholderRule = {
  code: "missing-translation",
  severity: "warning",
  title: "The included text lacks this language",
  looksAt: "placeholder",

  check(placeholder, scope, report) {
    const { language } = scope.context;
    if (placeholder.kind !== "library" || !language) return;
    const { text } = scope.lookup(placeholder);
    if (text.state !== "known" || text.text.languages.state !== "known" || text.text.languages.value.includes(language)) return;
    const { start, end } = placeholder.code;
    report({ start, end, message: `The text "${text.text.code}" has no translation in "${language}". ${instead(text.text, text.text.languages.value)}` });
  },
};

function instead(text: Text, languages: readonly string[]): string {
  if (text.defaultLanguage && languages.includes(text.defaultLanguage)) return `Its default language "${text.defaultLanguage}" is shown instead; add the translation.`;
  return languages.length === 0 ? "It has no translation at all; add one." : `It lacks its default language too; it has ${languages.map((each) => `"${each}"`).join(", ")}. Add the translation.`;
}
