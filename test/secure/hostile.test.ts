/**
 * Hostile workspaces, redirects, hosts, variables and ids. Nothing in a workspace, an answer or a file can send a
 * request, let alone a credential, to a server that the person did not sign in to. A redirect or a changed address is
 * refused with a message that says so. The test uses the client's own connections.
 */
import assert from "node:assert/strict";
import { messageOf } from "../../language/words/messageOf.ts";
import { namedConnection } from "../../client/signIn/namedConnectionModel.ts";
import { addressProblem, secretKey } from "../../client/connections/connectionsModel.ts";
import type { Profile } from "../../client/connections/connectionsModel.ts";
import { isApiError, operationOf, operations } from "../../api/index.ts";
import type { OperationId } from "../../api/index.ts";
import { asService, capture } from "./capture.ts";
import type { Arrived, Capture } from "./capture.ts";
import { beginWindow } from "./fakeVscode.ts";
import type { Layers } from "./fakeVscode.ts";
import {
  hostileIds,
  hostileSettings,
  lookAlikes,
  redirects,
  redirectStatuses,
  settingsFiles,
  spellings,
  variables,
} from "./hostileCases.ts";

const { createConnections } = await import("../../client/connections/connections.ts");

const secret = "canary-secret";
/** An address of this machine. Unlike `localhost`, it does not bypass proxies. Nothing listens there. */
const behindProxy = "https://127.0.0.2:9";

