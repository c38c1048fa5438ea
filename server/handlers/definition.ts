/**
 * textDocument/definition: for a library text, the text if the client can open it, otherwise its place in the catalog
 * file; for data, its place in the sample.
 */
import { DefinitionRequest } from "vscode-languageserver";
import type { Definition as LspDefinition, DefinitionParams, Location, LocationLink } from "vscode-languageserver";
import { definition, requestDefinition } from "../../language/index.ts";
import type { Range, Target } from "../../language/index.ts";
import { openedAddress } from "../places/address.ts";
import { requestOf } from "../workspace/documents.ts";
import { inDocument } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { placeInDataTable, placeOfItem, placeOfValue } from "../places/jsonPlaces.ts";
import type { Library } from "../library/library.ts";
import { offsetAt, toLspRange } from "../places/lines.ts";
import type { Open } from "../workspace/workspace.ts";

export const onDefinition: Handler<DefinitionParams, LspDefinition | LocationLink[] | null> = {
  method: DefinitionRequest.type,
  otherwise: () => null,
  capability: () => ({ definitionProvider: true }),
  work: inDocument(async (open, { position }, { library, client, signal }) => {
    const options = { library: library(), links: client().definitionLinks, signal };
    const { document, context } = open;
    if (document.kind === "settings") return null;
    const request = requestOf(document);
    const offset = offsetAt(document.lines, position);
    const found =
      request === null ? definition(document.syntax, offset, context) : requestDefinition(request, offset, context);
    if (found === null) return null;
    return linked(found, (target) => locate(target, open, options), { document, ...options });
  }),
};

export interface DefinitionOptions {
  readonly library: Pick<Library, "connection" | "isShown" | "file">;
  /** Whether the client supports location links, which also hold the range of the reference or name at the cursor. */
  readonly links: boolean;
  readonly signal: AbortSignal;
}

/** Returns the locations of the targets, with the range of their origin if the client shows it. */
export async function linked<Each>(
  { targets, origin }: { readonly targets: readonly Each[]; readonly origin: Range },
  locate: (target: Each) => Promise<Location | null>,
  { document: { lines }, links }: Pick<Open, "document"> & Pick<DefinitionOptions, "links">,
): Promise<Location[] | LocationLink[]> {
  const places = (await Promise.all(targets.map(locate))).filter((place) => place !== null);
  const originSelectionRange = toLspRange(lines, origin);
  return links
    ? places.map(({ uri, range }) => ({
        originSelectionRange,
        targetUri: uri,
        targetRange: range,
        targetSelectionRange: range,
      }))
    : places;
}

const wholeFile = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

export async function locate(
  target: Target,
  { document, sample }: Open,
  { library, signal }: DefinitionOptions,
): Promise<Location | null> {
  switch (target.kind) {
    case "input":
      return { uri: document.uri, range: toLspRange(document.lines, target) };
    case "data":
      if (sample !== undefined) return placeOfValue(sample, target.path, { signal });
      return library.file === undefined ? null : placeInDataTable(library.file, target.path, { signal });
    case "smartform":
      return library.file === undefined
        ? null
        : placeOfItem(library.file, { list: "smartforms", id: target.smartform, inside: ["name"] }, { signal });
    case "field":
      return library.file === undefined
        ? null
        : placeOfItem(library.file, { list: "smartforms", id: target.smartform, inside: ["fields"] }, { signal });
    case "text": {
      const address = openedAddress(target.path, target.textId, library);
      if (address !== null) return { uri: address, range: wholeFile };
      if (library.file === undefined) return null;
      return placeOfItem(
        library.file,
        { list: "texts", id: target.textId, inside: ["translations", target.language, "content"] },
        { signal },
      );
    }
  }
}
