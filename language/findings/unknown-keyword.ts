/** `[[ LIBB : a ]]`: a colon follows a word other than LIB and INPUT. */
import type { Context } from "../context.ts";
import * as l10n from "../l10n.ts";
import { keywordNear } from "../lookups/keywords.ts";
import { look } from "../lookups/references.ts";
import { applyEdits, parse, placeholderAt } from "../parse.ts";
import type { TextEdit } from "../range.ts";
import type { Fix, PlaceholderRule } from "../rules/finding.ts";
import { useInstead } from "../rules/fixes.ts";
import type { Invalid, Syntax } from "../syntax.ts";
import { said } from "../words/sentences.ts";
import { didYouMean } from "../words/spelling.ts";

export const unknownKeyword: PlaceholderRule = {
  code: "unknown-keyword",
  severity: "error",
  title: "Neither LIB nor INPUT",
  evidence: "text",
  looksAt: "placeholder",

  check(placeholder, _scope, report) {
    if (placeholder.kind !== "invalid" || placeholder.reason !== "unknown-keyword") return;
    const { keyword } = placeholder;
    if (!keyword || keyword.text === "") {
      const { start, end } = placeholder;
      report({
        start,
        end,
        message: l10n.t(
          "This placeholder begins with a colon. Write LIB or INPUT in front of the colon, or remove the colon.",
        ),
      });
      return;
    }
    const meant = keywordNear(keyword.text);
    const { start, end } = keyword;
    report({
      start,
      end,
      message: said(
        l10n.t('"{0}" is not a keyword. A placeholder with a colon must begin with LIB or INPUT.', keyword.text),
        didYouMean(meant ? [meant] : []),
      ),
    });
  },

  fixes(finding, syntax, context) {
    const placeholder = placeholderAt(syntax, finding.start);
    if (placeholder?.kind !== "invalid" || placeholder.keyword === null) return [];
    const meant = keywordNear(placeholder.keyword.text);
    if (placeholder.keyword.text !== "" && meant !== undefined) return useInstead(finding, [meant]);
    return withKeyword(placeholder, syntax, context);
  },
};

/**
 * Adds `LIB` if the library has the text that the reference then names. Returns nothing if the library does not have
 * the text, or if that is not known.
 */
function withKeyword({ start, inner, keyword, markup }: Invalid, syntax: Syntax, context: Context): readonly Fix[] {
  if (markup.length > 0 || keyword === null) return [];
  const before = keyword.text === "" ? " LIB " : " LIB : ";
  const from = keyword.text === "" ? inner.start : keyword.start;
  const edit: TextEdit = {
    start: inner.start,
    end: from + (keyword.text === "" ? leadingSpace(syntax.text, from) : 0),
    newText: before,
  };
  const [reference] = parse(
    applyEdits(syntax.text.slice(start, inner.end + 2), [
      { ...edit, start: edit.start - start, end: edit.end - start },
    ]),
    syntax.format,
  ).placeholders;
  if (reference?.kind !== "library" || reference.malformed !== null || look(reference, context).text.state !== "known")
    return [];
  return [{ title: l10n.t("Write LIB in front"), edits: [edit], preferred: true }];
}

function leadingSpace(text: string, from: number): number {
  return /^\s*/.exec(text.slice(from, from + 100))?.[0].length ?? 0;
}
