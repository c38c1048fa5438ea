/**
 * `[[name]]`: the PDF fills it in, the on-screen form does not (document 1, "dataTableValue and externalMetaData";
 * T54). The documents do not say this about references and inputs, which they write with the spaces inside the
 * brackets. If there is markup in the place of the space, `markup-in-placeholder` reports it. In an attribute without
 * quotes, which a space would end, the fix adds quotes too.
 */
import { isSplitBySpace, unquotedValue } from "../html.ts";
import * as l10n from "../l10n.ts";
import { placeholderAt } from "../parse.ts";
import type { TextEdit } from "../range.ts";
import type { PlaceholderRule } from "../rules/finding.ts";
import type { Placeholder } from "../syntax.ts";

export const missingSpace: PlaceholderRule = {
  code: "missing-space",
  severity: "error",
  title: "No space inside the brackets",
  evidence: "text",
  looksAt: "placeholder",

  check(placeholder, _scope, report) {
    if (placeholder.kind === "invalid" && placeholder.reason !== "unknown-keyword") return;
    const { before, after } = missingSides(placeholder);
    if (!before && !after) return;
    const { start, end } = placeholder;
    report({ start, end, message: messageOf(placeholder, { before, after }) });
  },

  fixes(finding, syntax) {
    const placeholder = placeholderAt(syntax, finding.start);
    if (!placeholder) return [];
    const value = unquotedValue(syntax, placeholder);
    if (value === null && isSplitBySpace(syntax, placeholder.start)) return [];
    const { before, after } = missingSides(placeholder);
    const edits: TextEdit[] = [];
    if (value !== null) for (const at of [value.start, value.end]) edits.push({ start: at, end: at, newText: '"' });
    if (before) edits.push({ start: placeholder.inner.start, end: placeholder.inner.start, newText: " " });
    if (after) edits.push({ start: placeholder.inner.end, end: placeholder.inner.end, newText: " " });
    const title = titleOf({ isBoth: before && after, isQuoted: value !== null });
    return before || after
      ? [{ title, edits: edits.sort((one, other) => one.start - other.start), preferred: true }]
      : [];
  },
};

function missingSides(placeholder: Placeholder) {
  const { inner, markup } = placeholder;
  return {
    before: !placeholder.spaceBefore && !markup.some((each) => each.start === inner.start),
    after: !placeholder.spaceAfter && !markup.some((each) => each.end === inner.end),
  };
}

type Sides = ReturnType<typeof missingSides>;

function messageOf({ kind }: Placeholder, { before, after }: Sides): string {
  if (kind !== "data") return otherMessageOf({ before, after });
  if (before && after)
    return l10n.t(
      "A space is missing after {0} and before {1}. The PDF fills this placeholder in, but the on-screen form does not. Add the spaces.",
      "[[",
      "]]",
    );
  return before
    ? l10n.t(
        "A space is missing after {0}. The PDF fills this placeholder in, but the on-screen form does not. Add the space.",
        "[[",
      )
    : l10n.t(
        "A space is missing before {0}. The PDF fills this placeholder in, but the on-screen form does not. Add the space.",
        "]]",
      );
}

function otherMessageOf({ before, after }: Sides): string {
  if (before && after)
    return l10n.t(
      "A space is missing after {0} and before {1}. The API documents show both spaces but do not say whether a placeholder works without them. Add the spaces.",
      "[[",
      "]]",
    );
  return before
    ? l10n.t(
        "A space is missing after {0}. The API documents show this space but do not say whether a placeholder works without it. Add the space.",
        "[[",
      )
    : l10n.t(
        "A space is missing before {0}. The API documents show this space but do not say whether a placeholder works without it. Add the space.",
        "]]",
      );
}

function titleOf({ isBoth, isQuoted }: { readonly isBoth: boolean; readonly isQuoted: boolean }): string {
  if (isQuoted)
    return isBoth
      ? l10n.t("Add the spaces, and quotes around the value")
      : l10n.t("Add the space, and quotes around the value");
  return isBoth ? l10n.t("Add the spaces") : l10n.t("Add the space");
}
