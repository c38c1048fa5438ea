/**
 * Restoring in a window that switches to another library at the same time: the work continues in the library that it
 * began in, and reports its outcome.
 */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as BringBackModule from "../../../../client/library/history/bringBack.ts";
import type { Session } from "../../../../client/connections/session.ts";
import type * as OwnerModule from "../../../../client/connections/ownerModel.ts";
import { openJournal } from "../../../../authoring/guard/journal.ts";
import type { OwnJournal } from "../../../../authoring/guard/journal.ts";
import type * as NewTextModule from "../../../../client/library/tree/newText.ts";
import { ApiError } from "../../../../api/index.ts";
import type { Api } from "../../../../api/index.ts";
import { begin, inOwnWindow, messages, run } from "../../ownVscode.ts";

const { createBringBack } = await inOwnWindow<typeof BringBackModule>("client/library/history/bringBack.ts");
const { newTexts } = await inOwnWindow<typeof NewTextModule>("client/library/tree/newText.ts");
const { OtherLibrary, ownerOf } = await inOwnWindow<typeof OwnerModule>("client/connections/ownerModel.ts");

const identity = "of company A";
const folder = { id: "old", name: "Letters", parentFolderId: "above", isDefault: false, code: "letters" };
const text = (code: string) => ({
  id: `old ${code}`,
  folderId: folder.id,
  code,
  contentType: 2,
  translations: { en: { content: "words" } },
});

