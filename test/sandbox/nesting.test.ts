/**
 * JSON that is nested deeper than a recursive parser can read. The sandbox refuses it with 400 wherever it arrives, and
 * never fails.
 */
import assert from "node:assert/strict";
import { operationOf, operations } from "../../api/index.ts";
import type { OperationId } from "../../api/index.ts";
import { prefixes } from "../../sandbox/base/route.ts";
import { controlRoutes } from "../../sandbox/http/control.ts";
import { visit } from "./visit.ts";
import type { Visit } from "./visit.ts";

/** The body of a GET is never read. */
const ids = (Object.keys(operations) as OperationId[]).filter((id) => operationOf(id).method !== "GET");
const lists = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const objects = (depth: number, inside = "1") => '{"a":'.repeat(depth) + inside + "}".repeat(depth);

describe("sandbox: deep nesting", () => {
  let service: Visit;
  before(async () => {
    service = await visit();
  });
  after(() => service.close());

  const statusOf = async (id: OperationId, body: string): Promise<number> => {
    const { method, path, service: of, environment, scope } = operationOf(id);
    const address = `${prefixes[of]}${environment === "prefix" ? "/Test" : ""}${path.replace(/\{\w+\}/g, "x")}`;
    return (await service.call(method, address, { as: scope === "api.audit" ? "audit" : "standard", body })).status;
  };

  for (const [what, body] of [
    ["lists", lists(20_000)],
    ["objects", objects(20_000)],
  ] as const) {
    it(`is refused with 400 by every call of every service: ${what}, 20,000 levels deep`, async () => {
      const statuses = await Promise.all(ids.map(async (id) => [id, await statusOf(id, body)] as const));
      assert.deepEqual(
        statuses.filter(([, status]) => status !== 400),
        [],
      );
      assert.equal(statuses.length, 62);
    });

    it(`is refused with 400 by every call of the control API: ${what}`, async () => {
      const routes = controlRoutes({ faults: [], betweens: [], held: new Set() }).filter(
        ({ access, method }) => access.kind === "control" && method !== "GET",
      );
      const statuses = await Promise.all(
        routes.map(async ({ method, path }) => {
          const { status } = await service.control(
            method,
            path.slice(prefixes.control.length).replace(/\{\w+\}/g, "x"),
            body,
          );
          return [method, path, status] as const;
        }),
      );
      assert.deepEqual(
        statuses.filter(([, , status]) => status !== 400),
        [],
      );
      assert.ok(statuses.length > 15);
    });

    it(`is neither a sign-in nor a post of a page: ${what}`, async () => {
      const { ready } = service;
      for (const url of [
        `${ready.authUrl}/connect/token`,
        `${ready.formsAppUrl}/dialog/x/form/x`,
        `${ready.formsAppUrl}/signing/x`,
        `${ready.formsAppUrl}/WebEditor/x`,
      ]) {
        const { status } = await service.send("POST", url, { body });
        assert.ok(status >= 400 && status < 500, `${url}: ${status}`);
      }
    });
  }

  it("is refused with 400 inside a field as well, without counting brackets of a text", async () => {
    const create = (values: string) =>
      service.call("POST", "/Integrations/dialog/json", {
        body: `{"dialogDefinitionId":"${service.ready.demo.smartforms.singleStep}","values":${values}}`,
      });
    assert.equal((await create(objects(20_000))).status, 400);
    assert.equal((await create(objects(50))).status, 200);
    assert.equal((await create(JSON.stringify({ name: `"\\${"[{".repeat(20_000)}` }))).status, 200);
  });

  it("is refused with 400 in JSON data, by every call that accepts them", async () => {
    const jsonCalls = ids.filter((id) => /Json$/.test(id));
    for (const data of [lists(20_000), objects(20_000), `{"Data":${objects(20_000, lists(20_000))}}`]) {
      const body = JSON.stringify({
        MetaFile: "ClaimLetters",
        Document: "Decision",
        UserName: "eva",
        DataAsBase64: Buffer.from(data).toString("base64"),
        ExternalCorrelationId: "5f0a1c52-7d1e-4d0b-9a55-0c1b6f1dabcd",
      });
      const statuses = await Promise.all(jsonCalls.map(async (id) => [id, await statusOf(id, body)] as const));
      assert.deepEqual(
        statuses.filter(([, status]) => status !== 400),
        [],
      );
    }
    assert.equal(jsonCalls.length, 11);
  });
});
