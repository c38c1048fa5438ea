/** Which calls are allowed: tokens, companies, scopes, hosts, origins, addresses. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { request } from "undici";
import { environments, operationOf, operations } from "../../api/index.ts";
import type { OperationId } from "../../api/index.ts";
import { prefixes } from "../../sandbox/base/route.ts";
import type { LedgerItem } from "../../sandbox/index.ts";
import { visit } from "./visit.ts";
import type { Call, Visit } from "./visit.ts";

describe("sandbox: access", () => {
  let service: Visit;
  before(async () => {
    service = await visit();
  });
  after(() => service.close());

  const ping = "/Integrations/ping";
  const facts: readonly (readonly [title: string, method: string, path: string, options: Call, status: number])[] = [
    ["a Standard token is accepted", "GET", ping, {}, 200],
    ["without a token: 401 (T92)", "GET", ping, { as: "none" }, 401],
    [
      "a token that the sandbox did not issue: 401 (T171)",
      "GET",
      ping,
      { as: "none", headers: { authorization: "Bearer eyJhbGciOi.J9.x" } },
      401,
    ],
    ["Basic is no token: 401", "GET", ping, { as: "none", headers: { authorization: "Basic eDp5" } }, 401],
    ["a client without a company: 403 (T92)", "GET", ping, { as: "nobody" }, 403],
    ["an Audit client: 403 (T91)", "GET", ping, { as: "audit" }, 403],
    ["ping answers in every environment (T86)", "GET", `/production${ping}`, {}, 200],
    ["an environment that does not exist: 400", "GET", `/Test1${ping}`, {}, 400],
    ["a trailing slash leads nowhere (T79)", "GET", `${ping}/`, {}, 404],
    ["letter case of the path counts (T78)", "GET", "/Integrations/Ping", {}, 404],
    [
      "lower case instead of the documented dialogValues leads nowhere (T78)",
      "GET",
      "/Integrations/dialogvalues/x",
      {},
      404,
    ],
    ["an empty id leads nowhere (T79)", "GET", "/Integrations/textlibrary/texts/", {}, 404],
    ["an unknown address needs no token to be unknown", "GET", "/nothing", { as: "none" }, 404],
    ["an unknown address below a service is unknown too", "GET", "/documents/x", { as: "none" }, 404],
    ["an Audit client cannot search audit: 403 (T91)", "POST", "/audit/api/Audit", { as: "audit", body: {} }, 403],
    ["an Audit client cannot read an event: 403 (T91)", "GET", "/audit/api/Audit/x", { as: "audit" }, 403],
    ["a Standard client cannot write an event: 403 (T91)", "POST", "/audit/api/EventLogAudit", { body: {} }, 403],
    [
      "an Audit client may write an event, and the answer says what is missing: 400 (T91)",
      "POST",
      "/audit/api/EventLogAudit",
      { as: "audit", body: {} },
      400,
    ],
    [
      "a client without a company cannot search audit: 403",
      "POST",
      "/audit/api/Audit",
      { as: "nobody", body: {} },
      403,
    ],
    ["a GET at the address of the audit search leads nowhere", "GET", "/audit/api/Audit", {}, 404],
    ["HEAD is answered as GET", "HEAD", ping, {}, 200],
    ["another method leads nowhere", "PATCH", ping, {}, 404],
    ["any Origin is refused", "GET", ping, { headers: { origin: "http://localhost:3000" } }, 403],
    ["a request from another site is refused", "GET", ping, { headers: { "sec-fetch-site": "cross-site" } }, 403],
    ["a request from a page of its own is refused", "GET", ping, { headers: { "sec-fetch-site": "same-origin" } }, 403],
    [
      "a link on another site leads only to pages",
      "GET",
      ping,
      { headers: { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" } },
      403,
    ],
  ];
  for (const [title, method, path, options, status] of facts) {
    it(title, async () => {
      assert.equal((await service.call(method, path, options)).status, status);
    });
  }

  for (const path of [
    "/Integrations/textlibrary/texts/%2e%2e/folders",
    "/Integrations/x/../ping",
    "/Integrations/./ping",
    "/./Integrations/ping",
    "/Integrations/%2E/ping",
  ]) {
    it(`does not read ${path} as another path (T79)`, async () => {
      // Node's own client sends the path as it is; other clients would normalize it.
      const sent = httpRequest(new URL(service.ready.formsApiUrl), {
        path,
        headers: { authorization: `Bearer ${await service.bearer("standard")}` },
      }).end();
      const [response] = (await once(sent, "response")) as [IncomingMessage];
      response.resume();
      assert.equal(response.statusCode, 404);
    });
  }

  it("refuses a host name that is not its own, and accepts localhost", async () => {
    const { port } = new URL(service.ready.formsApiUrl);
    const under = (host: string) => service.call("GET", ping, { headers: { host } }).then(({ status }) => status);
    assert.deepEqual(
      [await under("sandbox.example"), await under(`sandbox.example:${port}`), await under(`localhost:${port}`)],
      [403, 403, 200],
    );
  });

  it("refuses requests from a page, even on the control API and the token's address", async () => {
    const headers = { origin: service.ready.formsApiUrl, authorization: `Bearer ${service.ready.controlSecret}` };
    assert.equal((await service.send("GET", `${service.ready.controlUrl}/outbox`, { headers })).status, 403);
    assert.equal((await service.send("POST", `${service.ready.authUrl}/connect/token`, { headers })).status, 403);
  });

  it("requires the control secret on the control API, and accepts no token for it", async () => {
    const url = `${service.ready.controlUrl}/outbox`;
    assert.equal((await service.send("GET", url, {})).status, 401);
    assert.equal(
      (await service.send("GET", url, { headers: { authorization: `Bearer ${await service.bearer("standard")}` } }))
        .status,
      401,
    );
    assert.equal(
      (
        await service.call("GET", ping, {
          as: "none",
          headers: { authorization: `Bearer ${service.ready.controlSecret}` },
        })
      ).status,
      401,
    );
  });

  it("refuses bodies above its limit, announced or not: 413", async () => {
    const announced = await service.call("POST", "/Integrations/textlibrary/texts", {
      body: `"${"x".repeat(17 * 1024 * 1024)}"`,
    });
    assert.equal(announced.status, 413);
    const { statusCode } = await request(`${service.ready.formsApiUrl}/Integrations/textlibrary/texts`, {
      method: "POST",
      body: Readable.from(Array.from({ length: 17 }, () => Buffer.alloc(1024 * 1024, "x"))),
      headers: { authorization: `Bearer ${await service.bearer("standard")}` },
    });
    assert.equal(statusCode, 413);
  });

  it("listens on 127.0.0.1 and on no other address of the machine", async () => {
    const other = new URL(service.ready.formsApiUrl);
    assert.equal(other.hostname, "127.0.0.1");
    other.hostname = "127.0.0.2";
    await assert.rejects(request(other), { code: "ECONNREFUSED" });
  });

  it("says in a browser what it is, and which Text Library it contains (T36)", async () => {
    const { status, text, headers } = await service.send("GET", `${service.ready.formsApiUrl}/`, {
      headers: { "sec-fetch-site": "none" },
    });
    assert.deepEqual([status, headers.get("content-type")], [200, "text/html; charset=utf-8"]);
    assert.match(text, /This is the Text Library of the authoring application/);
    assert.match(text, /not the stand-alone text library\s+application/);
    assert.match(headers.get("content-security-policy") ?? "", /default-src 'none'.*frame-ancestors 'none'/);
  });

  it("sends no ETag, no cookie and no permission for other origins (T16)", async () => {
    const { headers } = await service.call("GET", "/Integrations/textlibrary/texts/text-claims-intro");
    for (const name of ["etag", "last-modified", "set-cookie", "access-control-allow-origin"])
      assert.equal(headers.get(name), null, name);
  });

  it("answers ping in the same way in every environment, and says that it is the sandbox (T86, T169)", async () => {
    const answers = await Promise.all(
      ["", ...environments.map((name) => `/${name}`)].map((prefix) => service.call("GET", prefix + ping)),
    );
    assert.deepEqual(
      new Set(answers.map(({ text }) => text)),
      new Set(['{"message":"The sandbox is reachable and the token is accepted."}']),
    );
  });

  it("serves every call of the forms API under each environment as without one", async () => {
    const forms = (Object.keys(operations) as OperationId[]).filter((id) => operationOf(id).service === "forms");
    await service.control("DELETE", "/ledger");
    for (const prefix of ["", ...environments.map((name) => `/${name}`), "/test"]) {
      for (const id of forms) {
        const { method, path } = operationOf(id);
        await service.call(method, prefix + path.replace(/\{\w+\}/g, "x"), { body: method === "GET" ? undefined : {} });
      }
    }
    const { json } = await service.control("GET", "/ledger");
    const reached = (json as { readonly items: readonly LedgerItem[] }).items.map(({ operation, path }) => [
      operation,
      path.split("/")[1],
    ]);
    assert.deepEqual(
      reached,
      ["Integrations", ...environments, "test"].flatMap((first) => forms.map((id) => [id, first])),
    );
  });

  it("lets an Audit client only write events: 403, and for statistics 401 (T91, T93)", async () => {
    const statuses = await Promise.all(
      (Object.keys(operations) as OperationId[]).map(async (id) => {
        const { method, path, service: of, environment, scope } = operationOf(id);
        const address = `${prefixes[of]}${environment === "prefix" ? "/Test" : ""}${path.replace(/\{\w+\}/g, "x")}`;
        const { status } = await service.call(method, address, {
          as: "audit",
          ...(scope === "api.audit" ? { body: {} } : {}),
        });
        return { id, status, expected: scope === "api.audit" ? 400 : of === "statistics" ? 401 : 403 };
      }),
    );
    assert.deepEqual(
      statuses.filter(({ status, expected }) => status !== expected),
      [],
    );
  });

  it("refuses every call of the forms API without a token, and with one of a client without a company (T92)", async () => {
    const statuses = await Promise.all(
      (Object.keys(operations) as OperationId[])
        .filter((id) => operationOf(id).service === "forms")
        .map(async (id) => {
          const { method, path } = operationOf(id);
          const address = path.replace(/\{\w+\}/g, "x");
          return {
            id,
            statuses: [
              (await service.call(method, address, { as: "none" })).status,
              (await service.call(method, address, { as: "nobody" })).status,
            ],
          };
        }),
    );
    assert.deepEqual(
      statuses.filter(({ statuses: [none, nobody] }) => none !== 401 || nobody !== 403),
      [],
    );
    assert.equal(statuses.length, 26);
  });

  it("refuses clients and tokens of another sandbox (T171)", async () => {
    const other = await visit();
    const ours = service.client("standard");
    const authorization = `Basic ${Buffer.from(`${ours.clientId}:${ours.clientSecret}`).toString("base64")}`;
    const signIn = await other.send("POST", `${other.ready.authUrl}/connect/token`, {
      body: "grant_type=client_credentials&scope=api.external",
      headers: { authorization, "content-type": "application/x-www-form-urlencoded" },
    });
    assert.deepEqual([signIn.status, signIn.at("error")], [401, "invalid_client"]);
    assert.equal((await other.call("GET", ping)).status, 200);
    assert.equal(
      (
        await other.call("GET", ping, {
          as: "none",
          headers: { authorization: `Bearer ${await service.bearer("standard")}` },
        })
      ).status,
      401,
    );
    await other.close();
  });

  it("reads id and secret unencoded, not form-encoded, unless that is chosen (T96, S14)", async () => {
    const { clientId, clientSecret } = service.client("standard");
    assert.match(clientSecret, /\+.*%.*:/);
    const encoded = encodeURIComponent(clientSecret);
    const status = async (id: string, secret: string) =>
      (
        await service.send("POST", `${service.ready.authUrl}/connect/token`, {
          body: "grant_type=client_credentials&scope=api.external",
          headers: {
            authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
            "content-type": "application/x-www-form-urlencoded",
          },
        })
      ).status;
    assert.deepEqual([await status(clientId, clientSecret), await status(clientId, encoded)], [200, 401]);
    await service.control("POST", "/choices", { id: "S14", alternative: "form-encoded" });
    assert.deepEqual(
      [
        await status(clientId, clientSecret),
        await status(clientId, encoded),
        await status(clientId.replaceAll("-", "%2D"), encoded),
      ],
      [401, 200, 200],
    );
    await service.control("POST", "/choices", { id: "S14", alternative: "as they are" });
  });

  it("issues a token as documented (T96), and explains any other result", async () => {
    const good = await service.signIn("standard");
    assert.deepEqual([good.status, good.at("token_type"), good.at("expires_in")], [200, "Bearer", 3600]);
    const wrong = await Promise.all([
      service.signIn("standard", { secret: "wrong" }),
      service.signIn("standard", { grant: "password" }),
      service.signIn("standard", { scope: "api.audit" }),
      service.send("POST", `${service.ready.authUrl}/connect/token`, {
        body: "grant_type=client_credentials",
        headers: { "content-type": "application/x-www-form-urlencoded" },
      }),
    ]);
    assert.deepEqual(
      wrong.map((answer) => [answer.status, answer.at("error")]),
      [
        [401, "invalid_client"],
        [400, "unsupported_grant_type"],
        [400, "invalid_scope"],
        [401, "invalid_client"],
      ],
    );
  });

  it("gives a token the requested scopes, one or several separated by spaces, and refuses any that the client cannot have (E18)", async () => {
    const both = "api.external api.editor.acceptancetest";
    assert.equal(service.client("acceptance").scope, both);
    const granted = await Promise.all(
      [
        both,
        "api.external",
        "api.editor.acceptancetest",
        "api.editor.acceptancetest api.external",
        "api.external api.external",
      ].map(async (scope) => {
        const { status, at } = await service.signIn("acceptance", { scope });
        return [status, at("scope")];
      }),
    );
    assert.deepEqual(
      granted,
      [both, "api.external", "api.editor.acceptancetest", "api.editor.acceptancetest api.external", "api.external"].map(
        (scope) => [200, scope],
      ),
    );
    const refused = await Promise.all([
      ...[
        "",
        " ",
        "api.external ",
        "API.EXTERNAL",
        "api.external,api.editor.acceptancetest",
        "api.external unheard.of",
        "api.audit",
      ].map((scope) => service.signIn("acceptance", { scope })),
      ...[both, "api.editor.acceptancetest"].flatMap((scope) =>
        (["standard", "other", "nobody", "audit"] as const).map((name) => service.signIn(name, { scope })),
      ),
    ]);
    assert.deepEqual(
      refused.filter(
        (answer) =>
          answer.status !== 400 || answer.at("error") !== "invalid_scope" || answer.at("access_token") !== undefined,
      ),
      [],
    );
  });

  it("allows no call with a token that has only an environment's scope: 403", async () => {
    const token = String(
      (await service.signIn("acceptance", { scope: "api.editor.acceptancetest" })).at("access_token"),
    );
    const headers = { authorization: `Bearer ${token}` };
    for (const path of [ping, "/documents/AcceptanceTest/version", "/documents/Test/version"])
      assert.equal((await service.call("GET", path, { as: "none", headers })).status, 403, path);
    assert.equal((await service.call("GET", ping, { as: "acceptance" })).status, 200);
  });

  it("lets a token expire by the service's clock, or as chosen (T95, N10)", async () => {
    const status = async () => (await service.call("GET", ping)).status;
    await service.control("POST", "/clock", { advanceMs: 3_599_000 });
    service.forget();
    assert.equal(await status(), 200);
    await service.control("POST", "/clock", { advanceMs: 3_600_000 });
    assert.equal(await status(), 401);
    for (const [alternative, expected] of [
      ["unsaid", undefined],
      ["as text", "3600"],
      ["5", 5],
    ] as const) {
      await service.control("POST", "/choices", { id: "N10", alternative });
      assert.equal((await service.signIn("standard")).at("expires_in"), expected);
    }
  });
});
