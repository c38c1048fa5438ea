/** `[[ INPUT : | type=date ]]` has no name under which its answer could be kept. */
import * as l10n from "../l10n.ts";
import { inputAt } from "../place.ts";
import type { PlaceholderRule } from "../rules/finding.ts";
import { stopAt } from "../rules/stops.ts";

export const inputWithoutName: PlaceholderRule = {
  code: "input-without-name",
  severity: "error",
  title: "An input without a name",
  evidence: "text",
  looksAt: "placeholder",

  check(placeholder, _scope, report) {
    if (placeholder.kind !== "input" || placeholder.name.text !== "") return;
    const { start, end } = placeholder;
    report({
      start,
      end,
      message: l10n.t("This input has no name, so its answer cannot be kept. Write [[ INPUT : name ]]."),
    });
  },

  begin(finding, syntax) {
    const input = inputAt(syntax, finding.start);
    if (!input || input.markup.length > 0) return [];
    const [option] = input.options;
    const end = option === undefined ? input.inner.end : syntax.text.lastIndexOf("|", option.name.start);
    return [
      {
        title: l10n.t("Name the input"),
        edits: [stopAt({ start: input.keyword.end, end, newText: " : name " }, "name")],
        preferred: false,
      },
    ];
  },
};
