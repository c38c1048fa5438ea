/**
 * The state of a PDF panel is checked when it is restored after a reload of the window: an older version may have
 * stored it, or it may be empty.
 */
import assert from "node:assert/strict";
import { coloursIn, keptIn, languageIn } from "../../../../client/panels/pdf/keptModel.ts";

describe("client/panels/pdf/kept", () => {
  const kept = { kind: "form", id: "m1" };
  const states: readonly { readonly state: unknown; readonly is: readonly [kept: unknown, language: string | null] }[] =
    [
      { state: { kept, language: "sv", place: "page=2" }, is: [kept, "sv"] },
      { state: { kept, language: null, place: null }, is: [kept, null] },
      { state: { kept, language: 7 }, is: [kept, null] },
      { state: { kept: null, language: "sv", place: null }, is: [undefined, null] },
      { state: { kept: { kind: "form" }, language: "sv" }, is: [undefined, null] },
      { state: undefined, is: [undefined, null] },
      { state: "form", is: [undefined, null] },
    ];
  for (const { state, is } of states)
    it(`reads ${JSON.stringify(state)} as ${JSON.stringify(is)}`, () =>
      assert.deepEqual([keptIn(state), languageIn(state)], is));

  for (const [colours, are] of [
    ["theme", "theme"],
    ["inverted", "inverted"],
    ['"><script>', "paper"],
    [undefined, "paper"],
  ])
    it(`reads the colours ${String(colours)} as ${String(are)}`, () => assert.equal(coloursIn(colours), are));
});
