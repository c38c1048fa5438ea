/**
 * textDocument/inlineCompletion: the rest of a reference behind the cursor. Beside an open list of completions nothing:
 * the list says more.
 */
import type { InlineCompletionContext, InlineCompletionItem, Position } from "vscode-languageserver";
import { inlineCompletion } from "../../language/index.ts";
import { offsetAt } from "../lines.ts";
import type { Open } from "../workspace.ts";

export function completeInline(
  { document, context }: Open,
  position: Position,
  { selectedCompletionInfo }: InlineCompletionContext,
): InlineCompletionItem[] {
  if (document.kind !== "text" || selectedCompletionInfo != null) return [];
  const insertText = inlineCompletion(document.syntax, offsetAt(document.lines, position), context);
  // Without a range editors replace the word at the cursor.
  return insertText === null ? [] : [{ insertText, range: { start: position, end: position } }];
}
