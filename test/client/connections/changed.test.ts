/**
 * A person's answers about a connection are stored for that connection only. When the person gives the last answer, the
 * connection's name may already lead to another company.
 */
import assert from "node:assert/strict";
import { beginWindow, changeSettings, userSettings } from "../../secure/fakeVscode.ts";
import type * as Module from "../../../client/connections/connections.ts";
import { inOwnWindow } from "../ownVscode.ts";
import type { Profile } from "../../../client/connections/connectionsModel.ts";

const { createConnections } = await inOwnWindow<typeof Module>("client/connections/connections.ts", {
  mark: "?changed",
  vscode: import.meta.resolve("../../secure/fakeVscode.ts"),
  instead: {},
});
const { auditSecretKey, reachedWords, secretKey } = await import("../../../client/connections/connectionsModel.ts");
const { toProfile } = await import("../../../client/signIn/signInModel.ts");

const first: Profile = {
  name: "acme",
  authUrl: "https://auth.first.example",
  formsApiUrl: "https://forms.first.example",
  clientId: "first",
};
/**
 * What the connection's name leads to when the person gives the last answer, after a change in another window or in the
 * settings.
 */
const others: readonly (readonly [what: string, now: Profile | undefined])[] = [
  [
    "another company",
    {
      name: "acme",
      authUrl: "https://auth.second.example",
      formsApiUrl: "https://forms.second.example",
      clientId: "second",
    },
  ],
  ["another client at the same addresses", { ...first, clientId: "second" }],
  ["other addresses", { ...first, archiveApiUrl: "https://archive.first.example" }],
  ["nothing", undefined],
];
const withArchive: Profile = { ...first, archiveApiUrl: "https://archive.acme.example" };
const withAudit: Profile = { ...first, auditApiUrl: "https://audit.first.example", auditClientId: "writer" };

function openWindow() {
  const secrets = new Map([[secretKey(first), "first's"]]);
  beginWindow({ user: { "smartform.connections": [first] } });
  const state = { get: () => undefined, update: async () => {} };
  const context = {
    asAbsolutePath: () => "none.js",
    globalStorageUri: { fsPath: "none" },
    globalState: state,
    workspaceState: state,
    secrets: {
      get: async (key: string) => secrets.get(key),
      store: async (key: string, value: string) => void secrets.set(key, value),
      delete: async (key: string) => void secrets.delete(key),
      onDidChange: () => ({ dispose: () => {} }),
    },
  };
  type Given = Parameters<typeof createConnections>;
  const log = new Proxy({}, { get: () => () => {} }) as Given[1]["log"];
  const connections = createConnections(context as unknown as Given[0], {
    log,
    onCall: () => {},
    record: (api) => ({ api, bulkApi: api }),
  });
  return { connections, secrets };
}

type Window = ReturnType<typeof openWindow>["connections"];

describe("a connection that changes while a person is asked about it", () => {
  const ends: readonly (readonly [what: string, end: (connections: Window) => Promise<void>])[] = [
    [
      "a sign-in",
      (connections) => connections.add({ ...first, scope: "other" }, "typed", { before: first, sessionOnly: false }),
    ],
    ["services that are added", (connections) => connections.addServices(withArchive, { before: first })],
    [
      "an Audit client",
      (connections) => connections.addAuditClient(withAudit, "typed", { before: first, sessionOnly: false }),
    ],
    ["its removal", (connections) => connections.remove(first)],
  ];
  for (const [end, work] of ends) {
    for (const [what, now] of others) {
      it(`keeps and forgets nothing at the end of ${end} if its name then leads to ${what}`, async () => {
        const { connections, secrets } = openWindow();
        const settings = { "smartform.connections": now === undefined ? [] : [now] };
        changeSettings(settings);
        if (now !== undefined) secrets.set(secretKey(now), "theirs");
        const kept = new Map(secrets);
        await assert.rejects(
          work(connections),
          /The connection acme was changed in your settings while a question was open, so nothing was done/,
        );
        assert.deepEqual([userSettings(), secrets], [settings, kept]);
      });
    }
  }

  it("keeps the answers if nothing changed", async () => {
    const { connections, secrets } = openWindow();
    await connections.addServices(withArchive, { before: first });
    await connections.addAuditClient({ ...withArchive, ...withAudit }, "writer's", {
      before: withArchive,
      sessionOnly: false,
    });
    assert.deepEqual(userSettings()["smartform.connections"], [{ ...withArchive, ...withAudit }]);
    assert.deepEqual(
      secrets,
      new Map([
        [secretKey(first), "first's"],
        [auditSecretKey(withAudit) ?? "", "writer's"],
      ]),
    );
  });

  it("sends its stored secret only for its own client to its own token service", () => {
    const { connections } = openWindow();
    for (const other of [
      { ...first, clientId: "second" },
      { ...first, authUrl: "https://auth.second.example" },
    ]) {
      assert.throws(
        () => connections.probe(other, { of: first }),
        /The stored secret belongs to another client or to another token service, so it was not sent/,
      );
    }
  });
});

describe("a sign-in under an existing name", () => {
  const before: Profile = {
    ...withAudit,
    documentsApiUrl: "https://documents.first.example",
    scope: "api.external editor.test",
  };
  const signIn = (clientId: string): Profile => {
    const { name, authUrl, formsApiUrl = "" } = first;
    return toProfile(
      new Map(Object.entries({ name, authUrl, formsApiUrl, formsAppUrl: "", clientId, secret: "s" })),
      before,
    ).profile;
  };

  it("keeps the settings of the same client", () => {
    assert.deepEqual(signIn("first"), before);
  });

  it("keeps nothing for another client at the same addresses, and says what is lost", () => {
    assert.deepEqual(signIn("second"), { ...first, clientId: "second" });
    assert.match(
      reachedWords(signIn("second"), before).detail,
      /replaces the earlier connection acme, but lacks: audit, document editor, its client of type Audit\./,
    );
    assert.doesNotMatch(reachedWords(signIn("first"), before).detail, /replaces the connection/);
  });
});
