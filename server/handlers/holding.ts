/**
 * Returns texts whose contents contain the words literally, even inside a longer word, where the index of words cannot
 * find them.
 */
import { inMeantLibrary } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { holdingRequest } from "../protocol.ts";
import type { HoldingParams, HoldingResult, Meant } from "../protocol.ts";
import { newTurn } from "../turn.ts";

export const onHolding: Handler<HoldingParams & Meant, HoldingResult> = {
  method: holdingRequest,
  otherwise: () => ({ known: false, textIds: [] }),
  /**
   * Ignores letter case, so it may return too many texts: the caller reads each text from the service and checks it
   * again.
   */
  work: inMeantLibrary(async ({ words, folderIds, language }, { library, signal }) => {
    const wanted = words.toLowerCase();
    const all = library().current.search("", { limit: Number.MAX_SAFE_INTEGER, ...(folderIds && { folderIds }) });
    let known = library().current.languages().state === "known";
    const textIds: string[] = [];
    const turn = newTurn({ signal });
    for (const { id, languages } of all.state === "known" ? all.value : []) {
      if (turn.isOver()) await turn.pass();
      if (languages.state !== "known") known = false;
      const looked =
        languages.state === "known" ? languages.value.filter((each) => language === null || each === language) : [];
      const holds = looked.some((each) => {
        const translation = library().current.translation(id, each);
        if (translation.state === "unknown") known = false;
        return translation.state === "known" && translation.value.content.toLowerCase().includes(wanted);
      });
      if (holds) textIds.push(id);
    }
    return { known, textIds };
  }),
};
