/**
 * Determines which version of the default language was current when a translation was written. That version counts as
 * known only if a reading on this computer proves it. Does not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { compareDates } from "../../../language/index.ts";
import { fieldsOf } from "../../../authoring/index.ts";
import type { LibraryText, Sighting } from "../../../authoring/index.ts";

export type Since =
  /** The number of the version of the default language. */
  | { readonly state: "known"; readonly version: number }
  | { readonly state: "unchanged" }
  /** Why the version is unknown, as a whole sentence. */
  | { readonly state: "unknown"; readonly reason: string };

/**
 * `text`: as the service has it now. A reading in which the translation has the same date as in `text` was made after
 * the translation was written. If the default language's date in that reading is not later than the translation's, the
 * default language did not change in between.
 */
export function sinceTranslation(
  text: LibraryText,
  language: string,
  { translation, original }: { readonly translation: readonly Sighting[]; readonly original: readonly Sighting[] },
): Since {
  const { defaultLanguage } = fieldsOf(text);
  if (defaultLanguage === "")
    return {
      state: "unknown",
      reason: l10n.t('{0} has no default language to compare with. "Change Default Language" sets one.', text.code),
    };
  if (language === defaultLanguage)
    return {
      state: "unknown",
      reason: l10n.t(
        "{0} is the default language of {1}. Choose one of the text's other languages.",
        language,
        text.code,
      ),
    };
  const [written, changed] = [dateOf(text, language), dateOf(text, defaultLanguage)];
  const order = compareDates(changed ?? undefined, written ?? undefined);
  if (order === null || written === null)
    return {
      state: "unknown",
      reason: l10n.t(
        "The service gives no comparable dates for {0} and {1}, so it is not known what changed since {0} was written.",
        language,
        defaultLanguage,
      ),
    };
  if (order === "not later") return { state: "unchanged" };
  const reading = translation.find(({ updatedAt }) => updatedAt === written);
  if (reading === undefined)
    return {
      state: "unknown",
      reason: l10n.t(
        "This computer has no version of {0} from the time when {1} was written, so it is not known what has changed since that time.",
        defaultLanguage,
        language,
      ),
    };
  const then = original.findLast(({ at }) => at <= reading.at);
  if (then === undefined || compareDates(then.updatedAt ?? undefined, written) !== "not later") {
    return {
      state: "unknown",
      reason: l10n.t(
        "It is not known on which version of {0} the current text in {1} is based: {0} may have changed before this computer first read the text.",
        defaultLanguage,
        language,
      ),
    };
  }
  return { state: "known", version: then.number };
}

function dateOf(text: LibraryText, language: string): string | null {
  const found = Object.entries(text.translations ?? {}).find(([code]) => code.toLowerCase() === language);
  return found?.[1].updatedAt ?? null;
}
