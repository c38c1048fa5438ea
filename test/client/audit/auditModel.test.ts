/**
 * The audit table against the sandbox: whole days, names instead of numbers and ids, rows that keep their positions
 * while events arrive, and messages that claim only what was read.
 */
import assert from "node:assert/strict";
import type { Api, AuditCall, AuditEvent } from "../../../api/index.ts";
import {
  auditColumns,
  auditEmpty,
  auditFields,
  auditNote,
  auditReading,
  lastWeek,
  receivedText,
  rowKeys,
  searchBody,
  toldId,
} from "../../../client/audit/auditModel.ts";
import { rowsOf } from "../../../client/panels/table/rowsModel.ts";
import { apiOf } from "../../sandbox/apiOf.ts";
import { visit } from "../../sandbox/visit.ts";
import type { Visit } from "../../sandbox/visit.ts";

const { signal } = new AbortController();

describe("client/audit/auditModel", () => {
  let service: Visit;
  let api: Api;
  before(async () => {
    service = await visit();
    api = apiOf(service.ready, { timeout: 5000 });
  });
  after(async () => {
    await api.close();
    await service.close();
  });
  beforeEach(() => service.control("POST", "/reset", { seed: "empty" }));

  const call: AuditCall = (...search) => api.call(...search);
  const day = (number: number): string => new Date(Date.UTC(2026, 4, number)).toISOString().slice(0, 10);
  const add = (...events: readonly Readonly<Record<string, unknown>>[]) =>
    service.control("POST", "/audit/events", { events });
  const numbered = (count: number, prefix = "E") =>
    Array.from({ length: count }, (_, index) => ({
      logName: `${prefix}${index}`,
      createdDate: new Date(Date.UTC(2026, 4, 3, 0, 0, index)).toISOString(),
    }));
  const inMay = (more: Readonly<Record<string, string>> = {}) =>
    new Map(Object.entries({ dateFrom: day(1), dateTo: day(9), ...more }));

  it("requests the whole last day, and names whole days in both boxes (T103)", async () => {
    await add(
      { logName: "Late", createdDate: "2026-05-03T23:59:59Z" },
      { logName: "Next", createdDate: "2026-05-04T00:00:00Z" },
    );
    const { rows } = await auditReading(call, inMay({ dateTo: day(3) })).page(0, 10, signal);
    assert.deepEqual(
      rows.map(({ logName }) => logName),
      ["Late"],
    );
    for (const { key, hint } of auditFields.filter(({ kind }) => kind === "date"))
      assert.match(hint ?? "", /^Whole days/, key);
    assert.match(auditNote, /time zone .* is not documented/);
  });

  it("searches names on the service, says so, and filters the other columns in what was read (T104)", async () => {
    await add(
      { logName: "CaseClosed", createdDate: "2026-05-03T10:00:00Z", user: "karin" },
      { logName: "CaseOpened", createdDate: "2026-05-03T11:00:00Z", user: "erik" },
    );
    assert.equal((await auditReading(call, inMay({ search: "karin" })).page(0, 10, signal)).total, 0);
    const label = auditFields.find(({ key }) => key === "search");
    assert.match(`${label?.label} ${label?.hint}`, /Event name The service searches only names/);
    assert.match(auditEmpty, /searches only the names of events/);
    for (const { key, label: words } of auditFields.filter(({ within }) => within === "read"))
      assert.match(words, / \(in the events read so far\)$/, key);

    const sent: unknown[] = [];
    const rows = rowsOf<AuditEvent>({
      key: "k",
      title: "t",
      words: { count: String, none: "No events" },
      columns: auditColumns("UTC", []),
      id: ({ id }) => id,
      fields: auditFields,
      empty: "",
      actions: [],
      read: (filter) =>
        auditReading(
          (operation, request, options) => (sent.push(request.body), call(operation, request, options)),
          filter,
        ),
    });
    rows.begin(inMay({ user: "KARIN" }));
    assert.deepEqual(
      (await rows.page(0, signal)).rows.map(({ cells }) => cells[1]),
      ["CaseClosed"],
    );
    await add({
      logName: "Long",
      createdDate: "2026-05-03T12:00:00Z",
      description: { text: `${"x".repeat(1000)}needle` },
    });
    rows.begin(inMay({ description: "NEEDLE" }));
    assert.deepEqual(
      (await rows.page(0, signal)).rows.map(({ cells }) => [cells[1], cells[4]?.length]),
      [["Long", 300]],
    );
    assert.deepEqual(sent.slice(0, 1), [{ dateFrom: day(1), dateTo: day(9), skip: 0, take: 200 }]);
  });

  it("calls the time that it shows received, and shows no other (T106)", async () => {
    const columns = auditColumns("Europe/Stockholm", []);
    assert.equal(columns[0]?.title, "Received (Europe/Stockholm)");
    assert.ok(columns.every(({ key, title }) => !/happened|logDate|when/i.test(`${key} ${title}`)));
    assert.match(
      auditNote,
      /^“Received” is when the audit service received the event\. The service does not say when the event happened\./,
    );
    assert.equal(receivedText("2026-05-03T10:00:00Z", "Europe/Stockholm"), "2026-05-03 12:00:00");
    assert.equal(receivedText("2026-05-03T10:00:00", "Europe/Stockholm"), "2026-05-03T10:00:00 (no time zone given)");
  });

  it("shows every documented column, and an undocumented number as a number", () => {
    const row: AuditEvent = {
      id: "1",
      createdDate: "2026-05-03T10:00:00Z",
      logName: "<b>x</b>",
      source: 99,
      level: 2,
      user: null,
      category: "c",
      gdpr: true,
      description: { a: 1 },
    };
    assert.deepEqual(
      auditColumns("UTC", []).map(({ text }) => text(row)),
      ["2026-05-03 10:00:00", "<b>x</b>", "", "c", '{"a":1}', "Warning", "99", "yes", "1"],
    );
  });

  it("names levels and sources without their numbers, and the connection instead of its client's id", () => {
    for (const field of auditFields)
      if (field.kind === "select") for (const { label } of field.options) assert.doesNotMatch(label, /\d/, field.key);
    const user = auditColumns("UTC", [{ clientId: "1f0c-4a", connection: "strandby" }]).find(
      ({ key }) => key === "user",
    );
    const by = (name: string | null): AuditEvent => ({ id: "1", createdDate: "", logName: "", user: name });
    assert.deepEqual(
      ["1f0c-4a", "karin.holm", null].map((name) => [user?.text(by(name)), user?.whole?.(by(name))]),
      [
        ["strandby (this connection)", "strandby (this connection) 1f0c-4a"],
        ["karin.holm", "karin.holm"],
        ["", ""],
      ],
    );
    assert.deepEqual(
      ["strandby (this connection)", "strand\u200bby"].map((name) => user?.text(by(name))),
      ['"strandby (this connection)"', "strand\\u{200b}by"],
      "the writer of an event chooses its user",
    );
  });

  it("tells events without a readable id apart, and does nothing with them that needs an id", () => {
    const nameless = (): AuditEvent => ({ id: "", createdDate: "", logName: "Run" });
    const [key, events] = [
      rowKeys(),
      [nameless(), nameless(), { ...nameless(), id: "1" }, { ...nameless(), id: " 1" }],
    ];
    const keys = events.map(key);
    assert.deepEqual([new Set(keys).size, events.map(key), keys[2]], [4, keys, "1"]);
    assert.equal(toldId({ id: "1" }), "1");
    assert.throws(
      () => toldId(nameless()),
      /^Error: The service gave no readable id for this event, so nothing can be done with it\.$/,
    );
  });

  it("stays where it began while new events arrive, and counts those (T102)", async () => {
    await add(...numbered(50));
    const reading = auditReading(call, inMay());
    const first = await reading.page(0, 20, signal);
    await add(
      { logName: "New1", createdDate: "2026-05-05T00:00:00Z" },
      { logName: "New2", createdDate: "2026-05-05T00:00:01Z" },
    );
    const second = await reading.page(20, 20, signal),
      third = await reading.page(40, 20, signal);
    assert.deepEqual(
      [...first.rows, ...second.rows, ...third.rows].map(({ logName }) => logName),
      Array.from({ length: 50 }, (_, index) => `E${49 - index}`),
    );
    assert.deepEqual(
      [first, second, third].map(({ total, end }) => [total, end]),
      [
        [50, false],
        [50, false],
        [50, true],
      ],
    );
    assert.equal(await reading.look?.(signal), 2);
    assert.equal((await auditReading(call, inMay()).page(0, 1, signal)).rows[0]?.logName, "New2");
  });

  it("reads on if the service returns fewer than requested", async () => {
    await add(...numbered(25));
    const few: AuditCall = (operation, { body }, options) =>
      call(operation, { body: { ...body, take: Math.min(body.take ?? 7, 7) } }, options);
    const { rows, end } = await auditReading(few, inMay()).page(0, 20, signal);
    assert.deepEqual([rows.length, new Set(rows.map(({ id }) => id)).size, end], [20, 20, false]);
  });

  it("explains why nothing can be searched, and what failed", async () => {
    assert.throws(() => searchBody(new Map([["dateFrom", day(1)]])), /Choose both days/);
    assert.throws(() => searchBody(inMay({ dateFrom: "2026-06-01" })), /is after the last one/);
    await service.control("POST", "/faults", { kind: "status", status: 400, operation: "audit.search" });
    await assert.rejects(
      auditReading(call, inMay()).page(0, 10, signal),
      /^Error: Could not search the audit events\. The service refused the search/,
    );
  });

  it("begins with the last week, including today in every time zone", () => {
    assert.deepEqual(
      [...lastWeek(new Date("2026-05-20T12:00:00Z"))],
      [
        ["dateFrom", "2026-05-13"],
        ["dateTo", "2026-05-21"],
      ],
    );
  });
});
