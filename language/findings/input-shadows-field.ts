/**
 * An input has the name of a field: a name in `values` answers an input only if it matches no field (document 1, "Value
 * shapes").
 */
import * as l10n from "../l10n.ts";
import { fieldNamed } from "../lookups/fields.ts";
import type { PlaceholderRule } from "../rules/finding.ts";

export const inputShadowsField: PlaceholderRule = {
  code: "input-shadows-field",
  severity: "warning",
  title: "An input with the name of a field",
  evidence: "library",
  looksAt: "placeholder",

  check(placeholder, scope, report) {
    if (placeholder.kind !== "input" || !fieldNamed(placeholder.name.text, scope.context)) return;
    const { start, end, text } = placeholder.name;
    report({
      start,
      end,
      message: l10n.t(
        '"{0}" is also a field of the Smartform: a value of that name fills the field, and never answers this input. Give the input another name.',
        text,
      ),
    });
  },
};
