/** Sentences that the extension host translated for a page, with values that only the page knows. */

/** Puts the values into the places `{0}`, `{1}` and so on. */
export function fill(sentence: string, ...values: readonly (string | number)[]): string {
  return sentence.replace(/\{(\d+)\}/g, (place, index: string) => String(values[Number(index)] ?? place));
}
