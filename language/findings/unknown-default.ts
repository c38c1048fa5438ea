/** `default=$X` if X is not a data name (document 1, "dataTableValue and externalMetaData"). */
import type { Context } from "../context.ts";
import * as l10n from "../l10n.ts";
import { follow, namesNear } from "../lookups/data.ts";
import { optionAt } from "../place.ts";
import type { PlaceholderRule } from "../rules/finding.ts";
import { useInstead } from "../rules/fixes.ts";
import { said } from "../words/sentences.ts";
import { didYouMean, newEffort } from "../words/spelling.ts";

export const unknownDefault: PlaceholderRule = {
  code: "unknown-default",
  severity: "warning",
  title: "A default=$name that is not a data name",
  evidence: "data",
  looksAt: "placeholder",

  check(placeholder, { context, effort }, report) {
    if (placeholder.kind !== "input") return;
    for (const { value } of placeholder.options.filter(
      (option) => option.name.text === "default" && option.value?.text.startsWith("$"),
    )) {
      if (!value) continue;
      const { start, end, text } = value;
      if (text === "$") {
        report({
          start,
          end,
          message: l10n.t("The default has no name after the $. Write the name of a value in the data."),
        });
        continue;
      }
      const candidates = candidatesFor(text, context, effort);
      if (candidates)
        report({
          start,
          end,
          message: said(
            l10n.t('This input takes its default from "{0}", which the data sample does not have.', text.slice(1)),
            didYouMean(candidates),
          ),
        });
    }
  },

  fixes(finding, syntax, context) {
    const value = optionAt(syntax, finding.start)?.value;
    return value ? useInstead(finding, candidatesFor(value.text, context) ?? []) : [];
  },
};

/** Returns names to write instead, with their $; null if nothing is wrong or no sample is known. */
function candidatesFor(written: string, { data }: Context, effort = newEffort()): readonly string[] | null {
  if (written === "$") return null;
  const segments = written.slice(1).split(".");
  const answer = follow(segments, data);
  if (answer.state === "plain") return [];
  if (answer.state !== "absent") return null;
  const { at, among } = answer;
  return namesNear(segments[at] ?? "", among, effort).map((name) => `$${segments.with(at, name).join(".")}`);
}
