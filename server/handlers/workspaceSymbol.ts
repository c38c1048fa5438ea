/**
 * workspace/symbol: the library and the workspace's data samples. Folders and Smartforms have a location only in a
 * catalog file. If the client supports it, the range in a file is looked up when the symbol is chosen; other clients
 * get the top of the file.
 */
import { SymbolKind, WorkspaceSymbolRequest } from "vscode-languageserver";
import type { Location, WorkspaceSymbol, WorkspaceSymbolParams } from "vscode-languageserver";
import { URI } from "vscode-uri";
import { folderById, folderReference, jsonMentions, librarySymbols } from "../../language/index.ts";
import type { LibrarySymbol } from "../../language/index.ts";
import type { Handler } from "../handler.ts";
import type { ItemPlace } from "../places/jsonPlaces.ts";
import { toLspRange } from "../places/lines.ts";
import { addressOf } from "../workspace/occurrences.ts";
import type { Everywhere } from "../workspace/occurrences.ts";

export const onWorkspaceSymbol: Handler<WorkspaceSymbolParams, WorkspaceSymbol[]> = {
  method: WorkspaceSymbolRequest.type,
  otherwise: () => [],
  capability: () => ({ workspaceSymbolProvider: { resolveProvider: true } }),
  work: async ({ query }, { everywhere, client, signal }) => {
    const options = { ...everywhere(), resolves: client().resolvesSymbols, signal };
    const found = librarySymbols(query, options.library.current, { limit: most });
    return [
      ...found.flatMap((symbol) => toSymbol(symbol, options)),
      ...(await dataSymbols(query.trim().toLowerCase(), options)),
    ];
  },
};

interface SymbolOptions extends Everywhere {
  /** Whether the client requests the range of the chosen symbol. */
  readonly resolves: boolean;
  readonly signal: AbortSignal;
}

/** Maximum number of symbols of each kind that are returned. */
const most = 100;
const top = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

function toSymbol(symbol: LibrarySymbol, { library, resolves }: SymbolOptions): readonly WorkspaceSymbol[] {
  const { name, kind, containerName, list, id } = describe(symbol, library);
  const address =
    symbol.kind === "text"
      ? addressOf(
          symbol.text,
          symbol.text.defaultLanguage ??
            (symbol.text.languages.state === "known" ? symbol.text.languages.value[0] : undefined) ??
            "",
          library,
        )
      : null;
  const uri = address ?? (library.file === undefined ? null : URI.file(library.file).toString());
  if (uri === null) return [];
  const location: WorkspaceSymbol["location"] = resolves && address === null ? { uri } : { uri, range: top };
  return [
    {
      name,
      kind,
      location,
      ...(containerName === "" ? {} : { containerName }),
      ...(address === null ? { data: { list, id } } : {}),
    },
  ];
}

function describe(
  symbol: LibrarySymbol,
  { current }: Everywhere["library"],
): Pick<WorkspaceSymbol, "name" | "kind"> & Pick<ItemPlace, "list" | "id"> & { readonly containerName: string } {
  switch (symbol.kind) {
    case "text": {
      const { id, code, name, folderId } = symbol.text;
      const folder = folderById(current, folderId);
      const container = [folder.state === "known" ? folderReference(folder.value) : "", name]
        .filter((word) => word !== "")
        .join(" · ");
      return { name: code, kind: SymbolKind.String, containerName: container, list: "texts", id };
    }
    case "folder":
      return {
        name: folderReference(symbol.folder),
        kind: SymbolKind.Namespace,
        containerName: symbol.folder.name,
        list: "folders",
        id: symbol.folder.id,
      };
    case "smartform":
      return {
        name: symbol.smartform.name,
        kind: SymbolKind.Class,
        containerName: symbol.smartform.process ?? "",
        list: "smartforms",
        id: symbol.smartform.id,
      };
  }
}

/** Returns the data names that the samples contain. */
async function dataSymbols(query: string, { workspace, signal }: SymbolOptions): Promise<readonly WorkspaceSymbol[]> {
  const found: WorkspaceSymbol[] = [];
  for (const { path, kind } of await workspace.files.list({ signal })) {
    if (kind !== "sample" || found.length >= most) continue;
    const open = await workspace.look(path, { signal });
    if (open === undefined) continue;
    const { uri, syntax, lines } = open.document;
    const named = jsonMentions(syntax.text, "sample")
      .mentions.filter(({ name }) => name.toLowerCase().includes(query))
      .slice(0, most - found.length);
    found.push(
      ...named.map(({ name, part }): WorkspaceSymbol => ({
        name,
        kind: SymbolKind.Variable,
        location: { uri, range: toLspRange(lines, part) } satisfies Location,
      })),
    );
  }
  return found;
}
