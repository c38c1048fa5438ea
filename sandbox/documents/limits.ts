/** Rate limits of the document editor, per company. */
import type { Call } from "../base/call.ts";
import { Refusal } from "../base/refusal.ts";
import type { State } from "../base/state.ts";

/** Requests per second, and how many may come at once. */
const rates: Readonly<Record<string, { readonly perSecond: number; readonly burst: number }>> = {
  "5 per s, burst 10": { perSecond: 5, burst: 10 },
  "1 per minute": { perSecond: 1 / 60, burst: 1 },
};

/**
 * Takes one request from the company's bucket; refuses if the bucket is empty (document 3, "Limits"; T144, N29). Call
 * it only after the request is known to be valid.
 */
export function takeTurn({ state, company }: Pick<Call, "state" | "company">): void {
  const rate = rates[state.choice("E5")];
  if (rate === undefined) return;
  const now = state.now();
  const bucket = state.one<{ filled: number; at: number }>(
    "SELECT filled, at FROM requestBucket WHERE company = ?",
    company,
  ) ?? { filled: rate.burst, at: now };
  const filled = Math.min(rate.burst, bucket.filled + (Math.max(0, now - bucket.at) / 1000) * rate.perSecond);
  if (filled < 1) {
    const seconds = Math.ceil((1 - filled) / rate.perSecond);
    throw new Refusal("too-many", undefined, { headers: retryAfter(state, seconds) });
  }
  state.run(
    "INSERT INTO requestBucket VALUES (?, ?, ?) ON CONFLICT (company) DO UPDATE SET filled = excluded.filled, at = excluded.at",
    company,
    filled - 1,
    now,
  );
}

/**
 * The date in Retry-After is rounded up to whole seconds. It is a time of the service's clock, so the Date header tells
 * the caller what that clock shows now.
 */
function retryAfter(state: State, seconds: number): Readonly<Record<string, string>> {
  const now = state.now();
  switch (state.choice("N29")) {
    case "seconds":
      return { "retry-after": String(seconds) };
    case "date":
      return {
        "retry-after": new Date(Math.ceil(now / 1000 + seconds) * 1000).toUTCString(),
        date: new Date(now).toUTCString(),
      };
    default:
      return {};
  }
}
