/** Counts of entries by kind and time, in the reader's own time zone. Entries without a time are not counted. */
import assert from "node:assert/strict";
import type { StatisticRow } from "../../../api/index.ts";
import { pageWish } from "../../../client/statistics/messages.ts";
import { statisticsPage } from "../../../client/statistics/page.ts";
import { beginOf, dayOf, lastHourOf } from "../../../client/statistics/range.ts";
import { dimensions, matching, tally, usageLine, valuesIn } from "../../../client/statistics/tallyModel.ts";
import type { Dimension, TallyWish } from "../../../client/statistics/tallyModel.ts";

const row = (
  event: string,
  date: string | null,
  hour: string | null,
  count: number,
  more: Partial<StatisticRow> = {},
): StatisticRow => ({ event, date, hour, count, ...more });
const wish = (more: Partial<TallyWish> = {}): TallyWish => ({ by: "event", step: "day", only: {}, ...more });
const stockholm = { zone: "Europe/Stockholm" };

describe("tally of statistics", () => {
  it("T115 converts an hour of UTC to the reader's zone, across midnight", () => {
    const rows = [row("A", "2026-06-01", "21", 1), row("A", "2026-06-01", "22", 10)];
    assert.deepEqual(tally(rows, wish(), stockholm).buckets, ["2026-06-01", "2026-06-02"]);
    assert.deepEqual(tally(rows, wish({ step: "hour" }), stockholm).buckets, ["2026-06-01 23:00", "2026-06-02 00:00"]);
    assert.deepEqual(tally(rows, wish(), { zone: "UTC" }).buckets, ["2026-06-01"]);
  });

  it("T115 counts rows per day in their day, those without a time in none, and both in the total", () => {
    const rows = [row("A", "2026-06-01", "10", 1), row("A", "2026-06-01", null, 10), row("A", null, null, 100)];
    const days = tally(rows, wish(), stockholm);
    assert.deepEqual([days.series[0]?.counts, days.outside, days.total], [[11], 100, 111]);
    const hours = tally(rows, wish({ step: "hour" }), stockholm);
    assert.deepEqual([hours.series[0]?.counts, hours.outside, hours.total], [[1], 110, 111]);
  });

  it("leaves no gap between the first and the last", () => {
    const rows = [row("A", "2026-06-01", "10", 1), row("A", "2026-06-04", "10", 2)];
    assert.deepEqual(tally(rows, wish(), stockholm).series, [{ name: "A", counts: [1, 0, 0, 2], total: 3 }]);
  });

  it("puts times outside of the requested days into no bucket, and fills no gap of many years", () => {
    const rows = [row("A", "0001-01-01", "00", 1), row("A", "2026-06-01", "10", 2), row("A", "2026-06-03", "10", 4)];
    const within = { from: new Date("2026-06-01T00:00:00Z"), to: new Date("2026-06-30T23:00:00Z") };
    const june = tally(rows, wish(), { ...stockholm, within });
    assert.deepEqual([june.buckets, june.beyond, june.total], [["2026-06-01", "2026-06-02", "2026-06-03"], 1, 7]);
    for (const step of ["day", "hour"] as const)
      assert.equal(tally(rows, wish({ step }), stockholm).buckets.length, 3, step);
  });

  it("names each hour once where clocks go forward or back", () => {
    const spring = tally(
      [row("A", "2026-03-29", "00", 1), row("A", "2026-03-29", "02", 1)],
      wish({ step: "hour" }),
      stockholm,
    );
    assert.deepEqual(spring.buckets, ["2026-03-29 01:00", "2026-03-29 03:00", "2026-03-29 04:00"]);
    const autumn = tally(
      [row("A", "2026-10-25", "00", 1), row("A", "2026-10-25", "01", 2)],
      wish({ step: "hour" }),
      stockholm,
    );
    assert.deepEqual([autumn.buckets, autumn.series[0]?.counts], [["2026-10-25 02:00"], [3]]);
  });

  it("orders by frequency, and combines everything after the eleventh", () => {
    const rows = Array.from({ length: 14 }, (_, index) => row(`E${index}`, "2026-06-01", "10", index + 1));
    const { series, total } = tally(rows, wish(), stockholm);
    assert.deepEqual(
      series.map(({ name }) => name),
      ["E13", "E12", "E11", "E10", "E9", "E8", "E7", "E6", "E5", "E4", "E3", "3 others"],
    );
    assert.deepEqual([series.at(-1)?.total, total], [6, 105]);
  });

  it("counts only what is requested, and labels missing values", () => {
    const rows = [
      row("A", "2026-06-01", "10", 1, { template: "Claim" }),
      row("A", "2026-06-01", "10", 2, { template: "" }),
      row("B", "2026-06-01", "10", 4, { template: null }),
    ];
    assert.deepEqual(valuesIn(rows, "template"), ["Claim", "no template"]);
    assert.equal(matching(rows, { only: { template: "no template", event: "B" } }).length, 1);
    assert.deepEqual(
      tally(rows, wish({ by: "template", only: { event: "A" } }), stockholm).series.map(({ name, total }) => [
        name,
        total,
      ]),
      [
        ["no template", 2],
        ["Claim", 1],
      ],
    );
  });

  it("separates counts by every documented column that names something", () => {
    const rows = [
      row("A", "2026-06-01", "10", 1, { distribution: "Email", area: "North", eventDetail: "Signed" }),
      row("A", "2026-06-01", "10", 2, { distribution: null, area: null }),
    ];
    const by = (dimension: Dimension) =>
      tally(rows, wish({ by: dimension }), stockholm).series.map(({ name, total }) => [name, total]);
    assert.deepEqual(by("distribution"), [
      ["no distribution", 2],
      ["Email", 1],
    ]);
    assert.deepEqual(by("area"), [
      ["no area", 2],
      ["North", 1],
    ]);
    assert.deepEqual(by("eventDetail"), [
      ["no event detail", 2],
      ["Signed", 1],
    ]);
  });

  it("offers and accepts only existing dimensions", () => {
    const [, offered = ""] = /<select id="by">(.*?)<\/select>/.exec(statisticsPage.body) ?? [];
    assert.deepEqual(
      [...offered.matchAll(/value="(\w+)"/g)].map(([, value]) => value),
      [...dimensions],
    );
    assert.deepEqual(pageWish.shape.by.options, [...dimensions]);
  });

  it("shows how often a template was used, and claims nothing if none is named", () => {
    const rows = [
      row("FormCreated", "2026-06-01", "10", 1200, { template: "Claim" }),
      row("FormSubmitted", "2026-06-01", "10", 7, { template: "Claim" }),
    ];
    assert.equal(
      usageLine(rows, "Claim", 30),
      'Use of "Claim" in the last 30 days: FormCreated 1,200, FormSubmitted 7.',
    );
    assert.match(
      usageLine(rows, "Other", 30),
      /do not mention a template "Other".*It was not used, or the service lists it under another name\./,
    );
  });
});

describe("days of a reader", () => {
  it("begin and end here, and invalid ones are refused", () => {
    assert.equal(dayOf(beginOf("2026-03-29") ?? new Date(0)), "2026-03-29");
    assert.equal(dayOf(lastHourOf("2026-03-29") ?? new Date(0)), "2026-03-29");
    assert.equal((lastHourOf("2026-12-31")?.getTime() ?? 0) + 3_600_000, beginOf("2027-01-01")?.getTime());
    for (const none of ["2026-02-30", "2026-1-1", "", "yesterday"]) assert.equal(beginOf(none), undefined, none);
  });
});
