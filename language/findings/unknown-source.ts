/**
 * `source=X`, but the values and the data of the sample request contain no X. Without a request nothing is reported,
 * because the values may contain it (document 1, "Value shapes").
 */
import type { Context } from "../context.ts";
import * as l10n from "../l10n.ts";
import { follow, namesNear } from "../lookups/data.ts";
import { fieldNamed } from "../lookups/fields.ts";
import { optionAt } from "../place.ts";
import type { PlaceholderRule } from "../rules/finding.ts";
import { useInstead } from "../rules/fixes.ts";
import { said } from "../words/sentences.ts";
import { didYouMean, newEffort } from "../words/spelling.ts";

export const unknownSource: PlaceholderRule = {
  code: "unknown-source",
  severity: "warning",
  title: "A source that the sample request does not hold",
  evidence: "values",
  looksAt: "placeholder",

  check(placeholder, { context, effort }, report) {
    if (placeholder.kind !== "input") return;
    for (const { value } of placeholder.options.filter(
      (option) => option.name.text === "source" && option.value?.text,
    )) {
      const candidates = value && candidatesFor(value.text, context, effort);
      if (value && candidates)
        report({
          start: value.start,
          end: value.end,
          message: said(
            l10n.t('The sample request has no list "{0}" to choose from, in its values or in its data.', value.text),
            didYouMean(candidates) || l10n.t("Add it to the values, or name another list."),
          ),
        });
    }
  },

  fixes(finding, syntax, context) {
    const value = optionAt(syntax, finding.start)?.value;
    return value ? useInstead(finding, candidatesFor(value.text, context) ?? []) : [];
  },
};

/** Returns names to write instead; null if nothing is wrong or no request is known. */
function candidatesFor(written: string, context: Context, effort = newEffort()): readonly string[] | null {
  const { data, values } = context;
  if (values?.state !== "known" || fieldNamed(written, context)) return null;
  const [inValues, inData] = [follow([written], values), follow(written.split("."), data)];
  if (inValues.state !== "absent" || inData.state !== "absent") return null;
  return [
    ...new Set([
      ...namesNear(written, inValues.among, effort),
      ...(inData.at === 0 ? namesNear(written, inData.among, effort) : []),
    ]),
  ];
}
