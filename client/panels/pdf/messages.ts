/** The messages between the PDF panel and its page. Neither side imports anything else from the other. */

import type { PdfRange } from "../../../language/index.ts";
import type { FileWanted } from "../../page/readerFiles.ts";

/**
 * Identifies what a panel shows, so that it can be restored after a reload. Contains neither the PDF nor any of its
 * content.
 */
export interface Kept {
  /** Selects the part of the extension that restores the panel. */
  readonly kind: string;
  readonly id: string;
}

/** Colours of the pages: the PDF's own, inverted ones, or those of the editor's theme. */
export type Colours = "paper" | "inverted" | "theme";

/** What a page keeps in VS Code's webview state. */
export interface PageState {
  /** null if the PDF cannot be restored. */
  readonly kept: Kept | null;
  readonly language: string | null;
  /** The reader's position, as pdf.js open parameters (`page=2&zoom=page-width,0,700`). */
  readonly place: string | null;
  readonly thumbnails: boolean;
}

/** The page's own words in the language of the interface, with placeholders for `fill`. */
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
  /** Show these bytes at the reader's position, or at the one kept from before a reload. */
  | {
      readonly type: "show";
      readonly bytes: Uint8Array;
      readonly kept: Kept | null;
      readonly language: string | null;
      readonly title: string;
    }
  /** The entries of the language list; `current` is null for the Smartform's default. */
  | { readonly type: "languages"; readonly languages: readonly string[]; readonly current: string | null }
  /** Something is in progress; null when it has ended. */
  | { readonly type: "busy"; readonly text: string | null }
  /**
   * Words above the last PDF, which stays visible. They say why the PDF was not rendered again, or that its form was
   * deleted. Plain text.
   */
  | { readonly type: "problem"; readonly text: string }
  /** Mark these ranges and scroll to the first. Items are those of pdf.js's text layer. */
  | { readonly type: "mark"; readonly ranges: readonly PdfRange[] }
  /** Report the selection or the word last pointed at, as if the reader had asked in the page. */
  | { readonly type: "askSelection" };

/** From the page to the extension. */
export type FromPage =
  | { readonly type: "ready" }
  | FileWanted
  | { readonly type: "language"; readonly language: string | null }
  | { readonly type: "command"; readonly command: "refresh" | "openPage" | "save" | "print" | "cancel" }
  /** The reader's choice, for all PDFs from now on. */
  | { readonly type: "colours"; readonly colours: Colours }
  /** The reader asks which text printed these words; null if nothing is selected. */
  | { readonly type: "printedBy"; readonly range: PdfRange | null }
  /** A link in the PDF was clicked; its address is unchecked. */
  | { readonly type: "link"; readonly url: string }
  /** pdf.js could not read the bytes. */
  | { readonly type: "unreadable"; readonly reason: string };
