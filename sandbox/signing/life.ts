/**
 * The life of an order: signatories act and are reminded, and the order is cancelled or deleted (document 2, "Digital
 * signing"; N17).
 */
import type { Call, Handler, Reply } from "../base/call.ts";
import { Refusal } from "../base/refusal.ts";
import { newId } from "../base/state.ts";
import { recordSigningEvent } from "./events.ts";
import { callWebhook, distribute, inviteWhoseTurnItIs, isTheirTurn, remind, tellThatItIsOver } from "./mails.ts";
import { anyOrder, isOpen, orderStatus, ownOrder, setSignStatus, setStatus, signStatus } from "./order.ts";
import type { Order, Signatory } from "./order.ts";
import { sealOrder } from "./signedFiles.ts";

/** The provider's statuses for a signatory who neither signs nor rejects; the order stays open. */
const passing = { expire: signStatus.expired, forward: signStatus.forwarded } as const;

/** Returns why this signatory cannot act now; undefined if they can. */
export function whyNot(order: Order, signatory: Signatory): "signatory-done" | "not-their-turn" | undefined {
  if (!isOpen(order) || signatory.signStatus === signStatus.completed) return "signatory-done";
  return isTheirTurn(order, signatory) ? undefined : "not-their-turn";
}

/** Performs a signatory's action. The last signature completes the order, and the first rejection ends it. */
export function act(
  call: Pick<Call, "state" | "send" | "origin">,
  order: Order,
  signatory: Signatory,
  action: "sign" | "reject" | "open" | keyof typeof passing,
): Pick<Reply, "afterwards"> {
  const { state } = call;
  const hindrance = whyNot(order, signatory);
  if (hindrance) throw new Refusal(hindrance);
  if (action === "open") {
    open(call, order, signatory);
    return {};
  }
  if (action !== "sign" && action !== "reject") {
    setSignStatus(state, order, signatory, passing[action]);
    setStatus(state, order, order.status);
    return {};
  }
  if (action === "reject") {
    setSignStatus(state, order, signatory, signStatus.rejected);
    end(call, anyOrder(state, order.id), orderStatus.rejected);
    recordSigningEvent({ state }, "SigningOrderRejected", order);
    if (state.choice("G13") === "yes") callWebhook(call, order, order.content.cancelledWebhookUrl);
    return {};
  }
  setSignStatus(state, order, signatory, signStatus.completed);
  for (const { id } of order.files)
    state.run("INSERT INTO signature VALUES (?, ?, ?, ?)", newId(), order.id, signatory.number, id);
  recordSigningEvent({ state }, "SigningOrderSigned", order);
  const after = inviteWhoseTurnItIs(call, anyOrder(state, order.id));
  if (after.signatories.some((each) => each.signStatus !== signStatus.completed)) {
    setStatus(state, order, ongoing(call));
    return {};
  }
  setStatus(state, order, orderStatus.completed);
  recordSigningEvent({ state }, "SigningOrderCompleted", order);
  distribute(call, anyOrder(state, order.id));
  callWebhook(call, order, order.content.completedWebhookUrl);
  return { afterwards: () => sealOrder(state, order.id) };
}

/** Records that the signatory opened their page. */
export function open(call: Pick<Call, "state">, order: Order, signatory: Signatory): void {
  if (whyNot(order, signatory) !== undefined || signatory.signStatus === signStatus.started) return;
  setSignStatus(call.state, order, signatory, signStatus.started);
  setStatus(call.state, order, ongoing(call));
}

function ongoing({ state }: Pick<Call, "state">): number {
  return state.choice("N17") === "jumps" ? orderStatus.created : orderStatus.inProgress;
}

/** Ends the order: signatories who have not acted can no longer sign. */
function end(call: Pick<Call, "state">, order: Order, status: number): void {
  for (const signatory of order.signatories) {
    if (signatory.signStatus < signStatus.completed) setSignStatus(call.state, order, signatory, signStatus.canceled);
  }
  setStatus(call.state, order, status);
}

/** Reminds the signatories. Once the order is over, answers false and reminds nobody. */
export const sendReminders: Handler = (call) => {
  const order = asked(call);
  if (!isOpen(order)) return { json: false };
  remind(call, order);
  recordSigningEvent(call, "SigningOrderReminded", order);
  if (call.state.choice("N17") === "backwards") setStatus(call.state, order, orderStatus.created);
  return { json: true };
};

/** Cancels the order. If the order is already over, answers false. */
export const cancelOrder: Handler = (call) => {
  const order = asked(call);
  if (!isOpen(order)) return { json: false };
  cancel(call, order);
  return { json: true };
};

function cancel(call: Call, order: Order): void {
  tellThatItIsOver(call, order, "canceled");
  end(call, order, orderStatus.canceled);
  recordSigningEvent(call, "SigningOrderCanceled", order);
  callWebhook(call, order, order.content.cancelledWebhookUrl);
}

/**
 * Sets a status that no signatory causes: the order's files were downloaded from the provider, the order failed, or
 * somebody cancelled the order in the application.
 */
export function move(call: Call, order: Order, status: number): void {
  const follows = status === orderStatus.downloaded ? order.status === orderStatus.completed : isOpen(order);
  if (!follows) throw new Refusal("order-elsewhere");
  if (status === orderStatus.canceled) return cancel(call, order);
  if (status === orderStatus.downloaded) return setStatus(call.state, order, status);
  end(call, order, status);
  recordSigningEvent(call, "SigningOrderFailed", order);
}

export const deleteOrder: Handler = (call) => {
  const order = asked(call);
  if (isOpen(order) && call.state.choice("G12") === "no") return { json: false };
  tellThatItIsOver(call, order, "deleted");
  recordSigningEvent(call, "SigningOrderDeleted", order);
  call.state.run("DELETE FROM signingOrder WHERE id = ?", order.id);
  return { json: true };
};

function asked({ state, company, path }: Call): Order {
  return ownOrder(state, { company, id: path["orderId"] });
}
