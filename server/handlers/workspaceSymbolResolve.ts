/** workspaceSymbol/resolve: the range in the catalog file. */
import { WorkspaceSymbolResolveRequest } from "vscode-languageserver";
import type { WorkspaceSymbol } from "vscode-languageserver";
import type { Handler } from "../handler.ts";
import { placeOfItem } from "../places/jsonPlaces.ts";
import type { ItemPlace } from "../places/jsonPlaces.ts";

export const onWorkspaceSymbolResolve: Handler<WorkspaceSymbol, WorkspaceSymbol> = {
  method: WorkspaceSymbolResolveRequest.type,
  otherwise: (symbol) => symbol,
  work: async (symbol, { library, signal }) => {
    const { file } = library();
    const data = symbol.data as Partial<ItemPlace> | undefined;
    if (
      file === undefined ||
      typeof data?.id !== "string" ||
      (data.list !== "folders" && data.list !== "texts" && data.list !== "smartforms")
    )
      return symbol;
    const location = await placeOfItem(file, { list: data.list, id: data.id, inside: [] }, { signal });
    return location === null ? symbol : { ...symbol, location };
  },
};
