/** `[[ a [[ b ]] ]]`: brackets inside brackets. */
import * as l10n from "../l10n.ts";
import type { PlaceholderRule } from "../rules/finding.ts";

export const nestedPlaceholder: PlaceholderRule = {
  code: "nested-placeholder",
  severity: "error",
  title: "A placeholder inside a placeholder",
  evidence: "text",
  looksAt: "placeholder",

  check(placeholder, _scope, report) {
    if (placeholder.kind !== "invalid" || placeholder.reason !== "nested") return;
    const { start, end } = placeholder;
    report({
      start,
      end,
      message: l10n.t(
        "A placeholder is inside another one. The API documents do not say what happens then. Keep one of them, or write them one after the other.",
      ),
    });
  },

  fixes(finding, syntax) {
    const written = syntax.text.slice(finding.start, finding.end);
    const inner = /\[\[(?:(?!\[\[|\]\])[^])*\]\]/.exec(written.slice(2))?.[0];
    // If a quote is removed, an attribute may end earlier or later than before.
    const keepsQuotes = syntax.format === "plain" || !/["']/.test(written);
    return inner && keepsQuotes
      ? [
          {
            title: l10n.t("Keep only {0}", inner),
            edits: [{ start: finding.start, end: finding.end, newText: inner }],
            preferred: false,
          },
        ]
      : [];
  },
};
