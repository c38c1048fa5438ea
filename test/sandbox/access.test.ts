/** Who may call what: tokens, companies, scopes, hosts, origins, addresses. */
import assert from "node:assert/strict";
import { request } from "node:http";
import { visit, type Call, type Visit } from "./visit.ts";

describe("sandbox: access", () => {
  let service: Visit;
  before(async () => { service = await visit(); });
  after(() => service.close());

  const ping = "/Integrations/ping";
  const facts: readonly (readonly [title: string, method: string, path: string, options: Call, status: number])[] = [
    ["a Standard token is accepted", "GET", ping, {}, 200],
    ["without a token: 401 (T92)", "GET", ping, { as: "none" }, 401],
    ["a token that the sandbox did not issue: 401 (T171)", "GET", ping, { as: "none", headers: { authorization: "Bearer eyJhbGciOi.J9.x" } }, 401],
    ["Basic is no token: 401", "GET", ping, { as: "none", headers: { authorization: "Basic eDp5" } }, 401],
    ["a client without a company: 403 (T92)", "GET", ping, { as: "nobody" }, 403],
    ["an Audit client: 403 (T91)", "GET", ping, { as: "audit" }, 403],
    ["ping answers in every environment (T86)", "GET", `/production${ping}`, {}, 200],
    ["an environment that does not exist: 400", "GET", `/Test1${ping}`, {}, 400],
    ["a trailing slash leads nowhere (T79)", "GET", `${ping}/`, {}, 404],
    ["letter case of the path counts (T78)", "GET", "/Integrations/Ping", {}, 404],
    ["lower case where the document writes dialogValues leads elsewhere (T78)", "GET", "/Integrations/dialogvalues/x", {}, 404],
    ["an empty id leads nowhere (T79)", "GET", "/Integrations/textlibrary/texts/", {}, 404],
    ["an encoded .. leads nowhere (T79)", "DELETE", "/Integrations/textlibrary/texts/%2e%2e", {}, 404],
    ["an unknown address needs no token to be unknown", "GET", "/nothing", { as: "none" }, 404],
    ["a service that comes later asks for a token", "GET", "/audit/api/Audit", { as: "none" }, 401],
    ["a service that comes later answers 501", "GET", "/audit/api/Audit", {}, 501],
    ["any Origin is refused", "GET", ping, { headers: { origin: "http://localhost:3000" } }, 403],
    ["a request from another site is refused", "GET", ping, { headers: { "sec-fetch-site": "cross-site" } }, 403],
  ];
  for (const [title, method, path, options, status] of facts) {
    it(title, async () => {
      assert.equal((await service.call(method, path, options)).status, status);
    });
  }

  it("refuses a host name that is not its own", async () => {
    const { port } = new URL(service.ready.formsApiUrl);
    const status = await new Promise((resolve, reject) => {
      request({ host: "127.0.0.1", port, path: ping, headers: { host: "sandbox.example" } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).on("error", reject).end();
    });
    assert.equal(status, 403);
  });
});
