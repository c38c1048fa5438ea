/**
 * Commands that ask before they create or change something, and a rename in the editor: they act in the library that
 * they began in, or not at all.
 */
import assert from "node:assert/strict";
import type { Api } from "../../../../api/index.ts";
import type { Session } from "../../../../client/connections/session.ts";
import type * as OwnerModule from "../../../../client/connections/ownerModel.ts";
import type { LibraryOf } from "../../../../client/library/library.ts";
import type * as FolderModule from "../../../../client/library/tree/folderCommands.ts";
import type * as NewTextModule from "../../../../client/library/tree/newText.ts";
import type * as RenameModule from "../../../../client/library/tree/renameOffer.ts";
import type * as WorkModule from "../../../../client/library/tree/workCommands.ts";
import { begin, inOwnWindow, messages, run } from "../../ownVscode.ts";

const { registerFolderCommands } = await inOwnWindow<typeof FolderModule>("client/library/tree/folderCommands.ts");
const { newTexts } = await inOwnWindow<typeof NewTextModule>("client/library/tree/newText.ts");
const { registerRenameOffer } = await inOwnWindow<typeof RenameModule>("client/library/tree/renameOffer.ts");
const { registerWorkCommands } = await inOwnWindow<typeof WorkModule>("client/library/tree/workCommands.ts");
const { OtherLibrary, ownerOf } = await inOwnWindow<typeof OwnerModule>("client/connections/ownerModel.ts");

