/**
 * The effective text: includes put in, data filled in, languages fallen back. Hover, preview, sandbox and cycle check all read
 * this one answer, so that none of them can disagree about what a placeholder prints.
 */
import type { Format, Placeholder } from "./syntax.ts";

/**
 * Where the text is shown. On screen a placeholder without its spaces is not filled in, and one without a value shows nothing; the PDF
 * fills in both spellings and prints the placeholder where the value is missing (document 1, "dataTableValue and externalMetaData").
 */
export type Surface = "screen" | "pdf";

/** Where a piece was written: in the text that was expanded (`textId` null) or in an included library text. UTF-16 offsets in that text. */
export interface Origin {
  readonly textId: string | null;
  readonly language: string | null;
  readonly start: number;
  readonly end: number;
}

export type Piece = {
  readonly origin: Origin;
  /** How `text` is written. A data value is always plain, whatever surrounds it. */
  readonly format: Format;
} & (
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "data"; readonly text: string; readonly path: string }
  | { readonly kind: "input"; readonly name: string; readonly value: string; readonly options: ReadonlyMap<string, string | null> }
  /** What could not be filled in. `text` is what this surface shows: nothing, or the placeholder as written. */
  | { readonly kind: "missing"; readonly text: string; readonly placeholder: Placeholder; readonly why: MissingReason }
);

/** `unknown` means that the catalog or the data sample did not say. */
export type MissingReason = "no-value" | "no-space" | "no-text" | "no-translation" | "cycle" | "too-deep" | "not-understood" | "unknown";

export interface ExpandOptions {
  readonly surface: Surface;
  /** Answers to inputs by name, before their defaults. */
  readonly inputs?: ReadonlyMap<string, string>;
  /** Stops there and appends one `too-deep` piece; 0 or absent takes the default of 1,000,000 UTF-16 code units. */
  readonly maxLength?: number;
}

export interface Expansion {
  readonly pieces: readonly Piece[];
  /** Ids of the library texts that were put in, each once, in order of first use. */
  readonly included: readonly string[];
  /** Ids along the first include cycle that was met, first and last equal; empty where there is none. */
  readonly cycle: readonly string[];
}

/** Never throws; linear in what it returns. */
// expand() itself goes here.
