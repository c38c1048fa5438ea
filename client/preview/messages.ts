/**
 * What the preview and its page say to each other. Both sides import this file, and the tree, and nothing else of each
 * other.
 */
import type { Piece, Surface } from "../../language/index.ts";

/** What the page says itself, in the language of the interface, with places for `fill`. */
export interface PreviewWords {
  readonly notes: Readonly<Record<Surface, string>>;
  /** Said beside them where HTML or rich text is included in a plain text. */
  readonly mixed: string;
  /** Said where an included text lacks the language asked for, which has a place for it. */
  readonly instead: string;
  readonly reasons: Readonly<Record<Extract<Piece, { readonly kind: "missing" }>["why"], string>>;
  /** The choice of the language that the text itself asks for. */
  readonly ownLanguage: string;
  readonly data: string;
  readonly dataIn: string;
  readonly from: string;
  readonly input: string;
}

/** From the extension to the page. */
export type ToPage =
  /**
   * What is printed. `names`: what each piece's text is called, empty for the document's own. `own`: whether places
   * without a text are of the open document. `mixed`: HTML or rich text is included in a plain text.
   */
  | {
      readonly type: "show";
      readonly pieces: readonly Piece[];
      readonly names: readonly string[];
      readonly own: boolean;
      readonly mixed: boolean;
      readonly surface: Surface;
      readonly language: string | null;
      readonly languages: readonly string[];
    }
  /** The editor shows this offset of the document at its top. */
  | { readonly type: "reveal"; readonly offset: number }
  /** Plain text: why there is nothing to show. */
  | { readonly type: "problem"; readonly text: string };

/** From the page to the extension. */
export type FromPage =
  | { readonly type: "ready" }
  | { readonly type: "surface"; readonly surface: Surface }
  | { readonly type: "language"; readonly language: string | null }
  /** The reader wants to see where the piece of this index was written. */
  | { readonly type: "open"; readonly piece: number }
  /** The preview shows this offset of the document at its top. */
  | { readonly type: "scrolled"; readonly offset: number };
