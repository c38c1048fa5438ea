/** A line on a terminal that says how far a long check has got. It is erased at the end. */

export interface Progress {
  /** Begins to count. `total` is called when the line first appears. */
  begin(total: () => number): void;
  /** Counts one more file as checked. */
  step(): void;
  /** Erases the line, so that something else can be printed. */
  clear(): void;
}

/** In milliseconds. */
const [untilShown, untilChanged] = [500, 100];

/** `now` returns the time in milliseconds. */
export function progressOn(
  stream: { readonly isTTY?: boolean; write(text: string): unknown },
  now: () => number = () => performance.now(),
): Progress {
  let [done, next, isShown] = [0, 0, false];
  let total: number | undefined;
  let count = () => 0;
  return {
    begin(howMany) {
      [done, next, total, count] = [0, now() + untilShown, undefined, howMany];
    },
    step() {
      done++;
      if (stream.isTTY !== true || now() < next) return;
      next = now() + untilChanged;
      total ??= count();
      stream.write(`\r\u001b[Kchecked ${done} of ${total}`);
      isShown = true;
    },
    clear() {
      if (isShown) stream.write("\r\u001b[K");
      isShown = false;
    },
  };
}
