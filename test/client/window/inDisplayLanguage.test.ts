/** Numbers, times and names of languages, in the form that is usual in the display language. */
import assert from "node:assert/strict";
import { ago, languageName } from "../../../client/window/inDisplayLanguage.ts";

describe("numbers, times and languages", () => {
  const now = new Date("2026-03-10T12:00:00.000Z");
  for (const [time, words] of [
    ["2026-03-10T11:59:30.000Z", "now"],
    ["2026-03-10T11:58:00.000Z", "2 min. ago"],
    ["2026-03-10T09:30:00.000Z", "2 hr. ago"],
    ["2026-03-10T12:00:20.000Z", "now"],
    ["2026-03-08T13:00:00.000Z", "1 day ago"],
    ["2026-03-01T11:00:00.000Z", "9 days ago"],
    ["2026-01-01T12:00:00.000Z", "Jan 1, 2026"],
    ["2026-04-01T12:00:00.000Z", "Apr 1, 2026"],
  ] as const)
    it(`says ${words} for ${time}`, () => assert.equal(ago(new Date(time), now), words));

  for (const [code, name] of [
    ["sv", "Swedish"],
    ["pt-br", "Brazilian Portuguese"],
    ["zz", "zz"],
    ["no such code!", "no such code!"],
  ] as const)
    it(`calls the language ${code} ${name}`, () => assert.equal(languageName(code), name));
});
