/**
 * Elements of an HTML text that have both a start and an end tag. Finding them takes time in proportion to the number
 * of tags. Elements that are left open are not guessed at.
 */
import { htmlOf, voidElements } from "../html.ts";
import type { Tag } from "../html.ts";
import type { Range } from "../range.ts";
import type { Syntax } from "../syntax.ts";

/** From the start of the start tag to the end of the end tag. */
interface Element extends Range {
  readonly open: Tag;
  readonly close: Tag;
  /**
   * Whether every element inside of this one has both tags too. Only then do this element's two tags certainly belong
   * together.
   */
  readonly isSound: boolean;
}

const elementsKept = new WeakMap<Syntax, readonly Element[]>();

/** Returns elements in the order of their end tags; empty for plain text. Computed once for each version of a text. */
export function elementsOf(syntax: Syntax): readonly Element[] {
  const kept = elementsKept.get(syntax);
  if (kept !== undefined) return kept;
  const elements = syntax.format === "plain" ? [] : pair(htmlOf(syntax).tags);
  elementsKept.set(syntax, elements);
  return elements;
}

/** An end tag closes the last open element of its name; elements opened after that one have no end tag. */
function pair(tags: readonly Tag[]): readonly Element[] {
  const elements: Element[] = [];
  const open: { readonly tag: Tag; isSound: boolean }[] = [];
  const counts = new Map<string, number>();
  for (const tag of tags) {
    if (voidElements.has(tag.name) || tag.selfClosing) continue;
    const count = counts.get(tag.name) ?? 0;
    if (tag.kind === "start") {
      open.push({ tag, isSound: true });
      counts.set(tag.name, count + 1);
      continue;
    }
    const around = open.at(-1);
    if (count === 0) {
      if (around !== undefined) around.isSound = false;
      continue;
    }
    for (let top = open.pop(); top !== undefined; top = open.pop()) {
      counts.set(top.tag.name, (counts.get(top.tag.name) ?? 1) - 1);
      const outer = open.at(-1);
      if (top.tag.name === tag.name) {
        elements.push({ start: top.tag.start, end: tag.end, open: top.tag, close: tag, isSound: top.isSound });
        if (outer !== undefined && !top.isSound) outer.isSound = false;
        break;
      }
      if (outer !== undefined) outer.isSound = false;
    }
  }
  return elements;
}
