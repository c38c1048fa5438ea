/**
 * Canonical spacing inside of placeholders: one space inside the brackets and around `:` and `|`, none around `=` and
 * `.`. Nothing outside of the brackets is touched, nothing that an HTML editor left inside of them, and nothing of a
 * placeholder that is not whole: what it was meant to be is for its author to say. A line break that the author put
 * between two parts stays, and so does what stands in an attribute without quotes, which a space would end.
 */
import { isSplitBySpace } from "../html.ts";
import { placeholderAt, placeholdersIn } from "../parse.ts";
import type { Part, Range, TextEdit } from "../range.ts";
import type { Placeholder, Syntax } from "../syntax.ts";

/**
 * Edits of white space and nothing else, in order. `ranges` narrow to the placeholders that have a character in one of
 * them.
 */
export function formatting(syntax: Syntax, ranges?: readonly Range[]): readonly TextEdit[] {
  return (ranges === undefined ? syntax.placeholders : within(syntax, ranges)).flatMap((placeholder) =>
    spacing(syntax, placeholder),
  );
}

/** In order, each once, however the ranges lie. */
function within(syntax: Syntax, ranges: readonly Range[]): readonly Placeholder[] {
  const found = ranges.flatMap((range) =>
    placeholdersIn(syntax, range).filter(({ start, end }) => start < range.end && range.start < end),
  );
  return [...new Map(found.map((placeholder) => [placeholder.start, placeholder])).values()].sort(
    (one, other) => one.start - other.start,
  );
}

/** Edits of the placeholder whose last bracket was just typed in front of the offset. */
export function formattingBehind(syntax: Syntax, offset: number): readonly TextEdit[] {
  const placeholder = placeholderAt(syntax, offset - 1);
  return placeholder === null || placeholder.end !== offset ? [] : spacing(syntax, placeholder);
}

/** What has to stand between two parts, and behind which part it stands. */
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

/** In order, each with what stands in front of it; empty where the placeholder is malformed. */
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
