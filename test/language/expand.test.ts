/** The effective text: what is inserted, what stays out, and that expansion always terminates. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { catalogFile } from "../../api/index.ts";
import { fileCatalog } from "../../catalog/index.ts";
import { expand, known, unknown } from "../../language/index.ts";
import type { Catalog, Context, ExpandOptions, Piece } from "../../language/index.ts";
import { readCatalog } from "./fixture.ts";

const catalog = readCatalog("see demo");
const base: Context = { catalog, language: "en", data: catalog.dataTable() };

/**
 * Checks the expanded text. `expected`: pieces as `{kind text}`, missing pieces as `{why:text}`, literals without
 * braces.
 */
function check(
  text: string,
  surface: "screen" | "pdf",
  expected: string,
  change: Partial<Context & ExpandOptions> = {},
): void {
  const { pieces } = expand(text, "plain", { ...base, ...change }, { surface, ...change });
  assert.equal(pieces.map(show).join(""), expected);
}

function show(piece: Piece): string {
  switch (piece.kind) {
    case "literal":
      return piece.text;
    case "missing":
      return `{${piece.why}:${piece.text}}`;
    case "input":
      return `{input ${piece.name}=${piece.value}}`;
    case "data":
      return `{data ${piece.text}}`;
  }
}

const cases: readonly [string, string, "screen" | "pdf", string, Partial<Context & ExpandOptions>?][] = [
  ["an included text", "[[ LIB : hr : greeting ]]!", "screen", "Dear {data Åsa},!"],
  ["the language of the text", "[[ LIB : hr : greeting ]]", "screen", "Hej {data Åsa},", { language: "sv" }],
  [
    "the default language if the language is missing",
    "[[ LIB : legal : greeting ]]",
    "screen",
    "Sir or Madam,",
    { language: "fi" },
  ],
  [
    "no language at all",
    "[[ LIB : hr : x ]]",
    "screen",
    "{no-translation:}",
    {
      catalog: fileCatalog(
        catalogFile.parse({
          folders: [{ id: "f", name: "x", code: "hr" }],
          texts: [{ id: "t", folderId: "f", code: "x" }],
        }),
      ),
    },
  ],
  [
    "texts in texts",
    "[[ LIB : hr : letter ]]",
    "pdf",
    "<p>Dear {data Åsa},</p><p><b>Welcome</b> on {input startDate=2026-01-07}</p>",
    { folder: "hr" },
  ],
  [
    "a short reference goes by the folder of the form (T57)",
    "[[ LIB : greeting ]]",
    "screen",
    "Sir or Madam,",
    { folder: "legal" },
  ],
  [
    "no space on screen (T54)",
    "[[total]] [[ total]] [[ total ]]",
    "screen",
    "{no-space:[[total]]} {no-space:[[ total]]} {data 12.5}",
  ],
  ["no space in the PDF (T54)", "[[total]] [[LIB:legal:footer]]", "pdf", "{data 12.5} Yours sincerely"],
  ["no value on screen (T55)", "[[ gone ]] [[ LIB : hr : gone ]]", "screen", "{no-value:} {no-text:}"],
  [
    "no value in the PDF (T55)",
    "[[ gone ]] [[ LIB : hr : gone ]]",
    "pdf",
    "{no-value:[[ gone ]]} {no-text:[[ LIB : hr : gone ]]}",
  ],
  [
    "objects and lists are no values",
    "[[ customer ]] [[ lines ]] [[ empty ]]",
    "screen",
    "{no-value:} {no-value:} {data }",
  ],
  ["the data are unknown", "[[ a ]]", "screen", "{unknown:}", { data: unknown }],
  ["the library is unknown", "[[ LIB : a : b ]]", "screen", "{unknown:}", { catalog: readCatalog("{}") }],
  [
    "inputs: answer, default, data",
    "[[ INPUT : a ]][[ INPUT : b | default=x ]][[ INPUT : c | default=$start ]][[ INPUT : d | default=x ]]",
    "screen",
    "{input a=}{input b=x}{input c=2026-01-07}{input d=D}",
    { inputs: new Map([["d", "D"]]) },
  ],
  [
    "unparsed text stays as written",
    "[[ lib : a ]][[ X : a ]][[ INPUT ]][[ LIB ]]",
    "screen",
    "{not-understood:[[ lib : a ]]}{not-understood:[[ X : a ]]}{not-understood:[[ INPUT ]]}{not-understood:[[ LIB ]]}",
  ],
  ["letter case does not fill", "[[ LIB : HR : greeting ]][[ LIB : hr : Greeting ]]", "screen", "{no-text:}{no-text:}"],
  ["the name of a folder that has a code", "[[ LIB : Legal : footer ]]", "screen", "{no-text:}"],
  [
    "the name of a folder that has a code, if names always count (N42)",
    "[[ LIB : Legal : footer ]]",
    "screen",
    "Yours sincerely",
    { folderNames: "always" },
  ],
  ["the name of a folder without a code", "[[ LIB : Gemensamt : PS ]]", "screen", "P.S. Yours sincerely"],
  [
    "a subfolder's text by its top folder (T11)",
    "[[ LIB : hr : welcome ]]",
    "screen",
    "<b>Welcome</b> on {input startDate=2026-01-07}",
  ],
  ["a cycle", "[[ LIB : legal : cycle-a ]].", "screen", "a b {cycle:}."],
  [
    "a text that includes itself by another",
    "b [[ LIB : legal : cycle-a ]]",
    "screen",
    "b a {cycle:}",
    { textId: "t-cycle-b" },
  ],
  ["single brackets are text", "a [[ b\n\n]] c", "screen", "a [[ b\n\n]] c"],
];

