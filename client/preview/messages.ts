/**
 * The messages between the preview and its page. Apart from this file, the page imports only `previewTree.ts` from the
 * extension.
 */
import type { Piece, Surface } from "../../language/index.ts";

/** The page's own words in the language of the interface, with placeholders for `fill`. */
export interface PreviewWords {
  readonly notes: Readonly<Record<Surface, string>>;
  /** Added to the note if a plain text includes HTML or rich text that holds a tag, a comment or an entity. */
  readonly mixed: string;
  /** Shown if an included text lacks the requested language; has a placeholder for the language. */
  readonly instead: string;
  readonly reasons: Readonly<Record<Extract<Piece, { readonly kind: "missing" }>["why"], string>>;
  /** The entry of the language list for the language that the text itself asks for. */
  readonly ownLanguage: string;
  readonly data: string;
  readonly dataIn: string;
  readonly from: string;
  readonly input: string;
}

/** From the extension to the page. */
export type ToPage =
  /**
   * What is printed. `names`: for each piece, the name of the library text that it comes from; empty for a piece of the
   * shown content itself. `own`: whether the shown content is the open document, not another language of the text.
   * `mixed`: whether a plain text includes HTML or rich text that holds a tag, a comment or an entity.
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
  /** The offset in the document that is at the top of the editor. */
  | { readonly type: "reveal"; readonly offset: number }
  /** Plain text: why there is nothing to show. */
  | { readonly type: "problem"; readonly text: string };

/** From the page to the extension. */
export type FromPage =
  | { readonly type: "ready" }
  | { readonly type: "surface"; readonly surface: Surface }
  | { readonly type: "language"; readonly language: string | null }
  /** The reader wants to see where the piece with this index was written. */
  | { readonly type: "open"; readonly piece: number }
  /** The offset in the document that is at the top of the preview. */
  | { readonly type: "scrolled"; readonly offset: number };
