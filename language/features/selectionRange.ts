/**
 * Grows a selection step by step. In a placeholder, the steps are the part, the option or path, everything between the
 * brackets, and the placeholder. Around it, the steps are elements, or line and paragraph, and finally the document.
 */
import { placeholderAt } from "../parse.ts";
import type { Range } from "../range.ts";
import { places } from "../resolve.ts";
import type { Placeholder, Syntax } from "../syntax.ts";
import { elementsOf } from "./elements.ts";

/** Returns ranges from the smallest to the whole text; each contains the one before and is larger. */
export function selectionRanges(syntax: Syntax, offset: number): readonly Range[] {
  const { text } = syntax;
  const at = Math.min(Math.max(0, offset), text.length);
  const placeholder = placeholderAt(syntax, at);
  const around =
    syntax.format === "plain"
      ? linesAround(text, at)
      : elementsOf(syntax).flatMap(({ start, end, open, close }) => [
          { start: open.end, end: close.start },
          { start, end },
        ]);
  const candidates = [...(placeholder === null ? [] : insideOf(placeholder)), ...around]
    .filter(({ start, end }) => start <= at && at <= end && start < end)
    .sort((a, b) => a.end - a.start - (b.end - b.start));
  const chosen: Range[] = [];
  for (const { start, end } of [...candidates, { start: 0, end: text.length }]) {
    const last = chosen.at(-1);
    if (last === undefined || (start <= last.start && last.end <= end && end - start > last.end - last.start))
      chosen.push({ start, end });
  }
  return chosen;
}

function insideOf(placeholder: Placeholder): readonly Range[] {
  const parts = places(placeholder)
    .map(({ part }) => part)
    .filter(({ text }) => text !== "");
  const [first] = parts;
  const last = parts.at(-1);
  const written = first === undefined || last === undefined ? [] : [{ start: first.start, end: last.end }];
  return [
    ...parts,
    ...(placeholder.kind === "input" ? placeholder.options : []),
    ...written,
    placeholder.inner,
    placeholder,
  ];
}

/** Returns the line, and the paragraph up to the blank lines around it. Looks no further than that. */
function linesAround(text: string, at: number): readonly Range[] {
  const line = lineAt(text, at);
  let { start, end } = line;
  for (
    let before = previousLine(text, start);
    before !== null && !isBlank(text, before);
    before = previousLine(text, start)
  )
    start = before.start;
  for (let after = nextLine(text, end); after !== null && !isBlank(text, after); after = nextLine(text, end))
    end = after.end;
  return isBlank(text, line) ? [line] : [line, { start, end }];
}

function lineAt(text: string, at: number): Range {
  let start = at;
  let end = at;
  while (start > 0 && !isBreak(text, start - 1)) start--;
  while (end < text.length && !isBreak(text, end)) end++;
  return { start, end };
}

function previousLine(text: string, start: number): Range | null {
  if (start === 0) return null;
  return lineAt(text, text.startsWith("\r\n", start - 2) ? start - 2 : start - 1);
}

function nextLine(text: string, end: number): Range | null {
  if (end === text.length) return null;
  return lineAt(text, text.startsWith("\r\n", end) ? end + 2 : end + 1);
}

function isBreak(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code === 10 || code === 13;
}

function isBlank(text: string, { start, end }: Range): boolean {
  return text.slice(start, end).trim() === "";
}
