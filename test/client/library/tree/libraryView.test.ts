/**
 * The Text Library tree: what it shows, what dragging moves, what prevents a move, favourites, and the rows of a
 * search.
 */
import assert from "node:assert/strict";
import { checkMoves, dropped, readDragged, writeDragged } from "../../../../client/library/tree/moveModel.ts";
import { nothingFound, searchPlaceholder, searchRows } from "../../../../client/library/tree/searchModel.ts";
import {
  filterMessage,
  grouped,
  isInState,
  missingLanguages,
  prefixOf,
  readFavourites,
  readSorting,
  shownOf,
  sorted,
  withFavourites,
} from "../../../../client/library/tree/viewModel.ts";
import type { Sorting, State } from "../../../../client/library/tree/viewModel.ts";
import { rowOf } from "../../../../client/library/textLibraryModel.ts";
import type { Folder, Text } from "../../../../language/index.ts";
import type { SurveyedText } from "../../../../server/protocol.ts";

const folder = (id: string, parentFolderId: string | null = null): Folder => ({
  id,
  name: id.toUpperCase(),
  parentFolderId,
  isDefault: false,
  code: id,
});
const folders = [folder("hr"), folder("letters", "hr"), folder("sales")];
const text = (code: string, more: Partial<Text> = {}): Text => ({
  id: `id of ${code}`,
  folderId: "hr",
  code,
  name: "",
  description: "",
  contentType: 0,
  isPublic: false,
  defaultLanguage: "en",
  languages: { state: "known", value: ["en", "sv"] },
  ...more,
});
const surveyed = (code: string, more: Partial<SurveyedText> = {}): SurveyedText => ({
  text: text(code),
  empty: [],
  stale: [],
  drifted: [],
  machine: [],
  findings: 0,
  uses: 1,
  ...more,
});

describe("moves of texts", () => {
  const to = (target: string, wanted: readonly Text[], known: readonly Text[] = wanted) => {
    const { movable, said } = checkMoves(
      wanted.map((each) => ({ text: each })),
      folders.find(({ id }) => id === target) ?? folder(target),
      { folders, known },
    );
    return [movable.map(({ text: { code } }) => code), said];
  };

  it("T11: says before anything is sent which code is taken under the top folder, and moves the others", () => {
    const taken = text("Greeting", { id: "other", folderId: "sales" });
    assert.deepEqual(to("sales", [text("greeting"), text("closing")], [taken]), [
      ["closing"],
      [
        "greeting stays in HR, because Greeting in SALES has the same code. Codes are unique within a top folder and its subfolders.",
      ],
    ]);
  });

  it("T11: lets a text move inside its own top folder, where its code is its own", () =>
    assert.deepEqual(to("letters", [text("greeting")]), [["greeting"], []]));

  it("T11: does not move two texts with one code under one top folder", () => {
    const [movable, said] = to(
      "sales",
      [text("greeting"), text("Greeting", { id: "second", folderId: "elsewhere" })],
      [],
    );
    assert.deepEqual(movable, ["greeting"]);
    assert.match(
      String(said),
      /Greeting stays in another folder, because another text with the same code is being moved/,
    );
  });

  it("says of a text that is already there that it is", () =>
    assert.deepEqual(to("hr", [text("greeting")]), [[], ["greeting is already in HR."]]));

  it("counts a text that is selected with its languages once", () =>
    assert.deepEqual(to("letters", [text("greeting"), text("greeting")]), [["greeting"], []]));
});

describe("dragged texts", () => {
  const dragged = {
    owner: { identity: "service client", connection: "acme" },
    texts: [
      { id: "a", code: "one", folder: "hr" },
      { id: "b", code: "two", folder: "hr" },
    ],
  };

  it("are read back, and nothing else is accepted", () => {
    assert.deepEqual(readDragged(writeDragged(dragged)), dragged);
    for (const other of [
      "",
      "null",
      "{}",
      '{"connection":"a","texts":[]}',
      '{"owner":{"connection":"a"},"texts":[]}',
      ...['[{"id":1}]', "[null]", '"x"'].map((texts) => `{"owner":{"identity":"i","connection":"a"},"texts":${texts}}`),
    ])
      assert.equal(readDragged(other), undefined, other);
  });

  it("are written letter by letter, with a dollar and braces unchanged, and those that cannot be referred to are reported", () => {
    assert.deepEqual(dropped(dragged, ["[[ LIB : $1{x} : one ]]", "[[ LIB : hr : two ]]"]), {
      insert: "[[ LIB : $1{x} : one ]]\n[[ LIB : hr : two ]]",
      problem: undefined,
    });
    const some = dropped(dragged, ["[[ LIB : hr : one ]]", null]);
    assert.equal(some.insert, "[[ LIB : hr : one ]]");
    assert.match(
      some.problem ?? "",
      /No reference to two was inserted, because a reference in this document might not lead to that text/,
    );
    assert.equal(dropped(dragged, []).insert, undefined);
  });
});

