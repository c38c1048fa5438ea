/**
 * Library texts that are open in a window: only admitted saves reach the service, and they go to the library that the
 * text came from.
 */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Api } from "../../../../api/index.ts";
import { identityOf } from "../../../../client/connections/connectionsModel.ts";
import type * as OwnerModule from "../../../../client/connections/ownerModel.ts";
import { openCopies } from "../../../../client/library/documents/copies.ts";
import type { Copies } from "../../../../client/library/documents/copies.ts";
import type * as FileSystemModule from "../../../../client/library/documents/fileSystem.ts";
import type { LibraryText } from "../../../../authoring/guard/writePlan.ts";
import { begin, didOpen, inOwnWindow, messages, statusBar, Uri, workspace } from "../../ownVscode.ts";

const { NotConnected } = await inOwnWindow<typeof OwnerModule>("client/connections/ownerModel.ts");
const { createTextFiles } = await inOwnWindow<typeof FileSystemModule>("client/library/documents/fileSystem.ts");

const uri = Uri.parse("textlib://A/letters/greeting.en.sft?1");
const profile = {
  name: "A",
  clientId: "c",
  authUrl: "https://a.example/auth",
  formsApiUrl: "https://a.example/forms",
  formsAppUrl: "https://a.example/app",
};
const bytes = new TextEncoder().encode("typed");

