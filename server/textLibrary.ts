/** What VS Code's own trees and commands ask beyond LSP, as far as the catalog knows it. */
import { resolve, sampleRequest } from "../language/index.ts";
import type { Answer, Catalog } from "../language/index.ts";
import { toLspRange } from "./lines.ts";
import type { DocumentUse, FoldersResult, LanguagesResult, SampleParams, SampleResult, TextsParams, TextsResult, UsesParams, UsesResult } from "./protocol.ts";
import type { Open } from "./workspace.ts";

/** How many texts a search without a limit gives. */
const searchLimit = 200;

export function listFolders(catalog: Catalog): FoldersResult {
  const folders = catalog.folders();
  return { known: folders.state === "known", folders: listOf(folders) };
}

/** A folder that is not there has no texts, and that is known. */
export function listTexts(catalog: Catalog, { folderId, query, contents, limit }: TextsParams): TextsResult {
  const texts = folderId === undefined
    ? catalog.search(query ?? "", { limit: limit ?? searchLimit, contents: contents ?? false })
    : catalog.textsIn(folderId, limit === undefined ? {} : { limit });
  return { known: texts.state !== "unknown", texts: listOf(texts) };
}

/** `documents`: those that are open. */
export function listUses(catalog: Catalog, documents: readonly Open[], { textId }: UsesParams): UsesResult {
  const uses = catalog.usedBy(textId);
  return {
    known: uses.state !== "unknown",
    uses: listOf(uses).map((use) => {
      const text = catalog.text(use.textId);
      return { ...use, code: text.state === "known" ? text.value.code : "" };
    }),
    documents: documents.map((open) => useIn(open, textId)).filter(({ codes }) => codes.length > 0),
  };
}

function useIn({ document, context }: Open, textId: string): DocumentUse {
  if (document.kind !== "text") return { uri: document.uri, codes: [] };
  const codes = document.syntax.placeholders.flatMap((placeholder) => {
    if (placeholder.kind !== "library") return [];
    const resolution = resolve(placeholder, context);
    const isMeant = resolution.kind === "library" && resolution.text.state === "known" && resolution.text.text.id === textId;
    return isMeant ? [toLspRange(document.lines, placeholder.code)] : [];
  });
  return { uri: document.uri, codes };
}

/** A request that the author can send as it is; null where the catalog does not know the Smartform. */
export function sample(catalog: Catalog, { smartformId }: SampleParams): SampleResult {
  const smartform = catalog.smartform(smartformId);
  return smartform.state === "known" ? sampleRequest(smartform.value, { catalog, data: catalog.dataTable() }) : null;
}

export function listLanguages(catalog: Catalog): LanguagesResult {
  return listOf(catalog.languages());
}

function listOf<T>(answer: Answer<readonly T[]>): readonly T[] {
  return answer.state === "known" ? answer.value : [];
}
