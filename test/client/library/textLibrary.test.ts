/** The tree's rows, the checks before a command calls the service, and the words of the consent dialog. */
import assert from "node:assert/strict";
import { consentDetail } from "../../../client/calls/consentModel.ts";
import { withoutLostRow } from "../../../client/window/rowModel.ts";
import { chosenRow, OtherLibrary, ownerOf, sessionHere } from "../../../client/connections/ownerModel.ts";
import type { Owner } from "../../../client/connections/ownerModel.ts";
import { givenNode } from "../../../client/library/givenModel.ts";
import type { LibraryNode } from "../../../client/library/givenModel.ts";
import {
  childFolders,
  codeProblem,
  codeTwin,
  deletionProblem,
  firstLanguage,
  folderCodeProblem,
  languageNodes,
  languageProblem,
  libraryState,
  referenceTo,
  renameWarning,
  rowOf,
  usesWords,
  viewDescription,
  wantedCode,
} from "../../../client/library/textLibraryModel.ts";
import type { Folder, Text } from "../../../language/index.ts";
import type { UsesResult } from "../../../server/protocol.ts";

const folder = (id: string, more: Partial<Folder> = {}): Folder => ({
  id,
  name: `Folder ${id}`,
  parentFolderId: null,
  isDefault: false,
  code: id,
  ...more,
});
const folders = [
  folder("hr"),
  folder("letters", { parentFolderId: "hr" }),
  folder("more", { parentFolderId: "hr" }),
  folder("sales"),
  folder("plain", { code: null, name: "No code" }),
];
const [hr, letters, , , plain] = folders as [Folder, Folder, Folder, Folder, Folder];
const text = (id: string, more: Partial<Text> = {}): Text => ({
  id,
  folderId: "hr",
  code: id,
  name: "A name",
  description: "",
  contentType: 0,
  isPublic: false,
  defaultLanguage: "en",
  languages: { state: "known", value: ["en", "sv"] },
  ...more,
});

/** Returns a window that shows the library of this name. */
function windowOf(name: () => string) {
  const session = async () => ({ name: name(), identity: name() });
  return {
    session,
    here: (owner: Owner) => sessionHere({ current: session, namesOf: () => [], named: session }, owner),
  };
}

