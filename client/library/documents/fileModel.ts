/** What this window knows of a document of the library, from its first reading to its last save. */
import type { LibraryText } from "../../../authoring/index.ts";
import { BufferEnds } from "./lineEndsModel.ts";
import type { Unkeepable } from "./saveModel.ts";

/** What is known of one document of the library: a text in one language. */
export interface File {
  /** Whose library it was read from: the connection may have been given to another service or client since. */
  identity?: string;
  /** What the service said, newest first, as far back as the base: an unchanged buffer shows one of them. */
  readings: readonly LibraryText[];
  /** What the buffer came from, and the base of its next save. */
  base: LibraryText | undefined;
  /** How many saves came to an end. */
  saves: number;
  /** The service said that it does not show the text, and said nothing else since. */
  isGone: boolean;
  /** What it was brought back as, where it is gone. */
  successor?: LibraryText | undefined;
  /** When the service was asked for it last. */
  askedAt: number;
  mtime: number;
  /** Why nobody can edit what the service holds. */
  unkeepable: Unkeepable | undefined;
  /** What the editor holds of line ends and of the byte order mark. */
  readonly ends: BufferEnds;
  /**
   * A version that was put into the document, and the reading that its author put it over: nothing that the service
   * said later.
   */
  restored: { readonly version: string; readonly over: LibraryText } | undefined;
  /** The author wants the ends that the editor gives the lines. */
  isConverted: boolean;
}

export const readonlyOf = ({ unkeepable, isConverted }: File): Unkeepable | undefined =>
  isConverted ? undefined : unkeepable;

export const newFile = (): File => ({
  readings: [],
  base: undefined,
  saves: 0,
  isGone: false,
  askedAt: 0,
  mtime: 0,
  unkeepable: undefined,
  ends: new BufferEnds(),
  restored: undefined,
  isConverted: false,
});
