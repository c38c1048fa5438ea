/**
 * Audit events: reading all events of a range of days or moments while others write, and finding an event that was
 * written. The service is a list in memory.
 */
import assert from "node:assert/strict";
import {
  daysAround,
  lastFinishedDay,
  readAuditEvents,
  receivedWithin,
  verifyWritten,
  withMarker,
} from "../../api/index.ts";
import type { AuditCall, AuditEvent } from "../../api/index.ts";
import { prepare } from "../../api/http/prepare.ts";

const event = (number: number, more: Partial<AuditEvent> = {}): AuditEvent => ({
  id: `e${number}`,
  createdDate: "2026-11-20T09:00:00Z",
  logName: "Run",
  description: {},
  ...more,
});
const newestFirst = (count: number) => Array.from({ length: count }, (_, index) => event(count - 1 - index));
const range = { dateFrom: "2026-11-01", dateTo: "2026-11-20" };

/**
 * Serves these events, which are newest first. `between` may change them after each page. `most` limits each response,
 * however many events are requested.
 */
function serviceWith(
  events: AuditEvent[],
  { between = () => {}, most = Infinity }: { readonly between?: (page: number) => void; readonly most?: number } = {},
) {
  const asked: { readonly skip: number; readonly take: number }[] = [];
  const call: AuditCall = async (_operation, { body }) => {
    const [skip, take] = [body.skip ?? 0, body.take ?? 0];
    asked.push({ skip, take });
    const answer = { eventLogs: events.slice(skip, skip + Math.min(take, most)), totalRecords: events.length };
    between(asked.length);
    return answer;
  };
  return { call, asked };
}

async function readAll(call: AuditCall, take?: number) {
  const ids: string[] = [];
  const pages = readAuditEvents(call, range, take === undefined ? {} : { take });
  for (let next = await pages.next(); ; next = await pages.next()) {
    if (next.done === true) return { ids, ...next.value };
    ids.push(...next.value.events.map(({ id }) => id));
    assert.equal(next.value.read, ids.length);
  }
}

const numbered = (count: number) => newestFirst(count).map(({ id }) => id);

