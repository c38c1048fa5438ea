/** What a change of library texts is about, so that only what depends on them is looked at again. */
import type { Catalog } from "./catalog.ts";
import { allMentions } from "./mentions.ts";
import type { Mention } from "./mentions.ts";
import { parse } from "./parse.ts";

export interface TextChange {
  /** Revision of the catalog before the change. */
  readonly since: number;
  /**
   * In lower case: of the texts that changed, as they were and as they are, and of all that include one of them,
   * however deep.
   */
  readonly codes: ReadonlySet<string>;
  /** Ids of the texts that changed. */
  readonly changed: ReadonlySet<string>;
  /** Of the texts that changed, and of those that refer to one of them. */
  readonly textIds: ReadonlySet<string>;
  /** Whether a code came, went or moved: what is meant by a misspelt one may be another guess now. */
  readonly renamed: boolean;
}

/** One change after the other, as one. */
export function mergeChanges(one: TextChange, other: TextChange): TextChange {
  return {
    since: Math.min(one.since, other.since),
    codes: new Set([...one.codes, ...other.codes]),
    changed: new Set([...one.changed, ...other.changed]),
    textIds: new Set([...one.textIds, ...other.textIds]),
    renamed: one.renamed || other.renamed,
  };
}

/** Whether one of these may name a text that the change is about. */
export function isAbout({ codes }: TextChange, mentions: readonly Mention[]): boolean {
  return mentions.some(({ kind, name }) => kind === "text" && codes.has(name.toLowerCase()));
}

/** Whether a Smartform prints a text that the change is about: then requests may need other data. */
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