describe("the content of the tree", () => {
  const states: readonly (readonly [string, SurveyedText, State, boolean])[] = [
    ["a language that is not there", surveyed("a"), { kind: "missing", language: "de" }, true],
    ["a language that is there", surveyed("a"), { kind: "missing", language: "sv" }, false],
    ["an emptied language (T5)", surveyed("a", { empty: ["sv"] }), { kind: "missing", language: "sv" }, true],
    ["any language", surveyed("a"), { kind: "missing", language: null }, true],
    [
      "languages that are not known",
      surveyed("a", { text: text("a", { languages: { state: "unknown" } }) }),
      { kind: "missing", language: null },
      false,
    ],
    ["a stale language", surveyed("a", { stale: ["sv"] }), { kind: "stale", language: "sv" }, true],
    ["another stale language", surveyed("a", { stale: ["sv"] }), { kind: "stale", language: "de" }, false],
    ["a drifted language", surveyed("a", { drifted: ["sv"] }), { kind: "drifted", language: null }, true],
    ["a language by a machine", surveyed("a", { machine: ["sv"] }), { kind: "machine", language: "sv" }, true],
    ["no use", surveyed("a", { uses: 0 }), { kind: "unused" }, true],
    ["a use", surveyed("a", { uses: 1 }), { kind: "unused" }, false],
    ["uses that are not known", surveyed("a", { uses: null }), { kind: "unused" }, false],
    ["no use, but public", surveyed("a", { uses: 0, text: text("a", { isPublic: true }) }), { kind: "unused" }, false],
    ["findings", surveyed("a", { findings: 2 }), { kind: "findings" }, true],
    ["no findings", surveyed("a"), { kind: "findings" }, false],
  ];
  for (const [what, one, state, fits] of states)
    it(`${fits ? "shows" : "hides"} a text with ${what}`, () =>
      assert.equal(isInState(one, state, ["en", "sv", "de"]), fits));

  it("lists missing languages in the order of the library's", () =>
    assert.deepEqual(missingLanguages(surveyed("a"), ["fi", "en", "de", "sv"]), ["fi", "de"]));

  it("keeps the folders on the way to matches, and counts", () => {
    const shown = shownOf([text("a", { folderId: "letters" }), text("b", { folderId: "letters" })], folders);
    assert.deepEqual(
      [[...shown.folders].sort(), shown.texts.get("letters")?.length, shown.count],
      [["hr", "letters"], 2, 2],
    );
  });

  it("says what it hides, and that there may be more while the library is not completely read", () => {
    const shown = shownOf([text("a")], folders);
    assert.equal(
      filterMessage({ by: "words", words: "gre" }, shown, { known: true }),
      'Filter: code, name or description contains "gre". 1 text. Use "Clear Filter of the Text Library" above to show all texts.',
    );
    assert.match(
      filterMessage({ by: "state", state: { kind: "missing", language: "de" } }, shown, { known: false }) ?? "",
      /^Filter: lacks de\. 1 text among the texts read so far\./,
    );
    assert.match(
      filterMessage({ by: "state", state: { kind: "unused" } }, shown, { known: true }) ?? "",
      /^Filter: used by no other text, and not public\. .* This filter does not look in Smartforms/,
    );
    assert.equal(filterMessage(undefined, shown, { known: true }), undefined);
  });

  it("sorts by name, and by last change with the newest first and unknown dates last", () => {
    const texts = [
      text("a", { name: "Zebra", updatedDate: "2026-01-01" }),
      text("b", { name: "ape" }),
      text("c", { name: "Bee", updatedDate: "2026-03-01" }),
    ];
    assert.deepEqual(
      [sorted(texts, "code"), sorted(texts, "name"), sorted(texts, "changed")].map((list) =>
        list.map(({ code }) => code).join(""),
      ),
      ["abc", "bca", "cab"],
    );
  });

  it("sorts by what the rows begin with, numbers by their value, unless the author chose another order", () => {
    const texts = [
      text("letter"),
      text("a", { name: "Letter 10" }),
      text("b", { name: "letter 2" }),
      text("c", { name: " " }),
      text("d", { name: "Ärende" }),
      text("e", { name: "Zebra" }),
    ];
    const rows = (by: Sorting): readonly string[] =>
      sorted(texts, by).map((each) => rowOf({ kind: "text", folder: folder("hr"), text: each }).label);
    assert.deepEqual(rows(readSorting(undefined)), ["Ärende", "c", "letter", "letter 2", "Letter 10", "Zebra"]);
    assert.deepEqual(rows(readSorting("code")), ["letter", "Letter 10", "letter 2", "c", "Ärende", "Zebra"]);
    assert.deepEqual([readSorting("changed"), readSorting("size")], ["changed", "name"]);
  });

  it("groups codes with the same beginning, if there are two of them", () => {
    const groups = (["code", "name"] as const).map((by) =>
      grouped(
        sorted(
          [
            text("invoice-total", { name: "Total" }),
            text("Invoice.reminder", { name: "Reminder" }),
            text("letter-head"),
            text("plain"),
          ],
          by,
        ),
        by,
      ).map((each) => ("prefix" in each ? `${each.prefix}: ${each.texts.length}` : each.text.code)),
    );
    const expected = ["invoice: 2", "letter-head", "plain"];
    assert.deepEqual(groups, [expected, expected]);
    assert.deepEqual(["-x", "a-", "a_b", "a", ""].map(prefixOf), ["", "", "a", "", ""]);
  });

  it("shows a favourite text twice, under two names", () => {
    const node = { kind: "text", folder: folder("hr"), text: text("a"), favourite: true } as const;
    assert.deepEqual(
      [rowOf(node).id, rowOf({ ...node, under: "favourites" }).id, rowOf(node).context],
      ["text id of a", "favourites text id of a", "textFavourite"],
    );
  });

  it("stores favourites of each library apart, and forgets invalid ones (T24, T90)", () => {
    const kept = withFavourites(withFavourites(undefined, "acme", ["a", "b", "a"]), "__proto__", ["c"]);
    assert.deepEqual(
      [
        readFavourites(kept, "acme"),
        readFavourites(kept, "__proto__"),
        readFavourites(kept, "other"),
        readFavourites({}, "constructor"),
      ],
      [["a", "b"], ["c"], [], []],
    );
    assert.deepEqual(readFavourites({ acme: ["a", 1, null] }, "acme"), ["a"]);
    assert.deepEqual(readFavourites("x", "acme"), []);
  });
});

describe("the rows of a search", () => {
  it("have folder and line, and leave out what could not be opened", () => {
    const place = {
      text: text("closing", { folderId: "letters" }),
      language: "sv",
      line: 2,
      start: 0,
      end: 3,
      excerpt: "Hej då",
    };
    const rows = searchRows(
      {
        known: true,
        texts: [text("greeting", { name: "Hello" }), text("lost", { folderId: "gone" })],
        places: [place],
      },
      folders,
    );
    assert.deepEqual(
      rows.texts.map(({ label, description, detail }) => [label, description, detail]),
      [["greeting", "HR", "Hello · Plain text"]],
    );
    assert.deepEqual(
      rows.places.map(({ label, description, detail }) => [label, description, detail]),
      [["closing (sv)", "HR / LETTERS", "3: Hej då"]],
    );
  });

  it("say when the library is only partly read", () => {
    assert.match(searchPlaceholder(false), /only partly read/);
    assert.doesNotMatch(searchPlaceholder(true), /partly/);
    assert.match(nothingFound({ known: false }, "x")?.label ?? "", /so far/);
    assert.equal(nothingFound({ known: true }, " "), undefined);
  });
});
