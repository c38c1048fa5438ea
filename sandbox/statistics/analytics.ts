/**
 * Statistics as pages of rows (document 2, "Endpoints, Statistics"). The rows of one range come in a different order
 * with every request (T110).
 */
import type { Call, Handler } from "../base/call.ts";
import { Refusal } from "../base/refusal.ts";
import type { State } from "../base/state.ts";
import { readQuery } from "./range.ts";
import type { Range } from "./range.ts";
import type { StatisticRow } from "./store.ts";

export const analytics: Handler = (call) => {
  const { state, query } = call;
  const read = readQuery(state, query);
  const pageNumber = read.count("pageNumber", { fallback: 1, highest: Infinity });
  const pageSize = read.count("pageSize", { fallback: 500, highest: 1000 });
  const range = { from: read.time("startDate", -8.64e15), to: read.time("toDate", state.now()) };
  read.end();
  const rows = shuffled(state, rowsOf(call, range));
  return {
    json: {
      pageNumber,
      pageSize,
      totalRecords: rows.length,
      totalPages: Math.ceil(rows.length / pageSize),
      data: rows.slice((pageNumber - 1) * pageSize, pageNumber * pageSize).map((row) => rowJson(state, row)),
    },
  };
};

/**
 * Returns every row whose hour or day begins in the range, or whose moment is in it (C1); refuses if the company has no
 * rows at all (T109).
 */
export function rowsOf({ state, company }: Pick<Call, "state" | "company">, { from, to }: Range): StatisticRow[] {
  if (!state.one("SELECT 1 FROM statistic WHERE company = ? LIMIT 1", company)) throw new Refusal("no-statistics");
  const length =
    state.choice("C1") === "overlaps" ? "CASE per WHEN 'hour' THEN 3599999 WHEN 'day' THEN 86399999 ELSE 0 END" : "0";
  return state.all<StatisticRow>(
    `SELECT * FROM statistic WHERE company = ? AND at >= ? AND at <= ? AND at + ${length} >= ?`,
    company,
    from - 86_400_000,
    to,
    from,
  );
}

/** Returns the date as `YYYY-MM-DD` and the hour as two digits, if the row has them (T115). */
export function dateOf({ at, per }: StatisticRow): { readonly date?: string; readonly hour?: string } {
  const written = new Date(at).toISOString();
  return per === "none"
    ? {}
    : { date: written.slice(0, 10), ...(per === "hour" ? { hour: written.slice(11, 13) } : {}) };
}

function rowJson(state: State, row: StatisticRow) {
  const { event, system, template, source, distribution, environment, area, count, eventDetail } = row;
  const { date, hour } = dateOf(row);
  const none = state.choice("C2") === "null" ? null : undefined;
  return {
    event,
    system,
    date: date ?? none,
    hour: hour ?? none,
    template,
    source,
    distribution: distribution || null,
    environment,
    area: area || null,
    count,
    eventDetail,
  };
}

/** Shuffles differently with each request. From a fresh state, the same requests give the same sequences of rows. */
function shuffled<Item>(state: State, items: readonly Item[]): Item[] {
  const turn = Number(state.meta("statisticsTurn") ?? 0) + 1;
  state.setMeta("statisticsTurn", String(turn));
  let seed = Math.imul(turn, 0x9e3779b1);
  const result = [...items];
  for (let index = result.length - 1; index > 0; index -= 1) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0;
    const other = Math.floor(((seed >>> 0) / 2 ** 32) * (index + 1));
    [result[index], result[other]] = [result[other] as Item, result[index] as Item];
  }
  return result;
}
