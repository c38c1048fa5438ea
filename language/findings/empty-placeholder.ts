/** `[[ ]]`: brackets around nothing. */
import type { PlaceholderRule } from "./finding.ts";

export const emptyPlaceholder: PlaceholderRule = {
  code: "empty-placeholder",
  severity: "error",
  title: "Brackets around nothing",
  looksAt: "placeholder",

  check(placeholder, _scope, report) {
    if (placeholder.kind !== "invalid" || placeholder.reason !== "empty") return;
    const { start, end } = placeholder;
    report({ start, end, message: "This placeholder is empty. Write a name between the brackets, or remove them." });
  },

  fixes(finding) {
    return [{ title: "Remove the empty placeholder", edits: [{ start: finding.start, end: finding.end, newText: "" }], preferred: true }];
  },
};
