/** `[[ INPUT : | type=date ]]`: an answer needs a name to be kept under. */
import * as l10n from "../l10n.ts";
import type { PlaceholderRule } from "./finding.ts";

export const inputWithoutName: PlaceholderRule = {
  code: "input-without-name",
  severity: "error",
  title: "An input without a name",
  looksAt: "placeholder",

  check(placeholder, _scope, report) {
    if (placeholder.kind !== "input" || placeholder.name.text !== "") return;
    const { start, end } = placeholder;
    report({ start, end, message: l10n.t("This input has no name, so its answer cannot be kept. Write [[ INPUT : name ]].") });
  },
};
