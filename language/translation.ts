/**
 * Which language of a text the editor shows to an author who asks for a certain language. No document says what the
 * service shows if the text lacks that language.
 */
import { absent, known, unknown } from "./answer.ts";
import type { Answer } from "./answer.ts";
import type { Catalog, Text, Translation } from "./catalog.ts";

/** Returns the requested language, or else the default language of the text; absent if the text has neither. */
export function chooseTranslation(
  catalog: Catalog,
  text: Text,
  language: string | undefined,
): Answer<{ readonly language: string; readonly translation: Translation }> {
  for (const one of [language, text.defaultLanguage]) {
    if (!one) continue;
    const translation = catalog.translation(text.id, one);
    if (translation.state === "unknown") return unknown;
    if (translation.state === "known") return known({ language: one.toLowerCase(), translation: translation.value });
  }
  return absent;
}