describe("audit events", () => {
  it("T101 requests pages from the first one on, never everything at once", async () => {
    const { call, asked } = serviceWith(newestFirst(7));
    assert.deepEqual(await readAll(call, 3), { ids: numbered(7), moved: false });
    assert.deepEqual(asked, [
      { skip: 0, take: 3 },
      { skip: 3, take: 3 },
      { skip: 6, take: 3 },
    ]);
  });

  it("no search is sent with an invalid count or day", () => {
    const connection = {
      authUrl: "https://a.example",
      formsApiUrl: "https://f.example",
      formsAppUrl: "https://p.example",
      auditApiUrl: "https://u.example",
      clientId: "c",
    };
    for (const take of [-1, 1.5])
      assert.throws(() => prepare(connection, "audit.search", { body: { ...range, take } }), {
        code: "invalid-request",
        outcome: "none",
      });
    for (const dateTo of [undefined, "2026-11-20T10:00:00Z", "2026-02-30"])
      assert.throws(() => prepare(connection, "audit.search", { body: { ...range, dateTo, take: 1 } }), {
        code: "invalid-request",
      });
  });

  it("ends at once if there is nothing, or if one page holds everything", async () => {
    assert.deepEqual(await readAll(serviceWith([]).call), { ids: [], moved: false });
    const { call, asked } = serviceWith(newestFirst(3));
    assert.deepEqual(await readAll(call, 3), { ids: numbered(3), moved: false });
    assert.equal(asked.length, 1);
  });

  it("accepts pages of any size: from a service that returns fewer events, and from one that returns all", async () => {
    assert.deepEqual(await readAll(serviceWith(newestFirst(10), { most: 3 }).call, 5), {
      ids: numbered(10),
      moved: false,
    });
    const all = newestFirst(5);
    assert.deepEqual(await readAll(async () => ({ eventLogs: all, totalRecords: 5 }), 2), {
      ids: numbered(5),
      moved: false,
    });
  });

  for (const added of [1, 3, 4, 20]) {
    it(`T102 ${added} new events between pages: reads each event once, and none of the new ones`, async () => {
      const events = newestFirst(9);
      let number = 100;
      const { call } = serviceWith(events, {
        between: (page) => {
          if (page < 4) for (let count = 0; count < added; count += 1) events.unshift(event(number++));
        },
      });
      assert.deepEqual(await readAll(call, 3), { ids: numbered(9), moved: false });
    });
  }

  it("T102 reports other changes to the list while it reads: events vanish, or a page repeats", async () => {
    const events = newestFirst(9);
    assert.equal(
      (
        await readAll(
          serviceWith(events, {
            between: () => {
              events.pop();
            },
          }).call,
          3,
        )
      ).moved,
      true,
    );
    const shrinking = newestFirst(6);
    assert.equal(
      (
        await readAll(
          serviceWith(shrinking, {
            between: (page) => {
              if (page === 1) shrinking.shift();
            },
          }).call,
          3,
        )
      ).moved,
      true,
    );
    const same = newestFirst(3);
    assert.deepEqual(await readAll(async () => ({ eventLogs: same, totalRecords: 9 }), 3), {
      ids: numbered(3),
      moved: true,
    });
    assert.equal((await readAll(async () => ({ eventLogs: [], totalRecords: 9 }), 3)).moved, true);
  });

  it("ends if answer after answer brings nothing new: the total grows by a page each time, or an event repeats", async () => {
    let calls = 0;
    const growing: AuditCall = async () => {
      calls += 1;
      assert.ok(calls < 50);
      return {
        eventLogs: Array.from({ length: 3 }, (_, index) => event(calls * 3 + index)),
        totalRecords: 100 + 3 * calls,
      };
    };
    const { ids, moved } = await readAll(growing, 3);
    assert.deepEqual([ids.length, moved, calls], [3, true, 11]);
    calls = 0;
    const repeating: AuditCall = async () => {
      calls += 1;
      assert.ok(calls < 50);
      return { eventLogs: [event(1)], totalRecords: 1_000_000 };
    };
    assert.deepEqual(await readAll(repeating, 3), { ids: ["e1"], moved: true });
    assert.equal(calls, 11);
  });

  it("makes no more calls than it may, and says that events may have been missed", async () => {
    const { call, asked } = serviceWith(newestFirst(100), { most: 1 });
    const pages = readAuditEvents(call, range, { take: 10, mostCalls: 4 });
    const read: number[] = [];
    for (let next = await pages.next(); ; next = await pages.next()) {
      if (next.done === true) {
        assert.deepEqual(next.value, { moved: true });
        break;
      }
      assert.equal(next.value.total, 100);
      read.push(next.value.read);
    }
    assert.deepEqual([read, asked.length], [[1, 2, 3, 4], 4]);
  });

  it("yields an answer without events too, so that the caller knows how many there should be", async () => {
    const pages = readAuditEvents(async () => ({ eventLogs: [], totalRecords: 9 }), range);
    assert.deepEqual((await pages.next()).value, { events: [], read: 0, total: 9 });
  });

  it("does not mistake events without a readable id for ones that it already has", async () => {
    const nameless = Array.from({ length: 12 }, () => event(0, { id: "" }));
    assert.deepEqual(await readAll(serviceWith(nameless).call, 5), { ids: nameless.map(() => ""), moved: false });
  });

  it("T101 keeps no list of the events that it read, however many there are", async () => {
    let page = 0;
    const pages = readAuditEvents(
      async () => ({
        eventLogs: Array.from({ length: 1000 }, (_, index) => event(page * 1000 + index)),
        totalRecords: 1_000_000,
        searchTimeSeconds: page++,
      }),
      range,
      { take: 1000 },
    );
    let count = 0;
    for await (const { events } of pages) count += events.length;
    assert.deepEqual([count, page], [1_000_000, 1000]);
  });

  it("T103 a day has ended once it has ended in every time zone", () => {
    assert.equal(lastFinishedDay(new Date("2026-11-21T11:59:59Z")), "2026-11-19");
    assert.equal(lastFinishedDay(new Date("2026-11-21T12:00:00Z")), "2026-11-20");
  });

  it("T103 requests one more day on either side of two moments, and tells inside, outside and unknown apart", () => {
    const moments = { from: new Date("2026-03-01T00:30:00Z"), to: new Date("2026-03-01T10:00:00Z") };
    assert.deepEqual(daysAround(moments), { dateFrom: "2026-02-28", dateTo: "2026-03-02" });
    assert.deepEqual(
      daysAround({ from: new Date("-271821-04-20T00:00:00Z"), to: new Date("+275760-09-13T00:00:00Z") }),
      { dateFrom: "0001-01-01", dateTo: "9999-12-31" },
    );
    const within = (createdDate: string) => receivedWithin({ createdDate }, moments);
    for (const inside of [
      "2026-03-01T00:30:00Z",
      "2026-03-01T10:00:00.000Z",
      "2026-03-01T11:00:00+02:00",
      "2026-03-01T09:00:00.1234567Z",
    ])
      assert.equal(within(inside), "inside", inside);
    for (const outside of ["2026-03-01T00:29:59Z", "2026-03-01T10:00:00.001Z", "2026-02-20T10:00:00"])
      assert.equal(within(outside), "outside", outside);
    for (const unknown of ["2026-03-01T09:00:00", "yesterday", ""]) assert.equal(within(unknown), "unknown", unknown);
  });
});

