/**
 * Sums up a content: its references, and whether it holds markup. A catalog may keep this, so that the content need not
 * be read again.
 */
import type { ContentSummary } from "./catalog.ts";
import { formatOf } from "./expand.ts";
import { isMarkup } from "./html.ts";
import { parse } from "./parse.ts";
import { asWritten } from "./resolve.ts";
import type { LibraryReference } from "./syntax.ts";

export function summarize(content: string, contentType: number): ContentSummary {
  const format = formatOf(contentType);
  // In HTML and rich text, a tag or an entity may split the keyword `LIB`.
  const mayRefer = content.includes("[[") && (format !== "plain" || /LIB/i.test(content));
  const references: readonly LibraryReference[] = mayRefer
    ? parse(content, format).placeholders.filter((placeholder) => placeholder.kind === "library")
    : [];
  const meaning = references.filter(({ malformed }) => malformed === null);
  return {
    references: meaning.map(asWritten),
    isMalformed: meaning.length < references.length,
    isMarkup: format !== "plain" && isMarkup(content),
  };
}
