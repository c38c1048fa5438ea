/** The words about a version and about each line: exactly what is known from the service and from this computer. */
import assert from "node:assert/strict";
import {
  blameOf,
  byWords,
  changeWords,
  originDetail,
  originWords,
  versionRow,
  whenWords,
  withUnsaved,
} from "../../../../client/library/history/historyModel.ts";
import type { Blame } from "../../../../client/library/history/historyModel.ts";
import type { Version } from "../../../../authoring/history/versions.ts";

const format = (date: Date): string => date.toISOString().slice(0, 10);
let number = 0;

function version(content: string, more: Partial<Version> = {}): Version {
  number += 1;
  return {
    number,
    textId: "t",
    language: "en",
    at: `2026-05-${String((number % 28) + 1).padStart(2, "0")}T10:00:00.000Z`,
    how: "saved",
    source: 0,
    updatedAt: null,
    content,
    ...more,
  };
}

describe("the words of a version", () => {
  const rows: readonly [
    string,
    Partial<Version>,
    { readonly label: string; readonly description: string; readonly by: RegExp },
  ][] = [
    [
      "a version that was saved here",
      { how: "saved" },
      { label: "5 min. ago", description: "saved here · first version kept here", by: /By you/ },
    ],
    [
      "a version that was restored here",
      { how: "restored" },
      { label: "5 min. ago", description: "restored here · first version kept here", by: /By you/ },
    ],
    [
      "a version that was kept before a deletion",
      { how: "deletion" },
      { label: "5 min. ago", description: "kept before the text was deleted · first version kept here", by: /./ },
    ],
    [
      "what somebody wrote: when the service says, and not who",
      { how: "read", updatedAt: "2025-12-24T00:00:00Z" },
      { label: "9 days ago", description: "from the service · first version kept here", by: /does not say who\./ },
    ],
    [
      "a version that a machine wrote",
      { how: "read", source: 1 },
      {
        label: "5 min. ago",
        description: "automatic translation · first version kept here",
        by: /automatic translation/,
      },
    ],
    [
      "a version that the service says nothing about",
      { how: "read", source: null },
      { label: "5 min. ago", description: "from the service · first version kept here", by: /does not say who wrote/ },
    ],
    [
      "an invalid date",
      { how: "read", updatedAt: "yesterday" },
      { label: "5 min. ago", description: "from the service · first version kept here", by: /./ },
    ],
  ];
  for (const [title, more, expected] of rows) {
    it(`say ${title}`, () => {
      const one = version("x", { at: "2026-01-02T10:00:00.000Z", ...more });
      const { label, description } = versionRow(one, undefined, format, new Date("2026-01-02T10:05:30.000Z"));
      assert.deepEqual({ label, description }, { label: expected.label, description: expected.description });
      assert.match(byWords(one), expected.by);
    });
  }

  const changes: readonly [string, string, string | undefined][] = [
    ["a\nb\nc", "a\nB\nc", "line 2: B"],
    ["a\nb", "a\nb\nc", "line 3: c"],
    ["a\nb\nc", "a", "2 lines fewer at the end"],
    ["a\nb", "a", "1 line fewer at the end"],
    ["a\r\nb", "a\nb", undefined],
    ["a", "a", undefined],
    ["a\nb", "a\n", "line 2: (empty)"],
    ["", "x".repeat(100), `line 1: ${"x".repeat(59)}…`],
  ];
  for (const [before, after, words] of changes) {
    it(`describe ${JSON.stringify(before)} → ${JSON.stringify(after.slice(0, 20))} as ${words ?? "nothing"}`, () =>
      assert.equal(changeWords(version(after), version(before)), words));
  }
});

describe("the origin of each line", () => {
  const shown = (blame: Blame | undefined): readonly string[] =>
    blame?.lines.map((line, index) => `${line}: ${originWords(blame.origins[index], format)}`) ?? [];

  it("is the version in which it first occurred, back to the oldest stored one, whose lines may be older", () => {
    const [first, second, third] = [
      version("one\ntwo\nthree", { at: "2026-01-01T00:00:00Z" }),
      version("one\nTWO\nthree", { at: "2026-01-02T00:00:00Z" }),
      version("zero\none\nTWO\nthree!", { at: "2026-01-03T00:00:00Z", how: "read" }),
    ];
    assert.deepEqual(shown(blameOf([third, second, first])), [
      "zero: 2026-01-03 · from the service",
      "one: 2026-01-01 or before",
      "TWO: 2026-01-02 · saved here",
      "three!: 2026-01-03 · from the service",
    ]);
  });

  it("is empty if no version is stored", () => assert.equal(blameOf([]), undefined));

  it("stays the same if only line endings or a byte order mark changed, and through a deletion that was undone", () => {
    const oldest = version("a\nb", { at: "2026-01-01T00:00:00Z" });
    const versions = [version("\ufeffa\r\nb"), version("a\nb", { how: "deletion" }), oldest];
    assert.deepEqual(
      blameOf(versions)?.origins.map((origin) => origin?.version),
      [oldest, oldest],
    );
  });

  it("is not shown for unsaved lines", () => {
    const blame = blameOf([version("a\nb", { at: "2026-01-01T00:00:00Z" })]);
    assert.ok(blame);
    assert.deepEqual(shown(withUnsaved(blame, "a\nnew\nb\n")), [
      "a: 2026-01-01 or before",
      "new: not saved yet",
      "b: 2026-01-01 or before",
      ": not saved yet",
    ]);
    assert.deepEqual(originDetail(undefined, format), ["This line is not saved yet."]);
  });

  it("is reported as unsure if two versions cannot be compared in reasonable time, and the time stays short", () => {
    const many = (count: number, first: string): string => `${first}\n${"same\n".repeat(count)}${first}`;
    const newer = version(many(4000, "b"), { at: "2026-01-02T00:00:00Z" });
    const blame = blameOf([newer, version(many(3999, "a"), { at: "2026-01-01T00:00:00Z" })]);
    assert.ok(blame?.origins.every((origin) => origin?.version === newer && origin.orBefore));
    assert.equal(whenWords(newer, format), "2026-01-02");
    assert.equal(blame?.origins.length, blame?.lines.length);
  });

  it("is one for each line, whatever is edited", () => {
    let seed = 1;
    const next = (limit: number): number => (seed = (seed * 48271) % 2147483647) % limit;
    for (let history = 0; history < 200; history += 1) {
      let lines = ["a", "b", "c"];
      const versions: Version[] = [];
      for (let step = 0; step < 8; step += 1) {
        lines = lines.toSpliced(
          next(lines.length + 1),
          next(2),
          ...Array.from({ length: next(3) }, () => String(next(4))),
        );
        versions.unshift(version(lines.join("\n")));
      }
      const blame = blameOf(versions);
      assert.deepEqual(blame?.lines, lines.join("\n").split("\n"));
      assert.equal(blame?.origins.length, blame?.lines.length);
      // The version that a line comes from contains the line.
      for (const [index, origin] of (blame?.origins ?? []).entries())
        assert.ok(origin?.version.content.split("\n").includes(blame?.lines[index] ?? ""));
    }
  });
});
