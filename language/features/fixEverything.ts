/**
 * Applies fixes again and again until no finding with one clear fix is left. This also repairs findings that appear
 * only after another fix.
 */
import type { TextEdit } from "../range.ts";
import type { Finding } from "../rules/finding.ts";

/**
 * Fixes rarely lead to further findings more than twice in a row. The limit also stops two fixes that undo each other.
 */
const mostRounds = 10;

export interface Repairs {
  /** In order and without overlap. */
  readonly edits: readonly TextEdit[];
  /** How many findings the edits repair, including findings that appeared only after another fix. */
  readonly repaired: number;
  /** The findings that remain after the edits. They have no single clear fix. */
  readonly left: readonly Finding[];
}

export interface Once {
  readonly edits: readonly TextEdit[];
  readonly repaired: number;
}

interface Rounds<Read> {
  readonly fixOnce: (read: Read, found: readonly Finding[]) => Once;
  /** Returns what is read and found after the edits. */
  readonly after: (
    read: Read,
    edits: readonly TextEdit[],
  ) => { readonly read: Read; readonly found: readonly Finding[] };
}

/** Returns the edits after which `fixOnce` finds nothing to do. `firstFound` belongs to `first`. */
export function fixEverything<Read extends { readonly text: string }>(
  first: Read,
  firstFound: readonly Finding[],
  { fixOnce, after }: Rounds<Read>,
): Repairs {
  let { read, found } = { read: first, found: firstFound };
  let repaired = 0;
  let pieces: readonly Piece[] = [{ start: 0, end: first.text.length }];
  for (let round = 0; round < mostRounds; round++) {
    const once = fixOnce(read, found);
    if (once.edits.length === 0) break;
    pieces = applied(pieces, once.edits);
    repaired += once.repaired;
    ({ read, found } = after(read, once.edits));
  }
  // Two findings may share one fix, so counting the fixes alone may give too small a number.
  return {
    edits: editsOf(pieces, first.text.length),
    repaired: Math.max(repaired, firstFound.length - found.length),
    left: found,
  };
}

/** A part of the original text, or something new between such parts. */
type Piece = { readonly start: number; readonly end: number } | { readonly added: string };

/** `edits` are in order; their positions refer to the text that the pieces make up. Goes through the pieces once. */
function applied(pieces: readonly Piece[], edits: readonly TextEdit[]): readonly Piece[] {
  const result: Piece[] = [];
  let index = 0;
  let inside = 0;
  let at = 0;
  const take = (to: number, keep: boolean): void => {
    for (let piece = pieces[index]; piece !== undefined && at < to; piece = pieces[index]) {
      const length = "added" in piece ? piece.added.length : piece.end - piece.start;
      const used = Math.min(length - inside, to - at);
      if (keep)
        result.push(
          "added" in piece
            ? { added: piece.added.slice(inside, inside + used) }
            : { start: piece.start + inside, end: piece.start + inside + used },
        );
      at += used;
      inside += used;
      if (inside < length) break;
      index += 1;
      inside = 0;
    }
  };
  for (const { start, end, newText } of edits) {
    take(start, true);
    take(end, false);
    result.push({ added: newText });
  }
  take(Infinity, true);
  return result;
}

function editsOf(pieces: readonly Piece[], length: number): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  let at = 0;
  let added = "";
  const close = (to: number): void => {
    if (to > at || added !== "") edits.push({ start: at, end: to, newText: added });
    added = "";
  };
  for (const piece of pieces) {
    if ("added" in piece) added += piece.added;
    else if (piece.end > piece.start) {
      close(piece.start);
      at = piece.end;
    }
  }
  close(length);
  return edits;
}
