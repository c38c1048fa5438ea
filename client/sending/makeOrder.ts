/** How other features make an order of signing. */
import type { OrderFacts } from "../../api/index.ts";
import type { Session } from "../connections/session.ts";

/** `unknown`: it may have been made; the view keeps it to be looked for. `nothing`: the person did not say yes. */
export type OrderOutcome =
  | { readonly kind: "created"; readonly id: string }
  | { readonly kind: "not-created" | "nothing" }
  | { readonly kind: "unknown"; readonly sentAt: string };

/** Makes an order from facts that were gathered elsewhere, and says itself what came of it. */
export type MakeOrder = (wish: {
  readonly session: Session;
  readonly facts: OrderFacts;
  readonly sentBefore?: string | undefined;
}) => Promise<OrderOutcome>;
