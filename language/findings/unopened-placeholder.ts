/** A `]]` without its `[[`. Only a warning: two brackets can be part of the wording. */
import * as l10n from "../l10n.ts";
import type { TextRule } from "../rules/finding.ts";
import type { Syntax } from "../syntax.ts";

export const unopenedPlaceholder: TextRule = {
  code: "unopened-placeholder",
  severity: "warning",
  title: "A ]] without its [[",
  evidence: "text",
  looksAt: "text",

  check({ syntax }, report) {
    for (const stray of syntax.strays) {
      if (stray.kind !== "unopened") continue;
      const { start, end } = stray;
      report({
        start,
        end,
        message: l10n.t(
          "These brackets close a placeholder that was never opened, so they may be printed as they are. Write [[ where the placeholder begins, or remove the brackets.",
        ),
      });
    }
  },

  fixes(finding, syntax) {
    const open = opening(syntax, finding.start);
    const space = /\s/.test(syntax.text.charAt(finding.start - 1))
      ? []
      : [{ start: finding.start, end: finding.start, newText: " " }];
    return [
      ...(open ? [{ title: l10n.t("Open the placeholder"), edits: [open, ...space], preferred: true }] : []),
      {
        title: l10n.t("Remove the brackets"),
        edits: [{ start: finding.start, end: endOfPairs(syntax.text, finding.start), newText: "" }],
        preferred: false,
      },
    ];
  },
};

/**
 * The fix removes a whole run of brackets: if it removed only a part, this rule would report the rest. If the number of
 * brackets is odd, the last one is text.
 */
function endOfPairs(text: string, start: number): number {
  let end = start;
  while (text.startsWith("]]", end)) end += 2;
  return end;
}

/**
 * Opens the placeholder before a keyword, or in place of a single bracket, on the same line and in the same element;
 * null if nothing shows where the placeholder began.
 */
function opening(syntax: Syntax, to: number) {
  const from = Math.max(0, to - 300);
  const before =
    syntax.text
      .slice(from, to)
      .split(syntax.format === "plain" ? /[\r\n]|\[\[|\]\]/ : /[\r\n<>]|\[\[|\]\]/)
      .at(-1) ?? "";
  const base = to - before.length;
  const bracket = before.lastIndexOf("[");
  if (bracket !== -1 && !/[\p{L}\p{N}]/u.test(before.slice(bracket + 1))) return null;
  if (bracket !== -1)
    return {
      start: base + bracket,
      end: base + bracket + 1 + (/^\s*/.exec(before.slice(bracket + 1))?.[0].length ?? 0),
      newText: "[[ ",
    };
  const keyword = Math.max(before.lastIndexOf("LIB"), before.lastIndexOf("INPUT"));
  return keyword !== -1 && /^(?:LIB|INPUT)[ \t]*:/.test(before.slice(keyword))
    ? { start: base + keyword, end: base + keyword, newText: "[[ " }
    : null;
}
