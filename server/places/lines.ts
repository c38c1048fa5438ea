/**
 * The line starts of a text, for converting between LSP positions and offsets. Both count UTF-16 code units; lines end
 * with LF, CRLF or CR. An edit looks only at the lines that it touches.
 */
import type { Position, Range as LspRange, SnippetTextEdit, TextEdit as LspEdit } from "vscode-languageserver";
import type { Range, TextEdit } from "../../language/index.ts";
import { bisect } from "../../language/index.ts";

export interface Lines {
  readonly text: string;
  /** The offset of the first character of every line. */
  readonly starts: Int32Array;
}

export function linesOf(text: string): Lines {
  return { text, starts: Int32Array.from(lineStarts(text, 0, text.length, [0])) };
}

/** Returns the lines as they are once `start`..`end` is replaced; `text` is the whole text after the edit. */
export function editLines(before: Lines, { start, end }: Range, text: string): Lines {
  const by = text.length - before.text.length;
  let first = lineAt(before, start);
  // An edit at the start of a line may insert the LF that belongs to a CR before it.
  if (first > 0 && before.starts[first] === start) first -= 1;
  const behind = lineAt(before, end) + 1;
  const from = before.starts[first]!;
  const to = behind < before.starts.length ? before.starts[behind]! + by : text.length;
  const fresh = lineStarts(text, from, to);
  // The line that begins at `to` is copied with those after it.
  if (behind < before.starts.length && fresh.at(-1) === to) fresh.pop();
  const next = first + 1 + fresh.length;
  const starts = new Int32Array(next + before.starts.length - behind);
  starts.set(before.starts.subarray(0, first + 1));
  starts.set(fresh, first + 1);
  for (let to = next, old = behind; old < before.starts.length; to++, old++) starts[to] = before.starts[old]! + by;
  return { text, starts };
}

/** A position past the end of a line means its end; a line past the last one means the end of the text. */
export function offsetAt({ text, starts }: Lines, { line, character }: Position): number {
  if (line < 0) return 0;
  if (line >= starts.length) return text.length;
  const start = starts[line]!;
  let end = starts[line + 1] ?? text.length;
  while (line + 1 < starts.length && end > start && isLineBreak(text.charCodeAt(end - 1))) end -= 1;
  return Math.min(start + Math.max(character, 0), end);
}

export function positionAt(lines: Lines, offset: number): Position {
  const inside = Math.max(0, Math.min(offset, lines.text.length));
  const line = lineAt(lines, inside);
  return { line, character: inside - lines.starts[line]! };
}

export function toLspRange(lines: Lines, { start, end }: Range): LspRange {
  return { start: positionAt(lines, start), end: positionAt(lines, end) };
}

export function toLspEdits(lines: Lines, edits: readonly TextEdit[]): LspEdit[] {
  return edits.map((edit) => ({ range: toLspRange(lines, edit), newText: edit.newText }));
}

/** Returns snippet edits for edits with tab stops, for a client that supports them. */
export function toSnippetEdits(lines: Lines, edits: readonly TextEdit[]): (LspEdit | SnippetTextEdit)[] {
  return edits.map((edit) => {
    const range = toLspRange(lines, edit);
    return edit.stops === undefined
      ? { range, newText: edit.newText }
      : { range, snippet: { kind: "snippet", value: snippetOf(edit.newText, edit.stops) } };
  });
}

function snippetOf(text: string, stops: readonly Range[]): string {
  const literal = (from: number, to: number): string => text.slice(from, to).replace(/[\\$}]/g, "\\$&");
  let value = "";
  let at = 0;
  for (const { start, end, number } of stops
    .map((stop, index) => ({ ...stop, number: index + 1 }))
    .sort((one, other) => one.start - other.start)) {
    value += `${literal(at, start)}\${${number}${start === end ? "" : `:${literal(start, end)}`}}`;
    at = end;
  }
  return value + literal(at, text.length);
}

export function toRange(lines: Lines, { start, end }: LspRange): Range {
  return { start: offsetAt(lines, start), end: offsetAt(lines, end) };
}

/** Returns the line that contains the offset. */
function lineAt({ starts }: Lines, offset: number): number {
  return bisect(starts.length, (index) => starts[index]! > offset) - 1;
}

/**
 * Appends the line starts after `from`, up to and including `to`. A loop, because a regular expression is slow if there
 * are many lines.
 */
function lineStarts(text: string, from: number, to: number, starts: number[] = []): number[] {
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (!isLineBreak(unit)) continue;
    if (unit === 13 && text.charCodeAt(at + 1) === 10) at++;
    starts.push(at + 1);
  }
  return starts;
}

function isLineBreak(unit: number): boolean {
  return unit === 10 || unit === 13;
}
