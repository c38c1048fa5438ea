/**
 * Complete statistics of a range: the range is split by time until each part fits on one page. If that is not possible,
 * the result is marked as unreliable.
 */
import assert from "node:assert/strict";
import { hoursQuery, operationOf, readStatistics, startOfRow } from "../../api/index.ts";
import type { StatisticRow, StatisticsCall } from "../../api/index.ts";
import { prepare } from "../../api/http/prepare.ts";

const hour = 3_600_000;
const start = Date.parse("2026-11-01T00:00:00Z");
const row = (hoursIn: number, template: string, more: Partial<StatisticRow> = {}): StatisticRow => {
  const written = new Date(start + hoursIn * hour).toISOString();
  return { event: "Run", date: written.slice(0, 10), hour: written.slice(11, 13), template, count: 1, ...more };
};

interface Service {
  readonly most?: number;
  readonly stands?: "where it begins" | "in all of its day";
  readonly between?: () => void;
}

/**
 * Answers with the rows in the given order, and in reverse order on every second call. `stands`: where in time the
 * service places a row that has no hour or no date.
 */
function serviceWith(
  rows: readonly StatisticRow[],
  { most = 1000, stands = "where it begins", between = () => {} }: Service = {},
) {
  const asked: { readonly startDate: string; readonly toDate: string; readonly pageNumber?: number | undefined }[] = [];
  const call: StatisticsCall = async (_operation, { query }) => {
    assert.ok(query);
    const { startDate = "", toDate = "", pageNumber = 1, pageSize = 500 } = query;
    asked.push({ startDate, toDate, pageNumber });
    const [from, to] = [Date.parse(startDate), Date.parse(toDate)];
    const matching = rows.filter((each) => {
      const at = startOfRow(each)?.getTime() ?? start;
      return at <= to && at + (stands === "in all of its day" && !each.hour ? 24 * hour - 1 : 0) >= from;
    });
    const ordered = asked.length % 2 === 0 ? matching.toReversed() : matching;
    const size = Math.min(pageSize, most);
    const answer = {
      pageNumber,
      pageSize: size,
      totalRecords: matching.length,
      totalPages: Math.ceil(matching.length / size),
      data: ordered.slice((pageNumber - 1) * size, pageNumber * size),
    };
    between();
    return answer;
  };
  return { call, asked };
}

const range = { from: new Date(start), to: new Date(start + 9 * 24 * hour) };
const many = (count: number) => Array.from({ length: count }, (_, index) => row(index % 200, `t${index}`));
const templates = (rows: readonly StatisticRow[]) => rows.map(({ template }) => template ?? "").toSorted();

