/** Returns the lengths of the common beginning and end, which never overlap. */
export function sameEnds(
  one: ArrayLike<unknown>,
  other: ArrayLike<unknown>,
): { readonly head: number; readonly tail: number } {
  const most = Math.min(one.length, other.length);
  let head = 0;
  while (head < most && one[head] === other[head]) head += 1;
  let tail = 0;
  while (tail < most - head && one[one.length - 1 - tail] === other[other.length - 1 - tail]) tail += 1;
  return { head, tail };
}
