/**
 * Returns the first index below `length` for which `holds` is true, or `length` if there is none. `holds` has to be
 * false up to that index and true from there on.
 */
export function bisect(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
