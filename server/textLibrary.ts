/** What VS Code's own trees and commands ask beyond LSP, as far as the catalog knows it. */
import { sampleRequest } from "../language/index.ts";
import { parseTextAddress } from "./address.ts";
import type { Answer, Catalog, Subject } from "../language/index.ts";
import { inDocuments, keyOf } from "./occurrences.ts";
import type { Everywhere } from "./occurrences.ts";
import type { FoldersResult, LanguagesResult, SampleParams, SampleResult, TextsParams, TextsResult, UsesParams, UsesResult } from "./protocol.ts";
import { inPages } from "./smartformPages.ts";

/** How many texts a search without a limit gives. */
const searchLimit = 200;

export function listFolders(catalog: Catalog): FoldersResult {
  const folders = catalog.folders();
  return { known: folders.state === "known", folders: listOf(folders) };
}

/** A folder that is not there has no texts, and that is known. */
export function listTexts(catalog: Catalog, { folderId, ids, query, contents, limit }: TextsParams): TextsResult {
  if (ids !== undefined) {
    const found = ids.map((id) => catalog.text(id));
    return { known: found.every(({ state }) => state !== "unknown"), texts: found.flatMap((text) => (text.state === "known" ? [text.value] : [])) };
  }
  const texts = folderId === undefined
    ? catalog.search(query ?? "", { limit: limit ?? searchLimit, contents: contents ?? false })
    : catalog.textsIn(folderId, limit === undefined ? {} : { limit });
  return { known: texts.state !== "unknown", texts: listOf(texts) };
}

export async function listUses({ textId }: UsesParams, { signal, ...everywhere }: Everywhere & { readonly signal: AbortSignal }): Promise<UsesResult> {
  const catalog = everywhere.library.current;
  const uses = catalog.usedBy(textId);
  const named = new Set(listOf(uses).map(keyOf));
  const found = catalog.text(textId);
  const documents: { readonly uri: string; readonly open: boolean }[] = [];
  if (found.state === "known") {
    for await (const { uri, version } of inDocuments({ kind: "text", text: found.value }, everywhere, { signal })) {
      const address = uri === null ? null : parseTextAddress(uri);
      // A library text that is open is one place, by whichever of the two it is known.
      if (uri !== null && (address === null || !named.has(keyOf(address)))) documents.push({ uri, open: version !== null });
    }
  }
  return {
    known: uses.state !== "unknown",
    uses: listOf(uses).map((use) => {
      const text = catalog.text(use.textId);
      return { ...use, code: text.state === "known" ? text.value.code : "" };
    }),
    documents,
    smartforms: found.state === "known" ? smartformsReferringTo({ kind: "text", text: found.value }, catalog) : [],
  };
}

function smartformsReferringTo(subject: Subject, catalog: Catalog): readonly string[] {
  return listOf(catalog.smartforms()).filter((smartform) => !inPages(smartform, subject, catalog).next().done).map(({ name }) => name);
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
