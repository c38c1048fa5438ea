/**
 * The sample has the name, but no value under it: the screen shows nothing, and the PDF may print the placeholder
 * itself (document 1; T55).
 */
import * as l10n from "../l10n.ts";
import { follow } from "../lookups/data.ts";
import type { PlaceholderRule } from "../rules/finding.ts";

export const emptyData: PlaceholderRule = {
  code: "empty-data",
  severity: "info",
  title: "The data sample holds nothing under this name",
  evidence: "data",
  looksAt: "placeholder",

  check(placeholder, { context }, report) {
    if (placeholder.kind !== "data") return;
    const names = placeholder.segments.map((segment) => segment.text);
    const answer = follow(names, context.data);
    const isEmpty =
      answer.state === "empty" || (answer.state === "found" && (answer.value === null || answer.value === ""));
    if (!isEmpty) return;
    const { start, end, text } = placeholder.path;
    const name = answer.state === "empty" ? names.slice(0, answer.at + 1).join(".") : text;
    report({
      start,
      end,
      message: l10n.t(
        '"{0}" is empty in the data sample: the form shows nothing here, and the PDF may print the placeholder itself.',
        name,
      ),
    });
  },
};
