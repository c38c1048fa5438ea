/** Stored rows of statistics: one for each combination of values and each hour, day or moment, with a count. */
import type { State } from "../base/state.ts";

/** What a row counts: events with these values. A field without a value is an empty text. */
interface Combination {
  readonly event: string;
  readonly system: string;
  readonly template: string;
  readonly source: string;
  readonly distribution?: string;
  readonly environment: string;
  readonly area?: string;
  readonly eventDetail: string;
}

interface Counted extends Combination {
  readonly company: string;
  /** Milliseconds of the service's clock. */
  readonly at: number;
  readonly count: number;
  /** `hour`, the default: with date and hour. `day`: with a date only. `none`: with neither. */
  readonly per?: "hour" | "day" | "none";
}

/** A stored row; `at` is the start of its hour or day, or its moment if it has neither. */
export interface StatisticRow extends Required<Combination> {
  readonly at: number;
  readonly per: "hour" | "day" | "none";
  readonly count: number;
}

const hour = 3_600_000;

/** Adds the count to the row with the same values and the same hour, day or moment. */
export function countEvent(
  state: State,
  {
    company,
    at,
    count,
    per = "hour",
    event,
    system,
    template,
    source,
    distribution = "",
    environment,
    area = "",
    eventDetail,
  }: Counted,
): void {
  const start = per === "hour" ? at - modulo(at, hour) : per === "day" ? at - modulo(at, 24 * hour) : at;
  state.run(
    "INSERT INTO statistic VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count",
    company,
    start,
    per,
    event,
    system,
    template,
    source,
    distribution,
    environment,
    area,
    eventDetail,
    count,
  );
}

/** Returns a remainder that is never negative, even before 1970. */
function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}
