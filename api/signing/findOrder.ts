/**
 * If the answer to a create request was lost, looks for the order by the token that was sent with it. This module never
 * sends the request again.
 */
import type { AnswerOf, Request } from "../http/client.ts";
import type { SigningOrder } from "./order.ts";

/** The caller's function that lists the orders. */
type ListOrders = (
  operation: "signing.orders.list",
  request: Request<"signing.orders.list">,
  options: { readonly signal?: AbortSignal },
) => Promise<AnswerOf<"signing.orders.list">>;

/** `not-shown` proves nothing: only the newest orders are listed, and it is not documented how many. */
export type OrderSearch =
  | { readonly kind: "found"; readonly orders: readonly SigningOrder[] }
  | { readonly kind: "not-shown"; readonly listed: number };

/** In milliseconds: how far the clocks of client and service may differ. */
const skew = 24 * 60 * 60 * 1000;

/** Resolves with every order that has the token; there should be one. Rejects with ApiError. */
export async function findOrder(
  list: ListOrders,
  { token, sentAt }: { readonly token: string; readonly sentAt: Date },
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<OrderSearch> {
  const listed = await list(
    "signing.orders.list",
    { body: { fromDate: new Date(sentAt.getTime() - skew).toISOString() } },
    { signal },
  );
  const orders = listed.filter(
    ({ packageName, signatories }) =>
      packageName?.includes(token) || signatories?.some(({ id }) => id?.startsWith(token)),
  );
  return orders.length > 0 ? { kind: "found", orders } : { kind: "not-shown", listed: listed.length };
}
