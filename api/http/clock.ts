/** Time as the api room sees it, so that tests need not wait. */
import { setTimeout } from "node:timers/promises";

export interface Clock {
  /** Milliseconds of a clock that nobody sets. */
  now(): number;
  /** Rejects when the signal is aborted. */
  wait(milliseconds: number, options: { readonly signal: AbortSignal }): Promise<void>;
}

export const realClock: Clock = {
  now: () => performance.now(),
  wait: (milliseconds, options) => setTimeout(milliseconds, undefined, options),
};
