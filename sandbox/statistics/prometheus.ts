/**
 * Statistics as text for Prometheus (document 2, "Endpoints, Statistics"): one total for each metric and combination of
 * labels, over the whole range (T114).
 */
import type { Handler } from "../base/call.ts";
import type { State } from "../base/state.ts";
import { dateOf, rowsOf } from "./analytics.ts";
import { readQuery } from "./range.ts";
import type { StatisticRow } from "./store.ts";

export const prometheus: Handler = (call) => {
  const { state, query } = call;
  const read = readQuery(state, query);
  const now = state.now();
  const range = {
    from: read.time("startDate", Date.parse(`${new Date(now).toISOString().slice(0, 10)}T00:00:00Z`)),
    to: read.time("toDate", now),
  };
  read.end();
  return { text: write(state, rowsOf(call, range)) };
};

/** Sorts the metrics by name; the lines of one metric are together. */
function write(state: State, rows: readonly StatisticRow[]): string {
  const metrics = new Map<string, Map<string, number>>();
  for (const row of rows) {
    const name = metricName(row.event);
    const totals = metrics.get(name) ?? new Map<string, number>();
    metrics.set(name, totals);
    const labels = labelsOf(state, row);
    totals.set(labels, (totals.get(labels) ?? 0) + row.count);
  }
  const lines = [...metrics]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([name, totals]) => [
      ...(state.choice("C4") === "a HELP line" ? [`# HELP ${name} Number of events.`] : []),
      ...[...totals]
        .toSorted(([left], [right]) => (left < right ? -1 : 1))
        .map(([labels, count]) => `${name}{${labels}} ${count}`),
    ]);
  return lines.map((line) => `${line}\n`).join("");
}

/** Returns a name that Prometheus accepts: characters that it does not accept become an underscore (C5). */
function metricName(event: string): string {
  return `${event
    .toLowerCase()
    .replace(/[^a-z0-9_:]/gu, "_")
    .replace(/^(?=\d)/, "_")}_event_count`;
}

function labelsOf(state: State, row: StatisticRow): string {
  const { system, template, source, distribution, environment, area, eventDetail } = row;
  const labels = Object.entries({
    system,
    template,
    source,
    distribution,
    environment,
    area,
    eventdetail: eventDetail,
  });
  const { date, hour } = dateOf(row);
  const choice = state.choice("N18");
  if (date !== undefined && (choice === "always" || (choice === "on hourly records" && hour !== undefined)))
    labels.push(["date", date]);
  return labels
    .map(([name, value]) => `${name}="${value.replace(/\\/g, "\\\\").replace(/"/g, '\\"').replace(/\n/g, "\\n")}"`)
    .join(",");
}
