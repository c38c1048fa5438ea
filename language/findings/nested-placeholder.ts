/** `[[ a [[ b ]] ]]`: brackets inside brackets. */
import type { PlaceholderRule } from "./finding.ts";

export const nestedPlaceholder: PlaceholderRule = {
  code: "nested-placeholder",
  severity: "error",
  title: "A placeholder inside a placeholder",
  looksAt: "placeholder",

  check(placeholder, _scope, report) {
    if (placeholder.kind !== "invalid" || placeholder.reason !== "nested") return;
    const { start, end } = placeholder;
    report({ start, end, message: "A placeholder stands inside another one, so neither is filled in. Keep one of them, or write them one after the other." });
  },

  fixes(finding, syntax) {
    const written = syntax.text.slice(finding.start, finding.end);
    const inner = /\[\[(?:(?!\[\[|\]\])[^])*\]\]/.exec(written.slice(2))?.[0];
    return inner ? [{ title: `Keep only ${inner}`, edits: [{ start: finding.start, end: finding.end, newText: inner }], preferred: false }] : [];
  },
};
