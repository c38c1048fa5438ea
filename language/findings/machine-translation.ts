/** A translation that no person wrote (document 1, "Text Library text": source 1). */
import * as l10n from "../l10n.ts";
import { firstLine } from "../place.ts";
import type { LanguageRule } from "../rules/finding.ts";

export const machineTranslation: LanguageRule = {
  code: "machine-translation",
  severity: "hint",
  title: "A translation written by a machine",
  evidence: "library",
  looksAt: "language",

  check({ translation }, { syntax }, report) {
    // An empty translation counts as deleted (T5): there is nothing in it to read.
    if (translation.source === 1 && syntax.text.trim() !== "")
      report({
        ...firstLine(syntax.text),
        message: l10n.t("This translation was written by a machine. Have a person read it."),
      });
  },
};
