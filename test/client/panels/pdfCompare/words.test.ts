/** The words in which two pages of PDFs differ: how pdf.js's pieces become words, and which words replace which. */
import assert from "node:assert/strict";
import { changesOf, countOf, placesOf, wordsOf } from "../../../../client/panels/pdfCompare/wordsModel.ts";
import type { Item } from "../../../../client/panels/pdfCompare/wordsModel.ts";

const item = (str: string, hasEOL = false): Item => ({ str, hasEOL });
const words = (line: string): readonly string[] => line.split(" ").filter((word) => word !== "");

describe("client/panels/pdfCompare/words", () => {
  const pages: readonly { readonly it: string; readonly items: readonly Item[]; readonly are: readonly string[] }[] = [
    { it: "words of one piece", items: [item("Dear  Ms Öberg,")], are: ["Dear", "Ms", "Öberg,"] },
    { it: "a word that is placed in two pieces", items: [item("Strand"), item("by AB")], are: ["Strandby", "AB"] },
    {
      it: "words with a space of their own between them",
      items: [item("Dear"), item(" "), item("Bo")],
      are: ["Dear", "Bo"],
    },
    { it: "a line's end as the end of a word", items: [item("Dear", true), item("Bo")], are: ["Dear", "Bo"] },
    { it: "ligatures as letters", items: [item("o\uFB03ce")], are: ["office"] },
    { it: "no hyphen that only shows at the end of a line", items: [item("claim\u00ADant \u00AD")], are: ["claimant"] },
    { it: "no words if there are none", items: [item(""), item(" ", true)], are: [] },
  ];
  for (const { it: title, items, are } of pages)
    it(`reads ${title}`, () =>
      assert.deepEqual(
        wordsOf(items).map(({ text }) => text),
        are,
      ));

  it("knows the pieces of each word, and joins those of one item", () => {
    const found = wordsOf([item("We pay Strand"), item("by AB")]);
    assert.deepEqual(found[2]?.parts, [
      { item: 0, start: 7, end: 13 },
      { item: 1, start: 0, end: 2 },
    ]);
    assert.deepEqual(placesOf(found, { start: 1, end: 4 }), [
      { item: 0, start: 3, end: 13 },
      { item: 1, start: 0, end: 5 },
    ]);
    assert.deepEqual(placesOf(found, { start: 1, end: 1 }), []);
  });

  /** Words in brackets differ: `left|right`. */
  const cases: readonly {
    readonly left: string;
    readonly right: string;
    readonly differ: readonly string[];
    readonly count: number;
  }[] = [
    { left: "open on weekdays", right: "open on weekdays", differ: [], count: 0 },
    { left: "open on Monday at nine", right: "open on Friday at ten", differ: ["Monday|Friday", "nine|ten"], count: 2 },
    { left: "we pay", right: "we gladly pay at once", differ: ["|gladly", "|at once"], count: 3 },
    { left: "we gladly pay", right: "we pay", differ: ["gladly|"], count: 1 },
    { left: "", right: "", differ: [], count: 0 },
    { left: "", right: "all is new", differ: ["|all is new"], count: 3 },
    { left: "constructor __proto__ toString", right: "constructor toString", differ: ["__proto__|"], count: 1 },
    { left: "a b a b", right: "b a b a b", differ: ["|b"], count: 1 },
  ];
  for (const { left, right, differ, count } of cases) {
    it(`finds "${differ.join("; ")}" between "${left}" and "${right}"`, () => {
      const found = changesOf(words(left), words(right));
      const between = (line: string, { start, end }: { readonly start: number; readonly end: number }): string =>
        words(line).slice(start, end).join(" ");
      assert.deepEqual(
        found.changes.map((change) => `${between(left, change.left)}|${between(right, change.right)}`),
        differ,
      );
      assert.deepEqual([countOf(found), found.isExact], [count, true]);
    });
  }

  it("does not tell words apart if so many differ that it would take too long, and says so", () => {
    const many = (word: string): readonly string[] =>
      Array.from({ length: 100_000 }, (_, index) => (index % 2 === 0 ? word : "and"));
    const found = changesOf(["Dear", ...many("one"), "end"], ["Dear", ...many("two"), "end"]);
    assert.deepEqual(found, {
      changes: [{ left: { start: 1, end: 100_000 }, right: { start: 1, end: 100_000 } }],
      isExact: false,
    });
    assert.equal(changesOf([], many("one")).isExact, true);
  });
});
