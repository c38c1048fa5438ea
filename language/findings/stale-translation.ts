/** The text in the default language was changed after this translation, which may therefore be outdated. */
import * as l10n from "../l10n.ts";
import { firstLine } from "../place.ts";
import type { LanguageRule } from "../rules/finding.ts";

export const staleTranslation: LanguageRule = {
  code: "stale-translation",
  severity: "info",
  title: "The default language changed later than this one",
  evidence: "library",
  looksAt: "language",

  check({ original, translation }, { syntax }, report) {
    // An empty translation counts as deleted (T5): it says nothing that could be outdated.
    if (!original || syntax.text.trim() === "" || !isLater(original.translation.updatedAt, translation.updatedAt))
      return;
    const when = original.translation.updatedAt ?? "";
    report({
      ...firstLine(syntax.text),
      message: l10n.t(
        'The text in the default language, "{0}", was changed on {1}, after this translation. Check that this translation still says the same thing.',
        original.language,
        when.slice(0, 10),
      ),
    });
  },
};

/**
 * Milliseconds. One save may stamp its languages a moment apart; the resolution of the dates is not documented (T17,
 * N38).
 */
const oneSave = 1000;

/** Whether `theirs` is later than `ours`; false also if the two cannot be compared. */
export function isLater(theirs: string | undefined, ours: string | undefined): boolean {
  return compareDates(theirs, ours) === "later";
}

/**
 * Says whether `theirs` is later than `ours`, both as the service wrote them; null if they cannot be compared: a date
 * without a zone can be compared only with another date without a zone.
 */
export function compareDates(theirs: string | undefined, ours: string | undefined): "later" | "not later" | null {
  if (theirs === undefined || ours === undefined || hasZone(theirs) !== hasZone(ours)) return null;
  const difference = readDate(theirs) - readDate(ours);
  return Number.isNaN(difference) ? null : difference > oneSave ? "later" : "not later";
}

function hasZone(date: string): boolean {
  return /T.*(?:Z|[+-]\d\d:?\d\d)$/i.test(date);
}

/** Returns NaN for anything but a date. Cuts fractions of a second to three digits, which every runtime can read. */
function readDate(date: string): number {
  const cut = date.replace(/(\.\d{3})\d+/, "$1");
  return /^\d{4}-\d\d-\d\d/.test(cut) ? Date.parse(hasZone(cut) || !cut.includes("T") ? cut : `${cut}Z`) : NaN;
}
