/** Everything that refers to a library text, see `usesRequest`. */
import type { Answer, Catalog, Reference, Subject } from "../../language/index.ts";
import { parseTextAddress } from "../places/address.ts";
import { inMeantLibrary } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { inDocuments, keyOf } from "../workspace/occurrences.ts";
import { usesRequest } from "../protocol.ts";
import type { Meant, UsesParams, UsesResult } from "../protocol.ts";
import { inPages } from "../library/smartformPages.ts";
import { newTurn } from "../turn.ts";

export const onUses: Handler<UsesParams & Meant, UsesResult> = {
  method: usesRequest,
  otherwise: () => ({ known: false, uses: [], documents: [], smartforms: [] }),
  work: inMeantLibrary(async ({ textId }, surroundings) => {
    const { signal } = surroundings;
    const everywhere = surroundings.everywhere();
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
        // An open library text that is also among the uses counts once.
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
  }),
};

async function smartformsReferringTo(
  subject: Subject,
  { catalog, signal }: { readonly catalog: Catalog; readonly signal: AbortSignal },
): Promise<UsesResult["smartforms"]> {
  const found: UsesResult["smartforms"][number][] = [];
  const turn = newTurn({ signal });
  for (const smartform of listOf(catalog.smartforms())) {
    const references = [...inPages(smartform, subject, catalog)].flatMap((each) => each.references);
    if (references.length > 0) found.push({ name: smartform.name, certain: references.some(isCertain) });
    if (turn.isOver()) await turn.pass();
  }
  return found;
}

const isCertain = ({ how }: Reference): boolean => how !== "possible";

function listOf<T>(answer: Answer<readonly T[]>): readonly T[] {
  return answer.state === "known" ? answer.value : [];
}
