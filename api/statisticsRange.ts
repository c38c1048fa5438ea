/**
 * Reads all statistics of a time range: rows have no id and no order, so only a range that fits on one page is
 * reliable.
 */
import type { AnswerOf, QueryOf, Request } from "./http/client.ts";

type Page = AnswerOf<"statistics.analytics">;

export type StatisticRow = Page["data"][number];

/** The caller's function that sends the request. */
export type StatisticsCall = (
  operation: "statistics.analytics",
  request: Request<"statistics.analytics">,
  options: { readonly signal?: AbortSignal },
) => Promise<Page>;

export interface Statistics {
  readonly rows: readonly StatisticRow[];
  /**
   * False if rows may be missing or duplicated, because one hour has more than one page of rows, or because the service
   * counted further rows during the reading.
   */
  readonly reliable: boolean;
}

interface Part extends Statistics {
  /** The service's count of the rows in this part. */
  readonly total: number;
}

const hour = 3_600_000;
const pageSize = 1000;

/**
 * Returns the query for the whole hours from `from` to `to`, both inclusive, in UTC. The query always has both ends.
 */
export function hoursQuery({
  from,
  to,
}: {
  readonly from: Date;
  readonly to: Date;
}): Pick<NonNullable<QueryOf<"statistics.analytics">>, "startDate" | "toDate"> {
  return {
    startDate: written(from.getTime() - modulo(from.getTime())),
    toDate: written(to.getTime() - modulo(to.getTime()) + hour - 1000),
  };
}

/**
 * Reads every row of the hours from `from` to `to`, both inclusive. Halves the range until each part fits on one page,
 * and compares the counts of the parts with the count of the whole. A company without statistics has no rows. Rejects
 * with ApiError.
 */
export async function readStatistics(
  call: StatisticsCall,
  { from, to }: { readonly from: Date; readonly to: Date },
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<Statistics> {
  const read = async (first: number, last: number): Promise<Part> => {
    const query = { ...hoursQuery({ from: new Date(first * hour), to: new Date(last * hour) }), pageSize };
    const page = (pageNumber: number) => call("statistics.analytics", { query: { ...query, pageNumber } }, { signal });
    const whole = await page(1);
    if (whole.data.length >= whole.totalRecords) return { rows: whole.data, reliable: true, total: whole.totalRecords };
    if (first >= last) return readPages(whole, page);
    const middle = Math.floor((first + last) / 2);
    return joined(whole.totalRecords, await read(first, middle), await read(middle + 1, last));
  };
  const { rows, reliable } = await read(Math.floor(from.getTime() / hour), Math.floor(to.getTime() / hour));
  return { rows, reliable };
}

/** Returns when the row's hour or day begins; undefined if it has no readable date. */
export function startOfRow({ date, hour: ofDay }: Pick<StatisticRow, "date" | "hour">): Date | undefined {
  if (date === null || date === undefined) return undefined;
  const at = Date.parse(`${date}T${ofDay ?? "00"}:00:00Z`);
  return Number.isNaN(at) ? undefined : new Date(at);
}

/**
 * Reads a single hour that has more than one page of rows. Each page may be sorted differently, so the result is not
 * reliable.
 */
async function readPages(first: Page, page: (pageNumber: number) => Promise<Page>): Promise<Part> {
  const rows = [...first.data];
  for (let number = 2; number <= first.totalPages; number += 1) {
    const { data } = await page(number);
    if (data.length === 0) break;
    rows.push(...data);
  }
  return { rows, reliable: false, total: first.totalRecords };
}

/**
 * Joins two parts. A row of a whole day, or a row without a date, may be in both parts. A row of an hour is in only one
 * part.
 */
function joined(total: number, earlier: Part, later: Part): Part {
  const known = new Set(earlier.rows.filter(isWide).map((row) => JSON.stringify(row)));
  const added = later.rows.filter((row) => !isWide(row) || !known.has(JSON.stringify(row)));
  const twice = later.rows.length - added.length;
  return {
    rows: [...earlier.rows, ...added],
    reliable: earlier.reliable && later.reliable && earlier.total + later.total - twice === total,
    total,
  };
}

function isWide({ date, hour: ofDay }: StatisticRow): boolean {
  return date === null || date === undefined || ofDay === null || ofDay === undefined;
}

function written(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

function modulo(milliseconds: number): number {
  return ((milliseconds % hour) + hour) % hour;
}
