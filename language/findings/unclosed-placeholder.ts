/** `[[ name` without its `]]`: nothing says where it ends. */
import * as l10n from "../l10n.ts";
import type { TextEdit } from "../range.ts";
import type { TextRule } from "../rules/finding.ts";
import type { Syntax } from "../syntax.ts";

export const unclosedPlaceholder: TextRule = {
  code: "unclosed-placeholder",
  severity: "error",
  title: "A [[ without its ]]",
  evidence: "text",
  looksAt: "text",

  check({ syntax }, report) {
    for (const stray of syntax.strays) {
      if (stray.kind !== "unclosed") continue;
      const { start, end } = stray;
      report({
        start,
        end,
        message: l10n.t(
          "This placeholder is never closed, so its brackets may be printed as they are. Write ]] after it, or remove the brackets.",
        ),
      });
    }
  },

  fixes(finding, syntax) {
    const close = closing(syntax, finding.end);
    return [
      ...(close ? [{ title: l10n.t("Close the placeholder"), edits: close, preferred: true }] : []),
      {
        title: l10n.t("Remove the brackets"),
        edits: [{ start: startOfPairs(syntax.text, finding.end), end: finding.end, newText: "" }],
        preferred: false,
      },
    ];
  },
};

/**
 * The fix removes a whole run of brackets: if it removed only a part, this rule would report the rest. If the number of
 * brackets is odd, the first one is text.
 */
function startOfPairs(text: string, end: number): number {
  let start = end;
  while (start >= 2 && text.startsWith("[[", start - 2)) start -= 2;
  return start;
}

/**
 * Matches what a placeholder may hold, directly after its opening brackets and not across the end of a paragraph. The
 * length of every part is limited, so that the search stays linear.
 */
const content =
  /[^\S\r\n]{0,9}(?:(?:\r\n|\n|\r)[^\S\r\n]{0,9})?(?:(?:LIB|INPUT)[ \t]{0,9}:[ \t]{0,9}[\p{L}\p{N}._-]{1,256}(?:[ \t]{0,9}:[ \t]{0,9}[\p{L}\p{N}._-]{1,256})?(?:[ \t]{0,9}\|[ \t]{0,9}\w{1,64}=[$\p{L}\p{N}._-]{1,256}){0,9}|[\p{L}\p{N}._-]{1,256})/iuy;

/**
 * Returns edits that close the placeholder after the words that read like its content; null if there are no such words.
 */
function closing(syntax: Syntax, from: number): readonly TextEdit[] | null {
  content.lastIndex = from;
  const match = content.exec(syntax.text);
  if (!match) return null;
  // A full stop belongs to the sentence, not to the name.
  const written = match[0].replace(/\.+$/, "");
  if (!/[\p{L}\p{N}]/u.test(written)) return null;
  // A keyword alone, followed by a colon, still lacks what it names.
  if (
    /^\s*(?:LIB|INPUT)$/i.test(written) &&
    /^[ \t]{0,9}:/.test(syntax.text.slice(from + written.length, from + written.length + 10))
  )
    return null;
  const end = from + written.length;
  const bracket = /[ \t]{0,9}\](?!\])/y;
  bracket.lastIndex = end;
  const single = bracket.exec(syntax.text);
  const space = /^\s/.test(written) ? [] : [{ start: from, end: from, newText: " " }];
  return [...space, { start: end, end: end + (single?.[0].length ?? 0), newText: " ]]" }];
}
