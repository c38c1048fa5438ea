/**
 * Texts and create-form requests that are made from the grammar of placeholders and from everything that breaks it.
 * Each input has edits, and positions at which editor requests are made.
 */
import fc from "fast-check";
import type { Format } from "../../../language/index.ts";

export interface Input {
  readonly kind: Format | "request";
  readonly text: string;
  /** The index of the context in `examine.ts`. */
  readonly context: number;
  /**
   * The edits that make each version. They change the version before it or, if the input is a request, `text`.
   * Positions may be past the end.
   */
  readonly versions: readonly (readonly Cut[])[];
  /**
   * Two numbers: the offset of the requests, and the length of their range. For the requests after the edits, the two
   * are swapped. Both may be larger than the text's length.
   */
  readonly places: readonly number[];
}

/** An edit: `newText` replaces `length` code units from `start`. */
export interface Cut {
  readonly start: number;
  readonly length: number;
  readonly newText: string;
}

const oneOf = (...words: readonly string[]) => fc.constantFrom(...words);
const joined = (...parts: readonly fc.Arbitrary<string>[]) => fc.tuple(...parts).map((words) => words.join(""));

const name = oneOf(
  "hr",
  "legal",
  "onboarding",
  "hr.onboarding",
  "Human resources",
  "Gemensamt",
  "Drafts",
  "HR",
  "greeting",
  "footer",
  "letter",
  "welcome",
  "PS",
  "ps",
  "gretting",
  "cycle-a",
  "cycle-b",
  "customer",
  "customer.name",
  "customer.nmae",
  "start",
  "total",
  "lines",
  "empty",
  "firstName",
  "reason",
  "a",
  "b",
  "__proto__",
  "constructor",
  "toString",
  "é",
  "名",
  "😀",
  "\ud800",
  "\udc00",
  "a:b",
  "a|b",
  "a=b",
  "x.",
  ".x",
  "..",
  "",
);
const space = fc.oneof(
  { weight: 6, arbitrary: fc.constant(" ") },
  {
    weight: 3,
    arbitrary: oneOf(
      "",
      "  ",
      "\t",
      "\u00a0",
      "\u0085",
      "\u2028",
      "\ufeff",
      "\n",
      "\r",
      "\r\n",
      " \n ",
      "\n\n",
      "\r\r",
      "&nbsp;",
      "&#160;",
      "&#xA0;",
      "<br>",
      "<br/>",
    ),
  },
);
const keyword = fc.oneof(
  { weight: 5, arbitrary: oneOf("LIB", "INPUT") },
  {
    weight: 1,
    arbitrary: oneOf("lib", "Lib", "input", "Input", "LIBB", "LI", "INPUTS", "lıb", "L<b>IB</b>", "IN&shy;PUT", ""),
  },
);
const colon = fc.oneof(
  { weight: 4, arbitrary: fc.constant(" : ") },
  { weight: 3, arbitrary: oneOf(":", " :", ": ", " :: ", "：", "&colon;", " ; ", " ") },
);
const bar = fc.oneof(
  { weight: 4, arbitrary: fc.constant(" | ") },
  { weight: 2, arbitrary: oneOf("|", " || ", " ¦ ", " ") },
);
const option = joined(
  oneOf("type", "default", "source", "Type", "sourc", "x", ""),
  oneOf("=", " = ", "==", ""),
  fc.oneof(oneOf("date", "select", "$customer.name", "$", "$$", "$start", '"', "'"), name),
);
const library = joined(
  keyword,
  colon,
  name,
  fc.oneof({ weight: 3, arbitrary: joined(colon, name) }, fc.constant(""), joined(colon, name, colon, name)),
);
const input = joined(
  keyword,
  colon,
  name,
  fc.array(joined(bar, option), { maxLength: 3 }).map((all) => all.join("")),
);
const data = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("."));
const inside = fc.oneof(
  { weight: 3, arbitrary: library },
  { weight: 3, arbitrary: input },
  { weight: 2, arbitrary: data },
  name,
);
const open = fc.oneof(
  { weight: 8, arbitrary: fc.constant("[[") },
  { weight: 1, arbitrary: oneOf("[", "[[[", "[[[[", "[<b>[</b>", "&#91;[", "[ [", "[[ [[", "") },
);
const close = fc.oneof(
  { weight: 8, arbitrary: fc.constant("]]") },
  { weight: 1, arbitrary: oneOf("]", "]]]", "]]]]", "]<i>]</i>", "&#93;]", "] ]", "]] ]]", "") },
);
const placeholder = joined(open, space, inside, space, close);
const nested = joined(open, space, placeholder, space, inside, close);
const marked = joined(
  oneOf("<p>", "<b>", '<a href="', "<a title='x > ", "<!--", "<script>", "<style>", "<td ", "&lt;", "<"),
  placeholder,
  oneOf("</p>", "</b>", '">x</a>', "'>", "-->", "</script>", "</style>", ">", "&gt;", "", "</"),
);
const scrap = oneOf(
  "[",
  "[[",
  "]",
  "]]",
  ":",
  "|",
  "=",
  ".",
  "$",
  "\n",
  "\r",
  "\r\n",
  "\n\n",
  "\n \t\n",
  " ",
  "\u00a0",
  "\ud800",
  "\udc00",
  "😀",
  "\u0000",
  "<",
  ">",
  "</",
  "/>",
  "<p>",
  "</p>",
  "<b>",
  "</b>",
  "<br>",
  "<pre>",
  "<!--",
  "-->",
  "<!-->",
  "-",
  "!",
  '"',
  "'",
  '="',
  '<a href="',
  "<script>alert(1)</script>",
  "<img src=x onerror=y>",
  "&",
  "&nbsp;",
  "&#91;",
  "&amp;",
  "&bogus;",
  "&#xD800;",
  "&#99999999;",
  ";",
  "LIB",
  "INPUT",
  "text ",
  "[[ LIB : hr : greeting ]]",
  "[[ customer.name ]]",
  "{{ x }}",
  "${x}",
  "%s",
);
const piece = fc.oneof(
  { weight: 5, arbitrary: placeholder },
  { weight: 1, arbitrary: nested },
  { weight: 2, arbitrary: marked },
  { weight: 6, arbitrary: scrap },
  { weight: 1, arbitrary: inside },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 6 }) },
);
const shortText = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(""));
/** The same piece repeated, up to 60,000 code units. Such texts reveal costs that grow faster than the length. */
const run = fc
  .tuple(
    fc.oneof(
      scrap,
      placeholder,
      fc.tuple(scrap, scrap).map((two) => two.join("")),
      joined(bar, option),
    ),
    fc.integer({ min: 50, max: 4000 }),
  )
  .map(([words, times]) => words.repeat(Math.min(times, Math.ceil(60_000 / Math.max(1, words.length)))));
