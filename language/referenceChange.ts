/**
 * What a change of a code, a name or a folder requires in the documents that refer to it: the current content of each
 * document, and the parts that have to be rewritten so that its references still find the same text or folder.
 */

export type ReferenceChange =
  /** A text gets another code, or a folder another code or name. */
  | { readonly of: { readonly textId: string } | { readonly folderId: string }; readonly name: string }
  /** A text moves to another folder. */
  | { readonly of: { readonly textId: string }; readonly folderId: string };

export interface ReferenceEditsResult {
  /** False if the library is not completely read: then further documents may also have to be rewritten. */
  readonly known: boolean;
  readonly documents: readonly ReferringDocument[];
  /**
   * References that match other texts or folders too, and short references whose folder depends on the Smartform. They
   * may break, or refer to something else, after the change.
   */
  readonly uncertain: number;
  /**
   * How many references the change breaks but no edit rewrites. For example, markup interrupts the name, a reference
   * cannot contain the new name, or a file spells the name in parts.
   */
  readonly left: number;
  /**
   * Smartforms whose known pages refer to what changes. `references` gives each reference before and after the change.
   * Uncertain references, and those that cannot be rewritten, are left out.
   */
  readonly smartforms: readonly {
    readonly name: string;
    readonly references: readonly { readonly before: string; readonly after: string }[];
  }[];
}
export interface ReferringDocument {
  readonly uri: string | null;
  /** null for a file. */
  readonly text: { readonly id: string; readonly code: string; readonly language: string } | null;
  readonly content: string;
  /**
   * In order, without overlaps. Offsets are UTF-16 code units of the content; `change` is the index of the change that
   * requires the edit.
   */
  readonly edits: readonly {
    readonly start: number;
    readonly end: number;
    readonly newText: string;
    readonly change: number;
  }[];
}