describe("what a command makes after a question", () => {
  const folder = { id: "1", name: "Letters", parentFolderId: null, isDefault: false, code: "letters" };

  /** The library that the open text was read from; undefined if the window does not know it. */
  let owner: { readonly identity: string } | undefined;
  beforeEach(() => {
    owner = undefined;
  });

  /** Opens a window that uses connection A. After `turn`, it uses connection B. */
  function window() {
    const calls: string[] = [];
    let isHere = true;
    const call = async (operation: string): Promise<unknown> => {
      calls.push(operation);
      return folder;
    };
    const session = { name: "A", identity: "of company A", api: { call: call as unknown as Api["call"] } } as Session;
    const services = {
      log: { info() {}, warn() {}, error() {} },
      connections: {
        session: async () => session,
        async here() {
          if (isHere) return session;
          throw new OtherLibrary(ownerOf(session), "B");
        },
      },
    };
    const library = {
      of: () => ({
        async folders() {
          calls.push("the catalog");
          return { known: true, folders: [] };
        },
      }),
      refresh: async () => undefined,
    };
    registerFolderCommands(
      services as unknown as Parameters<typeof registerFolderCommands>[0],
      { library, tree: { selected: undefined, update() {} } } as unknown as Parameters<
        typeof registerFolderCommands
      >[1],
    );
    registerWorkCommands(
      services as unknown as Parameters<typeof registerWorkCommands>[0],
      { library, files: { knownOf: () => ({ owner }) } } as unknown as Parameters<typeof registerWorkCommands>[1],
    );
    return { calls, turn: () => void (isHere = false) };
  }
  const said = (): readonly string[] => messages().map(({ words }) => words);

  it("a folder is made in the library that the window shows", async () => {
    const { calls } = window();
    begin(
      () => "Letters",
      () => "letters",
    );
    await run("smartform.textLibrary.newFolder");
    assert.deepEqual([calls, said()], [["the catalog", "textlibrary.folders.create"], []]);
  });

  it("a folder is made in neither library if the window switches to another one while its code is requested", async () => {
    const { calls, turn } = window();
    begin(
      () => "Letters",
      () => {
        turn();
        return "letters";
      },
    );
    await run("smartform.textLibrary.newFolder");
    assert.deepEqual(
      [calls, said()],
      [
        ["the catalog"],
        ["This belongs to A, and this window is connected to B. Nothing was done. Switch to A and try again."],
      ],
    );
  });

  const works = [
    { do: "extract", start: 0, end: 1, contentType: 0, code: "x" },
    { do: "create-text", folderId: "1", code: "x", contentType: 0 },
    { do: "add-language", textId: "1", folderId: "1", language: "sv" },
    { do: "set-folder-code", folderId: "1" },
    { do: "set-default-language", textId: "1", folderId: "1" },
  ];
  for (const work of works) {
    it(`a code action of a text that belongs to another connection changes nothing: ${work.do}`, async () => {
      const { calls } = window();
      begin();
      await run("smartform.textLibrary.carryOut", { uri: "textlib://B/letters/greeting.en.sft?1", version: 1, work });
      assert.deepEqual(
        [calls, said()],
        [
          [],
          [
            "This text belongs to B, but another connection is in use now. Nothing was changed. Switch to B and try again.",
          ],
        ],
      );
      // The same work is not refused for a text of the window's own library.
      begin();
      await run("smartform.textLibrary.carryOut", { uri: "textlib://A/letters/greeting.en.sft?1", version: 1, work });
      assert.ok(!said().some((words) => words.startsWith("This text belongs to")), said().join());
    });
  }

  for (const subject of ["text", "folder", "mentions"]) {
    it(`a rename in a text that belongs to another connection does not become a plan: ${subject}`, async () => {
      begin();
      const planned: string[] = [];
      let hear: (renamed: unknown) => void = () => assert.fail("Nobody listens.");
      const session = {
        name: "A",
        identity: "of company A",
        api: { call: async () => ({ id: "1", folderId: "1", code: "old", contentType: 0 }) },
      };
      const services = {
        connections: { session: async () => session },
        log: { error() {} },
        server: { onNotification: (_: string, listener: typeof hear) => void (hear = listener) },
      };
      const plans = {
        offer: async () => void planned.push(subject),
        offerEdits: async () => void planned.push(subject),
      };
      registerRenameOffer(
        services as unknown as Parameters<typeof registerRenameOffer>[0],
        { plans, files: { knownOf: () => ({ owner }) } } as unknown as Parameters<typeof registerRenameOffer>[1],
      );
      const renamed = {
        of: subject,
        owner: "of company A",
        text: { id: "1" },
        folder,
        code: "new",
        title: "Rename",
        found: {},
        said: [],
      };
      hear({ ...renamed, uri: "textlib://B/letters/greeting.en.sft?1" });
      while (messages().length + planned.length === 0)
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      assert.deepEqual(
        [planned, said()],
        [
          [],
          [
            "This text belongs to B, but another connection is in use now. Nothing was changed. Switch to B and try again.",
          ],
        ],
      );
      begin();
      hear({ ...renamed, owner: "of company B", uri: "file:///a.sft" });
      owner = { identity: "of the company that A led to before" };
      hear({ ...renamed, uri: "textlib://A/letters/greeting.en.sft?1" });
      while (messages().length < 2)
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      assert.deepEqual(
        [planned, said()],
        [
          [],
          [
            "The rename was prepared in the library of one connection, but this window has since switched to another, A. Nothing was changed. Switch back to the earlier connection, and rename again.",
            "Nothing was changed: the connection A no longer leads to the service and client that this text came from. Close the text, and open it again from the Text Library.",
          ],
        ],
      );
      owner = undefined;
      hear({ ...renamed, uri: "textlib://A/letters/greeting.en.sft?1" });
      while (planned.length === 0)
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
    });
  }
});

describe("the language of a new text", () => {
  /** Resolves with the labels that are offered. `languages`: the languages of the library. */
  async function offered(languages: readonly string[], present: readonly string[] = []): Promise<readonly string[]> {
    let labels: readonly string[] = [];
    begin((shown) => {
      labels = shown;
      return undefined;
    });
    const { askLanguage } = newTexts(
      { log: { warn() {} } } as unknown as Parameters<typeof newTexts>[0],
      {} as Parameters<typeof newTexts>[1],
    );
    await askLanguage({ languages: async () => languages } as unknown as LibraryOf, present, "Language of the text");
    return labels;
  }

  it("is offered from those of the library that are valid codes", async () => {
    assert.deepEqual(await offered(["en", "no code", "", "sv", "../en", "de"]), [
      "English",
      "Swedish",
      "German",
      "Another Language…",
    ]);
  });

  it("is never one that the text already has", async () => {
    assert.deepEqual(await offered(["en", "sv"], ["en"]), ["Swedish", "Another Language…"]);
  });
});
