/**
 * Sentences for people, in their own language. Whoever starts the program hands the translations in before anything is
 * said; until then, and of what has none, the English is said. The names are those of `@vscode/l10n`, so that its tools
 * find the sentences; that package itself knows files and networks.
 */

/** What stands in place of `{0}`, `{1}` and so on: as it is, and the beginning of what is very long. */
type Value = string | number;

/** A sentence that is two in other languages has a comment, which says which of them it is. */
interface Sentence {
  readonly message: string;
  readonly args?: readonly Value[];
  readonly comment: readonly string[];
}

let translations: ReadonlyMap<string, string> = new Map();

/** By the English sentence, with its comment behind a slash where it has one. */
export function config({ contents }: { readonly contents: Readonly<Record<string, string>> }): void {
  translations = new Map(Object.entries(contents));
}

/** What `config` was handed, for a bundle that is loaded later and says sentences of its own. */
export function contents(): Readonly<Record<string, string>> {
  return Object.fromEntries(translations);
}

export function t(message: string, ...values: readonly Value[]): string;
export function t(sentence: Sentence): string;
export function t(first: string | Sentence, ...values: readonly Value[]): string {
  if (typeof first !== "string")
    return filled(translations.get(`${first.message}/${first.comment.join("")}`) ?? first.message, first.args ?? []);
  return filled(translations.get(first) ?? first, values);
}

/** Code units of a value that is said: a name may be as long as its document, and nobody reads all of it. */
const longest = 1000;

function filled(sentence: string, values: readonly Value[]): string {
  return values.length === 0
    ? sentence
    : sentence.replace(/\{(\d+)\}/g, (place, number: string) => said(values[Number(number)] ?? place));
}

function said(value: Value): string {
  const words = String(value);
  return words.length > longest ? `${words.slice(0, longest).toWellFormed()}…` : words;
}
