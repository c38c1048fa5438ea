/**
 * Prints the PDF of a form with a link over every run of text. The link's address says which piece of which text
 * printed the run; links leave the layout unchanged. Only for tests and the Control API: the service has nothing like
 * this.
 */
import { Tokenizer } from "parse5";
import type { Block, Piece } from "../../language/index.ts";
import { printPdf } from "./pdf.ts";
import type { Print } from "./print.ts";
import { pieceMark, readRichText } from "./richText.ts";
import type { RichElement, RichNode } from "./richText.ts";

export interface TracedPdf {
  readonly pdf: Uint8Array;
  /**
   * The texts of the form in printing order, cut into words: a link to `printed:2/5` covers the output of piece 5 of
   * block 2, both counted from 0.
   */
  readonly blocks: readonly { readonly block: Block; readonly pieces: readonly Piece[] }[];
}

export async function printTraced(print: Print): Promise<TracedPdf> {
  const blocks: { readonly block: Block; readonly pieces: readonly Piece[] }[] = [];
  const pdf = await printPdf(print, (block, pieces, toHtml) => {
    const words = pieces.flatMap(wordsOf);
    const index = blocks.push({ block, pieces: words }) - 1;
    return linked(readRichText(withMarks(words.map(toHtml))), index);
  });
  return { pdf, blocks };
}

/** Cuts literal text into words, so that each word gets its own link. */
function wordsOf(piece: Piece): readonly Piece[] {
  if (piece.kind !== "literal") return [piece];
  return [...piece.text.matchAll(/\S+\s*|^\s+/g)].map((word) => {
    const start = piece.origin.start + word.index;
    return { ...piece, text: word[0], origin: { ...piece.origin, start, end: start + word[0].length } };
  });
}

/**
 * Joins the pieces into one HTML text, with a mark for the beginning of each piece. A piece may begin inside a tag, so
 * its mark stands at the first text that follows.
 */
function withMarks(html: readonly string[]): string {
  const whole = html.join("");
  const texts: { readonly start: number; readonly end: number }[] = [];
  const tell = ({
    location,
  }: {
    readonly location: { readonly startOffset: number; readonly endOffset: number } | null;
  }): void => {
    if (location !== null) texts.push({ start: location.startOffset, end: location.endOffset });
  };
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onCharacter: tell,
      onWhitespaceCharacter: tell,
      onStartTag: () => {},
      onEndTag: () => {},
      onNullCharacter: () => {},
      onComment: () => {},
      onDoctype: () => {},
      onEof: () => {},
    },
  );
  tokenizer.write(whole, true);
  const parts: string[] = [];
  let begins = 0;
  let text = 0;
  let written = 0;
  for (const [index, each] of html.entries()) {
    while ((texts[text]?.end ?? Infinity) <= begins) text++;
    const place = Math.max(begins, texts[text]?.start ?? Infinity);
    if (place !== Infinity) {
      parts.push(whole.slice(written, place), pieceMark(index));
      written = place;
    }
    begins += each.length;
  }
  return [...parts, whole.slice(written)].join("");
}

/** Puts every text and every answer into a link that names its piece. */
function linked(nodes: readonly RichNode[], block: number): readonly RichNode[] {
  let piece = 0;
  const walk = (each: readonly RichNode[]): RichNode[] =>
    each.flatMap((node): RichNode[] => {
      if (typeof node === "object" && "piece" in node) {
        ({ piece } = node);
        return [];
      }
      if (typeof node === "object" && "tag" in node) return [{ ...node, children: walk(node.children) }];
      return [{ tag: "a", look: {}, href: `printed:${block}/${piece}`, children: [node] } satisfies RichElement];
    });
  return walk(nodes);
}
