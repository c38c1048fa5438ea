/**
 * The text names no default language, or has no translation in the one that it names. The default language is used if
 * no language is requested.
 */
import * as l10n from "../l10n.ts";
import { firstLine } from "../place.ts";
import type { LanguageRule } from "../rules/finding.ts";

export const missingDefaultLanguage: LanguageRule = {
  code: "missing-default-language",
  severity: "warning",
  title: "A text without a translation in its default language",
  evidence: "library",
  looksAt: "language",

  check({ text, first }, { syntax }, report) {
    if (!first || text.languages.state !== "known") return;
    if (text.defaultLanguage === null) {
      report({
        ...firstLine(syntax.text),
        message: l10n.t(
          'The text "{0}" has no default language. Set one: it is used when no language is asked for.',
          text.code,
        ),
      });
    } else if (!text.languages.value.includes(text.defaultLanguage)) {
      report({
        ...firstLine(syntax.text),
        message: l10n.t(
          'The text "{0}" has no translation in its default language "{1}". Add the translation, or set another default language.',
          text.code,
          text.defaultLanguage,
        ),
      });
    }
  },
};
