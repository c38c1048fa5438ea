/**
 * The parser: which parts of a text are placeholders and which are strays. An edit gives the same result as a fresh
 * parse.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { applyEdits, edit, parse } from "../../language/index.ts";
import type { Format, Placeholder, Syntax } from "../../language/index.ts";

/** Checks the placeholders and strays of a text: one expected line for each, with its source text. */
function check(text: string, format: Format, expected: readonly string[]): void {
  const syntax = parse(text, format);
  const lines = [...syntax.placeholders, ...syntax.strays]
    .sort((a, b) => a.start - b.start)
    .map((one) => `${describeOne(one)} ← ${text.slice(one.start, one.end)}`);
  assert.deepEqual(lines, expected);
}

function describeOne(one: Placeholder | { readonly kind: "unclosed" | "unopened" }): string {
  switch (one.kind) {
    case "library":
      return [
        one.keyword.text,
        ...one.parts.map((part) => part.text),
        ...(one.malformed === null ? [] : [one.malformed]),
      ].join("|");
    case "input":
      return [
        one.keyword.text,
        one.name.text,
        ...one.options.map((option) => `${option.name.text}=${option.value?.text ?? "∅"}`),
      ].join("|");
    case "data":
      return `data|${one.segments.map((segment) => segment.text).join("|")}`;
    case "invalid":
      return [
        one.reason,
        ...(one.keyword === null ? [] : [one.keyword.text]),
        ...one.parts.map((part) => part.text),
      ].join("|");
    default:
      return one.kind;
  }
}

const plain: readonly [string, string, readonly string[]][] = [
  [
    "the four kinds",
    "[[ LIB : hr : greet ]] [[ LIB : greet ]] [[ INPUT : n | default=$A | type = select | x ]] [[ a.b ]]",
    [
      "LIB|hr|greet ← [[ LIB : hr : greet ]]",
      "LIB|greet ← [[ LIB : greet ]]",
      "INPUT|n|default=$A|type=select|x=∅ ← [[ INPUT : n | default=$A | type = select | x ]]",
      "data|a|b ← [[ a.b ]]",
    ],
  ],
  [
    "keywords without their parts",
    "[[ LIB ]] [[LIB:]] [[ LIB : a : ]] [[ LIB : a : b : c ]] [[ INPUT ]] [[ INPUT : | a=b ]]",
    [
      "LIB|empty-part ← [[ LIB ]]",
      "LIB||empty-part ← [[LIB:]]",
      "LIB|a||empty-part ← [[ LIB : a : ]]",
      "LIB|a|b|c|too-many-parts ← [[ LIB : a : b : c ]]",
      "INPUT| ← [[ INPUT ]]",
      "INPUT||a=b ← [[ INPUT : | a=b ]]",
    ],
  ],
  [
    "letter case and unknown words",
    "[[ lib : a ]] [[ Input : a ]] [[ LIBB : a : b ]] [[ lib ]] [[ : a ]] [[ lıb : a ]]",
    [
      "lib|a ← [[ lib : a ]]",
      "Input|a ← [[ Input : a ]]",
      "unknown-keyword|LIBB|a|b ← [[ LIBB : a : b ]]",
      "data|lib ← [[ lib ]]",
      "unknown-keyword||a ← [[ : a ]]",
      "unknown-keyword|lıb|a ← [[ lıb : a ]]",
    ],
  ],
  ["nothing inside", "[[]] [[ ]] [[\u00a0]]", ["empty ← [[]]", "empty ← [[ ]]", "empty ← [[\u00a0]]"]],
  ["a line break is white space", "[[ LIB :\r\n a ]]", ["LIB|a ← [[ LIB :\r\n a ]]"]],
  [
    "a blank line ends the search",
    "[[ a\n \t\nb ]] [[ c\r\rd ]]",
    ["unclosed ← [[", "unopened ← ]]", "unclosed ← [[", "unopened ← ]]"],
  ],
  ["one line break written as two characters is no blank line", "[[ a\r\nb ]]", ["data|a\r\nb ← [[ a\r\nb ]]"]],
  ["nested brackets are one placeholder", "[[ LIB : [[ a ]] ]]", ["nested ← [[ LIB : [[ a ]] ]]"]],
  ["nested brackets that close at once", "[[ [[a]]]] [[ b ]]", ["nested ← [[ [[a]]]]", "data|b ← [[ b ]]"]],
  ["three deep", "[[ a [[ b [[ c ]] ]] ]]", ["nested ← [[ a [[ b [[ c ]] ]] ]]"]],
  ["an open one before a whole one", "[[ a [[ b ]] c", ["unclosed ← [[", "data|b ← [[ b ]]"]],
  [
    "an open one before two whole ones",
    "[[ a [[ b ]] [[ c ]] d ]]",
    ["unclosed ← [[", "data|b ← [[ b ]]", "data|c ← [[ c ]]", "unopened ← ]]"],
  ],
  ["runs of brackets", "[[[ a ]]] [[[[[ b ]]]]]", ["data|a ← [[ a ]]", "data|b ← [[ b ]]"]],
  ["a run of brackets is one stray", "[[[[[[\n\n]]]]]]]", ["unclosed ← [[", "unopened ← ]]"]],
  ["tags and entities are ordinary characters", "[[ a<b>&nbsp; ]]", ["data|a<b>&nbsp; ← [[ a<b>&nbsp; ]]"]],
  ["single brackets are text", "[a] [ [b] ]", []],
];