describe("an open library text", () => {
  let folder: string;
  const copied: Promise<void>[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "smartform-texts-"));
  });
  afterEach(async () => {
    workspace.textDocuments.length = 0;
    await Promise.all(copied.splice(0));
    await rm(folder, { recursive: true });
  });

  /** Starts one run of a window. `admits`: whether a save may be sent. */
  function window({ admits = true, identity = "of company A", longestEnd = 0, current = "A" } = {}) {
    const calls: string[] = [];
    const conflicts: unknown[] = [];
    const state = { identity, isSignedOut: false };
    const copies = openCopies(join(folder, "copies"), "window", { longestEnd });
    let written: LibraryText | undefined;
    const watched: Copies = {
      ...copies,
      set: async (...given) => void copied.push(copies.set(...given)),
      offer: copies.offer,
    };
    const call = async (operation: string, { body }: { readonly body?: LibraryText } = {}): Promise<LibraryText> => {
      calls.push(`${operation} ${state.identity}`);
      if (body !== undefined) written = { ...body, id: "1" };
      return (
        written ?? {
          id: "1",
          folderId: "f",
          code: "greeting",
          contentType: 0,
          translations: { en: { content: state.identity } },
        }
      );
    };
    const services = {
      log: { debug() {}, info() {}, warn() {} },
      server: { notify: () => undefined },
      extension: { globalStorageUri: Uri.file(folder) },
      connections: {
        profiles: [profile],
        current,
        session: async ({ name }: { readonly name: string }) =>
          state.isSignedOut
            ? Promise.reject(new NotConnected("You are signed out of A. Sign in again."))
            : {
                name,
                sandbox: name === "sandbox",
                host: "a",
                identity: state.identity,
                api: { call: call as unknown as Api["call"] },
              },
      },
    };
    const parts = {
      journal: { write: async () => "", clear: async () => {}, open: async () => ({ entries: [], unreadable: [] }) },
      copies: watched,
      failed: {
        during: (_: unknown, work: () => Promise<unknown>) => work(),
        setConflict: (_: unknown, conflict: unknown) => void conflicts.push(conflict),
        setOrphan() {},
      },
      permits: {
        admit: async () => (admits ? undefined : Promise.reject(new Error("Not saved: nobody asked for it."))),
      },
    };
    const files = createTextFiles(
      services as unknown as Parameters<typeof createTextFiles>[0],
      parts as unknown as Parameters<typeof createTextFiles>[1],
    );
    const { provider } = files;
    return {
      files,
      calls,
      conflicts,
      state,
      /** Resolves when the origins of the texts are on disk. */
      kept: async () => void (await Promise.all(copied)),
      theirs: (content: string) =>
        void (written = {
          id: "1",
          folderId: "f",
          code: "greeting",
          contentType: 0,
          translations: { en: { content } },
        }),
      dispose() {
        files.dispose();
        copies[Symbol.dispose]();
      },
      stat: async () => provider.stat(uri),
      read: async (from = uri) => new TextDecoder().decode(await provider.readFile(from)),
      write: async (to = uri) => provider.writeFile(to, bytes, { create: false, overwrite: true }),
      /**
       * Shows the text in the editor, and edits it. With `read`, the editor first shows that content unchanged; without
       * it, the editor shows a restored buffer with changes.
       */
      show(read?: string, at = uri) {
        const document = {
          uri: at,
          languageId: "",
          isDirty: read === undefined,
          eol: 1,
          getText: () => read ?? "typed",
        };
        workspace.textDocuments.push(document);
        didOpen.fire(document);
        Object.assign(document, { isDirty: true, getText: () => "typed" });
      },
    };
  }

  it("is not written if the save is refused: the service is not even asked", async () => {
    const { read, write, show, calls, dispose } = window({ admits: false });
    show(await read());
    calls.length = 0;
    await assert.rejects(write(), { message: "Not saved: nobody asked for it." });
    assert.deepEqual(calls, []);
    dispose();
  });

  it("is read-only if it became so after VS Code had asked for its permissions", async () => {
    const { files, read, stat, show, theirs, dispose } = window();
    const changes: unknown[] = [];
    files.provider.onDidChangeFile((events) => changes.push(...events));
    theirs("one\ntwo");
    await read();
    assert.equal((await stat()).permissions, undefined);
    theirs("one\rtwo");
    show(await read());
    assert.equal(changes.length, 1);
    assert.equal((await stat()).permissions, 1);
    workspace.textDocuments.length = 0;
    show(await read());
    assert.equal(changes.length, 1);
    dispose();
  });

  it("is said to be saved in the sandbox if it is a text of the sandbox, whichever connection the window uses", async () => {
    for (const [connection, current, words] of [
      ["sandbox", "A", "greeting (en) is saved in the sandbox."],
      ["A", "sandbox", "greeting (en) is saved, and live for everyone."],
    ] as const) {
      begin();
      const { read, show, write, dispose } = window({ current });
      const address = uri.with({ authority: connection });
      show(await read(address), address);
      await write(address);
      assert.deepEqual(statusBar(), [words]);
      dispose();
    }
  });

  it("is not written if it was restored as another text, which is named", async () => {
    const { files, read, write, show, calls, dispose } = window();
    show(await read());
    calls.length = 0;
    const translations = { en: { content: "of company A" } };
    files.broughtBack(
      { identity: "of company A", textId: "1" },
      { id: "2", folderId: "f", code: "greeting", contentType: 0, translations },
    );
    await assert.rejects(write(), {
      message:
        "Not saved: greeting is in the library again, as a new text. What you wrote stays in the editor. Above the first line, choose what to do with it.",
    });
    assert.deepEqual(calls, []);
    // The restored text does not have this language, so the save is sent, and the service decides.
    files.broughtBack(
      { identity: "of company A", textId: "1" },
      { id: "3", folderId: "f", code: "greeting", contentType: 0, translations: {} },
    );
    await write();
    assert.notDeepEqual(calls, []);
    dispose();
  });

  it("is not reported as restored in the library if the restored text was deleted too", async () => {
    const { files, read, write, show, calls, dispose } = window();
    show(await read());
    calls.length = 0;
    files.broughtBack(
      { identity: "of company A", textId: "1" },
      { id: "2", folderId: "f", code: "greeting", contentType: 0, translations: { en: { content: "of company A" } } },
    );
    files.deleted({ identity: "of company A", textId: "2" });
    await write();
    assert.notDeepEqual(calls, []);
    dispose();
  });

  it('is not written under another name: "Save As" would replace it', async () => {
    const {
      files: { provider },
      read,
      show,
      calls,
      dispose,
    } = window();
    show(await read());
    calls.length = 0;
    const other = Uri.parse("textlib://A/letters/other.en.sft?1");
    await assert.rejects(async () => provider.stat(other), {
      message: "No text has this address. The id in the address belongs to greeting, which is already open.",
    });
    await assert.rejects(async () => provider.readFile(other), {
      message: "No text has this address. The id in the address belongs to greeting, which is already open.",
    });
    await assert.rejects(
      async () => provider.writeFile(other, bytes, { create: true, overwrite: true }),
      /"Save As" cannot create a text in the library\. It would have replaced greeting with what you wrote/,
    );
    assert.deepEqual(new Set(calls), new Set(["textlibrary.texts.get of company A"]));
    dispose();
  });

  it("is not written into another sandbox, which has the same name", async () => {
    const { read, write, show, calls, state, dispose } = window();
    const address = uri.with({ authority: "sandbox" });
    show(await read(address), address);
    calls.length = 0;
    state.identity = "of company B";
    await assert.rejects(
      write(address),
      /belongs to a sandbox other than this window's\. Nothing was done\. .*stays in its editor/,
    );
    assert.deepEqual(calls, []);
    dispose();
  });

  it("is neither read nor written if its connection now leads to another library", async () => {
    const {
      files: { provider },
      read,
      write,
      show,
      calls,
      state,
      dispose,
    } = window();
    const content = await read();
    assert.equal(content, "of company A");
    show(content);
    calls.length = 0;
    state.identity = "of company B";
    // "Save As" may use another name or another language. At such an address, the text can be neither read nor written.
    for (const name of ["letters/greeting.sv.sft", "letters/other.en.sft"]) {
      const other = Uri.parse(`textlib://A/${name}?1`);
      await assert.rejects(async () => provider.readFile(other), /no longer leads to the service and client/);
      await assert.rejects(
        async () => provider.writeFile(other, bytes, { create: true, overwrite: true }),
        /no longer leads to the service and client/,
      );
    }
    assert.deepEqual(calls, []);
    const refusal = {
      message:
        "Nothing was read or written: the connection A no longer leads to the service and client that this text came from. What you wrote stays in its editor. Change A back in your settings, or copy your words from the editor.",
    };
    await assert.rejects(read(), refusal);
    await assert.rejects(write(), refusal);
    assert.deepEqual(calls, []);
    state.identity = "of company A";
    assert.equal(await read(), "of company A");
    dispose();
  });

  /** Starts a run, shows the text in it, and ends the run. */
  async function readBefore(options: Parameters<typeof window>[0] = {}): Promise<void> {
    const before = window(options);
    before.show(await before.read());
    await before.kept();
    before.dispose();
    workspace.textDocuments.length = 0;
  }

  it("is not written there either if it was read before its buffer was restored, signed in or not", async () => {
    for (const isSignedOut of [false, true]) {
      await readBefore({ identity: identityOf("A", profile) });
      await readBefore();
      const { read, write, show, calls, state, dispose } = window({ identity: identityOf("A", profile) });
      state.isSignedOut = isSignedOut;
      await read();
      state.isSignedOut = false;
      show();
      calls.length = 0;
      await assert.rejects(write(), /no longer leads to the service and client/);
      assert.deepEqual(calls, []);
      dispose();
      workspace.textDocuments.length = 0;
    }
  });

  it("is not written there if the run that it comes from is about to end, after another tab", async () => {
    const tabs = [window({ identity: "of company B" }), window()] as const;
    for (const each of tabs) {
      each.show(await each.read());
      await each.kept();
      workspace.textDocuments.length = 0;
    }
    const [over, tab] = tabs;
    over.dispose();
    const { write, show, calls, dispose } = window({ identity: "of company B", longestEnd: 5000 });
    show();
    const writing = write();
    setTimeout(tab.dispose, 50);
    await assert.rejects(writing, /no longer leads to the service and client/);
    assert.deepEqual(calls, []);
    dispose();
  });

  it("continues from its base if it was read before its buffer was restored", async () => {
    await readBefore();
    const { read, write, show, conflicts, theirs, dispose } = window();
    theirs("a colleague's words");
    await read();
    show();
    await assert.rejects(write(), /changed/);
    assert.equal(conflicts.length, 1);
    dispose();
  });

  it("is not written if its connection was pointed at another library before the window was reloaded", async () => {
    await readBefore();
    const { files, stat, write, show, calls, conflicts, dispose } = window({ identity: "of company B" });
    const seen = { id: "1", folderId: "f", code: "greeting", contentType: 0 };
    const ways: readonly (readonly [name: string, way: () => Promise<unknown>])[] = [
      ["it is saved", write],
      // VS Code requests the file's properties before it writes.
      [
        "it is looked at and saved",
        async () =>
          stat()
            .catch(() => undefined)
            .then(() => write()),
      ],
      ["a reading is taken for seen", async () => files.acceptSeen(uri, seen)],
      ["it goes on from a reading", async () => files.continueFrom(uri, seen)],
      [
        "a version is put into it",
        async () => {
          files.restoring(workspace.textDocuments[0] as never, "a version");
          await write();
        },
      ],
      ["it goes on from a reading after that", async () => files.continueFrom(uri, seen)],
      [
        "what stands in it is compared",
        async () => {
          await files.look(workspace.textDocuments as never, { isDue: () => true });
          await write();
        },
      ],
    ];
    show();
    for (const [name, way] of ways) {
      await assert.rejects(
        way(),
        {
          message:
            "Nothing was read or written: the connection A no longer leads to the service and client that this text came from. What you wrote stays in its editor. Change A back in your settings, or copy your words from the editor.",
        },
        name,
      );
    }
    assert.deepEqual([conflicts, calls.filter((call) => !call.startsWith("textlibrary.texts.get "))], [[], []]);
    const { base, latest } = files.knownOf(uri) ?? {};
    assert.deepEqual([base, latest], [undefined, undefined]);
    dispose();
    // When the connection leads back to the first library, the text can be saved there without a conflict.
    const after = window();
    await after.write();
    assert.deepEqual(
      [new Set(after.calls), after.conflicts],
      [new Set(["textlibrary.texts.get of company A", "textlibrary.texts.update of company A"]), []],
    );
    after.dispose();
  });

  it("is shown as it was last read if nobody is signed in, and only from the library where the connection leads", async () => {
    const { read, write, show, kept, state, calls, conflicts, dispose } = window({
      identity: identityOf("A", profile),
    });
    state.isSignedOut = true;
    await assert.rejects(read(), { message: "You are signed out of A. Sign in again." });
    state.isSignedOut = false;
    const content = await read();
    show(content);
    await kept();
    calls.length = 0;
    state.isSignedOut = true;
    begin();
    assert.equal(await read(), content);
    // No message is needed, because the buffer shows what the author typed.
    assert.deepEqual(messages(), []);
    workspace.textDocuments.length = 0;
    assert.equal(await read(), content);
    assert.match(messages()[0]?.words ?? "", /is shown as it was last read/);
    show(content);
    await assert.rejects(write(), {
      message: "Nothing was written. You are signed out of A. Sign in again. What you wrote stays in the editor.",
    });
    assert.deepEqual([calls, conflicts], [[], []]);
    dispose();
    workspace.textDocuments.length = 0;
    const elsewhere = window({ identity: "of company B" });
    elsewhere.show(await elsewhere.read());
    elsewhere.state.isSignedOut = true;
    await assert.rejects(elsewhere.read(), /no longer leads to the service and client/);
    elsewhere.dispose();
  });

  it("continues from its reading if the window ends as soon as it arrives", async () => {
    const before = window();
    await before.read();
    before.dispose();
    const { write, show, conflicts, theirs, dispose } = window();
    theirs("a colleague's words");
    show();
    await assert.rejects(write());
    assert.deepEqual(
      conflicts.map((each) => (each as { readonly base: LibraryText }).base.translations),
      [{ en: { content: "of company A" } }],
    );
    dispose();
  });

  it("is reported as a conflict of the library that was asked, if its base is unknown", async () => {
    const { files, write, show, conflicts, state, calls, dispose } = window();
    show();
    files.restoring(workspace.textDocuments[0] as never, "a version");
    await assert.rejects(write(), /^Error: Not saved: it is no longer known which version of the text you edited\./);
    assert.equal(conflicts.length, 1);
    state.identity = "of company B";
    await assert.rejects(
      files.acceptSeen(uri, { id: "1", folderId: "f", code: "greeting", contentType: 0 }),
      /no longer leads to the service and client/,
    );
    await assert.rejects(write(), /no longer leads to the service and client/);
    assert.deepEqual(calls, ["textlibrary.texts.get of company A"]);
    dispose();
  });
});
