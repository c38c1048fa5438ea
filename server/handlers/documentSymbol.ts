/** textDocument/documentSymbol */
import { DocumentSymbolRequest, SymbolKind } from "vscode-languageserver";
import type { DocumentSymbol as LspSymbol, DocumentSymbolParams, SymbolInformation } from "vscode-languageserver";
import { documentSymbols, requestSymbols } from "../../language/index.ts";
import type { DocumentSymbol, RequestSymbol } from "../../language/index.ts";
import { requestOf } from "../workspace/documents.ts";
import type { Document } from "../workspace/documents.ts";
import { inDocument } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { toLspRange } from "../places/lines.ts";

export const onDocumentSymbol: Handler<DocumentSymbolParams, LspSymbol[] | SymbolInformation[]> = {
  method: DocumentSymbolRequest.type,
  otherwise: () => [],
  capability: () => ({ documentSymbolProvider: true }),
  /**
   * `nested`: whether the client supports nested symbols, the newer of LSP's two shapes. `outlinesJson`: the editor has
   * its own outline of JSON, and would show two.
   */
  work: inDocument(({ document }, _, { client, isVsCode }) => {
    const options = { nested: client().nestedSymbols, outlinesJson: isVsCode() };
    const request = requestOf(document);
    if (request !== null)
      return options.outlinesJson ? [] : listRequestSymbols(requestSymbols(request), document, options);
    if (document.kind !== "text") return [];
    const symbols = documentSymbols(document.syntax).map((symbol) => ({
      name: symbol.name,
      kind: kinds[symbol.kind],
      range: toLspRange(document.lines, symbol),
      selectionRange: toLspRange(document.lines, symbol.selection),
    }));
    return options.nested
      ? symbols
      : symbols.map(({ name, kind, range }) => ({ name, kind, location: { uri: document.uri, range } }));
  }),
};

const kinds: Record<DocumentSymbol["kind"], SymbolKind> = {
  library: SymbolKind.Module,
  input: SymbolKind.Field,
  data: SymbolKind.Variable,
  invalid: SymbolKind.Null,
};

const requestKinds: Record<RequestSymbol["kind"], SymbolKind> = {
  object: SymbolKind.Module,
  list: SymbolKind.Array,
  plain: SymbolKind.Property,
};

function listRequestSymbols(
  symbols: readonly RequestSymbol[],
  document: Document,
  options: { readonly nested: boolean },
): LspSymbol[] | SymbolInformation[] {
  const nested = (symbol: RequestSymbol): LspSymbol => ({
    name: symbol.name,
    detail: symbol.detail,
    kind: requestKinds[symbol.kind],
    range: toLspRange(document.lines, symbol),
    selectionRange: toLspRange(document.lines, symbol.selection),
    children: symbol.children.map(nested),
  });
  if (options.nested) return symbols.map(nested);
  const flat = (list: readonly RequestSymbol[]): SymbolInformation[] =>
    list.flatMap((symbol) => [
      {
        name: symbol.name,
        kind: requestKinds[symbol.kind],
        location: { uri: document.uri, range: toLspRange(document.lines, symbol) },
      },
      ...flat(symbol.children),
    ]);
  return flat(symbols);
}
