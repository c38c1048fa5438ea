/** The placeholder names a field of the Smartform, but placeholders are filled from data, never from fields. */
import * as l10n from "../l10n.ts";
import { follow } from "../lookups/data.ts";
import { fieldNamed } from "../lookups/fields.ts";
import type { PlaceholderRule } from "../rules/finding.ts";

export const fieldAsPlaceholder: PlaceholderRule = {
  code: "field-as-placeholder",
  severity: "warning",
  title: "The name of a field instead of a data name",
  evidence: "library",
  looksAt: "placeholder",

  check(placeholder, { context }, report) {
    if (placeholder.kind !== "data") return;
    if (
      follow(
        placeholder.segments.map((segment) => segment.text),
        context.data,
      ).state !== "absent"
    )
      return;
    if (!fieldNamed(placeholder.path.text, context)) return;
    const { start, end, text } = placeholder.path;
    report({
      start,
      end,
      message: l10n.t(
        '"{0}" is a field of the Smartform, and placeholders are filled from data, not from fields. Add the name to the data, or show the field itself.',
        text,
      ),
    });
  },
};
