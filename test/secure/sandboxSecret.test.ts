/**
 * The sandbox's secrets are sent only to the sandbox: it proves its identity before every sign-in, because another
 * program may have taken its address.
 */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asService, capture } from "./capture.ts";
import type { Capture } from "./capture.ts";
import { beginWindow } from "./fakeVscode.ts";

const { createConnections } = await import("../../client/connections/connections.ts");

const secrets = { control: "canary-control", standard: "canary-standard", audit: "canary-audit" };

describe("the sandbox's secrets", () => {
  let folder: string;
  let server: Capture;
  let isSandbox: boolean;

  before(async () => {
    server = await capture((arrived, response) => {
      const { pathname, searchParams } = new URL(arrived.url, server.url);
      if (pathname !== "/control/proof") return asService(arrived, response);
      const proof = createHmac("sha256", secrets.control)
        .update(`${server.url}\n${searchParams.get("challenge")}`)
        .digest("base64url");
      response.end(JSON.stringify({ proof: isSandbox ? proof : "yes" }));
    });
  });
  after(() => server[Symbol.asyncDispose]());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "smartform-secret-"));
    isSandbox = true;
    server.forget();
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Opens a window that finds a running sandbox. */
  function openConnections() {
    beginWindow({});
    const { url } = server;
    const clients = (["standard", "audit"] as const).map((name) => ({
      name,
      clientId: name,
      clientSecret: secrets[name],
    }));
    const line = JSON.stringify({
      ready: true,
      authUrl: url,
      formsApiUrl: url,
      formsAppUrl: url,
      auditApiUrl: url,
      controlUrl: `${url}/control`,
      controlSecret: secrets.control,
      clients,
    });
    const state = { get: () => undefined, update: async () => {} };
    const context = {
      asAbsolutePath: () => join(folder, "none.js"),
      globalStorageUri: { fsPath: folder },
      globalState: state,
      workspaceState: state,
      secrets: {
        get: async (key: string) => (key === "smartform.sandbox.ready" ? line : undefined),
        store: async () => {},
        delete: async () => {},
        onDidChange: () => ({ dispose: () => {} }),
      },
    };
    type Parameters_ = Parameters<typeof createConnections>;
    const log = new Proxy({}, { get: () => () => {} }) as Parameters_[1]["log"];
    return createConnections(context as unknown as Parameters_[0], {
      log,
      onCall: () => {},
      record: (api) => ({ api, bulkApi: api }),
    });
  }

  const ways: readonly (readonly [
    what: string,
    take: (connections: ReturnType<typeof openConnections>) => Promise<() => Promise<unknown>>,
  ])[] = [
    [
      "a sign-in",
      async (connections) => {
        const { api } = await connections.session({ name: "sandbox" });
        return () => api.call("forms.ping", {});
      },
    ],
    [
      "a sign-in of the client of type Audit",
      async (connections) => {
        const { api } = await connections.auditSession({
          owner: { identity: "sandbox standard", connection: "sandbox" },
        });
        return () => api.signIn();
      },
    ],
    [
      "its control",
      async (connections) => {
        await connections.sandboxControl();
        return () => connections.sandboxControl();
      },
    ],
  ];
  for (const [what, take] of ways) {
    it(`are not sent to a program that has since taken its address: ${what}`, async () => {
      const connections = openConnections();
      const work = await take(connections);
      isSandbox = false;
      server.forget();
      await assert.rejects(work(), /Another program answers at the sandbox's address\. That program received nothing/);
      assert.ok(server.arrived.length > 0);
      for (const { url, headers, body } of server.arrived) {
        assert.match(url, /^\/control\/proof\?/);
        const all = JSON.stringify([headers, body]);
        assert.ok(
          headers.authorization === undefined && !Object.values(secrets).some((secret) => all.includes(secret)),
          all,
        );
      }
      connections.dispose();
    });
  }
});
