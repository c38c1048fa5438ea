/**
 * Saves that did not end well, without VS Code: those that end closely together are told in one message, however many
 * documents were saved at once.
 */
import * as l10n from "@vscode/l10n";
import { brief } from "../../../language/index.ts";

/** Milliseconds. Saves that are started together do not end together. */
const pause = 200;
/**
 * Milliseconds. VS Code says of every single one that it failed, and shows no more than three messages in 800 ms: ours
 * comes after them.
 */
const longPause = 1000;

export interface Clock {
  /** Calls back later, unless what it returns is called before. */
  after(milliseconds: number, work: () => void): () => void;
}

interface Bursts<T> {
  /** Resolves as the work does. `failed`: what is to be told of it; undefined where there is nothing. */
  during<R>(
    work: () => Promise<R>,
    failed: (result: { readonly value: R } | { readonly error: unknown }) => T | undefined,
  ): Promise<R>;
  dispose(): void;
}

/** `tell` gets everything that failed since it was called last, once no work is under way any more. */
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

/** How many names stand in the message; the list has them all. */
const named = 3;

export function burstWords(names: readonly string[]): string {
  const shown = names.slice(0, named).map(brief).join(", ");
  const rest = names.length - named;
  return rest > 0
    ? l10n.t(
        "{0} saves did not end well: {1} and {2} more. What you wrote is kept in the editors.",
        names.length,
        shown,
        rest,
      )
    : l10n.t("{0} saves did not end well: {1}. What you wrote is kept in the editors.", names.length, shown);
}
