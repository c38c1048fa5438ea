/**
 * textDocument/inlineCompletion: the rest of a reference at the cursor. Returns nothing while a completion list is
 * open, because the list shows more.
 */
import { InlineCompletionRequest } from "vscode-languageserver";
import type { InlineCompletionItem, InlineCompletionParams } from "vscode-languageserver";
import { inlineCompletion } from "../../language/index.ts";
import { inDocument } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { offsetAt } from "../places/lines.ts";

export const onInlineCompletion: Handler<InlineCompletionParams, InlineCompletionItem[]> = {
  method: InlineCompletionRequest.type,
  otherwise: () => [],
  capability: ({ completesInline }) => (completesInline ? { inlineCompletionProvider: true } : {}),
  work: inDocument(({ document, context }, { position, context: { selectedCompletionInfo } }) => {
    if (document.kind !== "text" || selectedCompletionInfo != null) return [];
    const insertText = inlineCompletion(document.syntax, offsetAt(document.lines, position), context);
    // Without a range, editors replace the word at the cursor.
    return insertText === null ? [] : [{ insertText, range: { start: position, end: position } }];
  }),
};
