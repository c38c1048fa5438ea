/**
 * When documents are looked at again: at once after a change, but after the last one of a burst, so that the changes that already wait in
 * the stream are not each answered with findings that are out of date.
 */

/** Milliseconds after which a document is looked at although changes keep coming. */
const longest = 50;
/** Milliseconds between two looks at every document while the catalog keeps changing. */
const calm = 200;

export interface Schedule extends Disposable {
  /** One document changed. */
  readonly changed: (uri: string) => void;
  /** Everything may have changed; the first time at once, then at most five times a second. */
  readonly everythingChanged: () => void;
}

export function createSchedule({ look, lookAtAll }: { readonly look: (uri: string) => void; readonly lookAtAll: () => void }): Schedule {
  const waiting = new Set<string>();
  let quiet = true;
  let begun = 0;
  let ticking: NodeJS.Immediate | undefined;
  let resting: NodeJS.Timeout | undefined;
  let again = false;

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

  function everythingChanged(): void {
    if (resting) {
      again = true;
      return;
    }
    lookAtAll();
    resting = setTimeout(() => {
      resting = undefined;
      if (!again) return;
      again = false;
      everythingChanged();
    }, calm);
  }

  return {
    everythingChanged,
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
