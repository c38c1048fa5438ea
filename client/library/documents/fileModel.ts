/** The state that this window keeps for a document of the library, from its first reading to its last save. */
import type { LibraryText } from "../../../authoring/index.ts";
import { BufferEnds } from "./lineEndsModel.ts";
import type { Unkeepable } from "./saveModel.ts";

/** The state of one document of the library: a text in one language. */
export interface File {
  /**
   * Identity of the library that the text was read from. It is kept because the connection may now lead to another
   * service or client.
   */
  identity?: string;
  /** The last few readings from the service, newest first. An unchanged buffer shows one of them. */
  readings: readonly LibraryText[];
  /** The reading that the buffer came from: the base of its next save. */
  base: LibraryText | undefined;
  /** How many saves have finished. */
  saves: number;
  /** The service said that it does not show the text, and has not shown it since. */
  isGone: boolean;
  /** The new text, if this text is gone and was restored under another id. */
  successor?: LibraryText | undefined;
  /** When the text was last requested from the service. */
  askedAt: number;
  mtime: number;
  /** Why the content on the service cannot be edited. */
  unkeepable: Unkeepable | undefined;
  /** Whether the last answer to VS Code was that the document is read-only. */
  wasReadonly: boolean;
  /** The buffer's line endings and byte order mark. */
  readonly ends: BufferEnds;
  /**
   * A version that was put into the document, and the newest reading at that time. A save of the version may replace
   * that reading, but not a newer one.
   */
  restored: { readonly version: string; readonly over: LibraryText } | undefined;
  /** The author accepts the line endings that the editor uses. */
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
  wasReadonly: false,
  ends: new BufferEnds(),
  restored: undefined,
  isConverted: false,
});
