/** Writes references to a text, and only those that provably mean this very text. */
import type { Text } from "../catalog.ts";
import type { Context } from "../context.ts";
import { fullReference } from "../lookups/references.ts";
import { countPlaceholders, edit, parse } from "../parse.ts";
import type { Range, TextEdit } from "../range.ts";
import { resolve } from "../resolve.ts";
import type { Format, LibraryReference, Syntax } from "../syntax.ts";

/**
 * Returns `[[ LIB : folder : text ]]`; null if the folder is not known, or if the reference would mean another text,
 * several, or none.
 */
export function referenceTo(text: Text, format: Format, context: Context): string | null {
  const parts = fullReference(text, context.catalog);
  const written = `[[ LIB : ${parts ?? ""} ]]`;
  return parts !== null && means(written, text, format, context) ? written : null;
}

/** Returns `[[ LIB : text ]]`; null if the folder of this context does not lead to this very text. */
export function shortReferenceTo(text: Text, format: Format, context: Context): string | null {
  const written = `[[ LIB : ${text.code} ]]`;
  return means(written, text, format, context) ? written : null;
}

/** Returns the range of what a reference has after its keyword. */
export function partsOf(reference: LibraryReference): Range {
  return { start: (reference.folder ?? reference.code).start, end: reference.code.end };
}

/** Returns the only text that the reference matches exactly; null if that is not certain. */
export function certainText(reference: LibraryReference, context: Context): Text | null {
  const found = resolve(reference, context);
  if (found.kind !== "library" || found.folder.state !== "known" || found.text.state !== "known") return null;
  const isExact =
    found.folder.value.matched !== "case" && found.text.matched !== "case" && found.text.others.length === 0;
  return isExact ? found.text.text : null;
}

/**
 * Returns, in the order of the text, the edits that make every short reference within the range a full one, so that it
 * means the same in any context. References whose meaning is not certain stay unchanged.
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

/** Returns `folder : text` from `[[ LIB : folder : text ]]`. */
export function withoutKeyword(written: string): string {
  return written.slice("[[ LIB : ".length, -" ]]".length);
}

/**
 * Whether the edits, made together, change the number of placeholders by exactly `gained`, and leave the number of
 * stray brackets unchanged. Brackets beside an edit can join with those that it writes.
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
