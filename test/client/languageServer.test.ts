/**
 * What the window asks the language server about a library is asked once the server knows which library the window has.
 */
import assert from "node:assert/strict";
import type * as Module from "../../client/languageServer.ts";
import { OtherLibrary } from "../../client/connections/ownerModel.ts";
import type { Owner } from "../../client/connections/ownerModel.ts";
import { started as library, server } from "./languageClient.ts";
import { inOwnWindow } from "./ownVscode.ts";

const fake = import.meta.resolve("./languageClient.ts");
const { startLanguageServer } = await inOwnWindow<typeof Module>("client/languageServer.ts", {
  mark: "?server",
  vscode: fake,
  instead: { "/vscode-languageclient/lib/node/main.js": fake },
});

const ofA: Owner = { identity: "A", connection: "strandby" };

describe("a question to the language server", () => {
  /** `reading`: how long a session takes, as its secret is read. */
  function start({ identity = "A", reading = async () => undefined } = {}) {
    Object.assign(server, { library: null, asked: [] });
    const state = { identity };
    const connections = {
      current: "strandby",
      onDidChange: () => ({ dispose() {} }),
      async session() {
        await reading();
        return {
          name: "strandby",
          identity: state.identity,
          api: { connection: { authUrl: "", formsApiUrl: "", clientId: "" } },
        };
      },
      async here(owner: Owner) {
        if (owner.identity !== state.identity) throw new OtherLibrary(owner, "nordby");
      },
    };
    const log = { warn: assert.fail, error: assert.fail };
    const context = { asAbsolutePath: (path: string) => path, globalStorageUri: {} };
    return { state, started: startLanguageServer(context as never, log as never, connections as never) };
  }

  it("waits until a server that has just started knows the library, however long a secret takes to read", async () => {
    const hop = async (): Promise<undefined> => void (await new Promise(setImmediate));
    const { started } = start({ reading: async () => hop().then(hop).then(hop) });
    assert.equal(await started.request("folders", {}, { of: ofA }), "answered");
    assert.deepEqual(server.asked, ["A, where it knows A"]);
  });

  it("is asked once more where the server forgot the library", async () => {
    const { started } = start();
    await started.request("folders", {});
    Object.assign(server, { library: null, asked: [] });
    assert.equal(await started.request("folders", {}, { of: ofA }), "answered");
    assert.deepEqual(server.asked, ["A, where it knows null", "A, where it knows A"]);
  });

  it("is refused by the names of both where the window has another library", async () => {
    const { started } = start({ identity: "B" });
    await assert.rejects(started.request("folders", {}, { of: ofA }), OtherLibrary);
    assert.deepEqual(server.asked, ["A, where it knows B"]);
  });
});

describe("a language server that ends", () => {
  startLanguageServer(
    { asAbsolutePath: (path: string) => path, globalStorageUri: {} } as never,
    {} as never,
    { onDidChange: () => ({ dispose() {} }) } as never,
  );
  const handler = library.options.errorHandler ?? assert.fail("no handler");

  it("is kept after any number of failed writes, and no message tells of them", async () => {
    for (let count = 1; count < 10; count += 1)
      assert.deepEqual(await handler.error(new Error("write EPIPE"), undefined, count), { action: 1, handled: true });
  });

  it("is started again, until it ended too often: then it is said how it is started", async () => {
    library.ended = { action: 2 };
    assert.deepEqual(await handler.closed(), { action: 2 });
    library.ended = { action: 1, message: "The server crashed." };
    const { action, message } = await handler.closed();
    assert.equal(action, 1);
    assert.match(
      message ?? "",
      /^The language server ended 5 times within 3 minutes, .* Run "Smartform: Restart Language Server"/,
    );
  });
});
