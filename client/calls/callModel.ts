/**
 * Passes the language server's calls to the service through the extension host, and formats a call's log line. Does not
 * import `vscode`.
 */
import { messageOf } from "../../language/index.ts";
import { isApiError, isRead } from "../../api/index.ts";
import type { Api, CallRecord, OperationId, Request } from "../../api/index.ts";
import type { CallFailure, CallParams } from "../../server/protocol.ts";

/**
 * Returns the answer, or the failure in the form of the protocol. Carries out only reads, whatever is requested: no
 * write is sent from here.
 */
export async function answerCall(
  params: Pick<CallParams, "operation" | "request">,
  api: () => Promise<Pick<Api, "call">>,
  options: { readonly signal: AbortSignal },
): Promise<{ readonly answer: unknown } | { readonly failure: CallFailure; readonly message: string }> {
  const { operation, request } = params;
  if (!isRead(operation)) return refuse(`The language server must not call ${operation}: only reads are done for it.`);
  try {
    const { call } = await api();
    const read = call as (
      id: OperationId,
      request: Request<OperationId>,
      options: { readonly signal: AbortSignal },
    ) => Promise<unknown>;
    return { answer: await read(operation, (request ?? {}) as Request<OperationId>, options) };
  } catch (error) {
    if (!isApiError(error))
      return {
        failure: { code: "not-configured", outcome: "none" },
        message: messageOf(error),
      };
    const { code, outcome, status, retryAfter, message } = error;
    return {
      failure: {
        code,
        outcome,
        ...(status === undefined ? {} : { status }),
        ...(retryAfter === undefined ? {} : { retryAfter }),
      },
      message,
    };
  }
}

function refuse(message: string): { readonly failure: CallFailure; readonly message: string } {
  return { failure: { code: "invalid-request", outcome: "none" }, message };
}

/**
 * One line: operation, method, host, path as in the operation table, status, milliseconds. Never a query, a body or a
 * header.
 */
export function callLine({ operation, method, path, host, status, error, milliseconds, attempt }: CallRecord): string {
  const again = attempt > 1 ? `, attempt ${attempt}` : "";
  return `${operation}: ${method} ${host}${path} → ${status ?? "no answer"}${error === undefined ? "" : ` (${error})`}, ${Math.round(milliseconds)} ms${again}`;
}
