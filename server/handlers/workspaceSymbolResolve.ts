/** workspaceSymbol/resolve: the place in the catalog file. */
import { WorkspaceSymbolResolveRequest } from "vscode-languageserver";
import type { WorkspaceSymbol } from "vscode-languageserver";
import type { Handler } from "../handler.ts";
import { placeOfItem } from "../places/jsonPlaces.ts";
import type { ItemPlace } from "../places/jsonPlaces.ts";
import type { Library } from "../library/library.ts";

export const onWorkspaceSymbolResolve: Handler<WorkspaceSymbol, WorkspaceSymbol> = {
  method: WorkspaceSymbolResolveRequest.type,
  otherwise: (symbol) => symbol,
  work: (symbol, { library, signal }) => resolveSymbol(symbol, { library: library(), signal }),
};

async function resolveSymbol(
  symbol: WorkspaceSymbol,
  { library, signal }: { readonly library: Library; readonly signal: AbortSignal },
): Promise<WorkspaceSymbol> {
  const data = symbol.data as Partial<ItemPlace> | undefined;
  if (
    library.file === undefined ||
    typeof data?.id !== "string" ||
    (data.list !== "folders" && data.list !== "texts" && data.list !== "smartforms")
  )
    return symbol;
  const location = await placeOfItem(library.file, { list: data.list, id: data.id, inside: [] }, { signal });
  return location === null ? symbol : { ...symbol, location };
}
