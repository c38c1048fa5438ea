/** textDocument/documentSymbol */
import { SymbolKind } from "vscode-languageserver";
import type { DocumentSymbol as LspSymbol, SymbolInformation } from "vscode-languageserver";
import { documentSymbols } from "../../language/index.ts";
import type { DocumentSymbol } from "../../language/index.ts";
import { toLspRange } from "../lines.ts";
import type { Open } from "../workspace.ts";

const kinds: Record<DocumentSymbol["kind"], SymbolKind> = {
  library: SymbolKind.Module, input: SymbolKind.Field, data: SymbolKind.Variable, invalid: SymbolKind.Null,
};

/** `nested`: whether the client knows the newer of the two shapes. */
export function listSymbols({ document }: Open, options: { readonly nested: boolean }): LspSymbol[] | SymbolInformation[] {
  if (document.kind !== "text") return [];
  const symbols = documentSymbols(document.syntax).map((symbol) => ({
    name: symbol.name, kind: kinds[symbol.kind], range: toLspRange(document.lines, symbol), selectionRange: toLspRange(document.lines, symbol.selection),
  }));
  return options.nested ? symbols : symbols.map(({ name, kind, range }) => ({ name, kind, location: { uri: document.uri, range } }));
}
