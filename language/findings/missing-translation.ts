/** The included text has no translation in this text's language. */
import * as l10n from "../l10n.ts";
import type { PlaceholderRule } from "../rules/finding.ts";
import { quotation, said } from "../words/sentences.ts";

export const missingTranslation: PlaceholderRule = {
  code: "missing-translation",
  severity: "warning",
  title: "The included text lacks this language",
  evidence: "library",
  looksAt: "placeholder",

  check(placeholder, scope, report) {
    const { language } = scope.context;
    if (placeholder.kind !== "library" || !language) return;
    const { text } = scope.lookup(placeholder);
    if (text.state !== "known" || text.text.languages.state !== "known" || text.text.languages.value.includes(language))
      return;
    const { start, end } = placeholder.code;
    report({
      start,
      end,
      message: said(
        l10n.t('The text "{0}" has no translation in "{1}".', text.text.code, language),
        has(text.text.languages.value),
      ),
    });
  },
};

/** No document says what is shown instead of the missing translation. */
function has(languages: readonly string[]): string {
  return languages.length === 0
    ? l10n.t("The text has no translation at all. Add one.")
    : l10n.t(
        "The text exists only in {0}, and the API documents do not say what is shown for a missing translation. Add the translation.",
        languages.map(quotation).join(", "),
      );
}