describe("Text Library tree", () => {
  it("shows top folders first, then subfolders of one, by name", () => {
    assert.deepEqual(
      childFolders(folders, null).map(({ id }) => id),
      ["hr", "sales", "plain"],
    );
    assert.deepEqual(
      childFolders([...folders, ...folders], null).map(({ id }) => id),
      ["hr", "sales", "plain"],
    );
    assert.deepEqual(
      childFolders(folders, "hr").map(({ id }) => id),
      ["letters", "more"],
    );
  });

  it("says for a folder without a code that a rename breaks references (T8)", () => {
    assert.match(rowOf({ kind: "folder", folder: plain }).tooltip, /renaming the folder breaks them/);
    assert.deepEqual(
      [hr, letters].map((one) => rowOf({ kind: "folder", folder: one }).context),
      ["topfolder", "subfolder"],
    );
  });

  it("shows type and languages of a text, and unknown ones as unknown", () => {
    const row = rowOf({ kind: "text", folder: hr, text: text("greeting") });
    assert.deepEqual([row.label, row.description, row.icon], ["A name", "greeting · en, sv", "symbol-string"]);
    for (const name of ["", " ", "greeting"]) {
      const { label, description } = rowOf({ kind: "text", folder: hr, text: text("greeting", { name }) });
      assert.deepEqual([label, description], ["greeting", "en, sv"]);
    }
    assert.equal(
      rowOf({ kind: "text", folder: hr, text: text("x", { languages: { state: "unknown" } }) }).description,
      "x · languages not read yet",
    );
    assert.match(rowOf({ kind: "text", folder: hr, text: text("x", { contentType: 7 }) }).tooltip, /content type 7/);
  });

  it("opens a text in its default language, or in its only one, and in none that it may lack", () => {
    for (const [defaultLanguage, languages, expected] of [
      ["en", ["de", "en"], "en"],
      ["en", ["de"], "de"],
      [null, ["de"], "de"],
      ["en", ["de", "sv"], undefined],
      [null, ["de", "sv"], undefined],
      ["en", [], undefined],
      ["en", undefined, undefined],
    ] as const)
      assert.equal(
        firstLanguage(
          text("t", {
            defaultLanguage,
            languages: languages === undefined ? { state: "unknown" } : { state: "known", value: languages },
          }),
        ),
        expected,
      );
  });

  it("marks the default language and what a machine translated", () => {
    const nodes = languageNodes(
      { kind: "text", folder: hr, text: text("t") },
      {
        id: "t",
        folderId: "hr",
        code: "t",
        contentType: 0,
        translations: { de: { content: "", source: 1 }, en: { content: "", source: 0 }, ar: { content: "" } },
      },
    );
    assert.deepEqual(
      nodes.map((node) => [rowOf(node).label, rowOf(node).description]),
      [
        ["en", "default"],
        ["ar", ""],
        ["de", "machine-translated"],
      ],
    );
  });

  it("uses no selected row in place of a chosen one that is lost", async () => {
    const [selected, chosen]: readonly LibraryNode[] = [
      { kind: "folder", folder: hr },
      { kind: "folder", folder: plain },
    ];
    for (const [what, args, node] of [
      ["from the palette", [], selected],
      ["from a menu", [chosen, undefined], chosen],
      ["from the menu of a row that was drawn anew", [undefined, undefined], undefined],
      ["from the menu of one of several that were drawn anew", [undefined, [undefined, selected]], undefined],
    ] as const)
      assert.deepEqual(
        (
          await chosenRow(
            windowOf(() => "A"),
            givenNode(withoutLostRow(args)[0]),
            async (): Promise<LibraryNode | undefined> => selected,
          )
        ).row,
        node,
        what,
      );
  });

  it("uses no selected row if the window switched while it was waited for, and none of another library", async () => {
    let shown = "A";
    const turns = async (): Promise<undefined> => {
      shown = "B";
    };
    await assert.rejects(
      chosenRow(
        windowOf(() => shown),
        undefined,
        turns,
      ),
      OtherLibrary,
    );
    const ofB = { kind: "folder", folder: hr, owner: ownerOf({ name: "B", identity: "B" }) } as const;
    await assert.rejects(
      chosenRow(
        windowOf(() => "A"),
        undefined,
        async () => ofB,
      ),
      OtherLibrary,
    );
  });

  it("shows how far the reading is, or how old it is, and that environments share it (T27)", () => {
    const format = (): string => "12:30";
    assert.equal(
      viewDescription("sandbox", { revision: "1", state: "partial", texts: 120, total: 2096 }, format),
      "sandbox · reading 120 of 2096",
    );
    assert.equal(
      viewDescription(
        "sandbox",
        { revision: "1", state: "complete", texts: 3, total: 3, readAt: "2026-01-01T00:00:00Z" },
        format,
      ),
      "sandbox · last read 12:30 · shared by all environments",
    );
    assert.equal(
      viewDescription("sandbox", { revision: "1", state: "partial", texts: 120, total: 2096, problem: "away" }, format),
      "sandbox · not completely read · shared by all environments",
    );
  });

  it("tells an empty library from one that could not be read", () => {
    assert.equal(libraryState(true, 0, undefined), "empty");
    assert.equal(libraryState(false, 0, { revision: "1", state: "empty", texts: 0, problem: "away" }), "offline");
    assert.equal(libraryState(true, 3, { revision: "1", state: "partial", texts: 0, problem: "away" }), "ready");
    assert.equal(libraryState(false, 0, undefined), "loading");
  });

  for (const [code, good] of [
    ["hr.greeting", true],
    ["a-b_c", true],
    ["..", true],
    ["grüße", true],
    ["", false],
    ["a b", false],
    ["a/b", false],
    ["a:b", false],
    ["a]]", false],
  ] as const) {
    it(`${good ? "accepts" : "refuses"} the code ${JSON.stringify(code)}`, () =>
      assert.equal(codeProblem(code) === undefined, good));
  }

  for (const [code, good] of [
    ["sv", true],
    ["en-GB", true],
    ["zh-hant-tw", true],
    ["sv ", false],
    ["EN", false],
    ["", false],
    ["a/b", false],
    ["-", false],
  ] as const) {
    it(`${good ? "accepts" : "refuses"} the language ${JSON.stringify(code)}`, () =>
      assert.equal(languageProblem(code, ["en"]) === undefined, good));
  }

  it("T11: finds the twin of a code in the whole family, and only there", () => {
    const texts = [text("one", { folderId: "letters", code: "Greeting" })];
    assert.equal(codeTwin("greeting", "more", folders, texts)?.id, "one");
    assert.equal(codeTwin("greeting", "hr", folders, texts)?.id, "one");
    assert.equal(codeTwin("greeting", "sales", folders, texts), undefined);
    assert.equal(codeTwin("greeting", "more", folders, texts, { id: "one" }), undefined);
  });

  it("T7: does not read an empty box as a request to change the code", () => {
    assert.deepEqual(
      [undefined, "", "hr", "people"].map((typed) => wantedCode(typed, hr)),
      [undefined, undefined, undefined, "people"],
    );
    assert.deepEqual(
      ["", "new"].map((typed) => wantedCode(typed, plain)),
      [undefined, "new"],
    );
  });

  it("T8: warns before a folder without a code is renamed, and names what refers to it", () => {
    const uses = {
      known: true,
      uses: [{ textId: "t", code: "footer", language: "sv" }],
      documents: [],
      smartforms: [],
    };
    assert.equal(renameWarning(hr, uses), undefined);
    for (const part of [
      /\[\[ LIB : No code : … \]\]/,
      /footer \(sv\)/,
      /Some Smartforms cannot be searched/,
      /not documented/,
    ])
      assert.match(renameWarning(plain, uses) ?? "", part);
  });

  it("T9: lists what refers to a text, Smartforms first, what is unknown, and that other Smartforms cannot be searched", () => {
    const words = (uses: Partial<UsesResult>): string =>
      usesWords({ known: true, uses: [], documents: [], smartforms: [], ...uses });
    const uses = Array.from({ length: 22 }, (_, number) => ({
      textId: `t${number}`,
      code: `code.${number}`,
      language: "en",
    }));
    const documents = [
      { uri: "file:///letters/a%20letter.txt", open: true, certain: true },
      { uri: "file:///letters/b.sft", open: false, certain: false },
    ];
    const named = (name: string, certain = true) => ({ name, certain });
    assert.match(
      words({ uses, documents }),
      /^24 places with a reference were found:\n {2}code\.0 \(en\)[^]*and 4 more/,
    );
    assert.match(words({ known: false, uses }), /^22 places [^]*not completely read, so there may be more/);
    assert.match(
      words({ documents }),
      /^2 places with a reference were found:\n {2}a letter\.txt\n {2}perhaps b\.sft\n/,
    );
    assert.match(
      words({ documents, smartforms: [named("Claim report"), named("Offer", false)] }),
      /^4 places [^]*:\n {2}the Smartform Claim report\n {2}perhaps the Smartform Offer\n {2}a letter\.txt\n/,
    );
    // A name is shown on one line, whatever line breaks it contains.
    assert.match(
      words({ smartforms: [named("Leave\n\nNo reference was found in library texts or files.")] }),
      /^1 place [^\n]*\n[^\n]*Leave[^\n]*or files\.\n\nSome Smartforms/,
    );
    const forged = "x\n\nNothing is deleted on the service \u202e";
    for (const one of [
      { uses: [{ textId: "t", code: forged, language: "sv" }] },
      { uses: [{ textId: "t", code: "x", language: forged }] },
      ...[true, false].map((certain) => ({
        documents: [{ uri: `file:///${encodeURIComponent(forged)}.sft`, open: false, certain }],
      })),
    ]) {
      assert.match(words(one), /^1 place [^\n]*\n {2}[^\n\u202e]*Nothing is deleted[^\n\u202e]*\n\nSome Smartforms/);
    }
    assert.match(
      renameWarning({ ...plain, name: forged }, { known: true, documents: [], smartforms: [], uses: [] }) ?? "",
      /^[^\n]*Nothing is deleted[^\n]*They stop working if you rename it/,
    );
    assert.match(
      words({ uses, smartforms: Array.from({ length: 25 }, (_, number) => named(`Form ${number}`)) }),
      /Form 9\n {2}code\.0 \(en\)[^]*and 27 more/,
    );
    assert.match(words({}), /^No reference was found in library texts or files/);
    assert.match(words({ known: false }), /not completely read/);
    for (const known of [true, false])
      assert.match(words({ known, documents }), /Some Smartforms cannot be searched from here/);
  });

  it("T14: empties no folder, and says what is in it", () => {
    assert.equal(deletionProblem(hr, { known: true, texts: 0, subfolders: 0 }), undefined);
    assert.match(
      deletionProblem(hr, { known: true, texts: 2, subfolders: 0 }) ?? "",
      /contains 2 texts and 0 subfolders.*this does not happen automatically\.$/,
    );
    assert.match(
      deletionProblem(hr, { known: false, texts: 0, subfolders: 1 }) ?? "",
      /0 texts and 1 subfolder,.*not completely read, so there may be more\.$/,
    );
  });

  it("finds the folder that already has a code", () => {
    assert.match(folderCodeProblem("HR", folders) ?? "", /Folder hr has this code/);
    assert.equal(folderCodeProblem("hr", folders, hr), undefined);
  });

  it("writes a reference with both spaces, by code if there is one", () => {
    assert.equal(referenceTo(hr, { code: "greeting" }), "[[ LIB : hr : greeting ]]");
    assert.equal(referenceTo(plain, { code: "greeting" }), "[[ LIB : No code : greeting ]]");
  });
});

