/**
 * The three-way merge: whichever three texts it merges, it loses no change and reports only real conflicts.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import {
  areComparable,
  contentsOf,
  fieldsOf,
  isPartLost,
  linesOf,
  mergeLines,
  planWrite,
} from "../../../authoring/guard/writePlan.ts";
import type { Change, LibraryText, Plan } from "../../../authoring/guard/writePlan.ts";

function text(contents: ReadonlyMap<string, string>, more: Partial<LibraryText> = {}): LibraryText {
  const translations = Object.create(null) as NonNullable<LibraryText["translations"]>;
  for (const [language, content] of contents) translations[language] = { content };
  return {
    id: "t",
    folderId: "f",
    code: "c",
    name: "n",
    description: "",
    contentType: 0,
    isPublic: false,
    defaultLanguage: "en",
    translations,
    ...more,
  };
}

/** Returns what the service holds after the plan's PUT, by the rules of document 1. */
function applied(theirs: LibraryText, plan: Plan): LibraryText {
  if (plan.state !== "write") return theirs;
  const contents = new Map(contentsOf(theirs));
  for (const [language, { content }] of Object.entries(plan.body.translations ?? {}))
    contents.set(language.toLowerCase(), content);
  const { translations: _, ...fields } = plan.body;
  return text(contents, { name: null, description: null, isPublic: false, defaultLanguage: null, ...fields });
}

const language: fc.Arbitrary<string> = fc.constantFrom("en", "sv", "de", "__proto__", "constructor");
const line = fc.constantFrom("a\n", "b\n", "c\r\n", "\n", "__proto__\n", "Straße 😀\n", "last", "last\n", "last\r\n");
const content = fc.array(line, { maxLength: 8 }).map((lines) => lines.join(""));
const contents = fc.array(fc.tuple(language, content), { maxLength: 5 }).map((pairs) => new Map(pairs));
const fields = fc.record({
  name: fc.constantFrom("n", "m", "o"),
  isPublic: fc.boolean(),
  folderId: fc.constantFrom("f", "g"),
});

