/**
 * Reading HTML: a comment that is not closed ends at the end of the text, and a cut tag, markup and plain words are
 * recognized.
 */
import assert from "node:assert/strict";
import { parse } from "../../language/index.ts";
import { htmlOf, isMarkup } from "../../language/html.ts";

describe("html", () => {
  for (const text of ["<!--", "<!-- a\r\n", "<!--\r\n\r\nb", "<!\r\n", "</[\r\n", "x<?"]) {
    it(`ends the comment of ${JSON.stringify(text)} at the end of the text`, () =>
      assert.equal(htmlOf(parse(text, "html")).comments.at(-1)?.end, text.length));
  }

  const cuts: readonly (readonly [text: string, cutTag: number | null])[] = [
    ["<b>x</b> <a href=", 9],
    ["</p", 0],
    ["a < b <i", 6],
    ["<!-- <i --><u x", 11],
    ["<b>x</b>", null],
    ["<!-- <b x", null],
    ["a <", null],
  ];
  for (const [text, cutTag] of cuts)
    it(`${cutTag === null ? "finds no cut tag in" : "finds the cut tag in"} ${text}`, () =>
      assert.equal(htmlOf(parse(text, "html")).cutTag, cutTag));

  for (const text of ["<br>", "a</p>", "&amp;", "&nbsp;", " &#32;", "AT&amp", "<!-- a -->", "<!doctype html>", "a <b"])
    it(`finds markup in ${text}`, () => assert.ok(isMarkup(text)));
  for (const text of ["", " a < b\r\n > c ", "R&D", "a & b", "&unknown;", "<", "<3", "&", "a\u00a0&\u2003b\ufeff"])
    it(`finds no markup in ${JSON.stringify(text)}`, () => assert.ok(!isMarkup(text)));
});
