/** The patterns of a smartform.json: the cost of each pattern is limited, and their total cost too. */
import assert from "node:assert/strict";
import { readSettingsFile } from "../../catalog/index.ts";

const entriesOf = (...patterns: readonly string[]) =>
  readSettingsFile(JSON.stringify({ files: patterns.map((include) => ({ include, language: "sv" })) }));

describe("the patterns of smartform.json", () => {
  const hostile: readonly (readonly [what: string, pattern: string, why: RegExp])[] = [
    [
      "braces",
      "{a,b}".repeat(17),
      /^files\[0\]\.include: a pattern with braces can stand for at most 500 patterns\. This one is not used\.$/,
    ],
    ["a range", "{1..100000}", /at most 500 patterns/],
    ["braces in braces", "{".repeat(50) + "a,b}".repeat(50) + "{a,b}".repeat(16), /at most 500 patterns/],
    ["70,000 characters", "a".repeat(70_000), /a pattern may have at most 1000 characters/],
    ["20,000 brackets", "[".repeat(20_000), /at most 1000 characters/],
    ["groups", "+(a|aa)".repeat(100), /a pattern may have at most 8 groups like \+\(a\|b\)/],
    ["brackets that nothing closes", "[b[!*".repeat(100), /a pattern may have at most 32 groups like \[a-z\]/],
    ["groups in groups", "*(".repeat(100) + "a" + ")".repeat(100), /8 groups/],
  ];
  for (const [what, pattern, why] of hostile) {
    it(`refuse ${what}, at the place, and use the others`, () => {
      const { entries, mistakes } = entriesOf(pattern, "*.sft");
      assert.deepEqual(
        entries.map(({ include }) => include),
        ["*.sft"],
      );
      assert.equal(mistakes.length, 1);
      assert.match(mistakes[0]!.message, why);
      assert.equal(mistakes[0]!.start, '{"files":[{"include":'.length);
    });
  }

  it("are used up to a total cost, and each one beyond it is reported", () => {
    const { entries, mistakes } = entriesOf(
      ...Array.from({ length: 120 }, (_, index) => "{a,b}".repeat(7) + index),
      "*.sft",
    );
    assert.ok(entries.length > 10 && entries.length < 120);
    assert.equal(entries.length + mistakes.length, 121);
    assert.match(
      mistakes[0]!.message,
      /^files\[\d+\]\.include: this pattern is not used, because the patterns of this file are too many or too long, taken together\.$/,
    );
  });

  it("are all used if there are a thousand of the usual kind", () => {
    const { entries, mistakes } = entriesOf(...Array.from({ length: 1000 }, (_, index) => `letters/${index}/**/*.sft`));
    assert.deepEqual([entries.length, mistakes], [1000, []]);
    assert.ok(entries[7]?.matches("letters/7/deep/er/a.sft"));
    assert.ok(!entries[7]?.matches("letters/8/a.sft"));
  });

  it("match braces, groups, folders, and library texts separately from files", () => {
    const cases = [
      ["a/{b,c}/*.sft", "a/c/x.sft", true],
      ["+(a|b).sft", "abba.sft", true],
      ["**", "a/.b/c", true],
      ["**", "textlib:/a/b.sv.txt", false],
      ["textlib:/a/*", "textlib:/a/b.sv.txt", true],
      ["a[[]1].sft", "a[1].sft", true],
      ["#a", "#a", true],
      ["!a", "!a", true],
    ] as const;
    for (const [pattern, name, expected] of cases)
      assert.equal(entriesOf(pattern).entries[0]?.matches(name), expected, `${pattern} ${name}`);
  });

  it("terminate, each for its most expensive name", () => {
    const names = ["a".repeat(250), Array(1900).fill("a").join("/"), `${Array(8).fill("a".repeat(250)).join("/")}/b`];
    const wild = [
      "**/".repeat(300),
      "*a".repeat(490),
      "**/*a*/".repeat(140),
      "?".repeat(900),
      "[a-z]".repeat(32),
      "[!b]*".repeat(32),
      "!(*b)".repeat(8),
      `+(${"a|aa|".repeat(150)}a)[bc]`,
      "**/+(a|*a)/".repeat(8),
    ];
    for (const { matches } of entriesOf(...wild).entries)
      for (const name of names) assert.equal(typeof matches(name), "boolean");
  }).timeout(10_000);
});

describe("a smartform.json that is unrealistically large", () => {
  const cases: readonly (readonly [what: string, content: string, message: string, at: number])[] = [
    [
      "deep",
      `{"files":${"[".repeat(5000)}`,
      "Nothing in this file is used (it is nested deeper than 100 levels).",
      '{"files":'.length + 99,
    ],
    [
      "deep behind a comment with a quote",
      `{"files":/*"*/${"[".repeat(20_000)}`,
      "Nothing in this file is used (it is nested deeper than 100 levels).",
      '{"files":/*"*/'.length + 99,
    ],
    [
      "deep behind a quote in a line of its own",
      `//"\\\n{"files":${"[".repeat(20_000)}`,
      "Nothing in this file is used (it is nested deeper than 100 levels).",
      '//"\\n{"files":'.length + 99,
    ],
    ["behind mistakes", "[},".repeat(5000), "Nothing in this file is used (it is nested deeper than 100 levels).", 300],
    [
      "wide",
      `{"files":[${"1,".repeat(30_000)}1]}`,
      "Nothing in this file is used (it has more than 10000 names and values).",
      20_005,
    ],
    [
      "long",
      `{"connection":"${"a".repeat(300_000)}"}`,
      "Nothing in this file is used (it is larger than 256 KB).",
      262_144,
    ],
  ];
  for (const [what, content, message, start] of cases) {
    it(`is reported at its place and not read: ${what}`, () => {
      const { mistakes, entries, isWhole } = readSettingsFile(content);
      assert.deepEqual([mistakes, entries, isWhole], [[{ start, end: start + 1, message, instead: [] }], [], false]);
    });
  }

  it("has a limited number of reported mistakes", () => {
    const { mistakes } = readSettingsFile(`{"files":[${"1,".repeat(5000)}1]}`);
    assert.deepEqual(
      [mistakes.length, mistakes.at(-1)?.message],
      [201, "There are more mistakes; only 200 are shown."],
    );
  });
});
