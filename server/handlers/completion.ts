/** textDocument/completion and completionItem/resolve */
import { CompletionItemKind, InsertTextFormat } from "vscode-languageserver";
import type { ClientCapabilities, CompletionItem as LspItem, CompletionList, Position } from "vscode-languageserver";
import { completion, describeText, parseRequest, requestCompletion, settingsCompletion } from "../../language/index.ts";
import type { CompletionKind } from "../../language/index.ts";
import { requestOf } from "../documents.ts";
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
  snippet: CompletionItemKind.Snippet,
};

/** What the client can do with an item. */
export interface CompletionClient {
  readonly snippets: boolean;
  /** Asks for detail and documentation of the one item that a person looks at. */
  readonly resolves: boolean;
  /** Takes what all items share once, for the list. */
  readonly defaults: boolean;
  /** Accepts an item where one of its characters is typed, and writes that one behind it. */
  readonly commits: boolean;
}

export function readCompletionClient(
  completion: NonNullable<ClientCapabilities["textDocument"]>["completion"],
): CompletionClient {
  const resolved = completion?.completionItem?.resolveSupport?.properties ?? [];
  const shared = completion?.completionList?.itemDefaults ?? [];
  return {
    snippets: completion?.completionItem?.snippetSupport === true,
    resolves: resolved.includes("detail") && resolved.includes("documentation"),
    defaults: shared.includes("editRange") && shared.includes("insertTextFormat"),
    commits: completion?.completionItem?.commitCharactersSupport === true,
  };
}

export interface CompleteOptions {
  readonly client: CompletionClient;
  /** What the client runs to ask again behind an item, where it has such a command. */
  readonly suggestCommand?: string;
}

export function complete(
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
  // All items of one answer replace the same characters.
  const [one] = found;
  const editRange = one && toLspRange(document.lines, one);
  // LSP takes edits on the line of the cursor only.
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

/**
 * The item with what there is to say of its text, for the document that was completed. An item that is no text of the
 * library stays as it is.
 */
export function resolveCompletion({ context }: Open, item: LspItem): LspItem {
  const described = typeof item.data === "string" ? describeText(item.data, context) : null;
  if (described === null) return item;
  return {
    ...item,
    ...(described.detail === undefined ? {} : { detail: described.detail }),
    documentation: { kind: "plaintext", value: described.documentation },
  };
}
