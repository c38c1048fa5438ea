/**
 * Words for a comparison of two PDFs: for the whole, for each pair of pages, and for each difference. Uses neither
 * `vscode` nor the DOM.
 */
import { fill } from "../../page/fill.ts";
import type { CompareWords } from "./messages.ts";
import type { Pair } from "./pagesModel.ts";
import { countOf } from "./wordsModel.ts";
import type { Change, WordChanges } from "./wordsModel.ts";

export interface Row {
  readonly pair: Pair;
  /** null if a page could not be read or drawn: nothing is then known. Empty for a page without a partner. */
  readonly words: WordChanges | null;
  /** Compared only if the words agree. */
  readonly picture: "unknown" | "same" | "differs";
}

/** How far the comparison has got. */
export type Progress = "text" | "pictures" | "done" | "textEnded" | "picturesEnded";

export interface Comparison {
  readonly rows: readonly Row[];
  readonly progress: Progress;
  /** Neither PDF has any words. */
  readonly isWordless: boolean;
}

/** One stop when stepping through the differences. */
export interface Difference {
  /** Index of its row. */
  readonly row: number;
  /** null if the page has no partner or differs only in its picture. */
  readonly change: Change | null;
}

/** How many pages the summary names. */
const mostNamed = 12;

/** How many letters of a difference are read out. */
const mostLetters = 200;

export function isAlone({ pair }: Row): boolean {
  return pair.left === null || pair.right === null;
}

export function differs(row: Row): boolean {
  return isAlone(row) || (row.words !== null && row.words.changes.length > 0) || row.picture === "differs";
}

/** In page order. */
export function differencesOf(rows: readonly Row[]): readonly Difference[] {
  return rows.flatMap((row, index): readonly Difference[] => {
    if (!differs(row)) return [];
    const changes = row.words?.changes ?? [];
    return changes.length === 0 ? [{ row: index, change: null }] : changes.map((change) => ({ row: index, change }));
  });
}

/** Until all text is compared, says only that texts are being read, or that the reading was stopped. */
export function summaryOf({ rows, progress, isWordless }: Comparison, words: CompareWords): string {
  if (progress === "text") return words.readingText;
  if (progress === "textEnded") return words.stoppedText;
  const different = rows.filter(differs);
  const unread = rows.filter((row) => row.words === null && !isAlone(row));
  const isWhole = progress === "done" && unread.length === 0;
  const head =
    different.length === 0
      ? [isWhole ? words.noDifference : isWordless ? words.noText : words.noTextDifference]
      : [
          ...(isWordless ? [words.noText] : []),
          ...(rows.length === 1
            ? []
            : [fill(different.length === 1 ? words.onePageDiffers : words.pagesDiffer, different.length, rows.length)]),
        ];
  return [
    ...head,
    ...different.slice(0, mostNamed).map((row) => sentenceOf(row, words)),
    ...(different.length > mostNamed
      ? [fill(different.length === mostNamed + 1 ? words.oneMorePage : words.morePages, different.length - mostNamed)]
      : []),
    ...unread.slice(0, mostNamed).map((row) => sentenceOf(row, words)),
    ...(progress === "pictures" ? [words.picturesLater] : []),
    ...(progress === "picturesEnded" ? [fill(words.stoppedPictures, rows.filter(isPictureUnknown).length)] : []),
  ].join(" ");
}

/** Whether the words of both pages agree but their pictures have not been compared. */
export function isPictureUnknown(row: Row): boolean {
  return row.words !== null && row.picture === "unknown" && !differs(row);
}

/** Says what is known about a pair of pages. */
export function sentenceOf(row: Row, words: CompareWords): string {
  const {
    pair: { left, right },
  } = row;
  if (right === null) return fill(words.leftOnly, (left ?? 0) + 1);
  if (left === null) return fill(words.rightOnly, right + 1);
  const say = (one: string, both: string, ...values: readonly number[]): string =>
    left === right ? fill(one, left + 1, ...values) : fill(both, left + 1, right + 1, ...values);
  if (row.words === null) return say(words.unknownPage, words.bothUnknown);
  const count = countOf(row.words);
  if (!row.words.isExact) return say(words.manyWords, words.bothManyWords);
  if (count === 1) return say(words.oneWord, words.bothOneWord);
  if (count > 1) return say(words.someWords, words.bothSomeWords, count);
  return row.picture === "differs"
    ? say(words.picture, words.bothPicture)
    : row.picture === "same"
      ? say(words.agrees, words.bothAgree)
      : say(words.sameWords, words.bothSameWords);
}

/** Read out when the person steps to a difference. `at` counts from 1; `texts` are the words of both sides. */
export function differenceSentence(
  { row, change }: { readonly row: Row; readonly change: Change | null },
  {
    at,
    of,
    texts,
    words,
  }: {
    readonly at: number;
    readonly of: number;
    readonly texts: { readonly left: readonly string[]; readonly right: readonly string[] };
    readonly words: CompareWords;
  },
): string {
  const head = fill(words.difference, at, of);
  if (change === null) return `${head} ${sentenceOf(row, words)}`;
  const { left: page, right: other } = row.pair;
  const place =
    page === other ? fill(words.page, (page ?? 0) + 1) : fill(words.bothPages, (page ?? 0) + 1, (other ?? 0) + 1);
  const [left, right] = [
    cut(texts.left.slice(change.left.start, change.left.end)),
    cut(texts.right.slice(change.right.start, change.right.end)),
  ];
  return `${head} ${place} ${left === "" ? fill(words.added, right) : right === "" ? fill(words.removed, left) : fill(words.replaced, left, right)}`;
}

function cut(words: readonly string[]): string {
  let text = "";
  for (const word of words) {
    if (text.length + word.length > mostLetters) return `${text === "" ? word.slice(0, mostLetters) : text}…`;
    text += `${text === "" ? "" : " "}${word}`;
  }
  return text;
}
