/**
 * HTML or rich text put into plain text. No document says what is printed, but the tags and entities of the included
 * text may be printed literally. If the included text has no tags and entities, it prints the same as a plain text
 * until somebody formats it.
 */
import type { Text } from "../catalog.ts";
import type { Context } from "../context.ts";
import { formatOf } from "../expand.ts";
import * as l10n from "../l10n.ts";
import { graphFor } from "../lookups/includes.ts";
import type { PlaceholderRule } from "../rules/finding.ts";

export const contentTypeMismatch: PlaceholderRule = {
  code: "content-type-mismatch",
  severity: "warning",
  milder: "hint",
  title: "HTML or rich text included in plain text",
  evidence: "library",
  looksAt: "placeholder",

  check(placeholder, scope, report) {
    if (placeholder.kind !== "library" || scope.syntax.format !== "plain") return;
    const { text } = scope.lookup(placeholder);
    if (text.state !== "known" || formatOf(text.text.contentType) === "plain") return;
    const isFormatted = hasMarkup(text.text, scope.context);
    // If the content is not known, neither message is certain: whether the text contains a tag is open.
    if (isFormatted === null) return;
    const { start, end } = placeholder.code;
    const { code, contentType } = text.text;
    report(
      isFormatted
        ? { start, end, message: warning(code, contentType) }
        : { start, end, message: hint(code, contentType), severity: "hint" },
    );
  },
};

function warning(code: string, contentType: number): string {
  return contentType === 2
    ? l10n.t(
        'The text "{0}" is HTML, but this text is plain, so tags and entities may be printed as they are. Include a plain text, or change the content type of one of the two.',
        code,
      )
    : l10n.t(
        'The text "{0}" is rich text, but this text is plain, so tags and entities may be printed as they are. Include a plain text, or change the content type of one of the two.',
        code,
      );
}

function hint(code: string, contentType: number): string {
  return contentType === 2
    ? l10n.t(
        'The text "{0}" is HTML, but this text is plain. What is included here has no tags or entities today, so nothing needs to change. If somebody adds one, it may be printed as it is.',
        code,
      )
    : l10n.t(
        'The text "{0}" is rich text, but this text is plain. What is included here has no tags or entities today, so nothing needs to change. If somebody adds one, it may be printed as it is.',
        code,
      );
}

/**
 * Returns whether the text prints a tag or an entity in the language of the including text or, if that language is not
 * known, in one of its own languages. Null if the catalog does not know enough to tell.
 */
function hasMarkup({ id, languages }: Text, context: Context): boolean | null {
  if (context.language) return graphFor(context).printsMarkup(id);
  if (languages.state !== "known" || languages.value.length === 0) return null;
  const answers = languages.value.map((language) => graphFor({ ...context, language }).printsMarkup(id));
  return answers.includes(true) || (answers.includes(null) ? null : false);
}
