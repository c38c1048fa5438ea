/** Calls to the service that the client makes for the server, with its own credentials, proxy and certificates. */
import { CancellationTokenSource, ResponseError } from "vscode-languageserver";
import type { Connection } from "vscode-languageserver";
import { ApiError } from "../../api/index.ts";
import type { AnswerOf, ReadOperationId } from "../../api/index.ts";
import type { Call } from "../../catalog/index.ts";
import { callRequest } from "../protocol.ts";
import type { CallFailure, CallParams, CatalogIdentity } from "../protocol.ts";

export function callThroughClient(connection: Connection, { name, owner }: CatalogIdentity): Call {
  return async (operation, request, { signal }) => {
    const params: CallParams = { owner: { name, owner }, operation, request };
    try {
      return await cancellable<AnswerOf<typeof operation>>(connection, params, signal);
    } catch (error) {
      throw toApiError(operation, error);
    }
  };
}

/**
 * Sends the cancellation to the client, and rejects at once, so that a cancelled reading does not wait for a client
 * that never answers.
 */
async function cancellable<T>(connection: Connection, params: CallParams, signal: AbortSignal | undefined): Promise<T> {
  signal?.throwIfAborted();
  const source = new CancellationTokenSource();
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = (): void => {
    source.cancel();
    reject(signal?.reason as Error);
  };
  signal?.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([connection.sendRequest<T>(callRequest, params, source.token), stopped]);
  } finally {
    signal?.removeEventListener("abort", stop);
    source.dispose();
  }
}

function toApiError(operation: ReadOperationId, error: unknown): unknown {
  if (!(error instanceof ResponseError)) return error;
  const failure = isFailure(error.data) ? error.data : { code: "unreachable", outcome: "none" };
  return new ApiError(
    failure.code as ApiError["code"],
    operation,
    failure.outcome as ApiError["outcome"],
    error.message,
    {
      ...(failure.status === undefined ? {} : { status: failure.status }),
      ...(failure.retryAfter === undefined ? {} : { retryAfter: failure.retryAfter }),
      cause: error,
    },
  );
}

function isFailure(data: unknown): data is CallFailure {
  return (
    typeof data === "object" &&
    data !== null &&
    "code" in data &&
    typeof data.code === "string" &&
    "outcome" in data &&
    typeof data.outcome === "string"
  );
}
