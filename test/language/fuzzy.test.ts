/** Typed letters find names that begin with them, then looser matches, best first. */
import assert from "node:assert/strict";
import { fit, fitting } from "../../language/features/fuzzy.ts";

describe("fuzzy", () => {
  const fits: readonly (readonly [name: string, word: string, fit: number | null])[] = [
    ["greeting-letter", "GREET", 0],
    ["greeting-letter", "letter", 1],
    ["greeting-letter", "gl", 2],
    ["greetingsLetter", "gl", 2],
    ["greeting-letter", "gte", 3],
    ["greeting-letter", "rl", null],
    ["greeting", "x", null],
    ["", "x", null],
    ["anything", "", 0],
    ["Årsbesked till kund", "åtk", 2],
    ["a1", "a1b", null],
  ];
  for (const [name, word, expected] of fits)
    it(`"${word}" fits "${name}": ${expected}`, () => assert.equal(fit(name, word), expected));

  it("puts the best first, and keeps the order of equal matches", () => {
    const names = ["great-letter", "ogling", "gavel", "glow", "globe", "nothing"];
    assert.deepEqual(
      fitting(names, "gl", (name) => [name]),
      ["glow", "globe", "ogling", "great-letter", "gavel"],
    );
  });
});
