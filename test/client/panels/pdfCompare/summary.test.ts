/**
 * The words about two PDFs: about the whole, and about a single difference. They never say that unknown things agree.
 */
import assert from "node:assert/strict";
import { compareWords } from "../../../../client/panels/pdfCompare/page.ts";
import {
  differenceSentence,
  differencesOf,
  sentenceOf,
  summaryOf,
} from "../../../../client/panels/pdfCompare/summaryModel.ts";
import type { Comparison, Row } from "../../../../client/panels/pdfCompare/summaryModel.ts";

const words = compareWords();

/** Returns the pair of page `number` and page `other`, counted from 1, with `count` changes of one word each. */
function row({
  number = 1,
  other = number,
  count = 0,
  isExact = true,
  picture = "same",
}: {
  readonly number?: number;
  readonly other?: number;
  readonly count?: number;
  readonly isExact?: boolean;
  readonly picture?: Row["picture"];
} = {}): Row {
  const changes = Array.from({ length: count }, (_, index) => ({
    left: { start: 2 * index, end: 2 * index + 1 },
    right: { start: 2 * index, end: 2 * index + 1 },
  }));
  return { pair: { left: number - 1, right: other - 1 }, words: { changes, isExact }, picture };
}
const leftOnly = (number: number): Row => ({
  pair: { left: number - 1, right: null },
  words: { changes: [], isExact: true },
  picture: "unknown",
});
const rightOnly = (number: number): Row => ({
  pair: { left: null, right: number - 1 },
  words: { changes: [], isExact: true },
  picture: "unknown",
});
const unread = (number: number): Row => ({ ...row({ number }), words: null, picture: "unknown" });

