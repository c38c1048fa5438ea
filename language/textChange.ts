/** Which library texts and codes a change touches, so that only what depends on these is checked again. */
import type { Catalog } from "./catalog.ts";
import { allMentions } from "./mentions.ts";
import type { Mention } from "./mentions.ts";
import { parse } from "./parse.ts";

export interface TextChange {
  /** Revision of the catalog before the change. */
  readonly since: number;
  /**
   * Codes, in lower case, of the texts that changed (before and after the change) and of all texts that include one of
   * them, at any depth.
   */
  readonly codes: ReadonlySet<string>;
  /** Ids of the texts that changed. */
  readonly changed: ReadonlySet<string>;
  /** Ids of the texts that changed, and of those that refer to one of them. */
  readonly textIds: ReadonlySet<string>;
  /** Whether a code was added, removed or moved: a misspelt code may now get another suggestion. */
  readonly renamed: boolean;
}

/** Combines two successive changes into one. */
export function mergeChanges(one: TextChange, other: TextChange): TextChange {
  return {
    since: Math.min(one.since, other.since),
    codes: new Set([...one.codes, ...other.codes]),
    changed: new Set([...one.changed, ...other.changed]),
    textIds: new Set([...one.textIds, ...other.textIds]),
    renamed: one.renamed || other.renamed,
  };
}

/** Whether one of the mentions may name a text that the change touches. */
export function isAbout({ codes }: TextChange, mentions: readonly Mention[]): boolean {
  return mentions.some(({ kind, name }) => kind === "text" && codes.has(name.toLowerCase()));
}

/** Whether a Smartform prints a text that the change touches, so that requests may need other data. */
export function isPrinted(change: TextChange, catalog: Catalog): boolean {
  const smartforms = catalog.smartforms();
  if (smartforms.state !== "known") return false;
  return smartforms.value.some(
    ({ pages }) =>
      pages.state === "known" &&
      pages.value.some(({ blocks }) =>
        blocks.some((block) => "text" in block && isAbout(change, allMentions(parse(block.text, block.format)))),
      ),
  );
}