describe("consent dialog", () => {
  const facts = {
    host: "forms.acme.example",
    connection: "acme",
    sandbox: false,
    environment: "Production",
    environments: "takes one",
    what: "create the form",
    receivers: ["a@example.com", "+4670"],
    consequences: ["It cannot be recalled."],
  } as const;

  it("shows operation, host, connection, environment, every receiver and what cannot be undone", () => {
    const detail = consentDetail(facts);
    for (const part of [
      "create the form",
      "forms.acme.example",
      "acme",
      "Production",
      "Receivers (2)",
      "a@example.com",
      "+4670",
      "It cannot be recalled.",
    ])
      assert.ok(detail.includes(part), part);
  });

  it("T27: says that the library is shared by all environments", () => {
    assert.match(
      consentDetail({ ...facts, environments: "shared", receivers: [] }),
      /Environment: shared by all environments/,
    );
  });

  it("shows the environment group if the call has one", () => {
    assert.match(
      consentDetail({ ...facts, environmentGroup: "North" }),
      /^Environment: Production\nEnvironment group: North$/m,
    );
    assert.doesNotMatch(consentDetail(facts), /group/);
  });

  it("shows characters that would hide a receiver or reverse its direction", () => {
    assert.ok(
      consentDetail({ ...facts, receivers: ["a\u202Emoc.elpmaxe@b\n"] }).includes("a\\u{202e}moc.elpmaxe@b\\u{a}"),
    );
    assert.match(
      consentDetail({ ...facts, connection: "acme\nHost: b", consequences: ["It has x\ny."] }),
      /^It has x\\u\{a\}y\.$[^]*^Connection: acme\\u\{a\}Host: b$/m,
    );
  });

  it("says first what cannot be undone and whom it reaches, and then how it is sent", () => {
    assert.match(
      consentDetail({ ...facts, consequences: ["It cannot be undone."], receivers: ["bo@example.com"] }),
      /^It cannot be undone\.\nReceivers \(1\):\n {2}bo@example\.com\n\nOperation: /,
    );
  });
});
