/**
 * The state of the translations of one library text, for progress and worklists: what the service said of them, and
 * what follows from their contents.
 */
import type { Text, Translation } from "./catalog.ts";
import type { Context } from "./context.ts";
import { formatOf } from "./expand.ts";
import { placeholderDrift } from "./findings/placeholder-drift.ts";
import { compareDates } from "./findings/stale-translation.ts";
import { look } from "./lookups/references.ts";
import { parse } from "./parse.ts";
import type { Syntax } from "./syntax.ts";
import { newEffort } from "./words/spelling.ts";

/**
 * A property is null if its value is not known, because the service gave no date or no source, or because the catalog
 * does not know the content.
 */
export interface TranslationState {
  /** Lower case. */
  readonly language: string;
  /** Whether the content has words. An empty translation counts as deleted (T5). */
  readonly hasWords: boolean | null;
  /** Whether the default language was changed after this translation; false for the default language itself. */
  readonly stale: boolean | null;
  /** Whether the translation's placeholders differ from those of the default language. */
  readonly drifted: boolean | null;
  /** Whether a machine wrote the translation. */
  readonly machine: boolean | null;
}

/** Returns one state for each language that the text has; null if its languages are not known. */
export function translationStates(text: Text, context: Context): readonly TranslationState[] | null {
  if (text.languages.state !== "known") return null;
  const contents = new Map<string, Translation>();
  for (const language of text.languages.value) {
    const translation = context.catalog.translation(text.id, language);
    if (translation.state === "known") contents.set(language, translation.value);
  }
  const original = text.defaultLanguage === null ? undefined : contents.get(text.defaultLanguage);
  const read = (content: string): Syntax => parse(content, formatOf(text.contentType));
  let originalSyntax: Syntax | undefined;

  /** Most texts have no placeholder in any language and are not parsed. */
  function hasDrifted(language: string, translation: Translation): boolean {
    if (original === undefined || (!translation.content.includes("[[") && !original.content.includes("[[")))
      return false;
    const syntax = read(translation.content);
    originalSyntax ??= read(original.content);
    let found = false;
    const subject = {
      text,
      language,
      translation,
      first: false,
      original: { language: text.defaultLanguage ?? "", translation: original, syntax: originalSyntax },
    };
    const scope = {
      syntax,
      context: { ...context, textId: text.id, language },
      lookup: (reference: Parameters<typeof look>[0]) => look(reference, context),
      effort: newEffort(),
    };
    placeholderDrift.check(subject, scope, () => (found = true));
    return found;
  }

  return text.languages.value.map((language): TranslationState => {
    const translation = contents.get(language);
    if (translation === undefined) return { language, hasWords: null, stale: null, drifted: null, machine: null };
    const { content, source, updatedAt } = translation;
    const machine = source === 0 ? false : source === 1 ? true : null;
    const hasWords = content.trim() !== "";
    if (language === text.defaultLanguage) return { language, hasWords, stale: false, drifted: false, machine };
    if (original === undefined) return { language, hasWords, stale: null, drifted: null, machine };
    const order = compareDates(original.updatedAt, updatedAt);
    return {
      language,
      hasWords,
      stale: order === null ? null : order === "later",
      drifted: hasDrifted(language, translation),
      machine,
    };
  });
}
