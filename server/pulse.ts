/** Tells who waits for it that something changed on disk, or that everything may have changed. */

/** What happened since the last time somebody asked. */
export interface Changes {
  /** The catalog, settings or workspace folders changed: what was found in any file may be another answer now. */
  readonly everything: boolean;
  /** Absolute paths of files and folders that something happened to. */
  readonly paths: ReadonlySet<string>;
}

export interface Pulse {
  /** A path, or everything. */
  beat(path?: string): void;
  /** From now on; the answer waits until something happened, and rejects when it is cancelled. */
  listen(signal: AbortSignal): { readonly next: () => Promise<Changes> };
}

export function createPulse(): Pulse {
  const listeners = new Set<(path: string | undefined) => void>();
  return {
    beat(path) {
      for (const listener of listeners) listener(path);
    },
    listen(signal) {
      let everything = false;
      let paths = new Set<string>();
      let wake: (() => void) | undefined;
      const listener = (path: string | undefined): void => {
        if (path === undefined) everything = true;
        else paths.add(path);
        wake?.();
      };
      listeners.add(listener);
      signal.addEventListener("abort", () => {
        listeners.delete(listener);
        wake?.();
      }, { once: true });
      return {
        async next() {
          while (!signal.aborted && !everything && paths.size === 0) await new Promise<void>((resolve) => { wake = resolve; });
          signal.throwIfAborted();
          const changes: Changes = { everything, paths };
          everything = false;
          paths = new Set();
          return changes;
        },
      };
    },
  };
}
