/** The messages between the comparison panel and its page. Neither side imports anything else from the other. */

import type { FileWanted } from "../../page/readerFiles.ts";

export type SideName = "left" | "right";

export interface SideHead {
  readonly name: string;
  /** Language, environment and connection, or the folder; may be empty. */
  readonly detail: string;
}

/** From the extension to the page. */
export type ToPage =
  /** Both PDFs are being read again. */
  | { readonly type: "reading"; readonly left: SideHead; readonly right: SideHead }
  | { readonly type: "side"; readonly side: SideName; readonly head: SideHead; readonly bytes: Uint8Array }
  /** The PDF could not be read. Plain text. */
  | { readonly type: "noSide"; readonly side: SideName; readonly problem: string };

/** From the page to the extension. */
export type FromPage =
  | { readonly type: "ready" }
  | FileWanted
  /** Read both again. */
  | { readonly type: "again" }
  /** Cancel the readings that have not finished. */
  | { readonly type: "stop" };

/** The page's own sentences in the language of the interface, with placeholders for `fill`. */
export interface CompareWords {
  readonly noReader: string;
  readonly unreadable: string;
  readonly reading: string;
  readonly tooLong: string;
  readonly noneLeft: string;
  readonly noneRight: string;
  readonly readingText: string;
  readonly onePageDiffers: string;
  readonly pagesDiffer: string;
  readonly oneMorePage: string;
  readonly morePages: string;
  readonly oneWord: string;
  readonly someWords: string;
  readonly manyWords: string;
  readonly picture: string;
  readonly leftOnly: string;
  readonly rightOnly: string;
  readonly bothOneWord: string;
  readonly bothSomeWords: string;
  readonly bothManyWords: string;
  readonly bothPicture: string;
  readonly unknownPage: string;
  readonly bothUnknown: string;
  readonly agrees: string;
  readonly bothAgree: string;
  readonly sameWords: string;
  readonly bothSameWords: string;
  readonly noDifference: string;
  readonly noTextDifference: string;
  readonly noText: string;
  readonly picturesLater: string;
  readonly stoppedText: string;
  readonly stoppedPictures: string;
  readonly difference: string;
  readonly replaced: string;
  readonly removed: string;
  readonly added: string;
  readonly noDifferences: string;
  readonly noneYet: string;
  readonly page: string;
  readonly bothPages: string;
}
