/** Reminding, cancelling and deleting an order: what a person reads before, and what is true afterwards. Without VS Code. */
import { hasSignedFiles, saidFalse, waitingPeople, type Api, type SigningOrder } from "../../api/index.ts";
import type { Dialog } from "../carryOut.ts";
import { brief } from "../plainText.ts";
import { isOver, orderName, statusOf } from "./orderModel.ts";
import { readOrder } from "./ordersModel.ts";

export type OrderCall = keyof typeof saidFalse;

/** The order was read just before: it names everybody who is not known to have signed. */
export function dialogOf(call: OrderCall, order: SigningOrder): Required<Dialog> {
  const name = orderName(order);
  const waiting = waitingPeople(order);
  const now = `It was read just now: ${statusOf(order)}, ${signedWords(order)}.`;
  switch (call) {
    case "signing.sendReminders": return {
      question: `Remind everybody who has not signed "${name}"?`, yes: "Remind", people: waiting,
      consequences: [now, "Everybody above gets an e-mail, which cannot be called back.", ...(isOver(order) ? ["The order is over: there may be nothing to remind of."] : [])],
    };
    case "signing.orders.cancel": return {
      question: `Cancel the signing order "${name}"?`, yes: "Cancel the Order", people: [...waiting, ...webhooksOf(order)],
      consequences: [
        now, "No call takes this back: to get signatures, make a new order.",
        "Whether the people above are told is not documented. Count on it.", ...webhookSentences(order, "cancelled"),
      ],
    };
    case "signing.orders.delete": return {
      question: `Delete the signing order "${name}"?`, yes: "Delete the Order", people: isOver(order) ? [] : waiting,
      consequences: [
        now, "The order is deleted for everybody, and no call brings it back.",
        ...(hasSignedFiles(order) === "no" ? [] : ["Whether signed files and proofs can be had afterwards is not documented: download them first."]),
        ...(isOver(order) ? [] : ["It is not over: the people above may still be about to sign. Whether they are told is not documented. Count on it.", "Whether its webhook is called is not documented either."]),
      ],
    };
  }
}

function signedWords({ signatories }: SigningOrder): string {
  return signatories ? `${signatories.filter(({ signStatus }) => signStatus === 3).length} of ${signatories.length} signed` : "the service does not show its signatories";
}

/** Answers may show it; it is no documented part of them. */
function webhookOf({ cancelledWebhookUrl }: SigningOrder & { readonly cancelledWebhookUrl?: unknown }): string | undefined {
  return typeof cancelledWebhookUrl === "string" && cancelledWebhookUrl !== "" ? cancelledWebhookUrl : undefined;
}

function webhooksOf(order: SigningOrder): readonly string[] {
  const url = webhookOf(order);
  return url === undefined ? ["its webhook for cancellation, if it has one"] : [url];
}

function webhookSentences(order: SigningOrder, event: "cancelled"): readonly string[] {
  return webhookOf(order) === undefined
    ? [`If the order was made with a webhook for when it is ${event}, the service calls it: another system may act on that. The service does not show whether there is one.`]
    : [`The service calls its webhook, up to four times: another system may act on that.`];
}

export interface Report {
  readonly done: boolean;
  readonly words: string;
}

/** `answer` is what the call answered: false was not done, with a status of 200. `now` is what was read afterwards; undefined where the service shows it no more. */
export function reportOf(call: OrderCall, answer: boolean, { before, now }: { readonly before: SigningOrder; readonly now: SigningOrder | undefined }): Report {
  const reads = readsNow(before, now);
  if (!answer) return { done: false, words: `${saidFalse[call]} ${reads}` };
  switch (call) {
    case "signing.sendReminders": return { done: true, words: `The service says that it reminded whoever has not signed ${orderName(before)}. ${reads}` };
    case "signing.orders.cancel": return now?.status === 70
      ? { done: true, words: `The order ${orderName(before)} is cancelled.` }
      : { done: true, words: `The service says that it cancelled ${orderName(before)}. ${reads}` };
    case "signing.orders.delete": return now === undefined
      ? { done: true, words: `The order ${orderName(before)} is deleted: the service does not show it any more.` }
      : { done: false, words: `The service says that it deleted ${orderName(before)}, and still shows it. ${reads}` };
  }
}

/** What was read after an answer got lost. */
export async function lookAfter(api: Api, call: OrderCall, before: SigningOrder, { signal }: { readonly signal: AbortSignal }): Promise<{ readonly now: SigningOrder | undefined; readonly words: string }> {
  const now = await readOrder(api, before.id, { signal });
  const words = call === "signing.sendReminders" ? `${readsNow(before, now)} Whether reminders went out cannot be read from that.` : readsNow(before, now);
  return { now, words };
}

export function readsNow(before: SigningOrder, now: SigningOrder | undefined): string {
  if (now === undefined) return "Read again, the service does not show the order any more.";
  const waiting = waitingPeople(now).map(brief);
  const still = isOver(now) || waiting.length === 0 ? "" : ` Not signed: ${waiting.slice(0, 5).join(", ")}${waiting.length > 5 ? ` and ${waiting.length - 5} more` : ""}.`;
  return `Read again, it is ${statusOf(now)}${statusOf(now) === statusOf(before) ? ", as before" : ""}.${still}`;
}
