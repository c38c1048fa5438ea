/** Orders that are being sent, and those whose answer got lost: written before anything leaves, so that they can be looked for. No name, no address. */
import * as z from "zod";
import type { Store } from "../forms/testForms.ts";

const sentOrder = z.object({
  /** Which service and client it was sent with. */
  identity: z.string(),
  /** Part of the order's name, and of the ids of its signatories. */
  token: z.string(),
  /** ISO time. */
  sentAt: z.string(),
});
export type SentOrder = Readonly<z.output<typeof sentOrder>>;

const key = "smartform.signing.sent";

/** Many lost answers have another cause; the oldest are dropped. */
const kept = 50;

/** Of one connection, newest first. What was being sent when the editor ended is not known to have failed. */
export function sentOrders(store: Store, identity: string): readonly SentOrder[] {
  return all(store).filter((sent) => sent.identity === identity);
}

/** Resolves when it is written. */
export async function rememberSent(store: Store, sent: SentOrder): Promise<void> {
  await store.update(key, [sent, ...all(store)].slice(0, kept));
}

export async function forgetSent(store: Store, token: string): Promise<void> {
  await store.update(key, all(store).filter((sent) => sent.token !== token));
}

function all(store: Store): readonly SentOrder[] {
  const read = z.array(sentOrder).safeParse(store.get(key));
  return read.success ? read.data : [];
}
