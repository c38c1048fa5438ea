/** Finds what is at an offset of a text, for callers that have nothing but the offset. */
import { placeholderAt } from "./parse.ts";
import type { Range } from "./range.ts";
import type { Input, InputOption, LibraryReference, Syntax } from "./syntax.ts";
import { bisect } from "./bisect.ts";

export function referenceAt(syntax: Syntax, offset: number): LibraryReference | undefined {
  const placeholder = placeholderAt(syntax, offset);
  return placeholder?.kind === "library" ? placeholder : undefined;
}

export function inputAt(syntax: Syntax, offset: number): Input | undefined {
  const placeholder = placeholderAt(syntax, offset);
  return placeholder?.kind === "input" ? placeholder : undefined;
}

/**
 * Returns the option whose name or value is at the offset. Searches by bisection, because an input may have any number
 * of options, and each option may have a finding.
 */
export function optionAt(syntax: Syntax, offset: number): InputOption | undefined {
  const options = inputAt(syntax, offset)?.options ?? [];
  return options[lastFrom(options, offset, ({ name }) => name.start)];
}

/** Returns the index of the last of these ordered items that begins at the offset or before it; -1 if none does. */
export function lastFrom<Each>(ordered: readonly Each[], offset: number, startOf: (each: Each) => number): number {
  return bisect(ordered.length, (index) => startOf(ordered[index] as Each) > offset) - 1;
}

/** Returns the first line of a text, where findings about the text as a whole are shown. Empty for an empty text. */
export function firstLine(text: string): Range {
  const end = text.search(/[\r\n]/);
  return { start: 0, end: end === -1 ? text.length : end };
}

export function sourceOf(syntax: Syntax, range: Range): string {
  return syntax.text.slice(range.start, range.end);
}
