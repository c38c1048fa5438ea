/** How a catalog calls the service. */
import type { AnswerOf, ReadOperationId, Request } from "../api/index.ts";

/**
 * Calls the service for a live catalog: in VS Code through the extension host, elsewhere through the api client.
 * Rejects with ApiError.
 */
export type Call = <Id extends ReadOperationId>(
  operation: Id,
  request: Request<Id>,
  options: { readonly signal?: AbortSignal },
) => Promise<AnswerOf<Id>>;
