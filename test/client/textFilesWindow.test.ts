/** Library texts that are open in a window: what reaches the service was admitted, and goes to the library that the text came from. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Api } from "../../api/index.ts";
import type * as FileSystemModule from "../../client/textlib/fileSystem.ts";
import type { LibraryText } from "../../client/writePlan.ts";
import { inOwnWindow, Uri, workspace } from "./ownVscode.ts";

const { createTextFiles } = await inOwnWindow<typeof FileSystemModule>("client/textlib/fileSystem.ts");

const uri = Uri.parse("textlib://A/letters/greeting.en.sft?1");
const bytes = new TextEncoder().encode("typed");

describe("an open library text", () => {
  let folder: string;
  beforeEach(async () => { folder = await mkdtemp(join(tmpdir(), "smartform-texts-")); });
  afterEach(async () => {
    workspace.textDocuments.length = 0;
    await rm(folder, { recursive: true });
  });

  /** `admits`: whether a save may leave. */
  function window({ admits = true } = {}) {
    const calls: string[] = [];
    const state = { identity: "of company A" };
    const call = async (operation: string): Promise<LibraryText> => {
      calls.push(`${operation} ${state.identity}`);
      return { id: "1", folderId: "f", code: "greeting", contentType: 0, translations: { en: { content: state.identity } } };
    };
    const services = {
      log: { debug() {}, info() {}, warn() {} }, server: { notify: () => undefined }, extension: { globalStorageUri: Uri.file(folder) },
      connections: { session: async () => ({ name: "A", host: "a", identity: state.identity, api: { call: call as unknown as Api["call"] } }) },
    };
    const parts = {
      journal: { write: async () => "", clear: async () => {}, open: async () => ({ entries: [], unreadable: [] }) }, copies: { get: async () => undefined, last: async () => undefined, set: async () => {} },
      failed: { during: (_: unknown, work: () => Promise<unknown>) => work(), setConflict() {}, setOrphan() {} },
      permits: { admit: async () => admits ? undefined : Promise.reject(new Error("Not saved: nobody asked for it.")) },
    };
    const { provider, dispose } = createTextFiles(services as unknown as Parameters<typeof createTextFiles>[0], parts as unknown as Parameters<typeof createTextFiles>[1]);
    return {
      calls, state, dispose, read: async () => new TextDecoder().decode(await provider.readFile(uri)), write: async () => provider.writeFile(uri, bytes, { create: false, overwrite: true }),
      /** The editor shows it, with changes. */
      show: () => void workspace.textDocuments.push({ uri, isDirty: true, getText: () => "typed" }),
    };
  }

  it("is not written where the save is not admitted: the service is not even asked", async () => {
    const { read, write, show, calls, dispose } = window({ admits: false });
    await read();
    show();
    calls.length = 0;
    await assert.rejects(write(), { message: "Not saved: nobody asked for it." });
    assert.deepEqual(calls, []);
    dispose();
  });

  it("is neither read nor written where its connection leads to another library by now", async () => {
    const { read, write, show, calls, state, dispose } = window();
    assert.equal(await read(), "of company A");
    show();
    calls.length = 0;
    state.identity = "of company B";
    const refusal = { message: "Nothing was read or written: the connection A leads to another service or client than this text came from. What you wrote stays in its editor." };
    await assert.rejects(read(), refusal);
    await assert.rejects(write(), refusal);
    assert.deepEqual(calls, []);
    state.identity = "of company A";
    assert.equal(await read(), "of company A");
    dispose();
  });
});
