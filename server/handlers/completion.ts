/** textDocument/completion */
import { CompletionItemKind, InsertTextFormat } from "vscode-languageserver";
import type { CompletionItem as LspItem, CompletionList, Position } from "vscode-languageserver";
import { completion } from "../../language/index.ts";
import type { CompletionKind } from "../../language/index.ts";
import { offsetAt, toLspRange } from "../lines.ts";
import type { Open } from "../workspace.ts";

export const triggerCharacters = ["[", " ", ":", "|", "=", "$", "."];
export const noCompletion: CompletionList = { isIncomplete: false, items: [] };

const kinds: Record<CompletionKind, CompletionItemKind> = {
  keyword: CompletionItemKind.Keyword,
  folder: CompletionItemKind.Folder,
  text: CompletionItemKind.Text,
  input: CompletionItemKind.Field,
  option: CompletionItemKind.Property,
  value: CompletionItemKind.Value,
  data: CompletionItemKind.Variable,
  object: CompletionItemKind.Struct,
};

/** `suggestCommand`: what the client runs to ask again behind an item, where it has such a command. */
export function complete({ document, context }: Open, position: Position, options: { readonly suggestCommand?: string }): CompletionList {
  if (document.kind === "request") return noCompletion;
  const { items, incomplete } = completion(document.syntax, offsetAt(document.lines, position), context);
  return {
    isIncomplete: incomplete,
    items: items.flatMap((item): readonly LspItem[] => {
      const range = toLspRange(document.lines, item);
      // LSP takes edits on the line of the cursor only.
      if (range.start.line !== position.line || range.end.line !== position.line) return [];
      return [{
        label: item.label,
        kind: kinds[item.kind],
        textEdit: { range, newText: item.newText },
        insertTextFormat: InsertTextFormat.PlainText,
        filterText: item.filterText,
        sortText: item.sortText,
        ...(item.detail === undefined ? {} : { detail: item.detail }),
        ...(item.documentation === undefined ? {} : { documentation: { kind: "plaintext", value: item.documentation } }),
        ...(item.again && options.suggestCommand !== undefined ? { command: { title: "", command: options.suggestCommand } } : {}),
      }];
    }),
  };
}
