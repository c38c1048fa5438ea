/**
 * Reads orders for the view: the newest that match, older ones before a date, and single ones by id. Does not import
 * `vscode`.
 */
import * as l10n from "@vscode/l10n";
import type { Api, SigningOrder } from "../../api/index.ts";
import { orderStatusText } from "./signingStatusModel.ts";
import { ifShown } from "../calls/answersModel.ts";

/** Dates as `YYYY-MM-DD`; missing fields filter nothing. */
export interface OrderFilter {
  readonly from?: string;
  readonly to?: string;
  /** Numbers of statuses; empty for all. */
  readonly statuses: readonly number[];
}

export const noFilter: OrderFilter = { statuses: [] };

/** The statuses that the documents list, for a filter. */
export const knownStatuses = [1, 5, 10, 20, 50, 70, 99] as const;

/** Reads orders. `before` limits them to orders up to that time, as the service wrote it. Rejects with ApiError. */
export function readOrders(
  api: Api,
  { from, to, statuses }: OrderFilter,
  { before, signal }: { readonly before?: string; readonly signal?: AbortSignal } = {},
): Promise<readonly SigningOrder[]> {
  return api.call(
    "signing.orders.list",
    {
      body: {
        ...(from && { fromDate: from }),
        ...((before ?? to) && { toDate: before ?? to }),
        ...(statuses.length > 0 && { fileStatus: [...statuses] }),
      },
    },
    { ...(signal && { signal }) },
  );
}

/**
 * Resolves with undefined if the service shows no such order to this client. Rejects with ApiError for every other
 * failure.
 */
export async function readOrder(
  api: Api,
  id: string,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<SigningOrder | undefined> {
  return ifShown(api.call("signing.orders.get", { path: { id } }, { ...(signal && { signal }) }));
}

/**
 * Appends the orders of `older` that `listed` does not contain. An order in both is taken from `older`, because it was
 * read later.
 */
export function withOlder(listed: readonly SigningOrder[], older: readonly SigningOrder[]): readonly SigningOrder[] {
  const fresh = new Map(older.map((order) => [order.id, order]));
  const known = listed.map((order) => fresh.get(order.id) ?? order);
  const ids = new Set(listed.map(({ id }) => id));
  return [...known, ...[...fresh.values()].filter(({ id }) => !ids.has(id))];
}

/**
 * Returns the date up to which older orders are requested: the date of the oldest order, as the service wrote it.
 * Undefined if any order has no date, or an unreadable one.
 */
export function oldestDate(orders: readonly SigningOrder[]): string | undefined {
  let oldest: { readonly text: string; readonly at: number } | undefined;
  for (const { createdDate } of orders) {
    const at = Date.parse(createdDate ?? "");
    if (!createdDate || Number.isNaN(at)) return undefined;
    if (oldest === undefined || at < oldest.at) oldest = { text: createdDate, at };
  }
  return oldest?.text;
}

/** Returns why the day cannot be used as a filter; undefined if it can. Empty means no limit. */
export function dayProblem(text: string): string | undefined {
  if (text === "") return undefined;
  const isDay =
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(Date.parse(text)) &&
    new Date(text).toISOString().startsWith(text);
  return isDay ? undefined : l10n.t("Write the day as year-month-day, such as 2026-03-31, or leave it empty.");
}

/** Returns the words for the head of the view; empty if nothing is filtered. */
export function filterWords({ from, to, statuses }: OrderFilter): string {
  return [
    ...(from ? [l10n.t("from {0}", from)] : []),
    ...(to ? [l10n.t("to {0}", to)] : []),
    ...(statuses.length > 0 ? [statuses.map(orderStatusText).join(l10n.t(" or "))] : []),
  ].join(", ");
}
