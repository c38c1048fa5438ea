/**
 * A name in `values` that the Smartform does not use: the service keeps it without an error (document 1, "Value
 * shapes").
 */
import * as l10n from "../l10n.ts";
import { mostFindings } from "../limits.ts";
import type { FormRequestRule } from "../rules/finding.ts";
import { unknownValues } from "../rules/formValues.ts";
import { finder, inJson } from "../rules/requestObjects.ts";
import { said } from "../words/sentences.ts";
import { didYouMean } from "../words/spelling.ts";

export const formUnknownValue: FormRequestRule = {
  code: "form-unknown-value",
  severity: "warning",
  title: "A value that matches no field, input or source",
  evidence: "library",
  looksAt: "formRequest",

  check(scope, report) {
    for (const {
      value: { name, property },
      meant,
    } of unknownValues(scope).slice(0, mostFindings + 1)) {
      report({
        start: property.name.start,
        end: property.name.end,
        message: said(
          l10n.t('The Smartform has no field, input or option list "{0}", so this value fills nothing.', name),
          didYouMean(meant),
        ),
      });
    }
  },

  fixes(finding, scope) {
    const found = unknownAt(scope, finding.start);
    // In a nested value, the name in the file is only a part of the name that is meant.
    if (found === undefined || found.value.path.length > 1) return [];
    return found.meant.map((word) => ({
      title: l10n.t('Use "{0}"', word),
      edits: [{ start: finding.start, end: finding.end, newText: inJson(word) }],
      preferred: found.meant.length === 1,
    }));
  },
};

const unknownAt = finder(unknownValues, ({ value }) => value.property.name.start);
