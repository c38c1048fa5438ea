/**
 * One counter for every catalog of the program, so that equal revisions mean equal answers even after a switch of
 * catalogs.
 */

let last = 0;

export function nextRevision(): number {
  last += 1;
  return last;
}
