/** Events of signing orders, for audit and statistics. */
import type { Call } from "../base/call.ts";
import { eventSources } from "../base/event.ts";
import { recordEvent } from "../base/recordEvent.ts";
import type { Order } from "./order.ts";

type SigningEvent =
  | "SigningOrderCreated"
  | "SigningOrderSigned"
  | "SigningOrderCompleted"
  | "SigningOrderRejected"
  | "SigningOrderCanceled"
  | "SigningOrderDeleted"
  | "SigningOrderReminded"
  | "SigningOrderFailed";

/** `clientId` is absent if a signatory acts. An order has no template, so its name is used instead. */
export function recordSigningEvent(
  { state, clientId }: Pick<Call, "state"> & { readonly clientId?: string | undefined },
  name: SigningEvent,
  { id, company, content: { packageName } }: Order,
): void {
  recordEvent(state, {
    company,
    name,
    source: eventSources.signing,
    user: clientId,
    category: "Signing",
    description: { orderId: id, packageName },
    counted: { system: "Signing", template: packageName, source: "signing" },
  });
}
