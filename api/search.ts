/** Reads all pages of a search, one after the other. There is no snapshot: others may write during the reading. */
import type { AnswerOf, QueryOf, Request } from "./http/client.ts";

type Answer = AnswerOf<"textlibrary.search">;

/** The caller's function that makes the search. */
export type SearchCall = (
  operation: "textlibrary.search",
  request: Request<"textlibrary.search">,
  options: { readonly signal?: AbortSignal },
) => Promise<Answer>;

interface SearchPage {
  /** From 0. */
  readonly page: number;
  /** The service's current count; 0 if nothing was found. */
  readonly totalPages: number;
  readonly totalCount: number;
  /** Texts that were on no earlier page. Fields may be missing: read a text before editing it. */
  readonly texts: Answer["texts"]["items"];
  /** Every matching folder; the same on every page. */
  readonly folders: Answer["folders"];
}

/**
 * Yields page by page, from 0 or from `firstPage` to resume an earlier reading, until the service's own count of pages
 * is reached. The returned `moved` is true if the list changed during the reading: the total changed or a page was too
 * short, so texts may have been missed. A text that is absent from the list need not have been deleted. Rejects with
 * ApiError.
 */
export async function* searchTexts(
  call: SearchCall,
  query: Omit<NonNullable<QueryOf<"textlibrary.search">>, "page">,
  { firstPage = 0, signal }: { readonly firstPage?: number; readonly signal?: AbortSignal } = {},
): AsyncGenerator<SearchPage, { readonly moved: boolean }, void> {
  const seen = new Set<string>();
  let total: number | undefined;
  let moved = false;
  for (let page = firstPage; ; page += 1) {
    const { texts, folders } = await call(
      "textlibrary.search",
      { query: { pageSize: 100, ...query, page } },
      { signal },
    );
    const fresh = texts.items.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    // The page size that the service chose may differ from the requested one.
    const short = texts.items.length < Math.min(texts.pageSize, Math.max(0, texts.totalCount - page * texts.pageSize));
    moved ||=
      short ||
      texts.page !== page ||
      fresh.length < texts.items.length ||
      (total !== undefined && total !== texts.totalCount);
    total = texts.totalCount;
    yield { page, totalPages: texts.totalPages, totalCount: texts.totalCount, texts: fresh, folders };
    if (page + 1 >= texts.totalPages) return { moved };
    if (texts.items.length === 0) return { moved: true };
  }
}
