/** The port through which other features make a signing order. */
import type { OrderFacts } from "../../api/index.ts";
import type { Session } from "../connections/session.ts";

/**
 * `unknown`: the order may have been made, so the signing view keeps the order's token for a later search. `nothing`:
 * the person did not agree.
 */
export type OrderOutcome =
  | { readonly kind: "created"; readonly id: string }
  | { readonly kind: "not-created" | "nothing" }
  | { readonly kind: "unknown"; readonly sentAt: string };

/** Makes an order from facts that were gathered elsewhere, and reports the outcome to the user itself. */
export type MakeOrder = (wish: {
  readonly session: Session;
  readonly facts: OrderFacts;
  readonly sentBefore?: string | undefined;
}) => Promise<OrderOutcome>;
