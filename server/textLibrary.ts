/** What VS Code's own trees and commands ask beyond LSP, as far as the catalog knows it. */
import { setImmediate as breathe } from "node:timers/promises";
import { known, sampleRequest, unknown } from "../language/index.ts";
import { parseTextAddress } from "./address.ts";
import type { Answer, Catalog, Reference, Subject } from "../language/index.ts";
import { inDocuments, keyOf } from "./occurrences.ts";
import type { Everywhere } from "./occurrences.ts";
import type {
  FoldersResult,
  LanguagesResult,
  SampleParams,
  SampleResult,
  TextsParams,
  TextsResult,
  UsesParams,
  UsesResult,
} from "./protocol.ts";
import { inPages } from "./smartformPages.ts";

/** Milliseconds of work after which other requests have their turn. */
const slice = 10;

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
    return {
      known: found.every(({ state }) => state !== "unknown"),
      texts: found.flatMap((text) => (text.state === "known" ? [text.value] : [])),
    };
  }
  const texts =
    folderId === undefined
      ? catalog.search(query ?? "", { limit: limit ?? searchLimit, contents: contents ?? false })
      : catalog.textsIn(folderId, limit === undefined ? {} : { limit });
  return { known: texts.state !== "unknown", texts: listOf(texts) };
}

export async function listUses(
  { textId }: UsesParams,
  { signal, ...everywhere }: Everywhere & { readonly signal: AbortSignal },
): Promise<UsesResult> {
  const catalog = everywhere.library.current;
  const uses = catalog.usedBy(textId);
  const named = new Set(listOf(uses).map(keyOf));
  const found = catalog.text(textId);
  const documents: UsesResult["documents"][number][] = [];
  if (found.state === "known") {
    for await (const { uri, version, references } of inDocuments({ kind: "text", text: found.value }, everywhere, {
      signal,
    })) {
      const address = uri === null ? null : parseTextAddress(uri);
      // A library text that is open is one place, by whichever of the two it is known.
      if (uri !== null && (address === null || !named.has(keyOf(address))))
        documents.push({ uri, open: version !== null, certain: references.some(isCertain) });
    }
  }
  return {
    known: uses.state !== "unknown",
    uses: listOf(uses).map((use) => {
      const text = catalog.text(use.textId);
      return { ...use, code: text.state === "known" ? text.value.code : "" };
    }),
    documents,
    smartforms:
      found.state === "known"
        ? await smartformsReferringTo({ kind: "text", text: found.value }, { catalog, signal })
        : [],
  };
}

async function smartformsReferringTo(
  subject: Subject,
  { catalog, signal }: { readonly catalog: Catalog; readonly signal: AbortSignal },
): Promise<UsesResult["smartforms"]> {
  const found: UsesResult["smartforms"][number][] = [];
  let begun = performance.now();
  for (const smartform of listOf(catalog.smartforms())) {
    const references = [...inPages(smartform, subject, catalog)].flatMap((each) => each.references);
    if (references.length > 0) found.push({ name: smartform.name, certain: references.some(isCertain) });
    if (performance.now() - begun < slice) continue;
    await breathe();
    signal.throwIfAborted();
    begun = performance.now();
  }
  return found;
}

const isCertain = ({ how }: Reference): boolean => how !== "possible";

/**
 * A request that the author can send as it is, for the version that runs in the environment; null where the catalog
 * does not know the Smartform.
 */
export function sample(catalog: Catalog, { smartformId, environment }: SampleParams): SampleResult {
  const smartform = catalog.smartform(smartformId);
  if (smartform.state !== "known") return null;
  const version = smartform.value.deployed?.find((each) => each.environment === environment);
  const meant =
    version === undefined ? smartform.value : { ...smartform.value, fields: known(version.fields), pages: unknown };
  return {
    dialogDefinitionId: smartformId,
    ...(environment !== undefined && { environment }),
    ...sampleRequest(meant, { catalog, data: catalog.dataTable() }),
  };
}

export function listLanguages(catalog: Catalog): LanguagesResult {
  return listOf(catalog.languages());
}

function listOf<T>(answer: Answer<readonly T[]>): readonly T[] {
  return answer.state === "known" ? answer.value : [];
}
