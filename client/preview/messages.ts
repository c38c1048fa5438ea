/** What the preview and its page say to each other. Both sides import this file, and the tree, and nothing else of each other. */
import type { Piece, Surface } from "../../language/index.ts";

/** From the extension to the page. */
export type ToPage =
  /** What is printed. `names`: what each piece's text is called, empty for the document's own. `own`: whether places without a text are of the open document. */
  | {
      readonly type: "show"; readonly pieces: readonly Piece[]; readonly names: readonly string[]; readonly own: boolean;
      readonly surface: Surface; readonly language: string | null; readonly languages: readonly string[];
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