describe("statistics of a range", () => {
  it("T110 reads one page if it holds the whole range", async () => {
    const { call, asked } = serviceWith(many(1000));
    const { rows, reliable } = await readStatistics(call, range);
    assert.deepEqual([rows.length, reliable, asked.length], [1000, true, 1]);
  });

  it("T110 splits the time until every part fits on one page, and reads each of 25,000 rows once", async () => {
    const { call, asked } = serviceWith(many(25_000));
    const { rows, reliable } = await readStatistics(call, range);
    assert.equal(reliable, true);
    assert.deepEqual(templates(rows), templates(many(25_000)));
    assert.ok(asked.every(({ pageNumber }) => pageNumber === 1));
    for (const { startDate, toDate } of asked) assert.match(`${startDate} ${toDate}`, /T\d\d:00:00Z .*T\d\d:59:59Z$/);
  });

  it("T110 counts the row of a day and one without a date once, whichever parts contain them", async () => {
    const wide = [row(5, "day", { hour: null }), row(0, "none", { date: undefined, hour: undefined })];
    for (const stands of ["where it begins", "in all of its day"] as const) {
      const { rows, reliable } = await readStatistics(serviceWith([...many(20_000), ...wide], { stands }).call, range);
      assert.deepEqual([rows.length, reliable], [20_002, true]);
    }
  });

  it("T110 is unreliable if an hour has more than a page, and reads all of its pages", async () => {
    const { call, asked } = serviceWith(Array.from({ length: 2500 }, (_, index) => row(7, `t${index}`)));
    const { rows, reliable } = await readStatistics(call, range);
    assert.deepEqual([rows.length, reliable], [2500, false]);
    assert.deepEqual(
      asked.map(({ pageNumber }) => pageNumber).filter((number) => number !== 1),
      [2, 3],
    );
  });

  it("T110 is unreliable if others count meanwhile", async () => {
    const rows = many(3000);
    let added = 0;
    const { reliable } = await readStatistics(
      serviceWith(rows, {
        between: () => {
          rows.push(row(3, `new${added++}`));
        },
      }).call,
      range,
    );
    assert.equal(reliable, false);
  });

  it("accepts the page that it gets, and that it is complete", async () => {
    const { rows, reliable } = await readStatistics(serviceWith(many(900), { most: 100 }).call, range);
    assert.deepEqual([rows.length, reliable], [900, true]);
  });

  it("ends if the service promises pages and has none", async () => {
    const call: StatisticsCall = async () => ({ totalRecords: 5000, totalPages: 9, data: [] });
    assert.deepEqual(await readStatistics(call, { from: range.from, to: range.from }), { rows: [], reliable: false });
  });

  it("T111 T114 sends both ends, as whole hours in UTC", () => {
    assert.deepEqual(hoursQuery({ from: new Date("2026-11-01T10:59:59.999Z"), to: new Date("2026-11-01T11:00:00Z") }), {
      startDate: "2026-11-01T10:00:00Z",
      toDate: "2026-11-01T11:59:59Z",
    });
    assert.deepEqual(hoursQuery({ from: new Date("1969-12-31T23:30:00Z"), to: new Date("1969-12-31T23:30:00Z") }), {
      startDate: "1969-12-31T23:00:00Z",
      toDate: "1969-12-31T23:59:59Z",
    });
  });

  const connection = {
    authUrl: "https://a.example",
    formsApiUrl: "https://f.example",
    formsAppUrl: "https://p.example",
    statisticsApiUrl: "https://s.example",
    clientId: "c",
  };
  const query = { startDate: "2026-11-01T00:00:00Z", toDate: "2026-11-01T23:59:59Z" };
  const refuses = (operation: "statistics.analytics" | "statistics.prometheus", wrong: object, names: RegExp) =>
    assert.throws(() => prepare(connection, operation, { query: { ...query, ...wrong } }), {
      code: "invalid-request",
      outcome: "none",
      message: names,
    });

  it("T111 T114 no call is sent with an end that is not a time in UTC", () => {
    for (const operation of ["statistics.analytics", "statistics.prometheus"] as const) {
      for (const name of ["startDate", "toDate"])
        for (const value of ["2026-11-01T10:00:00+02:00", "today", ""])
          refuses(operation, { [name]: value }, new RegExp(`query\\.${name}`));
    }
  });

  it("T112 no invalid page is sent", () => {
    for (const pageSize of [0, 1001, 1.5]) refuses("statistics.analytics", { pageSize }, /query\.pageSize/);
    refuses("statistics.analytics", { pageNumber: 0 }, /query\.pageNumber/);
    for (const good of [{ pageSize: 1 }, { pageSize: 1000 }, { pageNumber: 1 }])
      assert.doesNotThrow(() => prepare(connection, "statistics.analytics", { query: { ...query, ...good } }));
    refuses("statistics.prometheus", { pageSize: 1 }, /pageSize/);
  });

  it("T115 reads rows with date and hour, with a date, and with neither; the hour is UTC", () => {
    const { data } = operationOf("statistics.analytics").schema?.parse({
      totalRecords: 3,
      totalPages: 1,
      data: [
        { event: "a", date: "2026-11-20", hour: "23", count: 1 },
        { event: "b", date: "2026-11-20", hour: null, count: 2 },
        { event: "c", count: 3 },
      ],
    }) as { readonly data: readonly StatisticRow[] };
    assert.deepEqual(
      data.map((each) => startOfRow(each)?.toISOString()),
      ["2026-11-20T23:00:00.000Z", "2026-11-20T00:00:00.000Z", undefined],
    );
    // In UTC+2 the first row starts at one o'clock in the morning of the next day.
    assert.equal(
      startOfRow(data[0] ?? {})?.toLocaleString("sv", { timeZone: "Europe/Helsinki" }),
      "2026-11-21 01:00:00",
    );
    assert.equal(startOfRow({ date: "soon", hour: "99" }), undefined);
  });
});
