/**
 * Schedules checks of documents: at once after a change, or after the last change of a burst. This way, changes that
 * already wait in the stream are not answered one by one with outdated findings.
 */
import { mergeChanges } from "../../language/index.ts";
import type { TextChange } from "../../language/index.ts";

/** Milliseconds after which a document is checked even if changes keep coming. */
const longest = 50;
/** Milliseconds between two checks of what depends on the catalog, while the catalog keeps changing. */
const calm = 200;

export interface Schedule extends Disposable {
  /** One document changed. */
  readonly changed: (uri: string) => void;
  /**
   * Some texts of the library changed, or anything may have changed (null). What depends on the catalog is checked at
   * once, and then at most five times a second.
   */
  readonly libraryChanged: (change: TextChange | null) => void;
}

export function createSchedule({
  look,
  lookAtLibrary,
}: {
  readonly look: (uri: string) => void;
  readonly lookAtLibrary: (change: TextChange | null) => void;
}): Schedule {
  const waiting = new Set<string>();
  let quiet = true;
  let begun = 0;
  let ticking: NodeJS.Immediate | undefined;
  let resting: NodeJS.Timeout | undefined;
  let next: TextChange | null | undefined;

  function tick(): void {
    if (!quiet && performance.now() - begun < longest) {
      quiet = true;
      ticking = setImmediate(tick);
      return;
    }
    ticking = undefined;
    const uris = [...waiting];
    waiting.clear();
    for (const uri of uris) look(uri);
  }

  function libraryChanged(change: TextChange | null): void {
    if (resting) {
      next = next === undefined ? change : next && change && mergeChanges(next, change);
      return;
    }
    lookAtLibrary(change);
    resting = setTimeout(() => {
      const waited = next;
      resting = next = undefined;
      if (waited !== undefined) libraryChanged(waited);
    }, calm);
  }

  return {
    libraryChanged,
    changed(uri) {
      waiting.add(uri);
      quiet = false;
      if (ticking) return;
      begun = performance.now();
      ticking = setImmediate(tick);
    },
    [Symbol.dispose]() {
      clearImmediate(ticking);
      clearTimeout(resting);
    },
  };
}
