/**
 * Everything that can go wrong with a call, as one error with a stable code. It never contains a secret, a token or a
 * request body.
 */
import type { OperationId } from "./operations.ts";

export type ApiErrorCode =
  // The service answered with a refusal.
  | "bad-request"
  | "unauthorized"
  | "forbidden"
  | "not-found"
  | "not-acceptable"
  | "conflict"
  | "too-large"
  | "rate-limited"
  | "server-error"
  | "not-implemented"
  | "unexpected-status"
  // The service's answer cannot be used.
  | "redirect-refused"
  | "wrong-type"
  | "truncated"
  | "invalid-answer"
  | "answer-too-large"
  // There was no answer.
  | "unreachable"
  | "tls"
  | "proxy"
  | "timeout"
  | "cancelled"
  // The request was never sent.
  | "invalid-request"
  | "ticket-refused"
  | "not-configured"
  | "sign-in-failed"
  | "origin-refused";

/**
 * What is known about the effect of a call. `none`: nothing happened on the service. `done`: the call took effect, but
 * its answer cannot be used. `unknown`: the call may have taken effect; check before you say or do anything.
 */
export type Outcome = "none" | "done" | "unknown";

export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ApiErrorCode;
  readonly operation: OperationId | "token";
  readonly outcome: Outcome;
  /** HTTP status, if there was an answer. */
  readonly status: number | undefined;
  /**
   * The service's words about the failure: plain text, sanitised, at most 500 characters; for display only, never for
   * decisions.
   */
  readonly detail: string | undefined;
  /** Seconds until the service accepts the next request, if it says so. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ApiErrorCode,
    operation: OperationId | "token",
    outcome: Outcome,
    message: string,
    more: {
      readonly status?: number;
      readonly detail?: string;
      readonly retryAfter?: number;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.operation = operation;
    this.outcome = outcome;
    this.status = more.status;
    this.detail = more.detail;
    this.retryAfter = more.retryAfter;
  }
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError;
}

/** The client gets no secret to sign in with. The message says why, in whole sentences for the user. */
export class SecretWithheld extends Error {}

/** No service answers at the address, so the client gets no secret. The call fails as `unreachable`. */
export class NobodyThere extends Error {}
