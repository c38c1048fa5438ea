/** `[[ LIBB : a ]]`: a colon follows a word that is neither LIB nor INPUT. */
import { placeholderAt } from "../parse.ts";
import type { PlaceholderRule } from "./finding.ts";
import { keywordNear } from "./keywords.ts";
import { useInstead } from "./place.ts";
import { didYouMean } from "./spelling.ts";

export const unknownKeyword: PlaceholderRule = {
  code: "unknown-keyword",
  severity: "error",
  title: "Neither LIB nor INPUT",
  looksAt: "placeholder",

  check(placeholder, _scope, report) {
    if (placeholder.kind !== "invalid" || placeholder.reason !== "unknown-keyword") return;
    const { keyword } = placeholder;
    if (!keyword || keyword.text === "") {
      const { start, end } = placeholder;
      report({ start, end, message: "This placeholder begins with a colon. Write LIB or INPUT in front of it, or remove the colon." });
      return;
    }
    const meant = keywordNear(keyword.text);
    const { start, end } = keyword;
    report({ start, end, message: `"${keyword.text}" is no keyword: a placeholder with a colon begins with LIB or INPUT.${didYouMean(meant ? [meant] : [])}` });
  },

  fixes(finding, syntax) {
    const placeholder = placeholderAt(syntax, finding.start);
    if (placeholder?.kind !== "invalid" || !placeholder.keyword?.text) return [];
    const meant = keywordNear(placeholder.keyword.text);
    return useInstead(finding, meant ? [meant] : []);
  },
};
