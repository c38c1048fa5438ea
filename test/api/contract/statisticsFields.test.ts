/** The fields of statistics as document 2 lists them, each tried on the client's schema and on the running sandbox. */
import assert from "node:assert/strict";
import { answerFields, callAs, each, rawAnswer, requestFields } from "./documentedFields.ts";
import { startContract } from "./service.ts";
import type { Contract } from "./service.ts";

let contract: Contract;
const row = {
  event: "Run",
  at: "2026-01-02T10:30:00Z",
  system: "Forms",
  template: "Claim",
  source: "portal",
  distribution: "e-mail",
  environment: "Test",
  area: "North",
  count: 3,
  eventDetail: "detail",
};
const query = { startDate: "2026-01-01T00:00:00Z", toDate: "2026-01-31T23:59:59Z" };
before(async () => {
  contract = await startContract();
  await contract.control("DELETE", "/statistics/rows");
  await contract.control("POST", "/statistics/rows", { rows: [row] });
});
after(() => contract.close());
const service = () => contract;

describe("documented fields: statistics", () => {
  answerFields(
    { operation: "statistics.analytics", answer: () => rawAnswer(contract, "statistics.analytics", { query }) },
    {
      pageNumber: "integer",
      pageSize: "integer",
      totalRecords: "integer",
      totalPages: "integer",
      data: "list",
      "data.0.event": "text",
      "data.0.system": "text",
      "data.0.date": "text",
      "data.0.hour": "text",
      "data.0.template": "text",
      "data.0.source": "text",
      "data.0.distribution": "text or null",
      "data.0.environment": "text",
      "data.0.area": "text or null",
      "data.0.count": "integer",
      "data.0.eventDetail": "text",
    },
  );

  requestFields(service, { operation: "statistics.analytics", request: () => ({ query }) }, [
    { field: "pageNumber", is: "optional", takes: each(1, 7), refuses: each(0, -1, 1.5) },
    { field: "pageSize", is: "optional", takes: each(1, 1000), refuses: each(0, 1001, 1.5) },
    { field: "startDate", is: "optional", takes: each("2026-01-01T00:00:00Z"), refuses: each("yesterday") },
    { field: "toDate", is: "optional", takes: each("2026-01-31T00:00:00Z"), refuses: each("yesterday") },
  ]);
  requestFields(service, { operation: "statistics.prometheus", request: () => ({ query }) }, [
    { field: "startDate", is: "optional", refuses: each("yesterday") },
    { field: "toDate", is: "optional", refuses: each("yesterday") },
  ]);

  const text = async () =>
    (
      await callAs(contract, "standard", {
        method: "GET",
        url: `${contract.ready.statisticsApiUrl}/analytics/prometheus?startDate=2026-01-01&toDate=2026-01-31`,
      })
    ).text;
  for (const [label, value] of Object.entries({
    system: "Forms",
    template: "Claim",
    source: "portal",
    distribution: "e-mail",
    environment: "Test",
    area: "North",
    eventdetail: "detail",
  })) {
    it(`statistics.prometheus has the label ${label}`, async () =>
      assert.match(await text(), new RegExp(`^run_event_count\\{(.*,)?${label}="${value}"[,}].* 3$`, "m")));
  }

  it("statistics.prometheus writes the event's name in lower case, before _event_count", async () =>
    assert.match(await text(), /^run_event_count\{[^\n]*\} 3$/m));
});
