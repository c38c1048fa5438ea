/** The review of unfinished saves: what it shows, and that it no longer lists a save whose words became a new text. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ApiError } from "../../../../api/index.ts";
import type { Api } from "../../../../api/index.ts";
import type { Session } from "../../../../client/connections/session.ts";
import { openJournal } from "../../../../authoring/guard/journal.ts";
import type { Journal } from "../../../../authoring/guard/journal.ts";
import type * as RecoveryModule from "../../../../client/library/documents/recovery.ts";
import type { LibraryText } from "../../../../authoring/guard/writePlan.ts";
import type * as FileSystemModule from "../../../../client/library/documents/fileSystem.ts";
import { begin, inOwnWindow, messages, ran, run, Uri } from "../../ownVscode.ts";

const { registerRecovery } = await inOwnWindow<typeof RecoveryModule>("client/library/documents/recovery.ts");
const { createTextFiles } = await inOwnWindow<typeof FileSystemModule>("client/library/documents/fileSystem.ts");

const identity = "of company A";
const base: LibraryText = {
  id: "1",
  folderId: "f",
  code: "a/b",
  contentType: 2,
  translations: { en: { content: "old" } },
};
const review = "smartform.textLibrary.reviewSaves";

describe("the review of unfinished saves", () => {
  let folder: string;
  let journal: Journal & Disposable;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "smartform-review-"));
    using before = openJournal(folder);
    await before.write({
      kind: "save",
      state: "intent",
      identity,
      connection: "A",
      textId: base.id,
      title: base.code,
      base,
      change: { translations: new Map([["EN", "mine"]]) },
    });
    journal = openJournal(folder);
  });
  afterEach(async () => {
    journal[Symbol.dispose]();
    await rm(folder, { recursive: true });
  });

  /**
   * Opens a window. `text`: what the service returns. The result collects the names of the sides that were shown, the
   * texts that were created, and the warnings in the log.
   */
  function window(text: LibraryText | undefined): {
    readonly sides: string[];
    readonly made: LibraryText[];
    readonly warned: string[];
  } {
    const [sides, made, warned]: [string[], LibraryText[], string[]] = [[], [], []];
    const call = async (): Promise<unknown> => {
      if (text !== undefined) return text;
      throw new ApiError("not-found", "textlibrary.texts.get", "none", "It is not there.");
    };
    const session = { name: "A", identity, api: { call: call as Api["call"] } } as Session;
    const services = {
      log: { warn: (words: string) => warned.push(words), info() {}, error() {} },
      connections: {
        current: undefined,
        session: async () => session,
        here: async () => session,
        onDidChange: () => undefined,
      },
    };
    registerRecovery(
      services as unknown as Parameters<typeof registerRecovery>[0],
      {
        files: {},
        journal,
        sides: { show: (_: string, like: string) => sides.push(like) },
        bringBack: { asNew: async (lost: { readonly text: LibraryText }) => made.push(lost.text) > 0 },
      } as unknown as Parameters<typeof registerRecovery>[1],
    );
    return { sides, made, warned };
  }

  it("shows both sides under the name of the text's document, which gives the editor its language", async () => {
    const { sides } = window(base);
    begin(
      (rows) => rows[0],
      (buttons) => buttons[0],
    );
    await run(review);
    assert.equal(ran().length, 1);
    assert.deepEqual(sides, ["a%2Fb.en.sft.html", "a%2Fb.en.sft.html"]);
  });

  it("shows in the same way what was written to a deleted text", async () => {
    const { sides } = window(undefined);
    begin((rows) => rows[0]);
    await run(review);
    assert.deepEqual(sides, ["a%2Fb.en.sft.html"]);
  });

  it("saves in the library that it belongs to, whatever its connection is called now", async () => {
    const asked: unknown[] = [];
    const saved: unknown[] = [];
    const session = { name: "renamed", identity, api: { call: async () => base } as unknown as Api } as Session;
    const services = {
      log: { warn() {}, info() {}, error() {} },
      connections: {
        current: undefined,
        here: async () => session,
        onDidChange: () => undefined,
        async session(options?: unknown) {
          if (options !== undefined) asked.push(options);
          return session;
        },
      },
    };
    const files = {
      async save({ owner }: { readonly owner: { readonly identity: string } }) {
        saved.push(owner.identity);
        return { state: "saved", text: base };
      },
    };
    registerRecovery(
      services as unknown as Parameters<typeof registerRecovery>[0],
      { files, journal, sides: { show() {} } } as unknown as Parameters<typeof registerRecovery>[1],
    );
    begin(
      (rows) => rows[0],
      (buttons) => buttons.find((button) => button === "Save Now"),
    );
    await run(review);
    assert.deepEqual(
      asked.map((options) => (options as { readonly owner?: { readonly identity: string } }).owner?.identity),
      [identity],
    );
    assert.deepEqual([saved, messages().at(-1)?.words], [[identity], "a/b is saved on renamed."]);
  });

  it("the log says that the file of a good save cannot be removed", async () => {
    const warned: string[] = [];
    const session = { name: "A", identity, api: { call: async () => base } as unknown as Api } as Session;
    const services = {
      log: { debug() {}, info() {}, warn: (words: string) => warned.push(words) },
      server: { notify: () => undefined },
      connections: { session: async () => session },
      extension: { globalStorageUri: Uri.file(folder) },
    };
    using own = openJournal(folder);
    const busy: Journal = { ...own, clear: () => Promise.reject(new Error("The file is busy.")) };
    const files = createTextFiles(
      services as unknown as Parameters<typeof createTextFiles>[0],
      { journal: busy } as unknown as Parameters<typeof createTextFiles>[1],
    );
    const { state } = await files.save({
      owner: { identity, connection: "A" },
      base,
      change: { translations: new Map([["en", "old"]]) },
    });
    files.dispose();
    assert.equal(state, "unchanged");
    assert.match(warned.join(), /^The journal still holds .*The file is busy\.$/);
  });

  it("ends with what was saved as a new text, even if its file cannot be removed", async () => {
    journal = {
      ...journal,
      clear: () => Promise.reject(new Error("The file is busy.")),
      [Symbol.dispose]: journal[Symbol.dispose],
    };
    const { made, warned } = window(undefined);
    begin(
      (rows) => rows[0],
      (buttons) => buttons[0],
    );
    await run(review);
    assert.deepEqual([made.length, messages().filter(({ as }) => as === "error"), warned.length], [1, [], 1]);
    begin();
    await run(review);
    assert.deepEqual(
      messages().map(({ words }) => words),
      ["There are no unfinished saves."],
    );
  });
});
