/**
 * The one function for every operation of the table: checks, ticket, token, exchange, retries and log, in this order.
 */
import * as l10n from "@vscode/l10n";
import type { Api, ApiOptions, CallRecord } from "./client.ts";
import { isApiError } from "../error.ts";
import type { ApiError } from "../error.ts";
import type { OperationId } from "../operations.ts";
import { operationOf } from "../operations.ts";
import { redeemTicket } from "./ticket.ts";
import type { Ticket } from "./ticket.ts";
import { realClock } from "./clock.ts";
import { decode, isFile } from "./decode.ts";
import { failure, outcomeOf } from "./failure.ts";
import type { Subject } from "./failure.ts";
import { createPatience } from "./patience.ts";
import { prepare } from "./prepare.ts";
import type { AnyRequest, Prepared } from "./prepare.ts";
import { createTokens } from "./tokens.ts";
import { largestFileAnswer, openWire } from "./wire.ts";
import type { Reply, Send } from "./wire.ts";

/** Opens no connection before the first call. */
export function createApi(options: ApiOptions, { clock = realClock } = {}): Api {
  // A copy: a caller that changes its object later cannot send the credentials to another host.
  const connection = Object.freeze({ ...options.connection });
  const wire = openWire(options);
  const closing = new AbortController();
  const patience = createPatience(clock);
  const tokens = createTokens({
    connection,
    secret: options.secret,
    clock,
    signal: closing.signal,
    send: (send) => logged(send, { attempt: 1, signal: closing.signal }),
  });

  async function logged(
    send: Send,
    { attempt, signal }: { readonly attempt: number; readonly signal: AbortSignal },
  ): Promise<Reply> {
    const { operation } = send.subject;
    const at = new Date();
    const begun = clock.now();
    const record = (result: Pick<CallRecord, "status" | "error" | "bytes">): void =>
      options.log?.({
        at,
        operation,
        method: send.method,
        path: operation === "token" ? "/connect/token" : operationOf(operation).path,
        host: send.url.host,
        milliseconds: Math.round(clock.now() - begun),
        attempt,
        ...result,
      });
    try {
      const reply = await wire.send(send, { signal });
      record({ status: reply.status, error: reply.cut, bytes: reply.bytes.length });
      return reply;
    } catch (error) {
      record({ status: undefined, error: isApiError(error) ? error.code : "unreachable", bytes: undefined });
      throw error;
    }
  }

  async function attemptOnce(
    { row, url, payload, files, subject, ...rest }: Prepared,
    { attempt, signal }: { readonly attempt: number; readonly signal: AbortSignal },
  ): Promise<unknown> {
    await patience.pass(url.origin, subject, { signal });
    const exchange = (token: string): Promise<Reply> =>
      logged(
        {
          subject,
          method: row.method,
          url,
          ...(isFile(row.response) && { largest: largestFileAnswer }),
          body: payload === undefined ? undefined : { json: payload, files },
          headers: {
            authorization: `Bearer ${token}`,
            accept: acceptOf[row.response],
            ...(payload === undefined ? {} : { "content-type": row.sends ?? "application/json" }),
          },
        },
        { attempt, signal },
      );
    let token = await unlessAborted(tokens.get(), signal);
    let reply = await exchange(token);
    if (reply.status === 401) {
      // If the service refused the token, it did nothing: the call is repeated, whatever its retry class, but only
      // once.
      tokens.drop(token);
      token = await unlessAborted(tokens.get(), signal);
      reply = await exchange(token);
    }
    if (reply.status === 401) tokens.drop(token);
    return decode({ row, url, payload, files, subject, ...rest }, reply, { secrets: [token] });
  }

  async function call(
    operation: OperationId,
    request: AnyRequest,
    { signal: callers, ticket }: { readonly signal?: AbortSignal; readonly ticket?: Ticket } = {},
  ): Promise<unknown> {
    const prepared = prepare(connection, operation, request);
    const signal = callers === undefined ? closing.signal : AbortSignal.any([callers, closing.signal]);
    if (signal.aborted) throw told(failure("cancelled", prepared.subject, "none"), prepared.subject, callers);
    if (prepared.needsTicket && (ticket === undefined || !redeemTicket(ticket, connection, prepared)))
      throw failure("ticket-refused", prepared.subject, "none");
    const { origin } = prepared.url;
    try {
      return await patience.insist((attempt) => attemptOnce(prepared, { attempt, signal }), {
        origin,
        retry: prepared.row.retry,
        signal,
      });
    } catch (error) {
      throw told(isApiError(error) ? error : unexpected(error, prepared.subject, signal), prepared.subject, callers);
    }
  }

  /** Adds the reason if the call was aborted because this client was closed, and not because the caller cancelled. */
  function told(error: ApiError, subject: Subject, callers: AbortSignal | undefined): ApiError {
    if (error.code !== "cancelled" || !closing.signal.aborted || callers?.aborted === true) return error;
    // If the call may have taken effect, the message already says to check first, so no advice follows.
    const advice = error.outcome === "none" ? l10n.t("Do it again.") : "";
    return failure("cancelled", subject, error.outcome, {
      happened: l10n.t("the connection was changed or closed in the meantime"),
      advice,
      cause: error,
    });
  }

  return {
    connection,
    call: call as Api["call"],
    async signIn({ signal: callers } = {}) {
      const signal = callers === undefined ? closing.signal : AbortSignal.any([callers, closing.signal]);
      try {
        await unlessAborted(tokens.get(), signal);
      } catch (error) {
        throw isApiError(error)
          ? error
          : unexpected(error, { operation: "token", effect: "read", host: new URL(connection.authUrl).host }, signal);
      }
    },
    async close() {
      closing.abort();
      tokens.forget();
      await wire.close();
    },
  };
}

const acceptOf = {
  json: "application/json",
  bare: "*/*",
  pdf: "application/pdf",
  file: "*/*",
  html: "text/html",
  text: "text/plain",
  empty: "application/json",
} as const;

/**
 * Converts an error that is not an ApiError. If the error comes from a cancellation, the call had no effect: it was
 * waiting, either to send its request or to repeat a read. Any other error is a bug in this code and is kept as the
 * cause.
 */
function unexpected(cause: unknown, subject: Subject, signal: AbortSignal) {
  if (signal.aborted) return failure("cancelled", subject, "none");
  return failure("unreachable", subject, outcomeOf(subject), {
    happened: l10n.t("the call stopped for an unknown reason"),
    cause,
  });
}

/** Rejects on abort. The promise itself continues for its other callers. */
async function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