describe("write plan", () => {
  it("loses nothing: each side's change of a language or field is in the result, or it is a conflict", () => {
    fc.assert(
      fc.property(
        contents,
        contents,
        contents,
        fields,
        fields,
        fields,
        (inBase, inTheirs, inMine, baseFields, theirFields, myFields) => {
          const base = text(inBase, baseFields);
          const theirs = text(inTheirs, theirFields);
          const plan = planWrite({ base, theirs, change: { fields: myFields, translations: inMine } });
          if (plan.state === "conflict") return;
          const after = applied(theirs, plan);
          const [now, was, wanted] = [contentsOf(after), contentsOf(base), contentsOf(theirs)];
          for (const key of new Set([...was.keys(), ...wanted.keys(), ...inMine.keys()])) {
            const mine = inMine.has(key) ? inMine.get(key) : was.get(key);
            if (mine === was.get(key)) assert.equal(now.get(key), wanted.get(key), "their language stays");
            else if (wanted.get(key) === was.get(key)) assert.equal(now.get(key), mine, "my language is there");
          }
          for (const key of ["name", "isPublic", "folderId"] as const) {
            const expected = myFields[key] === baseFields[key] ? theirFields[key] : myFields[key];
            assert.equal(fieldsOf(after)[key], expected);
          }
          if (plan.state === "write")
            assert.equal(planWrite({ base: plan.over, theirs: after, change: plan.meant }).state, "unchanged");
        },
      ),
      { numRuns: 3000 },
    );
  });

  it("reports no conflict if only one side changed, or both changed the same", () => {
    fc.assert(
      fc.property(contents, contents, (inBase, inOther) => {
        const base = text(inBase);
        const change: Change = { translations: inOther };
        assert.notEqual(planWrite({ base, theirs: base, change }).state, "conflict");
        const same = new Map([...inBase, ...inOther]);
        assert.equal(planWrite({ base, theirs: text(same), change }).state, "unchanged");
      }),
      { numRuns: 2000 },
    );
  });

  it("never sends a language that did not change (T19)", () => {
    fc.assert(
      fc.property(contents, contents, contents, (inBase, inTheirs, inMine) => {
        const theirs = text(inTheirs);
        const plan = planWrite({ base: text(inBase), theirs, change: { translations: inMine } });
        if (plan.state !== "write") return;
        for (const [key, { content: sent }] of Object.entries(plan.body.translations ?? {}))
          assert.notEqual(sent, contentsOf(theirs).get(key));
      }),
      { numRuns: 2000 },
    );
  });

  it("merges edits of separate lines, and keeps both", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(
          fc.string({ minLength: 1, maxLength: 5 }).filter((word) => !/[\n\r]/.test(word)),
          { minLength: 5, maxLength: 12 },
        ),
        fc.nat(),
        (words, seed) => {
          const lines = words.map((word) => `${word}\n`);
          const at = seed % (lines.length - 2);
          const mine = lines.with(at, "MY LINE\n");
          const theirs = lines.with(at + 2, "THEIR LINE\n");
          assert.equal(
            mergeLines({ base: lines.join(""), mine: mine.join(""), theirs: theirs.join("") }),
            mine.with(at + 2, "THEIR LINE\n").join(""),
          );
        },
      ),
    );
  });

  /** Base, theirs, mine, and the result: null for a conflict. A bar is a line ending. */
  const merges: readonly (readonly [
    name: string,
    base: string,
    theirs: string,
    mine: string,
    merged: string | null,
  ])[] = [
    ["lines side by side are different lines", "a|b|", "a|B|", "A|b|", "A|B|"],
    ["the last line, and a line written below it", "a|b", "a|b|c", "a|B", "a|B|c"],
    ["the same, with Windows line ends", "a~b", "a~b~c", "a~B", "a~B~c"],
    ["lines below a last line to which each side gave another end", "a~b|c", "a~b|c~x|", "a~c|y", null],
    ["a last line whose ending somebody changed, next to what both removed", "a|x|b~c", "a|b|c", "a|b", "a|b"],
    ["the same, and what somebody wrote below it: the changed end stays", "a|x|b~c", "a|b|c|d", "a|b", "a|b|d"],
    ["a line end at the very end comes from who put it there", "a|b", "a|b|", "A|b", "A|b|"],
    ["a final line ending that somebody removed stays removed", "a|b|", "A|b|", "a|b", "A|b"],
    ["a line between two that somebody else changed", "a|b|", "A|B|", "a|new|b|", "A|new|B|"],
    ["a line below one that somebody else took away", "a|b|c|", "a|c|", "a|b|new|c|", "a|new|c|"],
    ["the same change on both sides, and one next to it", "a|b|c|", "A|B|c|", "A|b|C|", "A|B|C|"],
    ["the same line on both sides", "a|b|", "X|b|", "Y|b|", null],
    ["two lines at the same place: their order is unknown", "a|b|", "a|x|b|", "a|y|b|", null],
    ["a line that grew, and one below it", "a|b|", "a|x|b|", "A|y|b|", null],
    ["a line taken away and changed", "a|b|c|", "a|c|", "a|B|c|", null],
    ["a line that is there already, after the one above it went", "a|b|", "a|x|", "a|b|x|", null],
    ["the same, with another end", "a|b|", "a|x~", "a|b|x|", null],
    ["a line inside others that were taken away", "a|b|c|d|", "a|d|", "a|b|x|c|d|", null],
  ];
  for (const [name, ...texts] of merges) {
    const [base, theirs, mine, merged] = texts.map((whole) => whole?.replaceAll("|", "\n").replaceAll("~", "\r\n")) as [
      string,
      string,
      string,
      string | undefined,
    ];
    it(`lines: ${name}: ${merged === undefined ? "conflict" : "merged"}`, () => {
      assert.equal(mergeLines({ base, theirs, mine }), merged);
      assert.equal(mergeLines({ base, theirs: mine, mine: theirs }), merged);
    });
  }

  it("gives the same result from both sides", () => {
    fc.assert(
      fc.property(content, content, content, (base, mine, theirs) => {
        assert.equal(mergeLines({ base, mine, theirs }), mergeLines({ base, mine: theirs, theirs: mine }));
      }),
      { numRuns: 2000 },
    );
  });

  it("cuts lines without losing a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "\n", "\r", "\u2028", "😀") }), (whole) =>
        assert.equal(linesOf(whole).join(""), whole),
      ),
    );
  });

  it("leaves a text of equal lines to the author instead of comparing it for minutes", () => {
    const many = "\n".repeat(50_000);
    assert.equal(areComparable(linesOf(many), linesOf(many)), false);
    assert.equal(mergeLines({ base: many, mine: `a\n${many}x`, theirs: `${"\n".repeat(100)}b\n${many}` }), undefined);
  });

  it("merges at both ends of a long text", () => {
    const middle = Array.from({ length: 20_000 }, (_, number) => `line ${number}\n`).join("");
    assert.equal(
      mergeLines({ base: `a\n${middle}z\n`, mine: `A\n${middle}z\n`, theirs: `a\n${middle}Z\n` }),
      `A\n${middle}Z\n`,
    );
  });

  it("counts only its own part of existing words as its own: others may remove what they wrote beside it", () => {
    const base = text(
      new Map([
        ["en", "a\nb\n"],
        ["sv", "a\n"],
      ]),
    );
    const plan = planWrite({
      base,
      theirs: text(
        new Map([
          ["en", "x\na\nB\n"],
          ["sv", "a\n"],
        ]),
      ),
      change: {
        translations: new Map([
          ["en", "a\nB\n"],
          ["sv", "A\n"],
        ]),
      },
    });
    assert.ok(plan.state === "write");
    assert.deepEqual(
      [...(plan.meant.translations ?? [])],
      [
        ["en", "a\nB\n"],
        ["sv", "A\n"],
      ],
    );
    assert.equal(contentsOf(plan.over).get("en"), "a\nb\n");
    const left = planWrite({ base: plan.over, theirs: base, change: plan.meant });
    assert.equal(left.state === "write" && left.body.translations?.["en"]?.content, "a\nB\n");
  });

  /**
   * For one language: base, mine, the content that the save expects, and the content that it reads back. A bar is LF, a
   * tilde CRLF.
   */
  const parts: readonly (readonly [
    name: string,
    base: string,
    mine: string,
    expected: string,
    after: string,
    isLost: boolean,
  ])[] = [
    ["all of it is there", "a|b|c|", "A|b|C|", "A|b|C|", "A|b|C|", false],
    ["a part was taken away", "a|b|c|", "A|b|C|", "A|b|C|", "a|b|C|", true],
    ["what others wrote besides was taken away", "a|b|c|", "A|b|c|", "A|b|X|", "A|b|c|", false],
    ["others wrote in between", "a|b|c|", "a|B|C|", "a|B|x|C|", "a|B|x|C|", false],
    ["others wrote in between, and a line was taken away", "a|b|c|", "a|B|C|", "a|B|x|C|", "a|b|x|C|", true],
    ["others wrote in between, and a line came back", "a|b|c|", "a|c|", "a|x|y|c|", "a|b|y|c|", true],
    ["others wrote in between, and took that away", "a|b|c|", "a|B|C|", "a|B|x|C|", "a|B|C|", false],
    ["others wrote in between, and gave the lines another end", "a|b|c|", "a|B|C|", "a|B|x|C|", "a~B~x~C~", false],
  ];
  for (const [name, ...texts] of parts) {
    const [base, mine, expected, after] = texts
      .slice(0, 4)
      .map((whole) => String(whole).replaceAll("|", "\n").replaceAll("~", "\r\n")) as [string, string, string, string];
    it(`a part of a change: ${name}: ${texts[4] ? "lost" : "not lost"}`, () => {
      const inText = (english: string): LibraryText =>
        text(
          new Map([
            ["en", english],
            ["sv", "a\nx\nC\n"],
          ]),
        );
      const changes: readonly Change[] = [
        { translations: new Map([["en", mine]]) },
        {
          translations: new Map([
            ["en", mine],
            ["sv", "B\n"],
          ]),
        },
      ];
      for (const change of changes)
        assert.equal(
          isPartLost({
            base: text(
              new Map([
                ["en", base],
                ["sv", "b\n"],
              ]),
            ),
            change,
            expected: inText(expected),
            after: inText(after),
          }),
          texts[4],
        );
    });
  }

  it("a part of a change: a field was removed, and a language cannot be judged: lost", () => {
    const [base, expected, after] = [
      ["b\n", "n"],
      ["a\nx\nC\n", "m"],
      ["a\nx\nC\n", "n"],
    ].map(([swedish = "", name = ""]) => text(new Map([["sv", swedish]]), { name })) as [
      LibraryText,
      LibraryText,
      LibraryText,
    ];
    assert.equal(
      isPartLost({ base, change: { fields: { name: "m" }, translations: new Map([["sv", "B\n"]]) }, expected, after }),
      true,
    );
  });

  it("a language that somebody else removed is a conflict, not silently written back (T5)", () => {
    const plan = planWrite({
      base: text(new Map([["en", "x"]])),
      theirs: text(new Map()),
      change: { translations: new Map([["en", "y"]]) },
    });
    assert.equal(plan.state, "conflict");
  });

  it("notices a foreign change of equal length although every date is the same (T17)", () => {
    const date = "2026-01-01T00:00:00Z";
    const dated = (content: string, name: string): LibraryText => ({
      ...text(new Map()),
      name,
      updatedDate: date,
      translations: { en: { content, updatedAt: date } },
    });
    const plan = (change: Change) => planWrite({ base: dated("aaaa", "one"), theirs: dated("bbbb", "two"), change });
    assert.equal(plan({ translations: new Map([["en", "cccc"]]) }).state, "conflict");
    assert.equal(plan({ fields: { name: "six" } }).state, "conflict");
  });

  it("two texts started in the same new language are a conflict", () => {
    const plan = planWrite({
      base: text(new Map()),
      theirs: text(new Map([["fi", "heidän"]])),
      change: { translations: new Map([["fi", "minun"]]) },
    });
    assert.equal(plan.state, "conflict");
  });
});
