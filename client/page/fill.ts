/** Inserts values that only the page has into the sentences that the extension host translated for the page. */

/** Replaces `{0}`, `{1}` and so on with the values. */
export function fill(sentence: string, ...values: readonly (string | number)[]): string {
  return sentence.replace(/\{(\d+)\}/g, (place, index: string) => String(values[Number(index)] ?? place));
}
