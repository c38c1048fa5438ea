/** The language of the interface. */
import * as l10n from "../l10n.ts";

/** Returns its code, for number formats, plurals and screen readers: English without translations. */
export function displayLanguage(): string {
  return l10n.t({ message: "en", comment: ["The code of the language that these texts are in, for screen readers."] });
}
