/**
 * What a change of a code, a name or a folder asks of those who refer to it: what each document says now, and which
 * parts of it have to be written so that its references still find what they found.
 */

export type ReferenceChange =
  /** A text gets another code, or a folder another code or name. */
  | { readonly of: { readonly textId: string } | { readonly folderId: string }; readonly name: string }
  /** A text moves to another folder. */
  | { readonly of: { readonly textId: string }; readonly folderId: string };

export interface ReferenceEditsResult {
  /** False where the library is not completely read: there may be more. */
  readonly known: boolean;
  readonly documents: readonly ReferringDocument[];
  /**
   * References that fit a text or folder among others, or short ones of which only the Smartform knows where they look:
   * they may break or mean something else.
   */
  readonly uncertain: number;
  /**
   * References that cannot be written anew, since markup stands inside of them or a file spells them in its own way.
   */
  readonly left: number;
  /**
   * Smartforms whose known pages refer to it, with what stands there and what would have to; nothing where they may
   * mean something else.
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
   * In order, without overlaps; offsets are UTF-16 code units of the content, `change` is the index of what asks for
   * it.
   */
  readonly edits: readonly {
    readonly start: number;
    readonly end: number;
    readonly newText: string;
    readonly change: number;
  }[];
}