const longText = joined(shortText, run, shortText);
const text = fc.oneof({ weight: 1000, arbitrary: shortText }, { weight: 1, arbitrary: longText });

const property = oneOf(
  "dialogDefinitionId",
  "environment",
  "languageCode",
  "name",
  "values",
  "dataTableValue",
  "dataTableValues",
  "parties",
  "propertyMergeString",
  "textLibraryFolder",
  "isTest",
  "webhookUrl",
  "sendNotifications",
  "orderTableValue",
  "mapValues",
  "firstName",
  "startsAt",
  "startsAt.minDate",
  "department",
  "boss",
  "customer",
  "reason",
  "__proto__",
  "",
  "a",
  "a_b",
  "\ud800",
);
const value = fc.oneof(
  oneOf(
    '"s-hire"',
    '"s-claim"',
    '"s-note"',
    '"nowhere"',
    '"Test"',
    '"Produktion"',
    '"hr"',
    '"sv"',
    "null",
    "true",
    "false",
    "0",
    "-1.5e3",
    "1e999",
    '""',
    '"2026-01-07"',
    '"\\u005b\\u005b LIB : hr : greeting ]]"',
    '"[[ LIB : legal : foter ]]"',
    '"\\ud800"',
    '"\\x"',
    '"open',
    "[",
    "{",
    "[[]]",
    "{}",
    "[]",
    "tru",
    "'x'",
    "// c\n1",
    "/* c */ 1",
    "",
  ),
  fc.string({ maxLength: 5 }).map((words) => JSON.stringify(words)),
);
const { object } = fc.letrec<{ object: string; value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthIdentifier: "json" },
    value,
    tie("object"),
    fc.array(tie("value"), { maxLength: 3, depthIdentifier: "json" }).map((items) => `[${items.join(",")}]`),
  ),
  object: fc
    .array(
      joined(
        property.map((words) => JSON.stringify(words)),
        oneOf(":", ": ", " :", "", "\n:\r\n"),
        tie("value"),
      ),
      { maxLength: 5, depthIdentifier: "json" },
    )
    .map((all) => `{${all.join(", ")}}`),
}));
const wholeRequest = fc
  .tuple(oneOf("s-hire", "s-claim", "s-note", "gone"), fc.array(fc.tuple(property, object), { maxLength: 4 }))
  .map(
    ([id, rest]) =>
      `{ "dialogDefinitionId": "${id}", "environment": "Test",\n${rest.map(([key, each]) => `  ${JSON.stringify(key)}: ${each}`).join(",\n")} }`,
  );
