/**
 * Says where and why a text is not JSON, in this extension's words. The engine's own messages are in English and quote
 * from the text.
 */
import * as l10n from "./l10n.ts";
import { readJson } from "./requests/json.ts";

/** Returns a sentence for a text that `JSON.parse` refuses. */
export function jsonMistake(text: string): string {
  const {
    problems: [first],
    stop,
  } = readJson(text);
  if (first === undefined || first === stop) return l10n.t("The content is not JSON.");
  const before = text.slice(0, first.start);
  return l10n.t(
    "Line {0}, column {1}: {2}",
    before.split("\n").length,
    first.start - before.lastIndexOf("\n"),
    first.message,
  );
}
