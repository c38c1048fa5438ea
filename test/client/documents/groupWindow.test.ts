/**
 * The environment group that a person names: a session keeps the group that it was started with, and a misspelt group
 * can be corrected.
 */
import assert from "node:assert/strict";
import type { Api } from "../../../api/index.ts";
import type * as TestModule from "../../../client/signIn/testConnection.ts";
import type * as SessionModule from "../../../client/documents/sessionCommands.ts";
import type * as RegisterModule from "../../../client/documents/registerDocuments.ts";
import type { Documents } from "../../../client/documents/documents.ts";
import { Editors } from "../../../client/records/editorsModel.ts";
import { KeptMetaFiles } from "../../../client/documents/metaFilesModel.ts";
import { Choices } from "../../../client/connections/documentsPlaceModel.ts";
import { KeptSessions } from "../../../client/documents/sessionsModel.ts";
import { commands } from "../../../client/identifiers.ts";
import { startContract } from "../../api/contract/service.ts";
import type { Contract } from "../../api/contract/service.ts";
import { begin, inOwnWindow, messages, run, window } from "../ownVscode.ts";
import { memory } from "./memory.ts";

const own = {
  mark: "?groups",
  vscode: import.meta.resolve("../ownVscode.ts"),
  instead: { "/api/grant.ts": import.meta.resolve("../../sandbox/permits.ts") },
};
const { registerSessionCommands } = await inOwnWindow<typeof SessionModule>("client/documents/sessionCommands.ts", own);
const { registerDocuments } = await inOwnWindow<typeof RegisterModule>("client/documents/registerDocuments.ts", own);
const { registerConnectionTest } = await inOwnWindow<typeof TestModule>("client/signIn/testConnection.ts", own);

const host = "https://acme.example";
const identity = `${host} ${host} client`;
const log = new Proxy({}, { get: () => () => {} });

describe("an environment group that a person names", () => {
  let contract: Contract;
  let api: Api;
  let documents: Documents;
  before(async () => {
    contract = await startContract();
    api = contract.as("standard");
  });
  beforeEach(async () => {
    await contract.control("POST", "/reset", { seed: "demo" });
    const session = async () => ({
      name: "acme",
      sandbox: false,
      host: "acme.example",
      environment: "Test",
      identity,
      api,
    });
    documents = {
      services: {
        connections: {
          current: "acme",
          profiles: [{ name: "acme", authUrl: host, formsApiUrl: host, clientId: "client" }],
          session,
          here: session,
          auditSession: session,
          onDidChange: () => ({ dispose: () => {} }),
        },
        log,
        extension: { globalState: memory(), workspaceState: memory() },
      },
      choices: new Choices(memory()),
      sessions: new KeptSessions(memory()),
      metaFiles: new KeptMetaFiles(memory()),
      editors: new Editors(),
      refresh: () => {},
      chooseEnvironment: async () => {},
    } as unknown as Documents;
  });
  after(() => contract.close());

  const paths = async (operation: string) =>
    (
      (await contract.control("GET", "/ledger")) as {
        readonly items: readonly { readonly operation: string; readonly path: string }[];
      }
    ).items
      .filter((item) => item.operation === operation)
      .map(({ path }) => path);
  const say = (answer: unknown) => () => answer;

  it("stays that of the session, though another one is chosen before it is discarded", async () => {
    registerSessionCommands(documents);
    begin(say("No data"), say("eva"), say("Environment group"), say("North"), say("Start the editing session"));
    const { metaFile, document } = contract.ready.demo;
    await run(commands.startSession, { metaFile, document });
    await documents.choices.put({ identity, connection: "acme" }, { environmentGroup: "South" });
    begin(say(document), say({ title: "Discard" }));
    await run(commands.discardSession);
    assert.match(
      messages().at(-1)?.words ?? "",
      /was discarded\. The session's status on the service is now: discarded\./,
    );
    const [path = assert.fail("nothing was discarded")] = await paths("documents.sessions.discard");
    assert.match(path, /\/North$/);
    assert.deepEqual(
      (await paths("documents.sessions.status")).filter((each) => !each.endsWith("/North")),
      [],
    );
  });

  it("is sent with the test of the connection", async () => {
    registerConnectionTest(documents.services, documents.choices);
    await documents.choices.put({ identity, connection: "acme" }, { environmentGroup: "North" });
    begin();
    await run(commands.testConnection);
    const [path = assert.fail("the document editor was not asked")] = await paths("documents.engine.version");
    assert.match(path, /\/North$/);
  });

  it("is named if the service does not find the session in it", async () => {
    registerSessionCommands(documents);
    await documents.choices.put({ identity, connection: "acme" }, { environmentGroup: "Nort" });
    await contract.choose("E1", "none");
    begin(say("no-such-session"));
    await run(commands.showSessionStatus);
    assert.match(
      messages().at(-1)?.words ?? "",
      /does not show the editing session .* in Test, environment group Nort, to this client\. .*may belong to another environment, environment group or company/,
    );
  });

  it("has an environment beside it that can be chosen for the sandbox, which the settings do not have", async () => {
    Object.assign(window, { createTreeView: () => ({ dispose: () => {} }) });
    Object.assign(documents.services.connections, { profiles: [] });
    const registered = registerDocuments(documents.services, documents.sides);
    begin(say("IntegrationTest"));
    await run(commands.chooseDocumentsEnvironment);
    assert.equal(registered.choices.of({ identity, connection: "acme" }).environment, "IntegrationTest");
    registered.dispose();
  });

  it("is emptied by the command that chooses the environment if every list of the service fails with it", async () => {
    Object.assign(window, { createTreeView: () => ({ dispose: () => {} }) });
    const registered = registerDocuments(documents.services, documents.sides);
    await registered.choices.put({ identity, connection: "acme" }, { environmentGroup: "Nort" });
    await contract.choose("E1", "none");
    begin(say(contract.ready.demo.metaFile));
    await run(commands.addMetaFile);
    assert.match(messages().at(-1)?.words ?? "", /The call used the environment group Nort/);
    let offered: readonly string[] = [];
    begin((labels) => {
      offered = labels;
      return "Environment group";
    }, say(""));
    await run(commands.chooseDocumentsEnvironment);
    assert.deepEqual(
      [offered.includes("PRODUCTION"), registered.choices.of({ identity, connection: "acme" })],
      [true, { environmentGroup: "" }],
    );
    begin(say(contract.ready.demo.metaFile));
    await run(commands.addMetaFile);
    assert.deepEqual(messages(), []);
    registered.dispose();
  });

  it("is corrected on the way to a typed document if the list of documents fails with it", async () => {
    registerSessionCommands(documents);
    await documents.choices.put({ identity, connection: "acme" }, { environmentGroup: "Nort" });
    await contract.choose("E1", "none");
    const { metaFile, document } = contract.ready.demo;
    begin(
      say(metaFile),
      say(undefined),
      say("Another document…"),
      say(document),
      say("No data"),
      say("eva"),
      say("Environment group"),
      say(""),
      say("Start the editing session"),
    );
    await run(commands.startSession);
    assert.match(messages()[0]?.words ?? "", /The call used the environment group Nort/);
    assert.match(messages().at(-1)?.words ?? "", /^The editing session of .* was started in Test\./);
    assert.deepEqual(
      [
        (await paths("documents.sessions.createJson")).filter((path) => path.includes("Nort")).length,
        (await paths("documents.sessions.createJson")).length,
      ],
      [0, 1],
    );
  });
});
