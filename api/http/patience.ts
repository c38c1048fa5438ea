/**
 * Decides when to retry. Reads are retried a few times, with jitter and within one budget for all calls; nothing else
 * is ever retried.
 */
import pRetry from "p-retry";
import { isApiError } from "../error.ts";
import type { ApiErrorCode } from "../error.ts";
import type { Retry } from "../operation.ts";
import type { Clock } from "./clock.ts";
import { failure } from "./failure.ts";
import type { Subject } from "./failure.ts";

interface Patience {
  /**
   * Waits until the service of this origin accepts requests again. Throws `rate-limited` at once if the wait would be
   * too long.
   */
  pass(origin: string, subject: Subject, options: { readonly signal: AbortSignal }): Promise<void>;
  /** Runs the call. Retries the call if the error and the call's retry class allow that. */
  insist<Answer>(
    run: (attempt: number) => Promise<Answer>,
    options: { readonly origin: string; readonly retry: Retry; readonly signal: AbortSignal },
  ): Promise<Answer>;
}

const retries = 2;
/** In milliseconds. If a wait would be longer, the call is refused: a person decides whether to wait. */
const longestWait = 60_000;
/**
 * Each retry takes from the budget, and each successful call gives a little back, so that a failing service is not
 * flooded with retries.
 */
const budget = { full: 100, retry: 5, success: 1 };

const passing: ReadonlySet<ApiErrorCode> = new Set(["rate-limited", "server-error", "unreachable", "truncated"]);

export function createPatience(clock: Clock): Patience {
  const quietUntil = new Map<string, number>();
  let left = budget.full;

  return {
    async pass(origin, subject, { signal }) {
      const wait = (quietUntil.get(origin) ?? 0) - clock.now();
      if (wait <= 0) return;
      if (wait > longestWait) throw failure("rate-limited", subject, "none", { retryAfter: Math.ceil(wait / 1000) });
      await clock.wait(wait, { signal });
    },

    async insist(run, { origin, retry, signal }) {
      const answer = await pRetry(run, {
        retries,
        minTimeout: 0,
        // Runs after the last attempt too, and for calls that are never retried, so that later calls wait as well.
        onFailedAttempt: ({ error, attemptNumber }) => {
          if (!isApiError(error) || error.code !== "rate-limited" || error.status === undefined) return;
          const wait = error.retryAfter === undefined ? jittered(1000, attemptNumber) : error.retryAfter * 1000;
          quietUntil.set(origin, Math.max(quietUntil.get(origin) ?? 0, clock.now() + wait));
        },
        shouldRetry: async ({ error, attemptNumber }) => {
          if (retry !== "free" || !isApiError(error) || !passing.has(error.code) || left < budget.retry) return false;
          if (error.code === "rate-limited" && (quietUntil.get(origin) ?? 0) - clock.now() > longestWait) return false;
          left -= budget.retry;
          if (error.code !== "rate-limited")
            await clock.wait(
              Math.max(jittered(200, attemptNumber), Math.min((error.retryAfter ?? 0) * 1000, longestWait)),
              { signal },
            );
          return true;
        },
      });
      left = Math.min(budget.full, left + budget.success);
      return answer;
    },
  };
}

function jittered(base: number, attempt: number): number {
  return base * 2 ** (attempt - 1) * (1 + Math.random());
}
