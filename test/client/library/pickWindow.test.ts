/**
 * A text that is picked from a list belongs to the library that the list showed, even if the window has switched to
 * another library since.
 */
import assert from "node:assert/strict";
import type { Connections } from "../../../client/connections/connections.ts";
import { sessionHere } from "../../../client/connections/ownerModel.ts";
import type { LibraryOf } from "../../../client/library/library.ts";
import type * as PickModule from "../../../client/library/pick.ts";
import { EventEmitter, givingUp, inOwnWindow, window } from "../ownVscode.ts";

const { pickFolder, pickText } = await inOwnWindow<typeof PickModule>("client/library/pick.ts");

const folder = { id: "f", name: "Letters", code: "letters", parentFolderId: null, isDefault: false };
const text = {
  id: "t",
  folderId: "f",
  code: "greeting",
  name: "",
  description: "",
  contentType: 0,
  isPublic: true,
  defaultLanguage: "en",
  languages: { state: "known", value: ["en"] },
};

describe("a text that is picked from a list", () => {
  it("is refused by name if the window switched to another company while the list was open", async () => {
    let inUse = "north";
    const session = async () => ({ name: inUse, identity: `service and client of ${inUse}` });
    const connections = {
      session,
      here: (owner: Parameters<typeof sessionHere>[1]) =>
        sessionHere({ current: session } as unknown as Parameters<typeof sessionHere>[0], owner),
    } as unknown as Connections;
    const library = {
      owner: { identity: "service and client of north", connection: "north" },
      foldersOnceRead: async () => [folder],
      texts: async () => ({ texts: [text] }),
    } as unknown as LibraryOf;
    const [accepted, hidden, changed] = [
      new EventEmitter<void>(),
      new EventEmitter<void>(),
      new EventEmitter<string>(),
    ];
    const shown = Promise.withResolvers<void>();
    const list = {
      selectedItems: [] as readonly unknown[],
      onDidAccept: accepted.event,
      onDidHide: hidden.event,
      onDidChangeValue: changed.event,
      show() {},
      dispose() {},
      hide: () => hidden.fire(),
      set items(items: readonly unknown[]) {
        this.selectedItems = items;
        shown.resolve();
      },
    };
    Object.assign(window, { createQuickPick: () => list });
    try {
      const picking = pickText(library, "Delete which text?");
      await shown.promise;
      inUse = "south";
      accepted.fire();
      const found = await picking;
      assert.equal(found?.text.id, "t");
      assert.ok(found.owner);
      await assert.rejects(connections.here(found.owner), /north.*south/);
    } finally {
      Reflect.deleteProperty(window, "createQuickPick");
    }
  });

  it("is missing, and no list is shown, if the person does not wait for the folders; so is a folder", async () => {
    const foldersOnceRead: LibraryOf["foldersOnceRead"] = ({ signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
    const library = { owner: { identity: "north", connection: "north" }, foldersOnceRead } as unknown as LibraryOf;
    using _ = givingUp();
    assert.deepEqual(
      await Promise.all([pickText(library, "Delete which text?"), pickFolder(library, "Into which folder?")]),
      [undefined, undefined],
    );
  });
});
