/** Folders that are requested while the library is being read. */
import assert from "node:assert/strict";
import type * as LibraryModule from "../../../client/library/library.ts";
import type { LanguageServer } from "../../../client/languageServer.ts";
import type { FoldersResult } from "../../../server/protocol.ts";
import { EventEmitter, inOwnWindow } from "../ownVscode.ts";

const { createLibrary } = await inOwnWindow<typeof LibraryModule>("client/library/library.ts");

describe("folders of a library that is being read", () => {
  const folder = { id: "f", name: "Letters", code: "letters", parentFolderId: null, isDefault: false };
  const notRead: FoldersResult = { known: false, folders: [] };
  const read: FoldersResult = { known: true, folders: [folder] };

  /**
   * Requests the folders. `heard`: the server's responses; the first at once, and each further one after a change event
   * of the library.
   */
  function ask(...heard: readonly FoldersResult[]): {
    readonly folders: Promise<unknown>;
    readonly stop: () => void;
    readonly listeners: () => number;
  } {
    const [news, stop] = [new EventEmitter<void>(), new AbortController()];
    let listeners = 0;
    let asked = 0;
    const server = {
      async request() {
        const answer = heard[asked];
        asked += 1;
        // The change event arrives before the response.
        if (asked < heard.length) news.fire();
        return answer;
      },
      onNotification(_method: string, listener: () => void) {
        listeners += 1;
        const subscription = news.event(listener);
        return {
          dispose: () => {
            listeners -= 1;
            subscription.dispose();
          },
        };
      },
    } as unknown as LanguageServer;
    const folders = createLibrary(server)
      .of({ identity: "north", connection: "north" })
      .foldersOnceRead({ signal: stop.signal });
    return { folders, stop: () => stop.abort(), listeners: () => listeners };
  }

  it("come as soon as they are read", async () => {
    const { folders, listeners } = ask(notRead, notRead, read);
    assert.deepEqual(await folders, [folder]);
    assert.equal(listeners(), 0);
  });

  it("are refused with the reason if the reading stopped", async () => {
    await assert.rejects(ask(notRead, { ...notRead, problem: "The service does not answer." }).folders, {
      message:
        "The folders of the Text Library could not be read. The service does not answer. Refresh the Text Library to try again.",
    });
  });

  it("are no longer waited for once the person cancels", async () => {
    const { folders, stop, listeners } = ask(notRead);
    stop();
    await assert.rejects(folders, { name: "AbortError" });
    assert.equal(listeners(), 0);
  });
});
