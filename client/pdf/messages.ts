/** What the PDF panel and its page say to each other. Both sides import this file and nothing else of each other. */

import type { PdfRange } from "../../language/index.ts";

/** Where the reader is: pdf.js's own open parameters (`#page=2&zoom=page-width,0,700`). */
export type Place = string;

/** From the extension to the page. */
export type ToPage =
  /** Show these bytes; with a place, go there, so that a refresh or a restart keeps what was in view. */
  | { readonly type: "show"; readonly bytes: Uint8Array; readonly place: Place | null; readonly title: string }
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
  | { readonly type: "place"; readonly place: Place }
  | { readonly type: "language"; readonly language: string | null }
  | { readonly type: "command"; readonly command: "refresh" | "openPage" | "save" | "cancel" }
  /** Which text printed these words? null: nothing is selected. */
  | { readonly type: "printedBy"; readonly range: PdfRange | null }
  /** A link in the PDF was clicked: text that nobody checked yet. */
  | { readonly type: "link"; readonly url: string }
  /** pdf.js could not read the bytes. */
  | { readonly type: "unreadable"; readonly reason: string };
