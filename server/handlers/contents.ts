/** Contents of all library texts, see `contentsRequest`. */
import { chooseTranslation, formatOf } from "../../language/index.ts";
import type { Catalog, Format } from "../../language/index.ts";
import { inMeantLibrary } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { contentsRequest } from "../protocol.ts";
import type { ContentsParams, ContentsResult, Meant } from "../protocol.ts";

export const onContents: Handler<ContentsParams & Meant, ContentsResult> = {
  method: contentsRequest,
  otherwise: () => ({ known: false, texts: [], next: null }),
  work: inMeantLibrary((params, { library }) => contents(library().current, params)),
};

/** Returns the contents of library texts in one language (or its fallback), page by page in a fixed order. */
export function contents(catalog: Catalog, { after, limit, language }: ContentsParams): ContentsResult {
  const all = catalog.search("", { limit: after + limit + 1 });
  if (all.state !== "known") return { known: false, texts: [], next: null };
  const page = all.value.slice(after, after + limit);
  const texts = page.flatMap((text) => {
    const chosen = chooseTranslation(catalog, text, language ?? undefined);
    const format: Format = formatOf(text.contentType);
    return chosen.state === "known" ? [{ textId: text.id, content: chosen.value.translation.content, format }] : [];
  });
  return { known: true, texts, next: all.value.length > after + limit ? after + limit : null };
}
