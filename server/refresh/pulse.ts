/** Notifies its listeners that something changed on disk or in the library, or that everything may have changed. */
import { mergeChanges } from "../../language/index.ts";
import type { TextChange } from "../../language/index.ts";

/** What happened since the listener's last request. */
export interface Changes {
  /** The catalog, settings or workspace folders changed: the findings of any file may differ now. */
  readonly everything: boolean;
  /** Absolute paths of changed files and folders. */
  readonly paths: ReadonlySet<string>;
  /** null if no texts of the library changed. */
  readonly texts: TextChange | null;
}

export interface Pulse {
  /**
   * Notifies the listeners that a path changed, that texts of the library changed, or (undefined) that everything may
   * have changed.
   */
  beat(what?: string | TextChange): void;
  /** Collects changes from now on; `next` resolves once something has happened, and rejects when cancelled. */
  listen(signal: AbortSignal): { readonly next: () => Promise<Changes> };
}

export function createPulse(): Pulse {
  const listeners = new Set<(what: string | TextChange | undefined) => void>();
  return {
    beat(what) {
      for (const listener of listeners) listener(what);
    },
    listen(signal) {
      let everything = false;
      let paths = new Set<string>();
      let texts: TextChange | null = null;
      let wake: (() => void) | undefined;
      const listener = (what: string | TextChange | undefined): void => {
        if (what === undefined) everything = true;
        else if (typeof what === "string") paths.add(what);
        else texts = texts === null ? what : mergeChanges(texts, what);
        wake?.();
      };
      listeners.add(listener);
      signal.addEventListener(
        "abort",
        () => {
          listeners.delete(listener);
          wake?.();
        },
        { once: true },
      );
      return {
        async next() {
          while (!signal.aborted && !everything && paths.size === 0 && texts === null)
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          signal.throwIfAborted();
          const changes: Changes = { everything, paths, texts };
          everything = false;
          paths = new Set();
          texts = null;
          return changes;
        },
      };
    },
  };
}
