/** What signatories hear of an order. Everything ends in the outbox. */
import type { Call } from "../base/call.ts";
import { isOpen, orderStatus, pageOf, setSignStatus, signStatus, anyOrder } from "./order.ts";
import type { Order, OrderContent, Signatory, SignatoryContent } from "./order.ts";

type Sender = Pick<Call, "state" | "send" | "origin">;

interface Mail {
  readonly kind: "request" | "reminder" | "canceled" | "deleted" | "signed";
  /** Address of the signatory's page. */
  readonly link?: string;
  /** Names of the signed files that go with it. */
  readonly files?: readonly string[];
}

/** `id` is left out where the order was never made. */
export function mailOrder(
  { send }: Pick<Call, "send">,
  order: { readonly id?: string; readonly content: OrderContent },
  signatory: SignatoryContent,
  mail: Mail,
): void {
  const { emailNotificationSubject: subject, emailNotificationMessage: message, packageName, language } = order.content;
  const name = [signatory.firstName, signatory.lastName].filter(Boolean).join(" ");
  send({
    channel: "signing",
    to: signatory.emailAddress,
    subject,
    ...(order.id === undefined ? {} : { orderId: order.id }),
    payload: {
      ...mail,
      name,
      packageName,
      language,
      ...(mail.kind === "request" || mail.kind === "reminder" ? { message } : {}),
    },
  });
}

/** Who signs first, or in no order, can sign at once; who depends on them can once all of them have signed. */
export function isTheirTurn({ content, signatories }: Order, { content: { signingSequence } }: Signatory): boolean {
  return (
    !content.useSignatureOrder ||
    signingSequence !== 1 ||
    signatories.every((each) => each.content.signingSequence !== 0 || each.signStatus === signStatus.completed)
  );
}

/** Asks everybody whose turn it is and who was not asked before; the order as it is then. */
export function inviteWhoseTurnItIs(call: Sender, order: Order): Order {
  for (const signatory of order.signatories) {
    if (signatory.signStatus !== signStatus.notSet || !isTheirTurn(order, signatory)) continue;
    setSignStatus(call.state, order, signatory, signStatus.created);
    mailOrder(call, order, signatory.content, { kind: "request", link: pageOf(call.origin, signatory) });
  }
  return anyOrder(call.state, order.id);
}

/** Everybody who has not signed, whether it is their turn or not (G20). */
export function remind(call: Sender, order: Order): void {
  for (const signatory of order.signatories) {
    if (signatory.signStatus !== signStatus.completed)
      mailOrder(call, order, signatory.content, { kind: "reminder", link: pageOf(call.origin, signatory) });
  }
}

/** Everybody who was asked and has not signed hears that they need not (N50). */
export function tellThatItIsOver(call: Sender, order: Order, kind: "canceled" | "deleted"): void {
  if (!isOpen(order) || call.state.choice("N50") === "no") return;
  for (const signatory of order.signatories) {
    if (signatory.signStatus === signStatus.created || signatory.signStatus === signStatus.started)
      mailOrder(call, order, signatory.content, { kind });
  }
}

/** The signed documents go to every signatory, where the order asks for that. */
export function distribute(call: Sender, order: Order): void {
  if (!order.content.distributes || order.status !== orderStatus.completed) return;
  for (const signatory of order.signatories)
    mailOrder(call, order, signatory.content, { kind: "signed", files: order.files.map(({ name }) => name) });
}

export function callWebhook({ send }: Pick<Call, "send">, { id }: Order, url: string | undefined): void {
  if (url !== undefined) send({ channel: "webhook", to: url, url, orderId: id });
}
