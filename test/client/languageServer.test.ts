/**
 * The window's requests about a library reach the language server only after the window has named the library to the
 * server.
 */
import assert from "node:assert/strict";
import type * as Module from "../../client/languageServer.ts";
import { OtherLibrary } from "../../client/connections/ownerModel.ts";
import type { Owner } from "../../client/connections/ownerModel.ts";
import { ConnectionError, ErrorCodes, started as library, ResponseError, server, turns } from "./languageClient.ts";
import { inOwnWindow } from "./ownVscode.ts";

const fake = import.meta.resolve("./languageClient.ts");
const { startLanguageServer } = await inOwnWindow<typeof Module>("client/languageServer.ts", {
  mark: "?server",
  vscode: fake,
  instead: { "/vscode-languageclient/lib/node/main.js": fake },
});

const ofA: Owner = { identity: "A", connection: "strandby" };

describe("a request to the language server", () => {
  /** Starts a window with a language server. `reading` delays each session, as reading its secret does. */
  function start({ identity = "A", reading = async () => undefined } = {}) {
    Object.assign(server, { library: null, asked: [], ends: [], hangs: false });
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
    const said: string[] = [];
    const log = { warn: assert.fail, error: (line: string) => said.push(line) };
    const context = { asAbsolutePath: (path: string) => path, globalStorageUri: {} };
    return { state, said, started: startLanguageServer(context as never, log as never, connections as never) };
  }

  it("waits until a server that has just started has the library, however long reading a secret takes", async () => {
    const hop = async (): Promise<undefined> => void (await new Promise(setImmediate));
    const { started } = start({ reading: async () => hop().then(hop).then(hop) });
    assert.equal(await started.request("folders", {}, { of: ofA }), "answered");
    assert.deepEqual(server.asked, ["A, where it knows A"]);
  });

  it("is sent once more if the server forgot the library", async () => {
    const { started } = start();
    await started.request("folders", {});
    Object.assign(server, { library: null, asked: [] });
    assert.equal(await started.request("folders", {}, { of: ofA }), "answered");
    assert.deepEqual(server.asked, ["A, where it knows null", "A, where it knows A"]);
  });

  it("is refused with the names of both if the window has another library", async () => {
    const { started } = start({ identity: "B" });
    await assert.rejects(started.request("folders", {}, { of: ofA }), OtherLibrary);
    assert.deepEqual(server.asked, ["A, where it knows B"]);
  });

  const ends = {
    "an answer is outstanding": new ResponseError(ErrorCodes.PendingResponseRejected, "connection got disposed"),
    "the connection is closed": new ConnectionError("Connection is closed."),
    "the question cannot be written": new ResponseError(ErrorCodes.MessageWriteError, "write EPIPE"),
  };
  for (const [when, error] of Object.entries(ends)) {
    it(`is sent to the next server, which has the library, if a server ends while ${when}`, async () => {
      const { started, said } = start();
      server.ends.push({ error, startsAgain: true });
      assert.equal(await started.request("folders", {}, { of: ofA }), "answered");
      assert.deepEqual(server.asked, ["A, where it knows A", "A, where it knows A"]);
      assert.deepEqual(said, []);
    });
  }

  const end = { error: ends["an answer is outstanding"], startsAgain: true };

  it("is sent to two servers at most, since it may be the cause of their end", async () => {
    const { started } = start();
    server.ends.push(end, end, end);
    await assert.rejects(
      started.request("folders", {}, { of: ofA }),
      /^Error: The language server stopped before it answered\./,
    );
    assert.equal(server.asked.length, 2);
    assert.equal(server.ends.length, 1);
  });

  it("is refused, with what to do, if no server is started any longer, until the server is restarted", async () => {
    const { started } = start();
    server.ends.push({ ...end, startsAgain: false });
    for (let time = 0; time < 2; time += 1)
      await assert.rejects(
        started.request("folders", {}),
        /^Error: The language server is not running\. Run "Smartform: Restart Language Server"/,
      );
    await started.restart();
    assert.equal(await started.request("folders", {}, { of: ofA }), "answered");
  });

  it("is sent to the next server if the author restarts one that hangs, after its end", async () => {
    const { started, said } = start();
    await started.request("folders", {});
    server.hangs = true;
    const asked = started.request("folders", {}, { of: ofA });
    await turns(3);
    await started.restart();
    assert.equal(await asked, "answered");
    await turns(30);
    assert.equal(await started.request("folders", {}, { of: ofA }), "answered");
    assert.deepEqual(said, ["The language server does not answer: Stopping the server timed out"]);
  });

  it("waits for a server that is being restarted", async () => {
    const { started } = start();
    await started.request("folders", {});
    const restarted = started.restart();
    assert.equal(await started.request("folders", {}, { of: ofA }), "answered");
    await restarted;
  });
});

describe("a language server that ends", () => {
  startLanguageServer(
    { asAbsolutePath: (path: string) => path, globalStorageUri: {} } as never,
    {} as never,
    { onDidChange: () => ({ dispose() {} }) } as never,
  );
  const handler = library.options.errorHandler ?? assert.fail("no handler");

  it("is kept after any number of failed writes, and no message mentions them", async () => {
    for (let count = 1; count < 10; count += 1)
      assert.deepEqual(await handler.error(new Error("write EPIPE"), undefined, count), { action: 1, handled: true });
  });

  it("is started again, until it has ended too often: then a message says how to start it", async () => {
    library.ended = { action: 2 };
    assert.deepEqual(await handler.closed(), { action: 2 });
    library.ended = { action: 1, message: "The server crashed." };
    const { action, message } = await handler.closed();
    assert.equal(action, 1);
    assert.match(
      message ?? "",
      /^The language server stopped 5 times within 3 minutes and is not restarted automatically, .* Run "Smartform: Restart Language Server"/,
    );
  });
});