describe("written audit events", () => {
  const written = {
    customerId: "c",
    logName: "CaseClosed",
    user: "u",
    source: 15,
    level: 1,
    description: { case: "C-1", count: 2, list: [1, { a: null }] },
  };
  const sent = withMarker(written, "m-1");
  const now = new Date("2026-11-20T10:00:00Z");
  const verify = (...descriptions: readonly AuditEvent["description"][]) =>
    verifyWritten(
      serviceWith(descriptions.map((description, index) => event(index, { logName: "CaseClosed", description }))).call,
      sent,
      { marker: "m-1", now },
    );
  const connection = {
    authUrl: "https://a.example",
    formsApiUrl: "https://f.example",
    formsAppUrl: "https://p.example",
    auditApiUrl: "https://u.example",
    clientId: "c",
    scope: "api.audit",
  } as const;

  it("T98 no event is sent that the service would drop: without a description, or with a Company in it", () => {
    for (const description of [undefined, null, "text", [], { Company: "x" }, { a: 1, Company: null }]) {
      assert.throws(() => prepare(connection, "audit.write", { body: { ...written, description } }), {
        code: "invalid-request",
        outcome: "none",
        message: /description/,
      });
    }
    for (const description of [{}, { company: "x" }, { companyName: "x" }, { a: { Company: "x" } }])
      assert.doesNotThrow(() => prepare(connection, "audit.write", { body: { ...written, description } }));
  });

  it("T99 puts a meaningless value first, and keeps the others", () => {
    assert.deepEqual(Object.entries(sent.description), [["Marker", "m-1"], ...Object.entries(written.description)]);
    assert.deepEqual(Object.keys(written.description), ["case", "count", "list"]);
    assert.deepEqual(
      Object.entries(withMarker({ ...written, description: { Marker: "mine", "7": 1 } }, "m-1").description),
      [
        ["7", 1],
        ["Marker_", "m-1"],
        ["Marker", "mine"],
      ],
    );
  });

  for (const [how, description] of [
    ["in front of the first value", { ...sent.description, Marker: "Acme m-1" }],
    ["without a space", { ...sent.description, Marker: "Acmem-1" }],
    ["as a value of its own", { Company: "Acme", ...sent.description }],
    ["in front of a number", { ...sent.description, count: "Acme 2" }],
    ["nowhere", sent.description],
  ] as const) {
    it(`T99 finds the event with the company's name ${how}, and reports no value as altered`, async () => {
      const verified = await verify({ Marker: "Acme m-2" }, description, {});
      assert.equal(verified.state === "stored" && verified.event.id, "e1");
      assert.deepEqual(verified.state === "stored" && verified.altered, []);
    });
  }

  it("T99 names the values that came back altered", async () => {
    const verified = await verify({ Marker: "Acme m-1", case: "C-2", count: 2 });
    assert.deepEqual(verified.state === "stored" && verified.altered, ["case", "list"]);
  });

  it("T98 reports an event that is not shown as not verified, and searches no further than a thousand events", async () => {
    assert.deepEqual(await verify({ Marker: "Acme m-2" }, null), { state: "not-verified" });
    const { call, asked } = serviceWith(newestFirst(5000));
    assert.deepEqual(await verifyWritten(call, sent, { marker: "m-1", now }), { state: "not-verified" });
    assert.equal(asked.length, 5);
  });

  it("stops looking for a written event after 20 answers, however few events each one has", async () => {
    const { call, asked } = serviceWith(newestFirst(5000), { most: 1 });
    assert.deepEqual(await verifyWritten(call, sent, { marker: "m-1", now }), { state: "not-verified" });
    assert.equal(asked.length, 20);
  });

  it("searches by the event's name, over enough days for a wrong clock", async () => {
    const bodies: unknown[] = [];
    await verifyWritten(
      async (_operation, { body }) => {
        bodies.push(body);
        return { eventLogs: [], totalRecords: 0 };
      },
      sent,
      { marker: "m-1", now },
    );
    assert.deepEqual(bodies, [
      { dateFrom: "2026-11-18", dateTo: "2026-11-22", search: "CaseClosed", skip: 0, take: 200 },
    ]);
  });
});
