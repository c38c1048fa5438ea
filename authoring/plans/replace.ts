/**
 * Find and replace in the contents of library texts, as a plan: every place is found, shown and chosen before anything
 * is sent. The search string is literal, never a pattern. Does not use `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { formatOf, oneOrMany, parse } from "../../language/index.ts";
import { contentsOf } from "../guard/writePlan.ts";
import type { LibraryText } from "../guard/writePlan.ts";
import { withEdits } from "./plan.ts";
import type { LibraryPlan, PartEdit, WordsStep } from "./plan.ts";
import { countOf } from "../countOf.ts";

export interface Replacement {
  /** Never empty. */
  readonly find: string;
  readonly by: string;
  readonly matchCase: boolean;
  readonly wholeWords: boolean;
  /** Whether to replace inside placeholders and tags too, where another word may change their meaning or break them. */
  readonly inside: boolean;
  /** undefined means every language. */
  readonly language?: string | undefined;
}

/**
 * Finds the places to replace, and counts the places that are left alone because they are inside placeholders or tags.
 */
export function placesIn(
  content: string,
  contentType: number,
  { find, by, matchCase, wholeWords, inside }: Replacement,
): { readonly edits: readonly PartEdit[]; readonly left: number } {
  const pattern = new RegExp(find.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"), matchCase ? "gu" : "giu");
  const guarded = inside ? [] : guardedRanges(content, contentType);
  const edits: PartEdit[] = [];
  let left = 0;
  let next = 0;
  for (const { 0: found, index: start } of content.matchAll(pattern)) {
    const end = start + found.length;
    if (
      wholeWords &&
      (isLetter(content.slice(Math.max(0, start - 2), start).match(/.$/su)?.[0]) ||
        isLetter(content.slice(end, end + 2).match(/^./su)?.[0]))
    )
      continue;
    while ((guarded[next]?.end ?? Infinity) <= start) next += 1;
    if ((guarded[next]?.start ?? Infinity) < end) left += 1;
    else if (found !== by) edits.push({ start, end, newText: by, needs: -1 });
  }
  return { edits, left };
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}\p{M}_]/u.test(character);
}

/**
 * Returns the ranges of placeholders, in order and without overlaps. In markup, also returns the ranges of tags and
 * comments.
 */
function guardedRanges(
  content: string,
  contentType: number,
): readonly { readonly start: number; readonly end: number }[] {
  const { placeholders } = parse(content, formatOf(contentType));
  const tags =
    contentType === 0
      ? []
      : Array.from(content.matchAll(/<!--[^]*?(?:-->|$)|<[!/?a-z][^>]*>?/gi), ({ 0: tag, index }) => ({
          start: index,
          end: index + tag.length,
        }));
  const all = [...placeholders, ...tags]
    .map(({ start, end }) => ({ start, end }))
    .sort((one, other) => one.start - other.start);
  const joined: { start: number; end: number }[] = [];
  for (const range of all) {
    const last = joined.at(-1);
    if (last !== undefined && range.start < last.end) last.end = Math.max(last.end, range.end);
    else joined.push(range);
  }
  return joined;
}

/**
 * Makes the plan. `texts` are as the service just returned them; `known` says whether they include all texts that
 * contain the words.
 */
export function replacePlan(
  texts: readonly LibraryText[],
  replacement: Replacement,
  { known = true }: { readonly known?: boolean } = {},
): LibraryPlan {
  let left = 0;
  const steps = texts.flatMap((base): readonly WordsStep[] => {
    const languages = [...contentsOf(base)].flatMap(([language, content]) => {
      if (replacement.language !== undefined && language !== replacement.language) return [];
      const found = placesIn(content, base.contentType, replacement);
      left += found.left;
      return found.edits.length === 0 ? [] : [{ language, content, edits: found.edits }];
    });
    return languages.length === 0 ? [] : [stepOf(base, languages)];
  });
  const said = [
    ...(known ? [] : [l10n.t("The Text Library has not been read completely, so more texts may hold these words.")]),
    ...(left === 0
      ? []
      : [
          oneOrMany(
            left,
            l10n.t("1 place inside placeholders or tags is not changed."),
            l10n.t("{0} places inside placeholders or tags are not changed.", left),
          ),
        ]),
  ];
  return {
    title:
      replacement.by === ""
        ? l10n.t('Remove "{0}"', replacement.find)
        : l10n.t('Replace "{0}" with "{1}"', replacement.find, replacement.by),
    steps,
    said,
  };
}

