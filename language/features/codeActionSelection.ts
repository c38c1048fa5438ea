/** Whether a selection is a whole piece of its text that does not cut through a placeholder, a tag or an element. */
import { htmlOf, voidElements } from "../html.ts";
import * as l10n from "../l10n.ts";
import { placeholderAt } from "../parse.ts";
import type { Range } from "../range.ts";
import type { Syntax } from "../syntax.ts";

/** Returns the range without the white space at its ends; null if it contains nothing else. */
export function trimmed(text: string, { start, end }: Range): Range | null {
  const selected = text.slice(start, end);
  const words = selected.trim();
  if (words === "") return null;
  const from = start + selected.indexOf(words);
  return { start: from, end: from + words.length };
}

/**
 * Returns why the range cannot be taken out of the text on its own, in a whole sentence; null if it can. For HTML, this
 * takes time in proportion to the length of the text.
 */
export function cutProblem(syntax: Syntax, range: Range): string | null {
  const { start, end } = range;
  if ([start, end].some((at) => isInside(placeholderAt(syntax, at), at)))
    return l10n.t("The selection cuts through a placeholder. Select the whole placeholder, with its brackets.");
  if (syntax.strays.some((stray) => stray.start < end && stray.end > start))
    return l10n.t("The selection contains brackets that are not part of a complete placeholder.");
  return syntax.format === "plain" ? null : elementProblem(syntax, range);
}

function isInside(range: Range | null, at: number): boolean {
  return range !== null && range.start < at && at < range.end;
}

function elementProblem(syntax: Syntax, { start, end }: Range): string | null {
  const { text } = syntax;
  if ([start, end].some((at) => cutsEntity(text, at)))
    return l10n.t(
      "The selection cuts through a character reference such as &amp;. Select the whole character reference.",
    );
  if (!text.includes("<")) return null;
  const { tags, comments } = htmlOf(syntax);
  const open: string[] = [];
  if (comments.some((comment) => isInside(comment, start) || isInside(comment, end)))
    return l10n.t("The selection cuts through a comment. Select the whole comment.");
  for (const tag of tags) {
    if (isInside(tag, start) || isInside(tag, end))
      return l10n.t("The selection cuts through a tag. Select the whole tag, or none of it.");
    if (tag.start < start || tag.end > end || voidElements.has(tag.name) || tag.selfClosing) continue;
    if (tag.kind === "start") open.push(tag.name);
    else if (open.pop() !== tag.name)
      return l10n.t(
        "The selection contains </{0}> without its start tag. Select the whole element, or only its content.",
        tag.name,
      );
  }
  const [first] = open;
  return first === undefined
    ? null
    : l10n.t("The selection contains <{0}> without its end tag. Select the whole element, or only its content.", first);
}

/** In code units: a little more than HTML's longest character reference. */
const longestEntity = 40;

function cutsEntity(text: string, at: number): boolean {
  const before = /&#?[a-zA-Z0-9]*$/.exec(text.slice(Math.max(0, at - longestEntity), at));
  return (
    before !== null &&
    /^#?[a-zA-Z0-9]*;/.test(text.slice(at, at + longestEntity)) &&
    /^&#?[a-zA-Z0-9]+;/.test(before[0] + text.slice(at, at + longestEntity))
  );
}