const jsonScrap = oneOf(
  "{",
  "}",
  "[",
  "]",
  '"',
  ":",
  ",",
  "\\",
  "\n",
  "\r\n",
  " ",
  '"values": {',
  '"a": ',
  "null",
  "1",
  "\\u005",
  "//",
  "/*",
  "\ud800",
  "[[",
  "]]",
  "\ufeff",
);
const jsonRun = fc
  .tuple(oneOf("[", '{"a":', '"a": 1,', "[1,", '{"values":{', '"', "\\", ",", "1"), fc.integer({ min: 50, max: 4000 }))
  .map(([words, times]) => words.repeat(times));
/** Requests as they are during typing: whole, cut off anywhere, or in scraps. */
const request = fc.oneof(
  { weight: 200, arbitrary: wholeRequest },
  { weight: 100, arbitrary: fc.tuple(wholeRequest, fc.nat(400)).map(([whole, to]) => whole.slice(0, to)) },
  {
    weight: 100,
    arbitrary: fc.array(fc.oneof(jsonScrap, value, object), { maxLength: 12 }).map((pieces) => pieces.join("")),
  },
  { weight: 1, arbitrary: fc.tuple(oneOf("", '{"values":'), jsonRun, jsonScrap).map((parts) => parts.join("")) },
);

const place = fc.oneof({ weight: 4, arbitrary: fc.nat(120) }, { weight: 1, arbitrary: fc.nat(70_000) });
const cut = (pieces: fc.Arbitrary<string>) =>
  fc.record({
    start: place,
    length: fc.oneof({ weight: 4, arbitrary: fc.nat(6) }, { weight: 1, arbitrary: fc.nat(200) }),
    newText: fc.oneof(pieces, fc.constant("")),
  });
const versionsOf = (pieces: fc.Arbitrary<string>) =>
  fc.array(fc.array(cut(pieces), { minLength: 1, maxLength: 2 }), { maxLength: 3 });

const about = { context: fc.nat(4), places: fc.tuple(place, place) };

export const inputs: fc.Arbitrary<Input> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom<Format>("plain", "rich", "html"),
      text,
      versions: versionsOf(piece),
      ...about,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("request" as const),
      text: request,
      versions: versionsOf(jsonScrap),
      ...about,
    }),
  },
);
