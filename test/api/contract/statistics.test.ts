/** Statistics through the whole client against the sandbox, under every choice that touches them. */
import assert from "node:assert/strict";
import { explain, isApiError, readStatistics } from "../../../api/index.ts";
import type { Api, StatisticsCall } from "../../../api/index.ts";
import { choices } from "../../../sandbox/services.ts";
import { startContract } from "./service.ts";
import type { Contract } from "./service.ts";

let service: Contract;
let api: Api;
let call: StatisticsCall;

before(async () => {
  service = await startContract();
  api = service.as("standard");
  call = (operation, request, options) => api.call(operation, request, options);
});
beforeEach(() => service.control("POST", "/reset", { seed: "demo" }));
after(() => service.close());

const day = 24 * 3_600_000;
const week = () => ({ from: new Date(Date.now() - 8 * day), to: new Date() });
const query = { startDate: "2026-01-01T00:00:00Z", toDate: "2026-01-31T23:59:59Z" };
const sum = (rows: readonly { readonly count: number }[]) => rows.reduce((total, { count }) => total + count, 0);
const written = (moment: Date) => `${moment.toISOString().slice(0, 19)}Z`;

const dialects = (["N18", "C1", "C2", "C3", "C4", "N58", "S15", "N12"] as const).flatMap((id) =>
  (choices[id].switchable ?? []).map((alternative) => [id, alternative] as const),
);

interface Ledger {
  readonly items: readonly { readonly operation: string | null; readonly query: string }[];
}

describe("contract: statistics", () => {
  for (const [id, alternative] of dialects) {
    it(`T110 T114 with ${id} "${alternative}": the same range has the same sum in rows and in the text`, async () => {
      await service.choose(id, alternative);
      const range = { startDate: written(week().from), toDate: written(week().to) };
      const { data, totalRecords } = await api.call("statistics.analytics", { query: { ...range, pageSize: 1000 } });
      assert.equal(data.length, totalRecords);
      const text = await api.call("statistics.prometheus", { query: range });
      const counts = [...text.matchAll(/\} (\d+)$/gm)].map(([, count]) => ({ count: Number(count) }));
      assert.ok(sum(data) > 1000);
      assert.equal(sum(counts), sum(data));
      assert.ok(text.includes('distribution="e-mail"') && data.some(({ eventDetail }) => eventDetail === "=1+1"));
    });

    it(`T109 T113 with ${id} "${alternative}": no data at all, and no data in the range, are empty answers`, async () => {
      await service.choose(id, alternative);
      const long = { startDate: "1990-01-01T00:00:00Z", toDate: "1990-01-02T00:00:00Z" };
      for (const each of [api, service.as("other")]) {
        const { totalRecords, totalPages, data } = await each.call("statistics.analytics", { query: long });
        assert.deepEqual([totalRecords, totalPages, data], [0, 0, []]);
        assert.equal(await each.call("statistics.prometheus", { query: long }), "");
      }
    });
  }

  for (const alternative of choices.C1.switchable ?? []) {
    it(`T110 reads all 25,000 rows with C1 "${alternative}", though they come in another order each time`, async () => {
      await service.choose("C1", alternative);
      await service.control("DELETE", "/statistics/rows");
      const start = Date.parse("2026-01-01T00:00:00Z");
      const hourly = Array.from({ length: 25_000 }, (_, index) => ({
        event: "Run",
        at: new Date(start + (index % 720) * 3_600_000).toISOString(),
        template: `t${index}`,
        count: 1 + (index % 9),
      }));
      const wide = Array.from({ length: 30 }, (_, index) => ({
        event: "Daily",
        at: new Date(start + index * day).toISOString(),
        per: "day",
        count: 5,
      }));
      await service.control("POST", "/statistics/rows", { rows: [...hourly, ...wide] });
      await service.control("DELETE", "/ledger");
      const { rows, reliable } = await readStatistics(call, {
        from: new Date(start),
        to: new Date(start + 31 * day - 1),
      });
      assert.deepEqual([rows.length, sum(rows), reliable], [25_030, sum([...hourly, ...wide]), true]);
      assert.equal(new Set(rows.map(({ template }) => template)).size, 25_001);
      const { items } = (await service.control("GET", "/ledger")) as Ledger;
      const asked = items.filter(({ operation }) => operation === "statistics.analytics");
      assert.ok(
        asked.length > 25 &&
          asked.every(
            (item) => JSON.stringify(item.query).includes("startDate") && JSON.stringify(item.query).includes("toDate"),
          ),
        "T111: each call says both ends",
      );
    });
  }

  it("T109 another 404 is not an empty answer", async () => {
    await service.control("POST", "/faults", {
      operation: "statistics.analytics",
      kind: "status",
      status: 404,
      times: 1,
    });
    await assert.rejects(api.call("statistics.analytics", { query }), { code: "not-found" });
  });

  for (const operation of ["statistics.analytics", "statistics.prometheus"] as const) {
    it(`T94 T113 a client without a company gets a clear message from ${operation}, and no request to wait`, async () => {
      await service.control("DELETE", "/ledger");
      await assert.rejects(
        service.as("nobody").call(operation, { query }),
        (error) =>
          isApiError(error) &&
          /company/.test(explain(error)) &&
          !/later/i.test(explain(error)) &&
          error.detail === undefined,
      );
    });
  }

  it("T93 T113 a token that this service does not accept: two calls, one new sign-in, and it stops", async () => {
    await service.control("POST", "/clock", { advanceMs: 2 * 3_600_000 });
    await service.control("DELETE", "/ledger");
    await service.control("POST", "/faults", {
      operation: "statistics.analytics",
      kind: "status",
      status: 401,
      times: 5,
    });
    await assert.rejects(api.call("statistics.analytics", { query }), { code: "unauthorized", outcome: "none" });
    const { items } = (await service.control("GET", "/ledger")) as Ledger;
    assert.equal(items.filter(({ operation }) => operation === "statistics.analytics").length, 2);
    assert.ok(items.filter(({ operation }) => operation === "token").length <= 2);
  });

  it("T61 a form that the client makes is counted under its source", async () => {
    await service.control("DELETE", "/statistics/rows");
    await api.call("forms.create", {
      environment: "Test",
      body: { dialogDefinitionId: service.ready.demo.smartforms.singleStep, values: {}, source: "vscode-test" },
    });
    const { rows } = await readStatistics(call, week());
    assert.deepEqual(
      rows.map(({ event, source, environment, template, count }) => [event, source, environment, template, count]),
      [["FormCreated", "vscode-test", "Test", "Claim report", 1]],
    );
  });

  it("no operation was left out", () => assert.deepEqual(service.uncalled("statistics"), []));
});
