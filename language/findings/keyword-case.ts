/**
 * `[[ lib : a ]]`: the keyword is not in upper case. The documents write keywords in upper case, but give no rule on
 * their letter case.
 */
import * as l10n from "../l10n.ts";
import { placeholderAt } from "../parse.ts";
import type { PlaceholderRule } from "../rules/finding.ts";
import { useInstead } from "../rules/fixes.ts";

export const keywordCase: PlaceholderRule = {
  code: "keyword-case",
  severity: "error",
  title: "A keyword that is not in upper case",
  evidence: "text",
  looksAt: "placeholder",

  check(placeholder, _scope, report) {
    if (placeholder.kind !== "library" && placeholder.kind !== "input") return;
    const { start, end, text } = placeholder.keyword;
    const right = text.toUpperCase();
    if (text !== right)
      report({
        start,
        end,
        message: l10n.t(
          'The API documents write the keyword as "{1}", and do not say whether "{0}" works too. Write "{1}".',
          text,
          right,
        ),
      });
  },

  fixes(finding, syntax) {
    const placeholder = placeholderAt(syntax, finding.start);
    if (placeholder?.kind !== "library" && placeholder?.kind !== "input") return [];
    return useInstead(finding, [placeholder.keyword.text.toUpperCase()]);
  },
};
