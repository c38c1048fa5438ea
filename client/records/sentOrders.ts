/**
 * Orders that are being sent, and orders whose answer was lost. Each order is written down before the request is sent,
 * so that it can be searched for. No name and no address is kept.
 */
import * as z from "zod";
import type { KeptState } from "../window/keptState.ts";
import type { Warn } from "../../disk/index.ts";
import { newestFirst, StoreFiles } from "../../disk/index.ts";

const sentOrder = z.object({
  /** Service and client that it was sent with. */
  identity: z.string(),
  /** Part of the order's name, and of the ids of its signatories. */
  token: z.string(),
  /** ISO time. */
  sentAt: z.string(),
});
export type SentOrder = Readonly<z.output<typeof sentOrder>>;

const key = "smartform.signing.sent";

/**
 * How many orders are kept; the oldest are dropped. If the answers to more orders than this were lost, something else
 * is wrong.
 */
const kept = 50;

/**
 * Returns the orders of one connection, newest first. An order that was being sent when the editor ended may have
 * arrived.
 */
export function sentOrders(store: KeptState, identity: string): readonly SentOrder[] {
  return all(store).filter((sent) => sent.identity === identity);
}

/** Where the orders are written: VS Code's store, and files in case the store loses an order. */
export interface SentPlace {
  readonly store: KeptState;
  readonly files: StoreFiles<SentOrder>;
}

export function sentPlace(store: KeptState, folder: string, warn?: Warn): SentPlace {
  return { store, files: new StoreFiles(folder, sentOrder, warn) };
}

/**
 * At start: restores entries that the store lost because the computer or the editor stopped. Resolves with the paths
 * of unreadable files, which are left alone.
 */
export async function recoverSent({ store, files }: SentPlace): Promise<readonly string[]> {
  const tokens = new Set(all(store).map(({ token }) => token));
  const { lost, unreadable } = await files.lost(({ token }) => tokens.has(token));
  if (lost.length > 0) {
    const sent = newestFirst([...lost, ...all(store)], ({ sentAt }) => sentAt);
    await store.update(key, sent.slice(0, kept));
    for (const { token } of sent.slice(kept)) await files.remove(token);
  }
  return unreadable;
}

/** Resolves once the order is on the disk. */
export async function rememberSent({ store, files }: SentPlace, sent: SentOrder): Promise<void> {
  await files.write(sent.token, sent);
  await store.update(key, [sent, ...all(store)].slice(0, kept));
}

export async function forgetSent({ store, files }: SentPlace, token: string): Promise<void> {
  await files.remove(token);
  await store.update(
    key,
    all(store).filter((sent) => sent.token !== token),
  );
}

function all(store: KeptState): readonly SentOrder[] {
  return z.array(sentOrder).safeParse(store.get(key)).data ?? [];
}
