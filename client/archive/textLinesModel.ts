/**
 * Builds the lines of a PDF page from its pieces of text, which a PDF places one by one in any order. Does not import
 * `vscode`.
 */

interface Piece {
  readonly text: string;
  /** In points, from the lower left corner of the page. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Height of the piece's letters; 0 if the PDF does not say. */
  readonly height: number;
}

/** Returns the lines from top to bottom, each with its pieces from left to right. Leaves out empty lines. */
export function linesOf(pieces: readonly Piece[]): readonly string[] {
  const lines: Piece[][] = [];
  for (const piece of pieces.filter(({ text }) => text.trim() !== "").toSorted((left, right) => right.y - left.y)) {
    const line = lines.at(-1);
    const first = line?.[0];
    if (line !== undefined && first !== undefined && first.y - piece.y <= Math.max(first.height, piece.height, 2) / 2)
      line.push(piece);
    else lines.push([piece]);
  }
  return lines.map((line) => written(line.toSorted((left, right) => left.x - right.x)));
}

/**
 * A gap of a fifth of a letter's height counts as a space, because many PDFs set words apart without a space character.
 */
function written(line: readonly Piece[]): string {
  let text = "";
  let end: number | undefined;
  for (const piece of line) {
    const isApart = end !== undefined && piece.x - end > Math.max(piece.height, 1) / 5;
    text += (isApart && !text.endsWith(" ") && !piece.text.startsWith(" ") ? " " : "") + piece.text;
    end = piece.x + piece.width;
  }
  return text.trim();
}
