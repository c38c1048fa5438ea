/** "Did you mean": which words count as spelt alike. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { didYouMean, distanceWithin, nearest, newEffort, prepareWords } from "../../../language/words/spelling.ts";

const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "ä"), maxLength: 8 });

describe("spelling", () => {
  for (const [a, b, distance] of [
    ["footer", "footer", 0],
    ["footer", "foter", 1],
    ["footer", "fooetr", 1],
    ["footer", "f00ter", 2],
    ["footer", "", 4],
    ["ab", "ba", 1],
    ["", "", 0],
    ["abc", "xyz", 3],
  ] as const) {
    it(`${a || "nothing"} and ${b || "nothing"} are ${distance} apart`, () =>
      assert.equal(distanceWithin(a, b, 3), distance));
  }

  it("is a distance", () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        assert.equal(distanceWithin(a, b, 8), distanceWithin(b, a, 8));
        assert.equal(distanceWithin(a, b, 8) === 0, a === b);
        const exact = distanceWithin(a, b, 8);
        assert.equal(distanceWithin(a, b, 2), Math.min(exact, 3));
      }),
    );
  });

  it("suggests similar words, nearest first, at most three, and never the word itself", () => {
    const words = prepareWords(["footer", "Footers", "foster", "header", "fo", "footer-page"]);
    assert.deepEqual(nearest("foter", words, newEffort()), ["footer", "foster"]);
    assert.deepEqual(nearest("FOOTER", words, newEffort()), ["footer", "Footers", "foster"]);
    assert.deepEqual(nearest("footer", words, newEffort()), ["Footers", "foster"]);
    assert.deepEqual(nearest("fp", words, newEffort()), []);
    assert.deepEqual(nearest("", words, newEffort()), []);
    assert.deepEqual(nearest("qqqqqqqq", words, newEffort()), []);
  });

  it("finds a word with as many changed letters as its length allows", () => {
    assert.deepEqual(nearest("abcdef", prepareWords(["abcdxy", "abcxyz"]), newEffort()), ["abcdxy"]);
  });

  it("suggests each word once, and three of many", () => {
    assert.deepEqual(
      nearest("fooler", prepareWords(["footer", "footer", "fooder", "foober", "foomer", "foofer"]), newEffort()),
      ["foober", "fooder", "foofer"],
    );
    assert.deepEqual(nearest("foote", prepareWords(["footer", "footer"]), newEffort()), ["footer"]);
  });

  it("misses no word that a plain search finds", () => {
    fc.assert(
      fc.property(word, fc.uniqueArray(word, { maxLength: 12 }), (wanted, all) => {
        const limit = wanted.length < 3 ? 0 : wanted.length < 6 ? 1 : 2;
        const near = all.filter((each) => each !== wanted && limit > 0 && distanceWithin(wanted, each, limit) <= limit);
        const found = nearest(wanted, prepareWords(all), newEffort());
        assert.equal(found.length, Math.min(3, near.length));
        for (const each of found) assert.ok(near.includes(each));
      }),
    );
  });

  it("stops comparing when the limit is reached", () => {
    const effort = newEffort(2);
    const words = prepareWords(["foster", "footer", "footed"]);
    assert.equal(nearest("foofer", words, effort).length > 0, true);
    assert.deepEqual([effort.left <= 0, nearest("fooder", words, effort)], [true, []]);
  });

  it("what was already found in the same check is found again without effort, even after the limit of effort", () => {
    const words = prepareWords(["foster", "footer", "footed"]);
    const effort = newEffort(1);
    const found = nearest("foofer", words, effort);
    const { left } = effort;
    assert.ok(found.length > 0 && left <= 0);
    assert.deepEqual([nearest("foofer", words, effort), effort.left, effort.asked], [found, left, 2]);
  });

  it("spends the same effort in every check, whatever was searched for before", () => {
    const words = prepareWords(["foster", "footer", "footed"]);
    const [first, second] = [newEffort(), newEffort()];
    assert.deepEqual(nearest("foofer", words, first), nearest("foofer", words, second));
    assert.equal(second.left, first.left);
    assert.deepEqual(nearest("foofer", words, newEffort(0)), []);
  });

  it("also counts words that are only compared", () => {
    const effort = newEffort(10);
    nearest("aaaaaa", prepareWords(Array.from({ length: 64 }, (_, index) => `zyxwv${index + 10}`.slice(-6))), effort);
    assert.ok(effort.left < 10);
  });

  it("tells long words apart that differ at both ends", () => {
    const middle = "ab".repeat(50_000);
    assert.equal(distanceWithin(`x${middle}y`, `v${middle}w`, 3), 2);
    assert.equal(distanceWithin(`x${middle}y`, `${middle}w`, 3), 2);
  });

  it("asks in a sentence", () => {
    assert.equal(didYouMean([]), "");
    assert.equal(didYouMean(["a", "b"]), 'Did you mean "a" or "b"?');
  });
});
