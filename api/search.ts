/** All pages of a search, one after the other. There is no snapshot: others write while we read. */
import type { AnswerOf, QueryOf, Request } from "./http/client.ts";

type Answer = AnswerOf<"textlibrary.search">;

/** The search, however it reaches the service. */
export type SearchCall = (
  operation: "textlibrary.search",
  request: Request<"textlibrary.search">,
  options: { readonly signal?: AbortSignal },
) => Promise<Answer>;

interface SearchPage {
  /** From 0. */
  readonly page: number;
  /** As the service says now; 0 where nothing was found. */
  readonly totalPages: number;
  readonly totalCount: number;
  /** Texts that no earlier page had. Their fields may be left out: read a text before it is edited. */
  readonly texts: Answer["texts"]["items"];
  /** Every matching folder; the same on each page. */
  readonly folders: Answer["folders"];
}

/**
 * Yields page by page, from 0 or from `firstPage` where an earlier reading stopped, until the service's own count of
 * pages is reached. Returns whether the list held still: `moved` means that the total changed or a page came short, so
 * that texts may have been missed. Absence from the list is never a deletion. Rejects with ApiError.
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
    // The size of a page is what the service made of the one that was asked for.
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
