/** The texts of a folder or of a search, see `textsRequest`. */
import { inMeantLibrary } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { textsRequest } from "../protocol.ts";
import type { Meant, TextsParams, TextsResult } from "../protocol.ts";

export const onTexts: Handler<TextsParams & Meant, TextsResult> = {
  method: textsRequest,
  otherwise: () => ({ known: false, texts: [] }),
  /** A folder that does not exist is known to have no texts. */
  work: inMeantLibrary(({ folderId, ids, query, contents, limit }, { library }) => {
    const catalog = library().current;
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
    return { known: texts.state !== "unknown", texts: texts.state === "known" ? texts.value : [] };
  }),
};

/** Maximum number of texts that a search without a limit returns. */
const searchLimit = 200;