const html: readonly [string, string, readonly string[]][] = [
  [
    "tags inside the brackets are read over",
    "[[ LIB : <b>h</b>r : a&nbsp;]]",
    ["LIB|hr|a ← [[ LIB : <b>h</b>r : a&nbsp;]]"],
  ],
  ["a comment inside the brackets is read over", "[[ a<!-- > --> ]]", ["data|a ← [[ a<!-- > --> ]]"]],
  [
    "br does not end the search, a paragraph does",
    "[[ a<br>b ]] [[ c</p><p> ]]",
    ["data|a b ← [[ a<br>b ]]", "unclosed ← [[", "unopened ← ]]"],
  ],
  [
    "pre is a block, prefix is not",
    "[[ a<prefix>b ]]<p>[[ a<pre>b ]]",
    ["data|ab ← [[ a<prefix>b ]]", "unclosed ← [[", "unopened ← ]]"],
  ],
  [
    "placeholders in attributes and comments",
    "<a title='x > [[ b ]]' href=\"[[ c ]]<p>[[ d ]]\"><!-- [[ e ]] <p> [[ f ]] -->",
    ["data|b ← [[ b ]]", "data|c ← [[ c ]]", "data|d ← [[ d ]]", "data|e ← [[ e ]]", "data|f ← [[ f ]]"],
  ],
  ["a quote is only a quote after =", "<p>it's [[ a<b>'x</b> ]]</p>", ["data|a'x ← [[ a<b>'x</b> ]]"]],
  [
    "a quote anywhere else in a tag opens no value",
    "<b it's>[[ a<p>b ]]' ]]",
    ["unclosed ← [[", "unopened ← ]]", "unopened ← ]]"],
  ],
  [
    "a tag does not end inside of a value",
    "<a b=\"x > [[ a<p>b ]]\" c='y > [[ a<p>b ]]'>[[ c ]]",
    ["data|a<p>b ← [[ a<p>b ]]", "data|a<p>b ← [[ a<p>b ]]", "data|c ← [[ c ]]"],
  ],
  ["an empty comment ends at once", "<!--> [[ a<b>c</b> ]]", ["data|ac ← [[ a<b>c</b> ]]"]],
  ["a less-than sign is text", "1 < 2 [[ a < b ]]", ["data|a < b ← [[ a < b ]]"]],
];

describe("parse", () => {
  for (const [title, text, expected] of plain) it(`plain: ${title}`, () => check(text, "plain", expected));
  for (const [title, text, expected] of html) it(`html: ${title}`, () => check(text, "html", expected));

  it("gives the place of each part", () => {
    const text = "x [[ LIB :  hr : a ]]";
    const [one] = parse(text, "plain").placeholders;
    assert.ok(one?.kind === "library");
    assert.deepEqual(one.parts, [
      { start: 12, end: 14, text: "hr" },
      { start: 17, end: 18, text: "a" },
    ]);
    assert.deepEqual([one.folder, one.code], one.parts);
    assert.deepEqual(one.keyword, { start: 5, end: 8, text: "LIB" });
  });

  it("reports the spaces on both sides (T54)", () => {
    const seen = parse("[[a]] [[ a]] [[a ]] [[\u00a0a\n]]", "plain").placeholders.map((one) => [
      one.spaceBefore,
      one.spaceAfter,
    ]);
    assert.deepEqual(seen, [
      [false, false],
      [true, false],
      [false, true],
      [true, true],
    ]);
  });

  it("keeps the markup that it skipped", () => {
    const text = "[[ <b>a</b>&nbsp;<i title=']]";
    const [one] = parse(text, "rich").placeholders;
    assert.deepEqual(
      one?.markup.map((range) => text.slice(range.start, range.end)),
      ["<b>", "</b>", "&nbsp;", "<i title='"],
    );
  });
});

