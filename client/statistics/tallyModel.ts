/**
 * Counts events for the chart and the table: by a dimension, per hour or day in the reader's time zone. Does not import
 * `vscode`.
 */
import * as l10n from "@vscode/l10n";
import { startOfRow } from "../../api/index.ts";
import type { StatisticRow } from "../../api/index.ts";
import { grouped } from "../window/inDisplayLanguage.ts";
import { oneOrMany } from "../../language/index.ts";

export const dimensions = [
  "event",
  "template",
  "environment",
  "system",
  "source",
  "distribution",
  "area",
  "eventDetail",
] as const;
export type Dimension = (typeof dimensions)[number];

export interface TallyWish {
  readonly by: Dimension;
  readonly step: "hour" | "day";
  /** Counts only rows with exactly these values; a dimension that is absent does not filter. */
  readonly only: Readonly<Partial<Record<Dimension, string>>>;
}

interface Series {
  /** A text from the service, or the words for no value. */
  readonly name: string;
  /** One count per bucket. */
  readonly counts: readonly number[];
  readonly total: number;
}

export interface Tally {
  /**
   * `2026-11-21`, or `2026-11-21 14:00`, in the reader's time zone, in order. Gaps are filled, unless the range is too
   * long: see `mostFilled`.
   */
  readonly buckets: readonly string[];
  /** The most frequent first; all beyond the eleventh are combined into one. */
  readonly series: readonly Series[];
  readonly total: number;
  /**
   * Number of events without a time or, if events are counted per hour, without an hour: they are counted in `total`
   * but in no bucket.
   */
  readonly outside: number;
  /** Number of events whose time is not within the days that were requested: in `total` but in no bucket. */
  readonly beyond: number;
}

const hour = 3_600_000;
const day = 24 * hour;
const shown = 11;
/**
 * If filling the gaps would take this many steps or more, each of an hour or of half a day, gaps are not filled: a
 * service may return a row of the year 1.
 */
const mostFilled = 20_000;

/** Returns the rows that match the filter. */
export function matching(rows: readonly StatisticRow[], { only }: Pick<TallyWish, "only">): readonly StatisticRow[] {
  const wishes = Object.entries(only) as [Dimension, string][];
  return rows.filter((row) => wishes.every(([dimension, value]) => valueOf(row, dimension) === value));
}

/**
 * The service counts in UTC hours; each hour is assigned to its bucket in `zone` (an IANA name). A row that is counted
 * per day stands for a UTC day and is assigned to the day with that date. `within`: the first and the last moment that
 * were requested.
 */
