/**
 * Which language of a text the editor shows to somebody who asks for one. What the service shows where the text lacks
 * it, no document says.
 */
import { absent, known, unknown } from "./answer.ts";
import type { Answer } from "./answer.ts";
import type { Catalog, Text, Translation } from "./catalog.ts";

/** The language asked for, else the default language of the text; absent where it has neither. */
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
