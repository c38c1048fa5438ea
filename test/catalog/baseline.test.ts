/**
 * Baselines in folders that may come from anywhere: what a baseline may contain, where a bad one is reported, and what
 * changes in it when a finding is added.
 */
import assert from "node:assert/strict";
import { largestBaseline, openBaseline, readBaseline, withOneMore } from "../../catalog/index.ts";
import { applyEdits } from "../../language/index.ts";

const entry = (words: string, more = ""): string => `{"file":"a.sft","code":"missing-space","words":"${words}"${more}}`;
const list = (...entries: readonly string[]): string => `[\n${entries.join(",\n")}\n]\n`;
const many = (count: number, make: (index: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, index) => make(index));
const numbered = (index: number): string => String(index).padStart(7, "0");

const otherName =
  'the baseline cannot be read (besides "file", "code", "words", "count", it holds more than 2 other names), so it hides nothing.';
const tooDeep = "the baseline cannot be read (it is nested deeper than 100 levels), so it hides nothing.";
const tooLarge = "the baseline cannot be read (it is larger than 16 MB), so it hides nothing.";
const none =
  "this is not a baseline, so it hides nothing. Repair it, or name another file; " +
  "`smartform check --new-baseline` creates that file.";
const ownNames = list(many(20_000, (index) => entry("x", `,"n${index}":1`)).join());

const refused: readonly (readonly [what: string, content: string, told: string])[] = [
  [
    "with an entry of many names",
    `[{${many(100_000, (index) => `"n${index}":1`).join()}}]`,
    `known:1:17: ${otherName}`,
  ],
  ["with a name of its own in each entry", ownNames, `known:2:170: ${otherName}`],
  [
    "with names in ever other escapes",
    list('{"f\\u0069le":"a.sft","\\u0066ile":"b.sft","fil\\u0065":"c.sft"}'),
    `known:2:42: ${otherName}`,
  ],
  ["that is nested deep", `[{"words":${"[".repeat(100_000)}`, `known:1:109: ${tooDeep}`],
  ["of lists in lists", "[".repeat(100_000), `known:1:2: ${none}`],
  ["of empty objects without an end", `[\n${"{ },".repeat(250_000)}`, `known:2:1: ${none}`],
  ["of bare values without an end", `[\n${"1,".repeat(500_000)}`, `known:2:1: ${none}`],
  [
    "with an object for words",
    list(entry("x"), '{"file":"a.sft","code":"missing-space","words":{"file":"b"}}'),
    `known:3:1: ${none}`,
  ],
  [
    "with a mistake behind many entries",
    list(...many(20_000, (index) => entry(numbered(index))), entry("y", ',"count":0'), "{}"),
    `known:20002:1: ${none}`,
  ],
  [
    "that is no JSON behind many entries",
    list(...many(20_000, (index) => entry(numbered(index))), "<<<<<<< HEAD: mine", entry("y")),
    `known:20002:1: ${none}`,
  ],
  ["with a list in the list", list(entry("x"), "[]", entry("y")), `known:3:1: ${none}`],
  ["with a word in the list", list(entry("x"), '"word"', entry("y")), `known:3:1: ${none}`],
  ["that does not end", `[${entry("x")},${entry("y").slice(0, -1)}`, `known:1:104: ${none}`],
  ["larger than 16 MB", list(entry("å".repeat(largestBaseline / 2))), `known:4:1: ${tooLarge}`],
  ["that is no JSON", list(entry("x"), "<<<<<<< HEAD: mine", entry("y")), `known:3:1: ${none}`],
  ["with a count that is none", list(entry("x"), entry("y", ',"count":0')), `known:3:1: ${none}`],
  ["that is nested deep behind a comment", `[{/*"*/"words":${"[".repeat(100_000)}`, `known:1:114: ${tooDeep}`],
  ["that is an object", "{}", `known:1:1: ${none}`],
  ["that is empty", "", `known: ${none}`],
];

