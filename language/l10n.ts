/**
 * Sentences for people, in their own language. The program passes the translations in when it starts, before anything
 * is shown; until then, and for a sentence without a translation, the English sentence is used. The names are those of
 * `@vscode/l10n`, so that its tools find the sentences. The package itself is not used here, because it uses files and
 * networks.
 */

/** Takes the place of `{0}`, `{1}` and so on, unchanged unless it is very long and has to be cut. */
type Value = string | number;

/** A sentence that needs several translations has a comment that says which meaning is meant. */
interface Sentence {
  readonly message: string;
  readonly args?: readonly Value[];
  readonly comment: readonly string[];
}

let translations: ReadonlyMap<string, string> = new Map();

/**
 * Keys are the English sentences; if a sentence has a comment, a slash and the comment follow it. An empty string means
 * that the sentence is not translated yet.
 */
export function config({ contents }: { readonly contents: Readonly<Record<string, string>> }): void {
  translations = new Map(Object.entries(contents).filter(([, words]) => words !== ""));
}

/** Returns what `config` received, so that a program part that is loaded later can translate its own sentences. */
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

/**
 * Maximum number of code units of a value that a sentence shows: a name may be as long as its document, and nobody
 * reads all of it.
 */
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
