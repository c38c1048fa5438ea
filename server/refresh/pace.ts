/**
 * Something that may be wished for very often, and whose doing may come to nothing without anybody learning it. It is
 * done at once, with pauses while wishes go on, and once more a pause after the last of them.
 */

export interface Pace extends Disposable {
  readonly wish: () => void;
}

/** `pause` in milliseconds, asked for whenever work begins. */
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
