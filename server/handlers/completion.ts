/** textDocument/completion */
import { CompletionItemKind, CompletionRequest, InsertTextFormat } from "vscode-languageserver";
import type { CompletionItem as LspItem, CompletionList, CompletionParams, Position } from "vscode-languageserver";
import { completion, describeText, parseRequest, requestCompletion, settingsCompletion } from "../../language/index.ts";
import type { CompletionKind } from "../../language/index.ts";
import type { CompletionClient } from "../client.ts";
import { requestOf } from "../workspace/documents.ts";
import { inDocument } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { offsetAt, toLspRange } from "../places/lines.ts";
import type { Open } from "../workspace/workspace.ts";

export const onCompletion: Handler<CompletionParams, CompletionList> = {
  method: CompletionRequest.type,
  otherwise: () => ({ isIncomplete: false, items: [] }),
  capability: ({ completion: { resolves } }) => ({
    completionProvider: { triggerCharacters: ["[", " ", ":", "|", "=", "$", "."], resolveProvider: resolves },
  }),
  work: inDocument((open, { position }, { client, completed, isVsCode }) => {
    completed.uri = open.document.uri;
    return complete(open, position, {
      client: client().completion,
      ...(isVsCode() ? { suggestCommand: "editor.action.triggerSuggest" } : {}),
    });
  }),
};

const kinds: Record<CompletionKind, CompletionItemKind> = {
  keyword: CompletionItemKind.Keyword,
  folder: CompletionItemKind.Folder,
  text: CompletionItemKind.Text,
  input: CompletionItemKind.Field,
  option: CompletionItemKind.Property,
  value: CompletionItemKind.Value,
  data: CompletionItemKind.Variable,
  object: CompletionItemKind.Struct,
  snippet: CompletionItemKind.Snippet,
};

interface CompleteOptions {
  readonly client: CompletionClient;
  /**
   * The client's command that requests completion again after an item is inserted; absent if the client does not have
   * it.
   */
  readonly suggestCommand?: string;
}

function complete(
  { document, context }: Open,
  position: Position,
  { client, suggestCommand }: CompleteOptions,
): CompletionList {
  const request = requestOf(document);
  const offset = offsetAt(document.lines, position);
  const { items: found, incomplete } =
    document.kind === "settings"
      ? settingsCompletion(parseRequest(document.syntax.text), offset, context)
      : request === null
        ? completion(document.syntax, offset, context, { snippets: client.snippets })
        : requestCompletion(request, offset, context);
  // All items of one answer replace the same range.
  const [one] = found;
  const editRange = one && toLspRange(document.lines, one);
  // LSP accepts only edits on the cursor's line.
  if (editRange?.start.line !== position.line || editRange.end.line !== position.line)
    return { isIncomplete: incomplete, items: [] };
  const again = suggestCommand === undefined ? undefined : { title: "", command: suggestCommand };
  const items = found.map((item): LspItem => {
    const described = item.textId === undefined || client.resolves ? null : describeText(item.textId, context);
    const detail = item.detail ?? described?.detail;
    const documentation = item.documentation ?? described?.documentation;
    const format = item.isSnippet ? InsertTextFormat.Snippet : InsertTextFormat.PlainText;
    return {
      label: item.label,
      kind: kinds[item.kind],
      ...(client.defaults
        ? item.newText === item.label
          ? {}
          : { textEditText: item.newText }
        : { textEdit: { range: editRange, newText: item.newText } }),
      ...(client.defaults && !item.isSnippet ? {} : { insertTextFormat: format }),
      ...(item.filterText === item.label ? {} : { filterText: item.filterText }),
      sortText: item.sortText,
      ...(detail === undefined ? {} : { detail }),
      ...(documentation === undefined ? {} : { documentation: { kind: "plaintext", value: documentation } }),
      ...(item.again && again ? { command: again } : {}),
      ...(item.holdsOthers && client.commits ? { commitCharacters: ["."] } : {}),
      ...(item.textId !== undefined && client.resolves ? { data: item.textId } : {}),
    };
  });
  return {
    isIncomplete: incomplete,
    ...(client.defaults ? { itemDefaults: { editRange, insertTextFormat: InsertTextFormat.PlainText } } : {}),
    items,
  };
}