describe("a hostile workspace", () => {
  let own: Capture;
  let evil: Capture;
  let redirect: { readonly status: number; readonly location: string; readonly at: "token" | "call" } | undefined;

  before(async () => {
    own = await capture((arrived, response) => {
      const isToken = arrived.url.endsWith("/connect/token");
      if (redirect !== undefined && isToken === (redirect.at === "token"))
        response.writeHead(redirect.status, { location: encodeURI(redirect.location).replaceAll("%25", "%") }).end();
      else asService(arrived, response);
    });
    evil = await capture();
  });
  after(async () => {
    await own[Symbol.asyncDispose]();
    await evil[Symbol.asyncDispose]();
  });
  beforeEach(() => {
    own.forget();
    evil.forget();
    redirect = undefined;
  });

  const fill = (text: string): string =>
    text
      .replaceAll("$evilPort", String(evil.port))
      .replaceAll("$ownPort", String(own.port))
      .replaceAll("$evil", `127.0.0.1:${evil.port}`)
      .replaceAll("$own", `127.0.0.1:${own.port}`);
  const filled = <T>(value: T): T => JSON.parse(fill(JSON.stringify(value))) as T;

  const acme = (): Profile => ({
    name: "acme",
    clientId: "client",
    authUrl: own.url,
    formsApiUrl: own.url,
    formsAppUrl: own.url,
  });
  const far = (): Profile => ({
    name: "far",
    clientId: "client",
    authUrl: behindProxy,
    formsApiUrl: behindProxy,
    formsAppUrl: behindProxy,
  });

  /** Opens a window with these settings, signed in to both connections. */
  function openConnections(layers: Layers, options: { readonly trusted?: boolean } = {}) {
    beginWindow({ ...layers, user: { "smartform.connections": [acme(), far()], ...layers.user } }, options);
    const secrets = new Map([acme(), far()].map((profile) => [secretKey(profile), secret]));
    const states = [new Map<string, unknown>(), new Map<string, unknown>()];
    const [globalState, workspaceState] = states.map((state) => ({
      get: (key: string) => state.get(key),
      update: async (key: string, value: unknown) => void state.set(key, value),
    }));
    const logged: string[] = [];
    const log = new Proxy({}, { get: () => (line: string) => void logged.push(line) });
    const context = {
      asAbsolutePath: (path: string) => path,
      globalStorageUri: { fsPath: "nowhere" },
      globalState,
      workspaceState,
      secrets: {
        get: async (key: string) => secrets.get(key),
        store: async (key: string, value: string) => void secrets.set(key, value),
        delete: async (key: string) => void secrets.delete(key),
        onDidChange: () => ({ dispose: () => {} }),
      },
    };
    type Parameters_ = Parameters<typeof createConnections>;
    const connections = createConnections(context as unknown as Parameters_[0], {
      log: log as Parameters_[1]["log"],
      onCall: () => {},
      record: (api) => ({ api, bulkApi: api }),
    });
    return { connections, logged, secrets };
  }

  /** Uses the window's connections, by default both. Resolves for each with "pong", or with the error's message. */
  async function work(
    { connections }: ReturnType<typeof openConnections>,
    names: readonly string[] = ["acme", "far"],
  ): Promise<readonly string[]> {
    const said: string[] = [];
    for (const name of names) {
      try {
        const { api } = await connections.session({ name });
        // Nothing listens at this address. Tries only the sign-in, which is not retried automatically.
        if (name === "far") await api.signIn();
        else await api.call("forms.ping", {});
        said.push("pong");
      } catch (error) {
        said.push(messageOf(error));
      }
    }
    connections.dispose();
    return said;
  }

  const assertUntouched = (): void => {
    assert.deepEqual(evil.arrived, []);
    assert.equal(evil.connections, 0);
  };
  const isSigned = ({ headers }: Arrived): boolean => headers.authorization !== undefined;

  describe("by its settings", () => {
    for (const [what, settings] of hostileSettings) {
      for (const [spelling, write] of spellings) {
        for (const layer of ["workspace", "folder"] as const) {
          it(`${what}, ${spelling}, in the ${layer === "workspace" ? "workspace" : "folder of a workspace with several"}`, async () => {
            const isProxy = JSON.stringify(settings).includes("proxy");
            const [near, proxied] = await work(
              openConnections({ [layer]: filled(write(settings)) }),
              isProxy ? ["acme", "far"] : ["acme"],
            );
            assert.equal(near, "pong");
            if (isProxy) assert.match(proxied ?? "", /could not be reached/);
            assertUntouched();
            assert.deepEqual(
              own.arrived.map(({ url }) => url),
              ["/connect/token", "/Integrations/ping"],
            );
          });
        }
      }
    }

    it("says that a workspace's connections are ignored", async () => {
      const window = openConnections({ workspace: filled(hostileSettings[0]![1]) });
      await work(window, ["acme"]);
      assert.ok(
        window.logged.some((line) => /of this workspace is ignored/.test(line)),
        window.logged.join("\n"),
      );
    });

    it("would notice: the same settings of the user lead elsewhere", async () => {
      await work(openConnections({ user: { "http.proxy": `http://127.0.0.1:${evil.port}` } }));
      assert.deepEqual(
        evil.arrived.map(({ method, url }) => `${method} ${url}`),
        ["CONNECT 127.0.0.2:9"],
      );
      evil.forget();
      const elsewhere = { ...acme(), authUrl: evil.url, formsApiUrl: evil.url };
      const window = openConnections({ user: { "smartform.connections": [elsewhere] } });
      assert.match((await work(window))[0] ?? "", /signed out of acme, or its address or client id changed/);
      assertUntouched();
      const again = openConnections({ user: { "smartform.connections": [elsewhere] } });
      again.secrets.set(secretKey(elsewhere), secret);
      await work(again);
      assert.ok(evil.arrived.some(isSigned));
    });

    it("calls nobody in Restricted Mode, and says so", async () => {
      for (const words of await work(openConnections({}, { trusted: false })))
        assert.match(words, /Restricted Mode, so no service is called/);
      assert.deepEqual([own.connections, evil.connections], [0, 0]);
    });
  });

  describe("by variables", () => {
    for (const [what, given] of variables) {
      it(what, async () => {
        const before = { ...process.env };
        Object.assign(process.env, filled(given));
        try {
          const [near, proxied] = await work(openConnections({}));
          assert.equal(near, "pong");
          assert.match(proxied ?? "", /could not be reached/);
          assertUntouched();
        } finally {
          for (const name of Object.keys(given)) {
            if (before[name] === undefined) delete process.env[name];
            else process.env[name] = before[name];
          }
        }
      });
    }
  });

  describe("by its service's answers: a redirect", () => {
    for (const [what, location] of redirects) {
      for (const at of ["token", "call"] as const) {
        it(`to ${what}, of a ${at}, with any of ${redirectStatuses.length} statuses`, async () => {
          const { connections } = openConnections({});
          const { api } = await connections.session({ name: "acme" });
          for (const status of redirectStatuses) {
            own.forget();
            redirect = { status, location: fill(location), at };
            const said = await (at === "token" ? api.signIn() : api.call("forms.ping", {})).then(
              () => "pong",
              (error: unknown) => String(error),
            );
            assert.match(said, /redirects are never followed/, String(status));
            assertUntouched();
            assert.equal(
              own.arrived.filter(({ url }) => at === "token" || url !== "/connect/token").length,
              1,
              "it is asked once, and not again where it pointed",
            );
          }
          connections.dispose();
        });
      }
    }
  });

  describe("by a name that looks like the address that the secret was given for", () => {
    const given = "https://forms.acme.example/api";
    for (const [what, address, holds] of lookAlikes) {
      for (const key of ["formsApiUrl", "authUrl"] as const) {
        it(`${what}, as ${key}: ${holds}`, async () => {
          const original = {
            ...acme(),
            authUrl: "https://other.acme.example",
            formsApiUrl: "https://other.acme.example",
            [key]: given,
          };
          const changed = { ...original, [key]: address };
          const window = openConnections({ user: { "smartform.connections": [changed] } });
          window.secrets.clear();
          window.secrets.set(secretKey(original), secret);
          const opened = await window.connections.session({ name: "acme" }).then(
            () => "the same",
            (error: unknown) => String(error),
          );
          window.connections.dispose();
          if (holds === "the same") return assert.equal(opened, "the same");
          assert.match(
            opened,
            holds === "refused"
              ? /Your settings have no connection named acme/
              : /signed out of acme, or its address or client id changed/,
          );
          assert.equal(addressProblem(address) === undefined, holds === "no secret");
        });
      }
    }
  });

  describe("by smartform.json, with", () => {
    for (const [what, content, named] of settingsFiles) {
      it(what, () => {
        const found = namedConnection(fill(content), [acme(), far()]);
        assert.equal(found.kind === "use" ? found.name : found.kind, named);
        assert.deepEqual(
          Object.keys(found).filter((key) => !["kind", "name"].includes(key)),
          [],
        );
      });
    }
  });

  describe("by the ids in its files", () => {
    const withIds = (Object.keys(operations) as OperationId[]).filter(
      (id) =>
        operationOf(id).path.includes("{") &&
        operationOf(id).method === "GET" &&
        operationOf(id).query === undefined &&
        operationOf(id).service === "forms",
    );
    for (const id of hostileIds) {
      it(JSON.stringify(id), async () => {
        const { connections } = openConnections({});
        const { api } = await connections.session({ name: "acme" });
        const call = api.call as (
          operation: OperationId,
          request: { readonly path: Readonly<Record<string, string>> },
        ) => Promise<unknown>;
        assert.ok(withIds.length > 5);
        for (const operation of withIds) {
          const names = [...operationOf(operation).path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
          await call(operation, { path: Object.fromEntries(names.map((name) => [name, fill(id)])) }).catch(
            (error: unknown) => assert.ok(isApiError(error), String(error)),
          );
        }
        connections.dispose();
        assertUntouched();
        for (const { url, headers } of own.arrived.filter(({ url }) => url !== "/connect/token")) {
          assert.equal(headers.host, `127.0.0.1:${own.port}`);
          assert.ok(
            url.startsWith("/Integrations/") &&
              url.split("/").some((segment) => segment === encodeURIComponent(fill(id))),
            url,
          );
        }
      });
    }
  });
});
