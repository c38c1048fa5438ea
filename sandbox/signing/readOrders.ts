/** Reads signing orders (document 2, "Digital signing"). */
import { archiveFolders } from "../archive/store.ts";
import type { Call, Handler, Reply } from "../base/call.ts";
import { booleanField, field, objectBody, stringField } from "../base/read.ts";
import type { JsonObject } from "../../language/index.ts";
import { Refusal } from "../base/refusal.ts";
import { initialData } from "./createOrder.ts";
import { ownOrder, toOrder, viewOrder } from "./order.ts";
import type { Order, OrderRow } from "./order.ts";
import { languages } from "./orderRequest.ts";

export const readInitialData: Handler = (call) =>
  initialData(call, { languages, folders: archiveFolders(call.state, call.company) });

export const readOrder: Handler = (call) => {
  const { state, company, path, origin } = call;
  return shaped(call, viewOrder(state, ownOrder(state, { company, id: path["id"] }), { origin }));
};

/** Returns the five orders that changed last. */
export const activities: Handler = (call) =>
  listed(
    call,
    call.state.all<OrderRow>("SELECT * FROM signingOrder WHERE company = ? ORDER BY change DESC LIMIT 5", call.company),
  );

/**
 * Returns the most recent matching orders. The limit is applied before the orders are sorted as requested (N19, G14).
 */
export const listOrders: Handler = (call) => {
  const { state, company, body } = call;
  const request = body === undefined ? {} : objectBody(body);
  const status = statusField(request);
  const rows = state.all<OrderRow>(
    `SELECT * FROM signingOrder WHERE company = ? AND createdAt >= ? AND createdAt <= ?
       AND (? IS NULL OR status IN (SELECT value FROM json_each(?)))
     ORDER BY createdAt DESC, rowid DESC LIMIT ?`,
    company,
    dateField(request, "fromDate") ?? Number.MIN_SAFE_INTEGER,
    dateField(request, "toDate") ?? Number.MAX_SAFE_INTEGER,
    status,
    status ?? "[]",
    Number(state.choice("N19")),
  );
  return listed(
    call,
    sorted(rows, {
      by: stringField(request, "sortBy") ?? "createdDate",
      descending: booleanField(request, "sortDesc") ?? true,
    }),
  );
};

/** The statuses as JSON; null for all. */
function statusField(request: JsonObject): string | null {
  const statuses = field(request, "fileStatus");
  if (statuses === undefined || statuses === null || (Array.isArray(statuses) && statuses.length === 0)) return null;
  if (!Array.isArray(statuses) || !statuses.every((each) => typeof each === "number"))
    throw new Refusal("bad-field", "fileStatus must be a list of numbers");
  return JSON.stringify(statuses);
}

/** Milliseconds. A date without a time is in UTC. In `toDate`, it means the end of that day. */
function dateField(request: JsonObject, name: "fromDate" | "toDate"): number | undefined {
  const text = stringField(request, name);
  if (text === undefined || text === "") return undefined;
  // A time without a zone is in UTC too.
  const at = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2})?)?$/.test(text)
    ? Date.parse(/T[\d:.]+$/.test(text) ? `${text}Z` : text)
    : Number.NaN;
  if (Number.isNaN(at)) throw new Refusal("bad-field", `${name} must be a date`);
  return name === "toDate" && text.length === 10 ? at + 24 * 60 * 60 * 1000 - 1 : at;
}

function sorted(
  rows: readonly OrderRow[],
  { by, descending }: { readonly by: string; readonly descending: boolean },
): readonly OrderRow[] {
  const newestFirst = rows.map((row, index) => ({ row, index, key: sortKey(row, by, index) }));
  const inOrder = newestFirst.toSorted((left, right) =>
    left.key < right.key ? -1 : left.key > right.key ? 1 : right.index - left.index,
  );
  return (descending ? inOrder.toReversed() : inOrder).map(({ row }) => row);
}

function sortKey(row: OrderRow, by: string, index: number): string | number {
  const { packageName }: { packageName?: string } = JSON.parse(row.contentJson) as JsonObject;
  switch (by) {
    case "packageName":
      return packageName ?? "";
    case "status":
      return row.status;
    case "updatedDate":
      return row.updatedAt;
    default:
      return -index;
  }
}

function listed(call: Call, rows: readonly OrderRow[]): Reply {
  return shaped(
    call,
    rows
      .map((row): Order => toOrder(call.state, row))
      .map((order) => viewOrder(call.state, order, { origin: call.origin })),
  );
}

function shaped({ state }: Call, json: unknown): Reply {
  return { json: state.choice("G7") === "in data" ? { data: json } : json };
}
