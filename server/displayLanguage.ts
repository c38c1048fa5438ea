/** Reads the translations that the client passes for its display language. Their keys are the English sentences. */

type Translations = Readonly<Record<string, string>>;

/** Limits far above what the product has, and low enough for every server to hold the translations in memory. */
const most = { sentences: 20_000, letters: 4_000_000 };

/** If nothing is given, returns no translations: the server then uses English. */
export function readWords(given: unknown): { readonly words: Translations } | { readonly mistake: string } {
  if (given === undefined || given === null) return { words: {} };
  if (typeof given !== "object" || Array.isArray(given)) return { mistake: "it is no object" };
  const entries: readonly (readonly [string, unknown])[] = Object.entries(given);
  if (entries.length > most.sentences) return { mistake: `it holds more than ${most.sentences} sentences` };
  const words = entries.filter((entry): entry is readonly [string, string] => typeof entry[1] === "string");
  if (words.length < entries.length) return { mistake: "a translation is no text" };
  if (
    words.reduce((letters, [english, translation]) => letters + english.length + translation.length, 0) > most.letters
  )
    return { mistake: `it is longer than ${most.letters} characters` };
  return { words: Object.fromEntries(words) };
}