export function tally(
  rows: readonly StatisticRow[],
  wish: TallyWish,
  { zone, within }: { readonly zone: string; readonly within?: { readonly from: Date; readonly to: Date } },
): Tally {
  const local = localHours(zone);
  const keyOf = ({ date, hour: ofDay }: StatisticRow, start: Date): string | undefined => {
    const dayOnly = ofDay === null || ofDay === undefined;
    if (wish.step === "day") return dayOnly ? (date ?? undefined) : local(start.getTime()).slice(0, 10);
    return dayOnly ? undefined : local(start.getTime());
  };
  const counts = new Map<string, Map<string, number>>();
  const totals = new Map<string, number>();
  let [outside, beyond, total] = [0, 0, 0];
  let [first, last] = [Infinity, -Infinity];
  for (const row of matching(rows, wish)) {
    const name = valueOf(row, wish.by);
    const start = startOfRow(row);
    const key = start && keyOf(row, start);
    total += row.count;
    totals.set(name, (totals.get(name) ?? 0) + row.count);
    if (start === undefined || key === undefined) {
      outside += row.count;
      continue;
    }
    // The row of a whole day may begin up to a day before the first moment.
    if (within !== undefined && (+start < +within.from - day || +start > +within.to + day)) {
      beyond += row.count;
      continue;
    }
    [first, last] = [Math.min(first, start.getTime()), Math.max(last, start.getTime())];
    const ofName = counts.get(name) ?? new Map<string, number>();
    counts.set(name, ofName.set(key, (ofName.get(key) ?? 0) + row.count));
  }
  const keys = new Set([...counts.values()].flatMap((ofName) => [...ofName.keys()]));
  // Steps of half a day skip no day, not even the day of 23 hours on which clocks go forward.
  const step = wish.step === "day" ? day / 2 : hour;
  if ((last - first) / step < mostFilled)
    for (let at = first; at <= last; at += step) keys.add(wish.step === "day" ? local(at).slice(0, 10) : local(at));
  const buckets = [...keys].sort();
  const names = [...totals].sort(([a, m], [b, n]) => n - m || a.localeCompare(b)).map(([name]) => name);
  const seriesOf = (name: string, those: readonly string[]): Series => ({
    name,
    counts: buckets.map((bucket) => those.reduce((sum, each) => sum + (counts.get(each)?.get(bucket) ?? 0), 0)),
    total: those.reduce((sum, each) => sum + (totals.get(each) ?? 0), 0),
  });
  const rest = names.slice(shown);
  const series = names.slice(0, shown).map((name) => seriesOf(nameOf(name, wish.by), [name]));
  return {
    buckets,
    series:
      rest.length === 0
        ? series
        : [...series, seriesOf(oneOrMany(rest.length, l10n.t("1 other"), l10n.t("{0} others", rest.length)), rest)],
    total,
    outside,
    beyond,
  };
}

/** Returns the row's value in the dimension, or, if the value is missing, a marker that `nameOf` turns into words. */
function valueOf(row: StatisticRow, dimension: Dimension): string {
  const value = row[dimension];
  return value === null || value === undefined || value === "" ? noneOf(dimension) : value;
}

const noneOf = (dimension: Dimension): string => `no ${dimension}`;

/** Words for a missing value. */
export const noneWords: Readonly<Record<Dimension, string>> = {
  event: l10n.t("no event"),
  template: l10n.t("no template"),
  environment: l10n.t("no environment"),
  system: l10n.t("no system"),
  source: l10n.t("no source"),
  distribution: l10n.t("no distribution"),
  area: l10n.t("no area"),
  eventDetail: l10n.t("no event detail"),
};

/** Turns a value of `valueOf` into words. */
function nameOf(value: string, dimension: Dimension): string {
  return value === noneOf(dimension) ? noneWords[dimension] : value;
}

/** The values that occur, sorted. */
export function valuesIn(rows: readonly StatisticRow[], dimension: Dimension): readonly string[] {
  return [...new Set(rows.map((row) => valueOf(row, dimension)))].sort((a, b) => a.localeCompare(b));
}

/**
 * Formats milliseconds as `2026-11-21 14:00`. An hour that a clock change repeats has the same text twice, so both
 * count in one bucket.
 */
function localHours(zone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    hourCycle: "h23",
  });
  const known = new Map<number, string>();
  return (at) => {
    let text = known.get(at);
    if (text === undefined) known.set(at, (text = `${format.format(at)}:00`));
    return text;
  };
}

/** Says in one sentence how often a Smartform was used. */
export function usageLine(rows: readonly StatisticRow[], template: string, days: number): string {
  const mine = matching(rows, { only: { template } });
  if (mine.length === 0)
    return l10n.t(
      'The statistics of the last {1} days do not mention a template "{0}". It was not used, or the service lists it under another name.',
      template,
      days,
    );
  const byEvent = new Map<string, number>();
  for (const { event, count } of mine) byEvent.set(event, (byEvent.get(event) ?? 0) + count);
  const parts = [...byEvent].sort(([, a], [, b]) => b - a).map(([event, count]) => `${event} ${grouped(count)}`);
  return l10n.t('Use of "{0}" in the last {1} days: {2}.', template, days, parts.join(", "));
}