function stepOf(base: LibraryText, languages: WordsStep["languages"]): WordsStep {
  const count = languages.reduce((sum, { edits }) => sum + edits.length, 0);
  return {
    do: "words",
    title: l10n.t(
      "{0} in the text {1} ({2})",
      countOf(count, "place"),
      base.code,
      languages.map(({ language }) => language).join(", "),
    ),
    base,
    languages,
  };
}

interface ReplacePlace {
  readonly textId: string;
  readonly code: string;
  readonly language: string;
  /** From 1. */
  readonly line: number;
  readonly start: number;
  readonly before: string;
  readonly after: string;
}

/** Returns every place of the plan, in order, with its line before and after. */
export function placesOf({ steps }: LibraryPlan): readonly ReplacePlace[] {
  return steps.flatMap((step) =>
    step.do !== "words"
      ? []
      : step.languages.flatMap(({ language, content, edits }) => {
          let [line, at] = [1, 0];
          return edits.map((edit) => {
            for (let end = content.indexOf("\n", at); end !== -1 && end < edit.start; end = content.indexOf("\n", at))
              [line, at] = [line + 1, end + 1];
            const stop = content.indexOf("\n", edit.end);
            const whole = content.slice(at, stop === -1 ? undefined : stop).replace(/\r$/, "");
            const from = Math.max(0, edit.start - at - 40);
            return {
              textId: step.base.id,
              code: step.base.code,
              language,
              line,
              start: edit.start,
              before: cut(whole, from),
              after: cut(
                withEdits(whole, [{ ...edit, start: edit.start - at, end: edit.end - at }], () => true),
                from,
              ),
            };
          });
        }),
  );
}

/** Shortens the line to the part around the place. */
function cut(line: string, from: number): string {
  return `${from > 0 ? "…" : ""}${line
    .slice(from, from + 120)
    .trim()
    .toWellFormed()}${line.length > from + 120 ? "…" : ""}`;
}

/** Returns the plan with only the chosen places. */
export function onlyPlaces(
  plan: LibraryPlan,
  chosen: readonly Pick<ReplacePlace, "textId" | "language" | "start">[],
): LibraryPlan {
  const keys = new Set(chosen.map(({ textId, language, start }) => JSON.stringify([textId, language, start])));
  const steps = plan.steps.flatMap((step): LibraryPlan["steps"] => {
    if (step.do !== "words") return [step];
    const languages = step.languages
      .map((each) => ({
        ...each,
        edits: each.edits.filter(({ start }) => keys.has(JSON.stringify([step.base.id, each.language, start]))),
      }))
      .filter(({ edits }) => edits.length > 0);
    return languages.length === 0 ? [] : [stepOf(step.base, languages)];
  });
  return { ...plan, steps };
}

/** Returns each content before and after, for a list of differences. */
export function differencesOf({ steps }: LibraryPlan): readonly {
  readonly text: LibraryText;
  readonly language: string;
  readonly before: string;
  readonly after: string;
}[] {
  return steps.flatMap((step) =>
    step.do !== "words"
      ? []
      : step.languages.map(({ language, content, edits }) => ({
          text: step.base,
          language,
          before: content,
          after: withEdits(content, edits, () => true),
        })),
  );
}

/** Returns the text of the confirmation. */
export function replaceQuestion(plan: LibraryPlan): string {
  const places = countOf(placesOf(plan).length, "place");
  return [
    l10n.t("{0} {1} will be updated. This goes live for everyone.", places, countOf(plan.steps.length, "inTexts")),
    ...plan.said,
  ].join(" ");
}
