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

  fixes({ start, end }, { text }) {
    // What is left of a run of brackets on both sides would be an empty placeholder once more.
    let more = 0;
    while (start - more >= 2 && text.startsWith("[[", start - more - 2) && text.startsWith("]]", end + more)) more += 2;
    return [{ title: "Remove the empty placeholder", edits: [{ start: start - more, end: end + more, newText: "" }], preferred: true }];
  },
};
