/** Something that may be wished for very often and does its work with pauses: at once, and after a pause once more where it was wished for meanwhile. */

export interface Pace extends Disposable {
  readonly wish: () => void;
}

/** `pause` in milliseconds. */
export function createPace(work: () => void, { pause }: { readonly pause: number }): Pace {
  let resting: NodeJS.Timeout | undefined;
  let wished = false;

  function wish(): void {
    wished = true;
    if (resting === undefined) next();
  }

  function next(): void {
    resting = undefined;
    if (!wished) return;
    wished = false;
    work();
    resting = setTimeout(next, pause);
  }

  return {
    wish,
    [Symbol.dispose]() {
      clearTimeout(resting);
    },
  };
}