const hidden = "missing-space [[b]]";
const a = entry("[[a]]");
const b = entry("[[b]]");
const c = entry("[[c]]");
const d = entry("[[d]]");
const z = entry("[[z]]");
const twice = entry("[[b]]", ',"count":2');
const spaced = entry("[[b]]", ', "count": 4');
const wide = '{\n    "words": "[[b]]", "file": "a.sft", "code": "missing-space"\n  }';
const added: readonly (readonly [what: string, before: string, after: string])[] = [
  ["an empty list", "[]\n", list(b)],
  ["a list whose first entry comes later", list(c, d), list(b, c, d)],
  ["a list in the middle of which it belongs", list(a, c), list(a, b, c)],
  ["a list whose last entry comes before", list(a), list(a, b)],
  ["a list that has it once", list(a, b, c), list(a, twice, c)],
  ["a list that has it 9 times", list(entry("[[b]]", ',"count":9'), c), list(entry("[[b]]", ',"count":10'), c)],
  ["one line", `[${a},${spaced}]`, `[${a},${spaced},\n${entry("[[b]]", ',"count":5')}]`],
  ["a list that somebody gave another form", `\n[\n  ${wide}\n]`, `\n[\n  ${wide},\n${twice}\n]`],
  ["a list with line ends of Windows", list(a, c).replaceAll("\n", "\r\n"), list(a, b, c).replaceAll("\n", "\r\n")],
  [
    "a list with line ends of Windows, at its end",
    list(a).replaceAll("\n", "\r\n"),
    list(a, b).replaceAll("\n", "\r\n"),
  ],
  ["a list that is not sorted", list(z, b, a, a), list(twice, z, b, a, a)],
];

describe("a baseline", () => {
  for (const [what, content, told] of refused) {
    it(`${what} is reported at its place`, () => {
      assert.deepEqual(openBaseline("known", content), { baseline: null, problem: told });
      assert.equal(readBaseline(content), null);
    });
  }

  it("is not parsed if it is too large", () => {
    const parse = JSON.parse;
    const parsed: number[] = [];
    JSON.parse = (text: string, ...more) => {
      parsed.push(text.length);
      return parse(text, ...more) as unknown;
    };
    try {
      for (const [, content, told] of refused) if (told.includes("the baseline cannot be read")) readBaseline(content);
      assert.deepEqual(parsed, []);
      readBaseline(list(entry("x")));
      assert.equal(parsed.length, 1);
    } finally {
      JSON.parse = parse;
    }
  });

  it("is read completely at a realistic size", () => {
    const baseline = readBaseline(list(many(100_000, (index) => entry(numbered(index), ',"count":2')).join()));
    const known = baseline?.get("a.sft");
    assert.deepEqual([baseline?.size, known?.size, known?.get("missing-space 0000007")], [1, 100_000, 2]);
  });

  it("may have further properties in an entry, and must not have an unknown code", () => {
    const baseline = readBaseline(
      list(entry("x", ',"note":{"by":["me"]},"note":"later"'), entry("x").replace("missing-space", "missing space")),
    );
    assert.deepEqual(baseline, new Map([["a.sft", new Map([["missing-space x", 1]])]]));
  });

  it("has room for one more finding, or says that it is full", () => {
    for (const [content, isRead, hasRoom] of [
      [list(entry("x")), true, true],
      [list(entry("x".repeat(largestBaseline - 100_000))), true, true],
      [list(entry("x".repeat(largestBaseline - 1000))), true, false],
    ] as const) {
      const answers = [readBaseline(content) !== null, readBaseline(content, { room: true }) !== null];
      assert.deepEqual(answers, [isRead, hasRoom], `${content.length} ${content.slice(0, 100)}`);
    }
  });

  for (const [what, before, after] of added) {
    it(`adds one more finding to ${what}`, () => {
      const baseline = readBaseline(before);
      assert.ok(baseline !== null);
      assert.equal(applyEdits(before, [withOneMore(before, baseline, { file: "a.sft", key: hidden })]), after);
      assert.equal(readBaseline(after)?.get("a.sft")?.get(hidden), (baseline.get("a.sft")?.get(hidden) ?? 0) + 1);
    });
  }

  it("of 100,000 entries is read in a few places to add a finding, and one line of it changes", () => {
    const before = list(many(100_000, (index) => entry(numbered(index * 2))).join(",\n"));
    const baseline = readBaseline(before)!;
    const { lastIndexOf } = String.prototype;
    let looks = 0;
    String.prototype.lastIndexOf = function (...more) {
      looks++;
      return lastIndexOf.apply(this, more);
    };
    try {
      const at = before.indexOf(entry("0000502"));
      const edit = withOneMore(before, baseline, { file: "a.sft", key: "missing-space 0000501" });
      assert.deepEqual(edit, { start: at, end: at, newText: `${entry("0000501")},\n` });
      assert.ok(looks > 5 && looks < 50, String(looks));
    } finally {
      String.prototype.lastIndexOf = lastIndexOf;
    }
  });
});
