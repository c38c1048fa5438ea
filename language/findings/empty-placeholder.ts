/** `[[ ]]`: brackets around nothing. */
import * as l10n from "../l10n.ts";
import type { PlaceholderRule } from "../rules/finding.ts";

export const emptyPlaceholder: PlaceholderRule = {
  code: "empty-placeholder",
  severity: "error",
  title: "Brackets around nothing",
  evidence: "text",
  looksAt: "placeholder",

  check(placeholder, _scope, report) {
    if (placeholder.kind !== "invalid" || placeholder.reason !== "empty") return;
    const { start, end } = placeholder;
    report({
      start,
      end,
      message: l10n.t("This placeholder is empty. Write a name between the brackets, or remove them."),
    });
  },

  fixes({ start, end }, { text }) {
    // Removes the whole run of brackets. If only the placeholder were removed, the remaining brackets could form
    // another empty placeholder, or a `[[` or `]]` without its partner.
    let [from, to] = [start, end];
    while (from >= 2 && text.startsWith("[[", from - 2)) from -= 2;
    while (text.startsWith("]]", to)) to += 2;
    // If the same bracket stays on both sides, the two would form `[[` or `]]`.
    if (text[from - 1] === text[to] && (text[to] === "[" || text[to] === "]")) return [];
    return [
      {
        title: l10n.t("Remove the empty placeholder"),
        edits: [{ start: from, end: to, newText: "" }],
        preferred: true,
      },
    ];
  },
};
