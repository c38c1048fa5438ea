/**
 * Texts whose contents hold some words as they are written, wherever in a word they stand: what the index of words
 * cannot tell.
 */
import { setImmediate as breathe } from "node:timers/promises";
import type { Catalog } from "../../language/index.ts";
import { inMeantLibrary } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { holdingRequest } from "../protocol.ts";
import type { HoldingParams, HoldingResult, Meant } from "../protocol.ts";

export const onHolding: Handler<HoldingParams & Meant, HoldingResult> = {
  method: holdingRequest,
  otherwise: () => ({ known: false, textIds: [] }),
  work: inMeantLibrary((params, { library, signal }) => holding(() => library().current, params, { signal })),
};

/** Milliseconds of work after which other requests have their turn. */
const slice = 10;

/** Letter case does not count: whoever asked looks again at what the service holds by then. */
async function holding(
  catalog: () => Catalog,
  { words, folderIds, language }: HoldingParams,
  { signal }: { readonly signal: AbortSignal },
): Promise<HoldingResult> {
  const wanted = words.toLowerCase();
  const all = catalog().search("", { limit: Number.MAX_SAFE_INTEGER, ...(folderIds && { folderIds }) });
  let known = catalog().languages().state === "known";
  const textIds: string[] = [];
  let begun = performance.now();
  for (const { id, languages } of all.state === "known" ? all.value : []) {
    if (performance.now() - begun > slice) {
      await breathe();
      signal.throwIfAborted();
      begun = performance.now();
    }
    if (languages.state !== "known") known = false;
    const looked =
      languages.state === "known" ? languages.value.filter((each) => language === null || each === language) : [];
    const holds = looked.some((each) => {
      const translation = catalog().translation(id, each);
      if (translation.state === "unknown") known = false;
      return translation.state === "known" && translation.value.content.toLowerCase().includes(wanted);
    });
    if (holds) textIds.push(id);
  }
  return { known, textIds };
}