const scraps = fc.constantFrom(
  "[",
  "[[",
  "[[ ",
  "]",
  "]]",
  " ]]",
  ":",
  "|",
  "=",
  ".",
  "\n",
  "\r",
  "\r\n",
  "\n\n",
  " ",
  "\u00a0",
  "\ud800",
  "\udc00",
  "<",
  "<p>",
  "</p",
  ">",
  "<b>",
  "<br>",
  '"',
  "'",
  "='",
  '="',
  '<a href="',
  "<!--",
  "-->",
  "-",
  "!",
  "&nbsp;",
  "&",
  ";",
  "LIB",
  "INPUT",
  "a",
  "é",
  "[[ LIB : a : b ]]",
  "[[ a ]]",
);
const anyText = fc.array(scraps, { maxLength: 40 }).map((parts) => parts.join(""));
const anyFormat = fc.constantFrom<Format>("plain", "rich", "html");

describe("edit", () => {
  it("equals a fresh parse after every edit", () => {
    const edits = fc.array(
      fc.array(fc.record({ start: fc.nat(120), length: fc.nat(12), newText: fc.oneof(anyText, scraps) }), {
        minLength: 1,
        maxLength: 2,
      }),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(anyText, anyFormat, edits, fc.boolean(), (text, format, rounds, look) => {
        let syntax = parse(text, format);
        for (const round of rounds) {
          const list = round.map((one) => ({ start: one.start, end: one.start + one.length, newText: one.newText }));
          const expected = applyEdits(syntax.text, list);
          if (look) assert.ok(syntax.placeholders);
          syntax = edit(syntax, list);
          assert.deepEqual(syntax.text, expected);
          if (look) assert.deepEqual(whole(syntax), whole(parse(expected, format)));
        }
        assert.deepEqual(whole(syntax), whole(parse(syntax.text, format)));
      }),
      { numRuns: 6000 },
    );
  }).timeout(120_000);

  const turning: readonly [title: string, before: string, start: number, end: number, newText: string][] = [
    ["a tag that is one no longer", '<a b="[[ a<p>b ]]"> [[ c ]]', 0, 1, ""],
    ["a quote that opens after everything", '<a b=> [[ a<p>b ]] ">', 5, 5, '"'],
    ["a comment that opens", "<!- [[ a<p>b ]] [[ c<p>d ]]", 2, 2, "-"],
    ["a blank line that goes", "[[ a\n   \n b ]]", 6, 6, "x"],
    ["a run that grows", "[[ a ]]]] [[ b ]]", 7, 7, "]"],
    ["an edit outside of the text", "[[ a ]]", -5, -1, "[[ b "],
    ["an edit after the text", "[[ a ", 50, 90, "]]"],
  ];
  for (const [title, before, start, end, newText] of turning) {
    it(title, () => {
      const after = edit(parse(before, "html"), [{ start, end, newText }]);
      assert.deepEqual(whole(after), whole(parse(after.text, "html")));
      assert.notDeepEqual(after.placeholders, parse(before, "html").placeholders);
    });
  }

  it("applies edits in any order, and overlapping ones once", () => {
    assert.equal(
      applyEdits("0123456789", [
        { start: 6, end: 8, newText: "b" },
        { start: 1, end: 2, newText: "a" },
      ]),
      "0a2345b89",
    );
    assert.equal(
      applyEdits("0123456789", [
        { start: 1, end: 5, newText: "a" },
        { start: 3, end: 7, newText: "b" },
      ]),
      "0ab789",
    );
    assert.equal(
      applyEdits("0123456789", [
        { start: 1, end: 5, newText: "a" },
        { start: 2, end: 3, newText: "b" },
      ]),
      "0ab56789",
    );
  });

  it("keeps the objects before the edit, and moves those after it", () => {
    const before = parse("[[ a ]] text [[ b ]] text [[ c ]], text", "plain");
    const [first] = before.placeholders;
    const after = edit(before, [{ start: 16, end: 17, newText: "bb" }]);
    assert.equal(after.placeholders[0], first);
    assert.deepEqual(
      after.placeholders.map((one) => after.text.slice(one.start, one.end)),
      ["[[ a ]]", "[[ bb ]]", "[[ c ]]"],
    );
    const third = after.placeholders[2];
    assert.equal(
      edit(after, [{ start: after.text.length, end: after.text.length, newText: "x" }]).placeholders[2],
      third,
    );
  });
});

/** Returns an object with all properties of a syntax, because a comparison would not call the getters of its class. */
function whole({ text, format, placeholders, strays }: Syntax): Syntax {
  return { text, format, placeholders, strays };
}
