/** Two texts that say the same in every language: one of them would do. */
import type { Text } from "../catalog.ts";
import * as l10n from "../l10n.ts";
import { fullReference } from "../lookups/references.ts";
import { allTexts, mainLanguage, translationsOf } from "../lookups/texts.ts";
import { firstLine } from "../place.ts";
import type { LibraryRule } from "../rules/finding.ts";

export const duplicateText: LibraryRule = {
  code: "duplicate-text",
  severity: "hint",
  title: "A text that says the same as another one in every language",
  evidence: "library",
  looksAt: "library",

  *check({ catalog }) {
    const firsts = new Map<string, Text>();
    for (const text of allTexts(catalog)) {
      const translations = translationsOf(text, catalog);
      if (!translations?.some(({ translation }) => translation.content.trim() !== "")) {
        yield;
        continue;
      }
      // Contents are hashed, not kept: the library might not fit into memory.
      const key = fingerprint(
        JSON.stringify([
          text.contentType,
          ...translations.map(({ language, translation }) => [language, translation.content]),
        ]),
      );
      const first = firsts.get(key);
      if (!first) {
        firsts.set(key, text);
        yield;
        continue;
      }
      const language = mainLanguage(text);
      const shown = translations.find((each) => each.language === language)?.translation.content ?? "";
      const other = fullReference(first, catalog) ?? first.code;
      const related = [
        { start: 0, end: 0, textId: first.id, language, message: l10n.t('"{0}" says the same.', first.code) },
      ];
      yield {
        ...firstLine(shown),
        textId: text.id,
        language,
        folderId: text.folderId,
        related,
        message: l10n.t(
          'This text says the same as "{0}" in every language. Refer to that text instead, or keep both if they will differ later.',
          other,
        ),
      };
    }
  },
};

/** 128 bits and the length: two different texts of one library will never have the same fingerprint. */
function fingerprint(written: string): string {
  let [a, b, c, d] = [0xdeadbeef, 0x41c6ce57, 0x9e3779b9, 0x85ebca6b];
  for (let index = 0; index < written.length; index++) {
    const code = written.charCodeAt(index);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
    c = Math.imul(c ^ code, 2246822519) ^ (a >>> 15);
    d = Math.imul(d ^ code, 3266489917) ^ (b >>> 13);
  }
  return `${written.length}:${a >>> 0}:${b >>> 0}:${c >>> 0}:${d >>> 0}`;
}
