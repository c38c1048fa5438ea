/** The message that says where and why a text is not JSON. */
import assert from "node:assert/strict";
import { jsonMistake } from "../../language/index.ts";

describe("a text that is not JSON", () => {
  const cases: readonly (readonly [what: string, text: string, told: RegExp])[] = [
    ["a comma too many", '{\n  "a": 1,\n}', /^Line 2, column 9: /],
    ["a word", '{"a": yes}', /^Line 1, column 7: "yes" is not JSON\./],
    ["an end that is missing", "{", /^Line 1, column \d: /],
    ["nothing", "", /^The content is not JSON\.$/],
    ["more levels than anybody writes", "[".repeat(20_000), /^The content is not JSON\.$/],
  ];
  for (const [what, text, told] of cases) {
    it(`is reported with its place, in readable words: ${what}`, () => {
      assert.throws(() => JSON.parse(text));
      assert.match(jsonMistake(text), told);
    });
  }
});
