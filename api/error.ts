/**
 * Everything that can go wrong with a call, as one error with a stable code. Never holds a secret, a token or a request
 * body.
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
  // The call never left.
  | "invalid-request"
  | "ticket-refused"
  | "not-configured"
  | "sign-in-failed"
  | "origin-refused";

/**
 * What is known about the effect. `none`: nothing happened on the service. `done`: it took effect, only the answer
 * cannot be used. `unknown`: it may have happened; look before you say or do anything.
 */
export type Outcome = "none" | "done" | "unknown";

export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ApiErrorCode;
  readonly operation: OperationId | "token";
  readonly outcome: Outcome;
  /** HTTP status, where there was an answer. */
  readonly status: number | undefined;
  /**
   * What the service wrote about it: plain text, sanitised, at most 500 characters; for people only, never for
   * decisions.
   */
  readonly detail: string | undefined;
  /** Seconds until the service wants to be asked again, where it said so. */
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

/** By its name: what is loaded later is a bundle of its own and has a class of its own. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === "ApiError";
}

/** Why a client is given no secret to sign in with, in whole sentences for people. */
export class SecretWithheld extends Error {}

/** Nobody answers at the service's address. The client is given no secret, and the call fails as unreachable. */
export class NobodyThere extends Error {}
