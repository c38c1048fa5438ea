/** Audit through the whole client against the sandbox, under every choice that touches it. */
import assert from "node:assert/strict";
import {
  daysAround,
  isApiError,
  readAuditEvents,
  receivedWithin,
  verifyWritten,
  withMarker,
} from "../../../api/index.ts";
import type { Api, AuditCall } from "../../../api/index.ts";
import { choices } from "../../../sandbox/services.ts";
import { startContract } from "./service.ts";
import type { Contract } from "./service.ts";

let service: Contract;
let reader: Api;
let writer: Api;
let search: AuditCall;

before(async () => {
  service = await startContract();
  [reader, writer] = [service.as("standard"), service.as("audit")];
  search = (operation, request, options) => reader.call(operation, request, options);
});
beforeEach(() => service.control("POST", "/reset", { seed: "demo" }));
after(() => service.close());

const always = { dateFrom: "2000-01-01", dateTo: "2100-01-01" };
let marker = "marker-";
const event = (more: object = {}) => {
  marker += "x";
  return withMarker(
    {
      customerId: "demo",
      logName: "CaseClosed2",
      user: "claims-system",
      source: 15,
      level: 1,
      description: { case: "C-1", count: 2 },
      ...more,
    },
    marker,
  );
};

async function write(body: ReturnType<typeof event>): Promise<void> {
  await writer.call("audit.write", { body }, { ticket: service.ticket(writer, { operation: "audit.write", body }) });
}

const stored = async (name = "CaseClosed2") =>
  (await reader.call("audit.search", { body: { ...always, search: name, take: 100 } })).eventLogs;

/** Every switchable alternative that affects audit. */
const dialects = (["N53", "A1", "A2", "A3", "A4", "N38", "N58", "S15", "N12"] as const).flatMap((id) =>
  (choices[id].switchable ?? []).map((alternative) => [id, alternative] as const),
);

describe("contract: audit", () => {
  for (const [id, alternative] of dialects) {
    it(`T98 T99 T102 with ${id} "${alternative}": a written event is verified, read by its id, and read with all others`, async () => {
      await service.choose(id, alternative);
      const sent = event();
      await write(sent);
      const verified = await verifyWritten(search, sent, { marker, now: new Date() });
      assert.ok(verified.state === "stored");
      assert.deepEqual(verified.altered, []);
      const read = await reader.call("audit.get", { path: { id: verified.event.id } });
      assert.deepEqual(
        [read.id, read.logName, read.user, read.source, read.level],
        [verified.event.id, "CaseClosed2", "claims-system", 15, 1],
      );
      const ids: string[] = [];
      for await (const { events } of readAuditEvents(search, always, { take: 3 }))
        ids.push(...events.map((each) => each.id));
      assert.equal(new Set(ids).size, ids.length);
      assert.equal(ids.length, (await reader.call("audit.search", { body: { ...always, take: 1 } })).totalRecords);
      await assert.rejects(reader.call("audit.get", { path: { id: "none" } }), { code: "bad-request" });
    });

    it(`T103 with ${id} "${alternative}": finds moments through whole days, and calls none inside unless that is certain`, async () => {
      await service.choose(id, alternative);
      const moments = { from: new Date("2026-01-01T23:59:59Z"), to: new Date("2026-01-02T00:00:00Z") };
      await service.control("POST", "/audit/events", {
        events: ["2026-01-01T23:59:58Z", "2026-01-01T23:59:59Z", "2026-01-02T00:00:00Z", "2026-01-02T00:00:01Z"].map(
          (createdDate) => ({ logName: "Edge", createdDate }),
        ),
      });
      const { eventLogs } = await reader.call("audit.search", {
        body: { ...daysAround(moments), search: "Edge", take: 10 },
      });
      const expected =
        id === "N38" && alternative === "local"
          ? ["unknown", "unknown", "unknown", "unknown"]
          : ["outside", "inside", "inside", "outside"];
      assert.deepEqual(
        eventLogs.map((each) => receivedWithin(each, moments)),
        expected,
      );
    });
  }

  it("T102 reads each event once while others write between pages", async () => {
    await service.control("POST", "/audit/events", {
      events: Array.from({ length: 20 }, (_, index) => ({
        logName: "CaseClosed2",
        createdDate: "2026-01-01T00:00:00Z",
        description: { index },
      })),
    });
    const seen: unknown[] = [];
    const pages = readAuditEvents(search, { ...always, search: "CaseClosed2" }, { take: 6 });
    for (let next = await pages.next(); ; next = await pages.next()) {
      if (next.done === true) {
        assert.equal(next.value.moved, false);
        break;
      }
      seen.push(...next.value.events.map(({ description }) => description?.["index"]));
      await write(event());
      await write(event());
    }
    assert.deepEqual(
      seen,
      Array.from({ length: 20 }, (_, index) => 19 - index),
    );
  });

  it("T100 after a lost answer the outcome is unknown, nothing is sent again, and there is one event", async () => {
    const sent = event();
    await service.control("POST", "/faults", { operation: "audit.write", kind: "reset-after", times: 1 });
    await assert.rejects(write(sent), (error) => isApiError(error) && error.outcome === "unknown");
    assert.equal((await stored()).length, 1);
    assert.equal((await verifyWritten(search, sent, { marker, now: new Date() })).state, "stored");
  });

  it("T100 nothing is written without a ticket for exactly this event", async () => {
    const body = event();
    const ticket = service.ticket(writer, { operation: "audit.write", body: event() });
    await assert.rejects(writer.call("audit.write", { body }, { ticket }), { code: "ticket-refused", outcome: "none" });
    assert.deepEqual(await stored(), []);
  });

  it("T98 an event that the service drops is not verified", async () => {
    await service.control("POST", "/faults", { operation: "audit.write", kind: "status", status: 200, times: 1 });
    const sent = event();
    await write(sent);
    assert.deepEqual(await verifyWritten(search, sent, { marker, now: new Date() }), { state: "not-verified" });
  });

  it("T106 an event is dated when it was received, not when it happened", async () => {
    const sent = event({ logDateUtc: "1999-12-31T00:00:00Z" });
    await write(sent);
    const [read] = await stored();
    assert.ok(read);
    assert.ok(Math.abs(Date.parse(read.createdDate) - Date.now()) < 3_600_000);
    assert.doesNotMatch(JSON.stringify(read), /1999/);
  });

  it("T91 the two clients are separate: neither makes the other's call", async () => {
    const body = event();
    assert.throws(() => service.ticket(reader, { operation: "audit.write", body }), {
      code: "not-configured",
      outcome: "none",
    });
    await assert.rejects(
      reader.call("audit.write", { body }, { ticket: service.ticket(writer, { operation: "audit.write", body }) }),
      { code: "not-configured", outcome: "none" },
    );
    await assert.rejects(writer.call("audit.search", { body: { ...always, take: 1 } }), {
      code: "not-configured",
      outcome: "none",
    });
  });

  it("no operation was left out", () => assert.deepEqual(service.uncalled("audit"), []));
});
