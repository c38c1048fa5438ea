/** The shape of a parsed text: its placeholders in order, each with the mistakes in the way it is written. */
import type { Part, Range } from "./range.ts";

/** How the text around the placeholders is written. Rich text is a subset of HTML. */
export type Format = "plain" | "rich" | "html";

export interface Syntax {
  readonly text: string;
  readonly format: Format;
  /**
   * In order of `start`; they never overlap. They are read on first use. After an edit, only those that it changed or
   * moved are read again.
   */
  readonly placeholders: readonly Placeholder[];
  /** Brackets that belong to no placeholder, in order. */
  readonly strays: readonly Stray[];
}

export type Placeholder = LibraryReference | Input | DataPlaceholder | Invalid;

interface Brackets extends Range {
  /** The text between the brackets, spaces included. */
  readonly inner: Range;
  /**
   * False if there is no white space right after `[[`, or right before `]]`: then the on-screen form does not fill in
   * the placeholder (document 1).
   */
  readonly spaceBefore: boolean;
  readonly spaceAfter: boolean;
  /**
   * Tags, comments and entities inside the brackets, left there by an HTML editor, in order. The parts of the
   * placeholder are read without them, but `<br>` and an entity that shows as a space are read as a space. Always empty
   * in plain text.
   */
  readonly markup: readonly Range[];
}

/** `[[ LIB : folder : text ]]` or `[[ LIB : text ]]`. */
export interface LibraryReference extends Brackets {
  readonly kind: "library";
  readonly keyword: Part;
  /** null in the short form. */
  readonly folder: Part | null;
  readonly code: Part;
  /** Set if there are more than two parts, or if a part is empty: then the reference means nothing. */
  readonly malformed: "empty-part" | "too-many-parts" | null;
  /** Every part after the keyword, including empty ones. */
  readonly parts: readonly Part[];
}

/** `[[ INPUT : name | default=$Data | type=select | source=list ]]`. */
export interface Input extends Brackets {
  readonly kind: "input";
  readonly keyword: Part;
  /** Empty if the name is missing. */
  readonly name: Part;
  readonly options: readonly InputOption[];
}

export interface InputOption extends Range {
  readonly name: Part;
  /** null if there is no `=`. */
  readonly value: Part | null;
}

/** `[[ address.street ]]`. */
export interface DataPlaceholder extends Brackets {
  readonly kind: "data";
  /** The whole dotted name. */
  readonly path: Part;
  /** The segments of the name between the dots; a segment may be empty. */
  readonly segments: readonly Part[];
}

/**
 * Closed brackets that hold none of the above. Nested brackets are one placeholder, from the outermost pair that
 * closes.
 */
export interface Invalid extends Brackets {
  readonly kind: "invalid";
  readonly reason: "empty" | "unknown-keyword" | "nested";
  /** What precedes the first colon, for `unknown-keyword`; it may be empty. */
  readonly keyword: Part | null;
  readonly parts: readonly Part[];
}

/**
 * Two brackets that belong to no placeholder. In a run of brackets, the last two can open a placeholder, and the first
 * two can close one. A run is at most one stray.
 */
export interface Stray extends Range {
  readonly kind: "unclosed" | "unopened";
}
