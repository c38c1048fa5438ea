/**
 * textDocument/inlineCompletion: the rest of a reference behind the cursor. Beside an open list of completions nothing:
 * the list says more.
 */
import { InlineCompletionRequest } from "vscode-languageserver";
import type {
  InlineCompletionContext,
  InlineCompletionItem,
  InlineCompletionParams,
  Position,
} from "vscode-languageserver";
import { inlineCompletion } from "../../language/index.ts";
import { inDocument } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { offsetAt } from "../places/lines.ts";
import type { Open } from "../workspace/workspace.ts";

export const onInlineCompletion: Handler<InlineCompletionParams, InlineCompletionItem[]> = {
  method: InlineCompletionRequest.type,
  otherwise: () => [],
  capability: ({ completesInline }) => (completesInline ? { inlineCompletionProvider: true } : {}),
  work: inDocument((open, { position, context }) => completeInline(open, position, context)),
};

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
