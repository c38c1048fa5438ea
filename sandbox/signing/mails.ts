/** The messages to signatories about an order. Every message goes to the outbox. */
import type { Call } from "../base/call.ts";
import { isOpen, orderStatus, pageOf, setSignStatus, signStatus, anyOrder } from "./order.ts";
import type { Order, OrderContent, Signatory, SignatoryContent } from "./order.ts";

type Sender = Pick<Call, "state" | "send" | "origin">;

interface Mail {
  readonly kind: "request" | "reminder" | "canceled" | "deleted" | "signed";
  /** The address of the signatory's page. */
  readonly link?: string;
  /** The names of the attached signed files. */
  readonly files?: readonly string[];
}

/** `id` is absent if the order was never created. */
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

/**
 * Returns whether the signatory can sign. If the order has `useSignatureOrder`, signatories with DependsOnInitial can
 * sign once everybody with Initial has signed. All others can sign at once.
 */
export function isTheirTurn({ content, signatories }: Order, { content: { signingSequence } }: Signatory): boolean {
  return (
    !content.useSignatureOrder ||
    signingSequence !== 1 ||
    signatories.every((each) => each.content.signingSequence !== 0 || each.signStatus === signStatus.completed)
  );
}

/** Sends a request to every signatory who can sign now and has not been asked before; returns the updated order. */
export function inviteWhoseTurnItIs(call: Sender, order: Order): Order {
  for (const signatory of order.signatories) {
    if (signatory.signStatus !== signStatus.notSet || !isTheirTurn(order, signatory)) continue;
    setSignStatus(call.state, order, signatory, signStatus.created);
    mailOrder(call, order, signatory.content, { kind: "request", link: pageOf(call.origin, signatory) });
  }
  return anyOrder(call.state, order.id);
}

/** Reminds everybody who has not signed, even if it is not their turn (G20). */
export function remind(call: Sender, order: Order): void {
  for (const signatory of order.signatories) {
    if (signatory.signStatus !== signStatus.completed)
      mailOrder(call, order, signatory.content, { kind: "reminder", link: pageOf(call.origin, signatory) });
  }
}

/** Tells all who were asked but have not signed that they no longer need to sign (N50). */
export function tellThatItIsOver(call: Sender, order: Order, kind: "canceled" | "deleted"): void {
  if (!isOpen(order) || call.state.choice("N50") === "no") return;
  for (const signatory of order.signatories) {
    if (signatory.signStatus === signStatus.created || signatory.signStatus === signStatus.started)
      mailOrder(call, order, signatory.content, { kind });
  }
}

/** Sends the signed documents to every signatory, if the order requires it. */
export function distribute(call: Sender, order: Order): void {
  if (!order.content.distributes || order.status !== orderStatus.completed) return;
  for (const signatory of order.signatories)
    mailOrder(call, order, signatory.content, { kind: "signed", files: order.files.map(({ name }) => name) });
}

export function callWebhook({ send }: Pick<Call, "send">, { id }: Order, url: string | undefined): void {
  if (url !== undefined) send({ channel: "webhook", to: url, url, orderId: id });
}
