/** What VS Code's own trees ask beyond LSP: folders, texts and uses, as far as the catalog knows them. */
import type { Answer, Catalog } from "../language/index.ts";
import type { FoldersResult, TextsParams, TextsResult, UsesParams, UsesResult } from "./protocol.ts";

/** How many texts a search without a limit gives. */
const searchLimit = 200;

export function listFolders(catalog: Catalog): FoldersResult {
  const folders = catalog.folders();
  return { known: folders.state === "known", folders: listOf(folders) };
}

/** A folder that is not there has no texts, and that is known. */
export function listTexts(catalog: Catalog, { folderId, query, limit }: TextsParams): TextsResult {
  const texts = folderId === undefined
    ? catalog.search(query ?? "", { limit: limit ?? searchLimit })
    : catalog.textsIn(folderId, limit === undefined ? {} : { limit });
  return { known: texts.state !== "unknown", texts: listOf(texts) };
}

export function listUses(catalog: Catalog, { textId }: UsesParams): UsesResult {
  const uses = catalog.usedBy(textId);
  return {
    known: uses.state !== "unknown",
    uses: listOf(uses).map((use) => {
      const text = catalog.text(use.textId);
      return { ...use, code: text.state === "known" ? text.value.code : "" };
    }),
  };
}

function listOf<T>(answer: Answer<readonly T[]>): readonly T[] {
  return answer.state === "known" ? answer.value : [];
}
