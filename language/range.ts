/** Places in a text. Offsets count UTF-16 code units from 0; `end` is exclusive. */

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Replaces `start`..`end` with `newText`. Edits of one list never overlap and refer to the text before any of them. */
export interface TextEdit extends Range {
  readonly newText: string;
  /**
   * Places in `newText` that the author types over, in the order of the list. An editor that cannot move the cursor
   * there inserts only `newText`.
   */
  readonly stops?: readonly Range[];
}

/**
 * A piece of the text without the spaces around it. It may be empty: then `start === end`. `text` leaves out markup
 * inside of the range (see `Brackets.markup`), so that it can be shorter than the range.
 */
export interface Part extends Range {
  readonly text: string;
}
