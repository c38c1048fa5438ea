/**
 * One counter for all catalogs of the program, so that equal revisions mean equal answers even after switching
 * catalogs.
 */

let last = 0;

export function nextRevision(): number {
  last += 1;
  return last;
}
