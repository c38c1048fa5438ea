/**
 * A library reference with an empty part or with too many parts: it means nothing, so nothing else is reported about
 * it.
 */
import type { Context } from "../context.ts";
import { findFolders } from "../folders.ts";
import * as l10n from "../l10n.ts";
import { fullReference } from "../lookups/references.ts";
import { referenceAt } from "../place.ts";
import type { Fix, PlaceholderRule } from "../rules/finding.ts";
import { replace } from "../rules/fixes.ts";
import type { LibraryReference } from "../syntax.ts";
import { said } from "../words/sentences.ts";

export const malformedReference: PlaceholderRule = {
  code: "malformed-reference",
  severity: "error",
  title: "A reference with an empty part, or with too many",
  evidence: "text",
  looksAt: "placeholder",

  check(placeholder, _scope, report) {
    if (placeholder.kind !== "library" || !placeholder.malformed) return;
    const { start, end } = placeholder;
    const what =
      placeholder.malformed === "empty-part"
        ? l10n.t("A part of this reference is empty.")
        : l10n.t("This reference has {0} parts, which is too many.", placeholder.parts.length);
    report({
      start,
      end,
      message: said(what, l10n.t("Write [[ LIB : folder : text ]], or [[ LIB : text ]] where the folder is known.")),
    });
  },

  fixes(finding, syntax, context) {
    const reference = referenceAt(syntax, finding.start);
    if (!reference) return [];
    const [first, last] = [reference.parts[0], reference.parts.at(-1)];
    if (!first || !last || reference.parts.length > mostParts) return [];
    const meanings = meaningsOf(reference, context);
    return meanings.map((written): Fix => {
      // The white space before the first part and after the last one stays.
      return {
        title: l10n.t('Use "{0}"', written),
        edits: [replace({ start: first.start, end: last.end }, keepEnds(syntax.text, first.start, last.end, written))],
        preferred: meanings.length === 1,
      };
    });
  },
};

/**
 * Adds a space where the written words would otherwise touch the colon or the bracket beside them. This happens if the
 * first or last part is empty.
 */
function keepEnds(text: string, start: number, end: number, written: string): string {
  const before = start > 0 && text[start - 1] === ":" ? " " : "";
  const after = text[end] === "]" ? " " : "";
  return before + written + after;
}

/** If there are more parts than this, no fix is offered: the author probably did not mean a single reference. */
const mostParts = 8;

/**
 * Returns full references to known texts, three at most. The code of each text is one of the parts, and another part
 * names its folder. If all other parts are empty, the text may be in any folder.
 */
function meaningsOf(reference: LibraryReference, context: Context): readonly string[] {
  const words = reference.parts.map((part) => part.text).filter((word) => word !== "");
  const found = new Set<string>();
  for (const code of words) {
    const texts = context.catalog.textsByCode(code);
    if (texts.state !== "known") continue;
    const named = new Set(words.flatMap((word) => (word === code ? [] : foldersNamed(word, context))));
    for (const text of texts.value)
      if (text.code === code && (words.length === 1 || named.has(text.folderId)))
        found.add(fullReference(text, context.catalog) ?? "");
  }
  return [...found].filter((each) => each !== "").slice(0, 3);
}

function foldersNamed(word: string, context: Context): readonly string[] {
  const found = findFolders(context.catalog, word);
  return found.state === "known" ? found.value.folders.map((each) => each.id) : [];
}
