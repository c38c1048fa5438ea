/** The language of the interface. */
import * as l10n from "../l10n.ts";

/**
 * Returns the code of the interface's language, for number formats, plurals and screen readers. Without translations,
 * the language is English.
 */
export function displayLanguage(): string {
  return l10n.t({ message: "en", comment: ["The code of the language that these texts are in, for screen readers."] });
}
