/** Fixes again and again until there is nothing left that has one clear fix: what a fix brings to light is repaired in the same go. */
import type { Context } from "../context.ts";
import type { Finding } from "../findings/finding.ts";
import { findings, newMemory } from "../findings/index.ts";
import { edit } from "../parse.ts";
import type { TextEdit } from "../range.ts";
import type { Syntax } from "../syntax.ts";

/** A fix that brings another one to light rarely does so more than twice; this many rounds end also where two fixes undo each other. */
const mostRounds = 10;

/**
 * The edits, in order and without overlap, after which `fixOnce` finds nothing to do. `found` belongs to this very syntax; what `isTold`
 * refuses is not repaired in later rounds either.
 */
export function fixEverything(
  syntax: Syntax, found: readonly Finding[], context: Context,
  { fixOnce, isTold }: { readonly fixOnce: (syntax: Syntax, found: readonly Finding[]) => readonly TextEdit[]; readonly isTold: (finding: Finding) => boolean },
): readonly TextEdit[] {
  let now = syntax;
  let told = found;
  let pieces: readonly Piece[] = [{ start: 0, end: syntax.text.length }];
  const memory = newMemory();
  for (let round = 0; round < mostRounds; round++) {
    const edits = fixOnce(now, told);
    if (edits.length === 0) break;
    pieces = applied(pieces, edits);
    now = edit(now, edits);
    told = findings(now, context, { memory }).filter(isTold);
  }
  return editsOf(pieces, syntax.text.length);
}

/** A part of the text as it was, or something new between such parts. */
type Piece = { readonly start: number; readonly end: number } | { readonly added: string };

/** `edits` are in order and count in the text that the pieces make up. One pass. */
function applied(pieces: readonly Piece[], edits: readonly TextEdit[]): readonly Piece[] {
  const result: Piece[] = [];
  let index = 0;
  let inside = 0;
  let at = 0;
  const take = (to: number, keep: boolean): void => {
    for (let piece = pieces[index]; piece !== undefined && at < to; piece = pieces[index]) {
      const length = "added" in piece ? piece.added.length : piece.end - piece.start;
      const used = Math.min(length - inside, to - at);
      if (keep) result.push("added" in piece ? { added: piece.added.slice(inside, inside + used) } : { start: piece.start + inside, end: piece.start + inside + used });
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
