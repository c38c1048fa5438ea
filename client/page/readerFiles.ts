/**
 * The messages by which a page that shows PDFs gets the files of its reader: the worker of pdf.js, and tables for PDFs
 * that do not embed their fonts. The page loads nothing itself.
 */

/** From the page to the extension. */
export interface FileWanted {
  readonly type: "file";
  readonly name: string;
}

/** From the extension to the page. */
export type FileGiven =
  | { readonly type: "file"; readonly name: string; readonly bytes: Uint8Array }
  /** Why the extension cannot provide the file. */
  | { readonly type: "file"; readonly name: string; readonly problem: string };
