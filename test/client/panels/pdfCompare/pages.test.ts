/**
 * Which pages of two PDFs are side by side. Their words decide, so that one extra page does not make all later pages
 * differ.
 */
import assert from "node:assert/strict";
import { pairPages, sideToRead } from "../../../../client/panels/pdfCompare/pagesModel.ts";

/** Returns a page of thirty words. The words `from` to `to` are unique to the page; the others occur on every page. */
const page = (name: string, from = 0, to = 30): readonly string[] =>
  Array.from({ length: 30 }, (_, index) => (index >= from && index < to ? `${name}${index}` : `common${index}`));
const [a, b, c, d, x, y] = ["a", "b", "c", "d", "x", "y"].map((name) => page(name)) as [
  readonly string[],
  readonly string[],
  readonly string[],
  readonly string[],
  readonly string[],
  readonly string[],
];
const blank: readonly string[] = [];
const edited = (words: readonly string[]): readonly string[] =>
  words.map((word, index) => (index % 5 === 0 ? `${word}!` : word));
/** Returns the words in another language: only one word stays the same, as a number would. */
const inSwedish = (words: readonly string[]): readonly string[] =>
  words.map((word, index) => (index === 7 ? word : `${word}-sv`));
const withWordOf = (words: readonly string[], other: readonly string[]): readonly string[] => [
  ...words.slice(0, 28),
  ...other.slice(10, 13),
];

describe("client/panels/pdfCompare/pages", () => {
  /** `1-1` are pages side by side, `2-` and `-2` are alone. */
  const cases: readonly {
    readonly it: string;
    readonly left: readonly (readonly string[])[];
    readonly right: readonly (readonly string[])[];
    readonly pairs: string;
  }[] = [
    { it: "equal PDFs page by page", left: [a, b, c], right: [a, b, c], pairs: "1-1 2-2 3-3" },
    { it: "an inserted page on its own", left: [a, b, c], right: [a, x, b, c], pairs: "1-1 -2 2-3 3-4" },
    {
      it: "an inserted page before changed ones on its own",
      left: [a, b, c],
      right: [x, edited(a), edited(b), edited(c)],
      pairs: "-1 1-2 2-3 3-4",
    },
    { it: "a removed page on its own", left: [a, b, c, d], right: [a, edited(c), d], pairs: "1-1 2- 3-2 4-3" },
    { it: "a rewritten page next to the old one", left: [a, b, c], right: [a, x, c], pairs: "1-1 2-2 3-3" },
    {
      it: "pages in another language by their number",
      left: [a, b, c],
      right: [inSwedish(a), inSwedish(b), inSwedish(c)],
      pairs: "1-1 2-2 3-3",
    },
    {
      it: "one more page in another language on its own",
      left: [a, b],
      right: [inSwedish(a), inSwedish(b), y],
      pairs: "1-1 2-2 -3",
    },
    {
      it: "pages in another language by their number, though each has a word of the page before",
      left: [a, b, c],
      right: [y, withWordOf(inSwedish(b), a), withWordOf(inSwedish(c), b)],
      pairs: "1-1 2-2 3-3",
    },
    {
      it: "blank pages next to each other",
      left: [a, blank, b],
      right: [edited(a), blank, y, edited(b)],
      pairs: "1-1 2-2 -3 3-4",
    },
    {
      it: "pages without words in their order",
      left: [blank, blank],
      right: [blank, blank, blank],
      pairs: "1-1 2-2 -3",
    },
    {
      it: "a page with words rather than a blank one next to its like",
      left: [a, blank, b],
      right: [edited(a), edited(b), blank],
      pairs: "1-1 2- 3-2 -3",
    },
    { it: "pages that occur twice in order", left: [a, a, b], right: [a, a, x, b], pairs: "1-1 2-2 -3 3-4" },
    { it: "a PDF without pages next to one with pages", left: [], right: [a, b], pairs: "-1 -2" },
    { it: "nothing if there is nothing", left: [], right: [], pairs: "" },
  ];
  for (const { it: title, left, right, pairs } of cases) {
    it(`puts ${title}`, () => {
      const written = (number: number | null): string => (number === null ? "" : String(number + 1));
      assert.equal(
        pairPages(left, right)
          .map((pair) => `${written(pair.left)}-${written(pair.right)}`)
          .join(" "),
        pairs,
      );
    });
  }

  it("pairs thousands of pages by equal ones, and has every page once", () => {
    const many = Array.from({ length: 3000 }, (_, index) => page(`p${index}-`));
    const right = [x, ...many.map((words, index) => (index % 100 === 0 ? edited(words) : words)), y];
    const pairs = pairPages(many, right);
    assert.deepEqual(
      pairs.flatMap(({ left }) => left ?? []),
      many.map((_, index) => index),
    );
    assert.deepEqual(
      pairs.flatMap(({ right: other }) => other ?? []),
      right.map((_, index) => index),
    );
    assert.deepEqual(
      pairs.filter(({ left, right: other }) => left === null || other === null),
      [
        { left: null, right: 0 },
        { left: null, right: 3001 },
      ],
    );
    assert.ok(pairs.every(({ left, right: other }) => left === null || other === left + 1));
  });

  it("pairs by number if anything else would take too long, and still has every page once", () => {
    const pages = (name: string, count: number) => Array.from({ length: count }, (_, index) => [`${name}${index}`]);
    const pairs = pairPages(pages("l", 5100), pages("r", 5000));
    assert.deepEqual(
      [pairs.length, pairs[4999], pairs[5000]],
      [5100, { left: 4999, right: 4999 }, { left: 5000, right: null }],
    );
  });

  it("reads the two PDFs in turn, so that the first pages of both are known first", () => {
    const order = (counts: { readonly left: number; readonly right: number }): string => {
      const read = { left: 0, right: 0 };
      let sides = "";
      for (let side = sideToRead(read, counts); side !== undefined; side = sideToRead(read, counts)) {
        read[side] += 1;
        sides += side === "left" ? "l" : "r";
      }
      return sides;
    };
    assert.deepEqual(
      [
        order({ left: 3, right: 3 }),
        order({ left: 1, right: 3 }),
        order({ left: 3, right: 1 }),
        order({ left: 0, right: 0 }),
      ],
      ["lrlrlr", "lrrr", "lrll", ""],
    );
  });
});
