/** What the PDF panel and its page say to each other. Both sides import this file and nothing else of each other. */

import type { PdfRange } from "../../../language/index.ts";

/** Names what a panel shows, for a window that starts again: never the PDF itself, nor anything that it says. */
export interface Kept {
  /** Which part of the extension knows it again. */
  readonly kind: string;
  readonly id: string;
}

/** Of the pages: as the PDF says, turned around, or those of the editor's theme. */
export type Colours = "paper" | "inverted" | "theme";

/** What a page keeps by VS Code's own state of webviews. */
export interface PageState {
  /** null: nobody can get it again. */
  readonly kept: Kept | null;
  readonly language: string | null;
  /** Where the reader is: pdf.js's own open parameters (`page=2&zoom=page-width,0,700`). */
  readonly place: string | null;
  readonly thumbnails: boolean;
}

/** What the page says itself, in the language of the interface, with places for `fill`. */
export interface PdfWords {
  readonly pageCount: string;
  readonly pageNumber: string;
  readonly notFound: string;
  readonly found: string;
  readonly defaultLanguage: string;
  readonly noReader: string;
}

/** From the extension to the page. */
export type ToPage =
  /** Show these bytes at the place where the reader is, or was before the window started again. */
  | {
      readonly type: "show";
      readonly bytes: Uint8Array;
      readonly kept: Kept | null;
      readonly language: string | null;
      readonly title: string;
    }
  /** What the language list offers; `current` is null where the Smartform's own default is used. */
  | { readonly type: "languages"; readonly languages: readonly string[]; readonly current: string | null }
  /** Something is under way; null when it ended. */
  | { readonly type: "busy"; readonly text: string | null }
  /** It failed; the last PDF stays. Plain text. */
  | { readonly type: "problem"; readonly text: string }
  /** Mark these places, and go to the first. Items are those of pdf.js's text layer. */
  | { readonly type: "mark"; readonly ranges: readonly PdfRange[] }
  /** Say what is selected, or where the pointer was last, as if the reader had asked in the page. */
  | { readonly type: "askSelection" };

/** From the page to the extension. */
export type FromPage =
  | { readonly type: "ready" }
  | { readonly type: "language"; readonly language: string | null }
  | { readonly type: "command"; readonly command: "refresh" | "openPage" | "save" | "print" | "cancel" }
  /** The reader chose them, for all PDFs from now on. */
  | { readonly type: "colours"; readonly colours: Colours }
  /** Which text printed these words? null: nothing is selected. */
  | { readonly type: "printedBy"; readonly range: PdfRange | null }
  /** A link in the PDF was clicked: text that nobody checked yet. */
  | { readonly type: "link"; readonly url: string }
  /** pdf.js could not read the bytes. */
  | { readonly type: "unreadable"; readonly reason: string };
