/**
 * textDocument/formatting, rangeFormatting, rangesFormatting and onTypeFormatting: the spacing inside of placeholders.
 */
import type { Position, Range as LspRange, TextEdit as LspEdit } from "vscode-languageserver";
import { formatting, formattingBehind } from "../../language/index.ts";
import { offsetAt, toLspEdits, toRange } from "../lines.ts";
import type { Open } from "../workspace.ts";

/** What closes a placeholder. */
export const closingCharacter = "]";

export function format({ document }: Open, ranges?: readonly LspRange[]): LspEdit[] {
  if (document.kind !== "text") return [];
  return toLspEdits(
    document.lines,
    formatting(
      document.syntax,
      ranges?.map((range) => toRange(document.lines, range)),
    ),
  );
}

export function formatBehind({ document }: Open, position: Position): LspEdit[] {
  if (document.kind !== "text") return [];
  return toLspEdits(document.lines, formattingBehind(document.syntax, offsetAt(document.lines, position)));
}
