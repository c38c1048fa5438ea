/** A data placeholder whose name is not in the data sample. Without a sample nothing is reported. */
import type { Context } from "../context.ts";
import * as l10n from "../l10n.ts";
import { follow, namesNear, wrongPart } from "../lookups/data.ts";
import { fieldNamed } from "../lookups/fields.ts";
import { placeholderAt } from "../parse.ts";
import type { Part } from "../range.ts";
import type { PlaceholderRule } from "../rules/finding.ts";
import { useInstead } from "../rules/fixes.ts";
import type { DataPlaceholder } from "../syntax.ts";
import { said } from "../words/sentences.ts";
import { didYouMean, newEffort } from "../words/spelling.ts";

export const unknownData: PlaceholderRule = {
  code: "unknown-data",
  severity: "warning",
  title: "A name that the data sample does not hold",
  evidence: "data",
  looksAt: "placeholder",

  check(placeholder, { context, effort }, report) {
    if (placeholder.kind !== "data" || fieldNamed(placeholder.path.text, context)) return;
    const wrong = wrongIn(placeholder, context, effort);
    if (!wrong) return;
    const { start, end } = wrong.part;
    const outer = placeholder.segments
      .slice(0, wrong.at)
      .map((segment) => segment.text)
      .join(".");
    const message =
      wrong.at === 0
        ? l10n.t(
            'The data sample has no "{0}", so the form shows nothing here unless the Smartform\'s rules add it.',
            wrong.part.text,
          )
        : l10n.t(
            'The data sample has no "{0}" in "{1}", so the form shows nothing here unless the Smartform\'s rules add it.',
            wrong.part.text,
            outer,
          );
    report({ start, end, message: said(message, didYouMean(wrong.candidates)) });
  },

  fixes(finding, syntax, context) {
    const placeholder = placeholderAt(syntax, finding.start);
    const wrong = placeholder?.kind === "data" ? wrongIn(placeholder, context) : null;
    return wrong ? useInstead(wrong.part, wrong.candidates) : [];
  },
};

function wrongIn(
  placeholder: DataPlaceholder,
  { data }: Context,
  effort = newEffort(),
): { readonly part: Part; readonly at: number; readonly candidates: readonly string[] } | null {
  const answer = follow(
    placeholder.segments.map((segment) => segment.text),
    data,
  );
  if (answer.state !== "absent") return null;
  const part = wrongPart(placeholder.segments, answer.at, placeholder.path);
  return part === placeholder.path && placeholder.segments.length > 1
    ? { part, at: 0, candidates: [] }
    : { part, at: answer.at, candidates: namesNear(part.text, answer.among, effort) };
}