describe("client/panels/pdfCompare/summary", () => {
  const five = [1, 2, 3, 4, 5].map((number) => row({ number }));
  const with2and4 = [
    row(),
    row({ number: 2, count: 4 }),
    row({ number: 3 }),
    row({ number: 4, picture: "differs" }),
    row({ number: 5 }),
  ];
  const unlooked = five.map((each): Row => ({ ...each, picture: "unknown" }));
  const cases: readonly (Partial<Comparison> & { readonly says: string })[] = [
    { rows: with2and4, says: "2 of 5 pages differ. Page 2 differs in 4 words. Page 4 differs in its picture only." },
    { rows: five, says: "No difference in text, and none in the pictures of the pages." },
    { rows: [row()], says: "No difference in text, and none in the pictures of the pages." },
    { rows: [row({ count: 1 })], says: "Page 1 differs in 1 word." },
    { rows: [row(), row({ number: 2, count: 1 })], says: "1 of 2 pages differs. Page 2 differs in 1 word." },
    {
      rows: [row(), rightOnly(2), row({ number: 2, other: 3, count: 2 })],
      says: "2 of 3 pages differ. Page 2 of the PDF on the right is not in the PDF on the left. Page 2 on the left and page 3 on the right differ in 2 words.",
    },
    {
      rows: [leftOnly(1), row({ number: 2, other: 1 })],
      says: "1 of 2 pages differs. Page 1 of the PDF on the left is not in the PDF on the right.",
    },
    {
      rows: [row({ count: 1, isExact: false })],
      says: "Page 1 differs in so many words that they are not shown one by one.",
    },
    {
      rows: unlooked,
      progress: "pictures",
      says: "No difference in text. Now comparing the pictures of those pages whose words are the same.",
    },
    {
      rows: unlooked,
      progress: "picturesEnded",
      says: "No difference in text. The comparison was stopped. On these pages the words are the same, but the pictures were not compared: 5.",
    },
    { rows: unlooked, progress: "text", says: "Reading the text of both PDFs…" },
    {
      rows: unlooked,
      progress: "textEnded",
      says: "The comparison was stopped before all text was read, so it is not known whether the PDFs differ.",
    },
    {
      rows: [unread(1), row({ number: 2 })],
      says: "No difference in text. Page 1 could not be read in one PDF or in both, so it is not known whether it differs.",
    },
    {
      rows: unlooked,
      progress: "pictures",
      isWordless: true,
      says: "Neither PDF has text that could be compared: both may be scanned pages. Now comparing the pictures of those pages whose words are the same.",
    },
    {
      rows: [{ ...row(), picture: "unknown" }, { ...row({ count: 2 }), picture: "unknown" }, leftOnly(2), unread(3)],
      progress: "picturesEnded",
      says: "2 of 4 pages differ. Page 1 differs in 2 words. Page 2 of the PDF on the left is not in the PDF on the right. Page 3 could not be read in one PDF or in both, so it is not known whether it differs. The comparison was stopped. On these pages the words are the same, but the pictures were not compared: 1.",
    },
    {
      rows: [row({ picture: "differs" }), row({ number: 2 })],
      isWordless: true,
      says: "Neither PDF has text that could be compared: both may be scanned pages. 1 of 2 pages differs. Page 1 differs in its picture only.",
    },
  ];
  for (const { says, ...given } of cases)
    it(`says: ${says}`, () =>
      assert.equal(summaryOf({ rows: [], progress: "done", isWordless: false, ...given }, words), says));

  const pages: readonly { readonly of: Row; readonly says: string }[] = [
    { of: row(), says: "No difference was found on page 1." },
    {
      of: { ...row(), picture: "unknown" },
      says: "Page 1 has the same words in both PDFs; its pictures have not been compared.",
    },
    {
      of: row({ number: 1, other: 2 }),
      says: "No difference was found between page 1 on the left and page 2 on the right.",
    },
    {
      of: { ...row({ number: 1, other: 2 }), picture: "unknown" },
      says: "Page 1 on the left and page 2 on the right have the same words; their pictures have not been compared.",
    },
    {
      of: { ...row({ number: 1, other: 2 }), words: null },
      says: "Page 1 on the left or page 2 on the right could not be read, so it is not known whether they differ.",
    },
  ];
  for (const { of, says } of pages) it(`says of a page: ${says}`, () => assert.equal(sentenceOf(of, words), says));

  it("names twelve pages, and counts the others", () => {
    const said = summaryOf(
      {
        rows: Array.from({ length: 20 }, (_, index) => row({ number: index + 1, count: 2 })),
        progress: "done",
        isWordless: false,
      },
      words,
    );
    assert.match(
      said,
      /^20 of 20 pages differ\. Page 1 differs in 2 words\. .*Page 12 differs in 2 words\. 8 more pages differ\.$/,
    );
  });

  it("stops at each change, at each page that stands alone, and at each picture", () => {
    const rows = [
      row(),
      row({ number: 2, count: 2 }),
      rightOnly(3),
      row({ number: 3, other: 4, picture: "differs" }),
      unread(4),
    ];
    assert.deepEqual(
      differencesOf(rows).map(({ row: of, change }) => [of, change?.left.start ?? null]),
      [
        [1, 0],
        [1, 2],
        [2, null],
        [3, null],
      ],
    );
  });

  const texts = { left: words.page.split(" "), right: ["Friday", "<b>", "now"] };
  const sentences: readonly {
    readonly left: readonly [number, number];
    readonly right: readonly [number, number];
    readonly says: string;
  }[] = [
    { left: [0, 1], right: [0, 2], says: "Difference 2 of 9. Page 1. On the left “Page”, on the right “Friday <b>”." },
    { left: [0, 1], right: [1, 1], says: "Difference 2 of 9. Page 1. Only on the left: “Page”." },
    { left: [1, 1], right: [2, 3], says: "Difference 2 of 9. Page 1. Only on the right: “now”." },
  ];
  for (const { left, right, says } of sentences) {
    it(`reads out: ${says}`, () => {
      const change = { left: { start: left[0], end: left[1] }, right: { start: right[0], end: right[1] } };
      assert.equal(differenceSentence({ row: row({ count: 1 }), change }, { at: 2, of: 9, texts, words }), says);
    });
  }

  it("reads out where a page with another number on each side is, and the beginning of long words", () => {
    const long = Array.from({ length: 500 }, () => "word");
    const said = differenceSentence(
      {
        row: row({ number: 2, other: 3, count: 1 }),
        change: { left: { start: 0, end: 500 }, right: { start: 0, end: 1 } },
      },
      { at: 1, of: 1, texts: { left: long, right: ["x".repeat(5000)] }, words },
    );
    assert.match(
      said,
      /^Difference 1 of 1\. Page 2 on the left, page 3 on the right\. On the left “(word ?){30,50}…”, on the right “x{200}…”\.$/,
    );
  });

  it("describes the difference at a picture", () => {
    assert.equal(
      differenceSentence(
        { row: row({ number: 4, picture: "differs" }), change: null },
        { at: 1, of: 2, texts: { left: [], right: [] }, words },
      ),
      "Difference 1 of 2. Page 4 differs in its picture only.",
    );
  });
});
