/**
 * Canonical spacing inside of placeholders: one space inside the brackets and around `:` and `|`, none around `=` and
 * `.`. Changes nothing outside of the brackets, and nothing that an HTML editor left inside of them. Leaves an
 * incomplete placeholder as it is: only its author can say what it was meant to be. Keeps a line break between two
 * parts. Also leaves a placeholder in an attribute without quotes as it is, because a space would end that attribute.
 */
import { isSplitBySpace } from "../html.ts";
import { placeholderAt, placeholdersIn } from "../parse.ts";
import type { Part, Range, TextEdit } from "../range.ts";
import type { Placeholder, Syntax } from "../syntax.ts";

/**
 * Returns edits of white space only, in order. With `ranges`, edits only placeholders that have a character in one of
 * the ranges.
 */
export function formatting(syntax: Syntax, ranges?: readonly Range[]): readonly TextEdit[] {
  return (ranges === undefined ? syntax.placeholders : within(syntax, ranges)).flatMap((placeholder) =>
    spacing(syntax, placeholder),
  );
}

/** Returns placeholders in order, each once, even if the ranges overlap or are out of order. */
function within(syntax: Syntax, ranges: readonly Range[]): readonly Placeholder[] {
  const found = ranges.flatMap((range) =>
    placeholdersIn(syntax, range).filter(({ start, end }) => start < range.end && range.start < end),
  );
  return [...new Map(found.map((placeholder) => [placeholder.start, placeholder])).values()].sort(
    (one, other) => one.start - other.start,
  );
}

/** Returns edits of the placeholder whose last bracket was just typed before the offset. */
export function formattingBehind(syntax: Syntax, offset: number): readonly TextEdit[] {
  const placeholder = placeholderAt(syntax, offset - 1);
  return placeholder === null || placeholder.end !== offset ? [] : spacing(syntax, placeholder);
}

/** The range between two parts, and what has to be there. */
interface Gap extends Range {
  readonly canonical: string;
}

function spacing(syntax: Syntax, placeholder: Placeholder): readonly TextEdit[] {
  const parts = partsOf(placeholder);
  const [first] = parts;
  const last = parts.at(-1);
  if (
    first === undefined ||
    last === undefined ||
    placeholder.markup.length > 0 ||
    parts.some(({ part }) => part.text === "")
  )
    return [];
  const gaps: readonly Gap[] = [
    { start: placeholder.inner.start, end: first.part.start, canonical: " " },
    ...parts.slice(1).map(({ before, part }, index) => ({
      start: parts[index]?.part.end ?? part.start,
      end: part.start,
      canonical: before,
    })),
    { start: last.part.end, end: placeholder.inner.end, canonical: " " },
  ];
  const edits = gaps.flatMap(({ start, end, canonical }) => {
    const written = syntax.text.slice(start, end);
    return written === canonical || /[\r\n]/.test(written) ? [] : [{ start, end, newText: canonical }];
  });
  return edits.length > 0 && isSplitBySpace(syntax, placeholder.start) ? [] : edits;
}

/** Returns parts in order, each with what precedes it; empty if the placeholder is malformed. */
function partsOf(placeholder: Placeholder): readonly { readonly before: string; readonly part: Part }[] {
  switch (placeholder.kind) {
    case "library":
      return placeholder.malformed === null
        ? [placeholder.keyword, ...placeholder.parts].map((part) => ({ before: " : ", part }))
        : [];
    case "input":
      return [
        { before: "", part: placeholder.keyword },
        { before: " : ", part: placeholder.name },
        ...placeholder.options.flatMap(({ name, value }) => [
          { before: " | ", part: name },
          ...(value === null ? [] : [{ before: "=", part: value }]),
        ]),
      ];
    case "data":
      return placeholder.segments.map((part) => ({ before: ".", part }));
    case "invalid":
      return [];
  }
}
