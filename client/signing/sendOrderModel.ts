/** Sending a signing order: what a person reads before, and what is known afterwards. Without VS Code. */
import { findOrder, orderAvailability, reachOf, withoutNames, type AnswerOf, type Api, type OrderRequest, type OrderSearch, type SigningOrder } from "../../api/index.ts";
import type { Dialog } from "../carryOut.ts";
import { brief, visible } from "../plainText.ts";
import { sizeWords } from "./downloadModel.ts";
import { orderName, signatoryName, signStatusOf, statusOf } from "./orderModel.ts";
import type { SentOrder } from "./sentOrders.ts";

export interface OrderFileFacts {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Key of the PDF panel that showed it; undefined for a file. */
  readonly panel?: string;
}

/** `sentBefore`: ISO time of a sending of the same order whose outcome nobody knows. */
export function orderDialog(body: OrderRequest, files: readonly OrderFileFacts[], { sentBefore }: { readonly sentBefore?: string | undefined } = {}): Dialog {
  const { length } = body.signatories;
  const nameless = withoutNames(body);
  return {
    question: `Ask ${length === 1 ? "1 person" : `${length} people`} to sign "${brief(body.packageName)}"?`, yes: "Create and Ask Them",
    consequences: [
      ...(sentBefore === undefined ? [] : [`THIS ORDER WAS SENT BEFORE, at ${new Date(sentBefore).toLocaleString()}, and nobody knows whether it was made. Sending it may ask everybody a second time.`]),
      `Files (${files.length}): ${files.map(({ name, bytes }) => `${visible(name)} (${sizeWords(bytes.length)})`).join(", ")}.`,
      ...reachOf(body).map(visible),
      ...(nameless.length === 0 ? [] : [`Without first or last name: ${nameless.map(visible).join(", ")}. Some signing providers need both, and no order is made then.`]),
      "It counts against the company's licence for signing. Mails cannot be called back: cancelling the order later does not unsend them.",
    ],
  };
}

/** Why no order can be made now; undefined where it can, and where the service does not say. */
export function whyNoOrder(initial: AnswerOf<"signing.initialData">): string | undefined {
  const { answer, words } = orderAvailability(initial);
  return answer === "no" ? words : undefined;
}

/** What was read of an order that was just made; undefined where it could not be read. */
export function createdWords(name: string, order: SigningOrder | undefined): string {
  if (order === undefined) return `The order "${brief(name)}" was made. The service does not show it yet; refresh the signing view later.`;
  const people = (order.signatories ?? []).map((signatory) => `${signatoryName(signatory)} (${signStatusOf(signatory)})`);
  return `The order ${orderName(order)} was made, and reads ${statusOf(order)}. Signatories: ${people.join(", ") || "not shown by the service"}.`;
}

/** Looks for an order whose answer got lost, among the newest, by its token. Rejects with ApiError. */
export function lookForOrder(api: Api, { token, sentAt }: Pick<SentOrder, "token" | "sentAt">, { signal }: { readonly signal?: AbortSignal } = {}): Promise<OrderSearch> {
  return findOrder((operation, request, options) => api.call(operation, request, options), { token, sentAt: new Date(sentAt) }, { ...(signal && { signal }) });
}

export function searchWords(search: OrderSearch): string {
  if (search.kind === "not-shown") {
    return `It is not among the ${search.listed} newest orders that the service lists, which proves nothing: it may be made all the same, or still be on its way. The signing view keeps it, to look for it again.`;
  }
  const [order] = search.orders;
  if (search.orders.length > 1 || order === undefined) return `It is there ${search.orders.length} times: look at each of them in the signing view.`;
  return `It was looked for, and it is there: ${orderName(order)} was made, and reads ${statusOf(order)}. Do not send it again.`;
}