describe("bringing back while the window switches to another library", () => {
  let path: string;
  let journal: OwnJournal;
  let calls: string[];

  beforeEach(async () => {
    path = await mkdtemp(join(tmpdir(), "smartform-back-"));
    const before = openJournal(path);
    const common = { identity, connection: "A", title: "" };
    await before.write({ ...common, kind: "deletedFolder", textId: "", folder });
    for (const code of ["one", "two"])
      await before.write({ ...common, kind: "deleted", textId: `old ${code}`, text: text(code) });
    before[Symbol.dispose]();
    journal = openJournal(path);
    calls = [];
  });
  afterEach(async () => {
    journal[Symbol.dispose]();
    await rm(path, { recursive: true });
  });

  /**
   * Opens a window. `turnsAt`: the call during which the window switches to B; with `isThere` it shows B from the
   * start. `breaksAt`: the code of the text whose creation fails with an error that is not an error of the service.
   */
  function window({ turnsAt = "", breaksAt = "", refused = "", above = "above", isThere = false } = {}): ReturnType<
    typeof createBringBack
  > {
    let isHere = !isThere;
    const call = async (
      operation: string,
      { path: of, body }: { readonly path?: { readonly id: string }; readonly body?: { readonly code: string } },
    ): Promise<unknown> => {
      calls.push(body === undefined ? operation : `${operation} ${body.code}`);
      if (operation === turnsAt) isHere = false;
      if (operation === "textlibrary.folders.list") return [{ ...folder, id: above, parentFolderId: null }];
      if (operation === "textlibrary.folders.create") return { ...folder, id: "new" };
      if (operation === "textlibrary.texts.create") {
        if (refused === "not-found" || refused === "conflict")
          throw new ApiError(refused, "textlibrary.texts.create", "none", "No.");
        if (body?.code === breaksAt) throw new Error("The disk is full.");
        return { id: `new ${body?.code}` };
      }
      if (operation === "textlibrary.search") return { texts: { items: [], totalPages: 1 } };
      if (of?.id.startsWith("new ") === true) return { ...text(of.id.slice(4)), id: of.id, folderId: "new" };
      throw new ApiError("not-found", "textlibrary.texts.get", "none", "It is not there.");
    };
    const session = { name: "A", identity, api: { call: call as Api["call"] } } as Session;
    const log = { warn() {}, info() {}, error() {}, debug() {} };
    const services = {
      log,
      server: { notify: () => undefined },
      connections: {
        session: async () => session,
        use: async () => void (isHere = true),
        async here() {
          if (isHere) return session;
          throw new OtherLibrary(ownerOf(session), "B");
        },
      },
    } as unknown as Parameters<typeof newTexts>[0];
    // Returns the folders that the window shows: those of B, without the folder of A.
    const folders = async () => {
      if (turnsAt === "the folders of the window") isHere = false;
      return { known: true, folders: [{ ...folder, id: "of B", parentFolderId: null }] };
    };
    const library = {
      of: () => ({
        folders,
        foldersOnceRead: async () => (await folders()).folders,
        texts: async () => ({ texts: [] }),
      }),
      refresh: async () => undefined,
    };
    const texts = newTexts(services, { tree: { update() {} }, journal } as unknown as Parameters<typeof newTexts>[1]);
    const histories = { of: () => ({ adopt() {}, allGone: () => [] }) };
    return createBringBack(services, {
      library,
      journal,
      histories,
      texts,
      files: { broughtBack() {}, readingsOf: () => [] },
    } as unknown as Parameters<typeof createBringBack>[1]);
  }

  const owner = { identity, connection: "A" };

  it("the folder and all of its texts come back to the library that they were deleted from", async () => {
    begin();
    await window({ turnsAt: "textlibrary.folders.create" }).folder({ folder, owner });
    assert.deepEqual(calls.filter((each) => each.includes("create")).sort(), [
      "textlibrary.folders.create letters",
      "textlibrary.texts.create one",
      "textlibrary.texts.create two",
    ]);
    assert.deepEqual(
      messages().map(({ words }) => words),
      ["The folder Letters is in the library again, under a new id, with 2 texts."],
    );
  });

  it("says what came back and what did not, whatever ends the work on one text", async () => {
    begin();
    await assert.rejects(window({ breaksAt: "one" }).folder({ folder, owner }), ({ message }: Error) => {
      assert.match(
        message,
        /^The folder Letters is in the library again, under a new id, with 1 text\. It is not known whether one was brought back\. The disk is full\./,
      );
      return true;
    });
  });

  it("the folder above it is searched in its own library, and one chosen from another library is refused", async () => {
    begin((rows) => rows[0]);
    await assert.rejects(
      window({ turnsAt: "textlibrary.folders.list", above: "another one" }).folder({ folder, owner }),
      { name: "OtherLibrary" },
    );
    assert.deepEqual(calls, ["textlibrary.folders.list"]);
  });

  for (const [refused, what] of [
    ["not-found", "folder"],
    ["conflict", "code"],
  ] as const) {
    it(`a ${what} chosen from another library is not taken for a text`, async () => {
      begin(
        () => "chosen",
        () => "chosen",
      );
      const back = window({ turnsAt: "textlibrary.texts.create", refused });
      await assert.rejects(back.text({ text: text("one"), owner }), { name: "OtherLibrary" });
      assert.equal(calls.filter((each) => each.startsWith("textlibrary.texts.create")).length, 1);
    });
  }

  it("lists nothing of its own next to folders of another library", async () => {
    begin((rows) => rows.find((row) => row === folder.name));
    window({ turnsAt: "the folders of the window" });
    await run("smartform.textLibrary.restoreText");
    assert.deepEqual(
      [messages().map(({ words }) => words), calls],
      [["This belongs to A, and this window is connected to B. Nothing was done. Switch to A and try again."], []],
    );
  });

  it("a new text is not made in a folder chosen from another library", async () => {
    begin(
      (rows) => rows[0],
      () => "code",
    );
    await assert.rejects(
      window({ turnsAt: "the folders of the window" }).asNew({
        text: text("one"),
        owner,
        languages: ["en"],
        fields: [],
        isGone: false,
      }),
      { name: "OtherLibrary" },
    );
    assert.deepEqual(calls, []);
  });

  const late: readonly (readonly [
    what: string,
    name: string,
    press: (back: ReturnType<typeof createBringBack>) => Promise<unknown>,
  ])[] = [
    ["the deletion of a text is undone", "one", (back) => back.text({ text: text("one"), owner })],
    ["the deletion of a folder is undone", "Letters", (back) => back.folder({ folder, owner })],
    [
      "unsaved content becomes a new text",
      "one",
      (back) => back.asNew({ text: text("one"), owner, languages: ["en"], fields: [], isGone: false }),
    ],
  ];
  for (const [what, name, press] of late) {
    it(`${what} only in its own library: a window that shows another one asks first`, async () => {
      begin();
      await press(window({ isThere: true }));
      const question = {
        as: "warning",
        words: `${name} belongs to A, and this window is connected to B. Nothing was done.`,
        buttons: ["Switch to A and Try Again"],
      };
      assert.deepEqual([messages(), calls], [[question], []]);
      begin(
        (buttons) => buttons[0],
        (rows) => rows?.[0],
        () => "code",
      );
      await press(window({ isThere: true }));
      assert.ok(
        calls.some((each) => each.startsWith("textlibrary.texts.create")),
        calls.join(),
      );
    });
  }

  it("names the library that has no known deletions", async () => {
    for (const { id } of (await journal.open(identity)).entries) await journal.clear(id);
    begin();
    window();
    await run("smartform.textLibrary.restoreText");
    assert.match(messages()[0]?.words ?? "", /^No deleted texts or folders of A are known on this computer/);
  });
});
