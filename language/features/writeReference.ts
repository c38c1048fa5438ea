/** How a text is referred to, written only where the writing proves to mean this very text. */
import type { Text } from "../catalog.ts";
import type { Context } from "../context.ts";
import { fullReference } from "../lookups/references.ts";
import { countPlaceholders, edit, parse } from "../parse.ts";
import type { Range, TextEdit } from "../range.ts";
import { resolve } from "../resolve.ts";
import type { Format, LibraryReference, Syntax } from "../syntax.ts";

/**
 * `[[ LIB : folder : text ]]`; null where the folder is not known, or where the writing would mean another text,
 * several, or none.
 */
export function referenceTo(text: Text, format: Format, context: Context): string | null {
  const parts = fullReference(text, context.catalog);
  const written = `[[ LIB : ${parts ?? ""} ]]`;
  return parts !== null && means(written, text, format, context) ? written : null;
}

/** `[[ LIB : text ]]`; null where the folder of this context does not lead to this very text. */
export function shortReferenceTo(text: Text, format: Format, context: Context): string | null {
  const written = `[[ LIB : ${text.code} ]]`;
  return means(written, text, format, context) ? written : null;
}

/** Where what is written between the brackets of a reference begins and ends behind its keyword. */
export function partsOf(reference: LibraryReference): Range {
  return { start: (reference.folder ?? reference.code).start, end: reference.code.end };
}

/** The only text that the reference fits letter by letter; null where that is not certain. */
export function certainText(reference: LibraryReference, context: Context): Text | null {
  const found = resolve(reference, context);
  if (found.kind !== "library" || found.folder.state !== "known" || found.text.state !== "known") return null;
  const isExact =
    found.folder.value.matched !== "case" && found.text.matched !== "case" && found.text.others.length === 0;
  return isExact ? found.text.text : null;
}

/**
 * The edits that make every short reference within the range a full one, in order, so that it means the same in any
 * context; those that mean nothing certain stay as they are.
 */
export function fullReferencesIn(syntax: Syntax, range: Range, context: Context): readonly TextEdit[] {
  return syntax.placeholders.flatMap((placeholder): readonly TextEdit[] => {
    if (
      placeholder.start < range.start ||
      placeholder.end > range.end ||
      placeholder.kind !== "library" ||
      placeholder.folder !== null
    )
      return [];
    const text = certainText(placeholder, context);
    const written = text && referenceTo(text, syntax.format, context);
    if (!written || placeholder.markup.length > 0) return [];
    return [{ ...partsOf(placeholder), newText: withoutKeyword(written) }];
  });
}

/** `folder : text` of `[[ LIB : folder : text ]]`. */
export function withoutKeyword(written: string): string {
  return written.slice("[[ LIB : ".length, -" ]]".length);
}

/**
 * Whether the edits, made together, bring or take exactly so many placeholders and no stray brackets: neighbours can
 * join with what is written.
 */
export function keepsBrackets(syntax: Syntax, edits: readonly TextEdit[], gained: number): boolean {
  const after = edit(syntax, edits);
  return (
    countPlaceholders(after) === countPlaceholders(syntax) + gained && after.strays.length === syntax.strays.length
  );
}

function means(written: string, text: Text, format: Format, context: Context): boolean {
  const [reference, ...others] = parse(written, format).placeholders;
  if (
    reference?.kind !== "library" ||
    others.length > 0 ||
    reference.end !== written.length ||
    reference.markup.length > 0
  )
    return false;
  return certainText(reference, context)?.id === text.id;
}
