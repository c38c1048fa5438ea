/**
 * Paces work that may be requested very often and that may fail unnoticed. Does the work at once, and repeats it with
 * pauses while requests continue. After the last request, the work is done twice, with a pause between.
 */

interface Pace extends Disposable {
  readonly wish: () => void;
}

/** `pause` in milliseconds; if it is a function, it is called whenever work begins. */
export function createPace(work: () => void, { pause }: { readonly pause: number | (() => number) }): Pace {
  let resting: NodeJS.Timeout | undefined;
  let left = 0;

  function wish(): void {
    left = 2;
    if (resting === undefined) next();
  }

  function next(): void {
    resting = undefined;
    if (left === 0) return;
    left -= 1;
    work();
    resting = setTimeout(next, typeof pause === "number" ? pause : pause());
  }

  return {
    wish,
    [Symbol.dispose]() {
      clearTimeout(resting);
    },
  };
}
