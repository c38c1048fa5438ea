/**
 * Groups failed saves. Saves that end shortly after each other are reported in one message, however many documents were
 * saved at once. Does not import `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { brief } from "../../../language/index.ts";

/** Milliseconds to wait for more failures, because saves that start together do not end together. */
const pause = 200;
/**
 * Milliseconds to wait if several saves failed. VS Code reports every failure separately, at most three in 800 ms, and
 * this extension's message is to come after those reports.
 */
const longPause = 1000;

export interface Clock {
  /** Calls back later, unless the returned function is called first. */
  after(milliseconds: number, work: () => void): () => void;
}

interface Bursts<T> {
  /** Settles in the same way as the work. `failed` returns what to report; undefined if nothing. */
  during<R>(
    work: () => Promise<R>,
    failed: (result: { readonly value: R } | { readonly error: unknown }) => T | undefined,
  ): Promise<R>;
  dispose(): void;
}

/** Calls `tell` with everything that failed since the last call, once no work is running. */
export function createBursts<T>(tell: (failed: readonly T[]) => void, clock: Clock): Bursts<T> {
  let underway = 0;
  let waiting: T[] = [];
  let cancel = (): void => {};

  function end(failure: T | undefined): void {
    underway -= 1;
    if (failure !== undefined) waiting.push(failure);
    cancel();
    if (waiting.length === 0) return;
    cancel = clock.after(waiting.length === 1 ? pause : longPause, () => {
      if (underway > 0) return;
      const told = waiting;
      waiting = [];
      tell(told);
    });
  }

  return {
    async during(work, failed) {
      underway += 1;
      try {
        const value = await work();
        end(failed({ value }));
        return value;
      } catch (error) {
        end(failed({ error }));
        throw error;
      }
    },
    dispose: () => cancel(),
  };
}

/** How many names the message contains; the list has all of them. */
const named = 3;

export function burstWords(names: readonly string[]): string {
  const shown = names.slice(0, named).map(brief).join(", ");
  const rest = names.length - named;
  return rest > 0
    ? l10n.t(
        "{0} saves had problems: {1} and {2} more. What you wrote is kept in the editors.",
        names.length,
        shown,
        rest,
      )
    : l10n.t("{0} saves had problems: {1}. What you wrote is kept in the editors.", names.length, shown);
}
