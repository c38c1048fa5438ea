/** The clock of the api room, which tests replace so that they need not wait. */
import { setTimeout } from "node:timers/promises";

export interface Clock {
  /** Returns the milliseconds of a monotonic clock. */
  now(): number;
  /** Rejects when the signal is aborted. */
  wait(milliseconds: number, options: { readonly signal: AbortSignal }): Promise<void>;
}

export const realClock: Clock = {
  now: () => performance.now(),
  wait: (milliseconds, options) => setTimeout(milliseconds, undefined, options),
};