/**
 * Returns a library of `levels` texts. The content of each text is `content`, in which a reference to the next text
 * replaces `NEXT`.
 */
function ladder(levels: number, content: string): Catalog {
  const texts = Array.from({ length: levels }, (_, level) => ({
    id: `t${level}`,
    folderId: "f",
    code: `t${level}`,
    defaultLanguage: "en",
    translations: {
      en: { content: level === levels - 1 ? "" : content.replaceAll("NEXT", `[[ LIB : f : t${level + 1} ]]`) },
    },
  }));
  return fileCatalog(catalogFile.parse({ folders: [{ id: "f", name: "f", code: "f" }], texts }));
}

describe("expand", () => {
  for (const [title, text, surface, expected, change] of cases) it(title, () => check(text, surface, expected, change));

  it("keeps the format of an included text, and shows data as plain text", () => {
    const { pieces } = expand("[[ LIB : hr : letter ]]", "plain", { ...base, folder: "hr" }, { surface: "screen" });
    assert.deepEqual(
      pieces.map((piece) => piece.format),
      ["html", "plain", "plain", "plain", "html", "rich", "plain", "html"],
    );
  });

  it("gives the source of each piece", () => {
    const { pieces, included } = expand(
      "x [[ LIB : hr : greeting ]]",
      "plain",
      { ...base, language: "sv" },
      { surface: "screen" },
    );
    const within = { textId: null, language: "sv", start: 2, end: 27 };
    assert.deepEqual(
      pieces.map((piece) => piece.origin),
      [
        { textId: null, language: "sv", start: 0, end: 2 },
        { textId: "t-greeting", language: "sv", start: 0, end: 4, within },
        { textId: "t-greeting", language: "sv", start: 4, end: 23, within },
        { textId: "t-greeting", language: "sv", start: 23, end: 24, within },
      ],
    );
    assert.deepEqual(included, ["t-greeting"]);
  });

  it("names the texts of a cycle", () => {
    assert.deepEqual(expand("[[ LIB : legal : cycle-a ]]", "plain", base, { surface: "screen" }).cycle, [
      "t-cycle-a",
      "t-cycle-b",
      "t-cycle-a",
    ]);
  });

  it("does not choose between two texts", () => {
    const twins = fileCatalog(
      catalogFile.parse({
        folders: [
          { id: "a", name: "A", code: "a" },
          { id: "b", name: "B", code: "b" },
          { id: "ax", name: "x", parentFolderId: "a" },
          { id: "bx", name: "x", parentFolderId: "b" },
        ],
        texts: ["ax", "bx"].map((id) => ({
          id,
          folderId: id,
          code: "t",
          defaultLanguage: "en",
          translations: { en: { content: id } },
        })),
      }),
    );
    check("[[ LIB : x : t ]]", "screen", "{no-text:}", { catalog: twins });
  });

  for (const [title, content] of [
    ["long", "0123456789 ".concat("NEXT ".repeat(10))],
    ["empty", "NEXT".repeat(10)],
  ] as const) {
    it(`stops a text that includes another ten times, ten levels deep (${title})`, () => {
      const { pieces } = expand(
        "[[ LIB : f : t0 ]] end",
        "plain",
        { ...base, catalog: ladder(11, content) },
        { surface: "screen", maxLength: 100_000 },
      );
      assert.ok(
        pieces.reduce((length, piece) => length + (piece.kind === "input" ? piece.value : piece.text).length, 0) <=
          100_000,
      );
      assert.ok(pieces.length <= 200_000);
      assert.deepEqual(pieces.filter((piece) => piece.kind === "missing" && piece.why === "too-deep").length, 1);
      assert.ok(pieces.at(-1)?.kind === "missing");
    });
  }

  it("stops before a text that is too long, and at one placeholder too many", () => {
    const limited = (text: string, maxLength: number) =>
      expand(text, "plain", { ...base, language: "en" }, { surface: "screen", maxLength })
        .pieces.map(show)
        .join("");
    assert.equal(limited("[[ LIB : legal : footer ]] x", 10), "{too-deep:}");
    assert.equal(limited("[[ LIB : legal : footer ]][[ LIB : legal : footer ]]", 20), "Yours sincerely{too-deep:}");
    assert.equal(limited("[[ customer.name ]][[ customer.address.street ]] x", 8), "{data Åsa}{too-deep:}");
    assert.equal(limited("[[ INPUT : a | default=0123456789 ]] x", 8), "{too-deep:}");
    assert.equal(limited("[[ a ]]".repeat(20), 3), "{no-value:}{no-value:}{no-value:}{too-deep:}");
  });

  it("ends a chain without a cycle", () => {
    const { pieces } = expand(
      "[[ LIB : f : t0 ]] end",
      "plain",
      { ...base, catalog: ladder(5000, "NEXT.") },
      { surface: "screen" },
    );
    assert.deepEqual(pieces.map(show).join("").replaceAll(".", ""), "{too-deep:} end");
  });

  it("never throws", () => {
    const odd = fc.constantFrom(
      "[[ ",
      "]]",
      "LIB",
      "INPUT",
      " : ",
      "hr",
      "greeting",
      "\ud800",
      "__proto__",
      ".",
      "|",
      "default=$",
      "customer",
      "legal",
      "cycle-a",
    );
    fc.assert(
      fc.property(
        fc.array(odd).map((parts) => parts.join("")),
        (text) => {
          for (const surface of ["screen", "pdf"] as const)
            assert.ok(expand(text, "html", { ...base, data: known({}) }, { surface }));
        },
      ),
    );
  });
});
