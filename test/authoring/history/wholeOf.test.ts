/** What a deleted text contains when it is saved as a new one. */
import assert from "node:assert/strict";
import { wholeOf } from "../../../authoring/history/bringBack.ts";
import type { LibraryText } from "../../../authoring/guard/writePlan.ts";

const text = (day: number, contents: Readonly<Record<string, string>>, more: object = {}): LibraryText => ({
  id: "t",
  folderId: "f",
  code: "photo",
  name: `name of day ${day}`,
  contentType: 0,
  updatedDate: `2026-01-0${day}T00:00:00Z`,
  translations: Object.fromEntries(Object.entries(contents).map(([language, content]) => [language, { content }])),
  ...more,
});
const contents = ({ translations }: LibraryText): object =>
  Object.fromEntries(Object.entries(translations ?? {}).map(([language, { content }]) => [language, content]));

describe("a deleted text, saved as a new one", () => {
  it("has what its author wrote, and otherwise the last reading in any tab", () => {
    const lost = { text: text(1, { en: "first", sv: "mitt" }), languages: ["sv"], fields: [] };
    const whole = wholeOf(lost, [
      text(2, { en: "second", sv: "andra" }),
      text(3, { en: "third", sv: "tredje" }),
      text(1, { en: "first", sv: "första" }),
    ]);
    assert.deepEqual(contents(whole), { en: "third", sv: "mitt" });
    assert.equal(whole["name"], "name of day 3");
  });

  it("has the fields that its author changed", () => {
    const lost = { text: text(1, { en: "first" }, { name: "mine" }), languages: [], fields: ["name"] };
    assert.equal(wholeOf(lost, [text(2, { en: "second" })])["name"], "mine");
  });

  it("is as it was when it was lost, if nothing newer is known", () => {
    const lost = { text: text(2, { en: "mine" }), languages: ["en"], fields: [] };
    assert.deepEqual(contents(wholeOf(lost, [text(1, { en: "first", sv: "gone since" })])), { en: "mine" });
  });
});
