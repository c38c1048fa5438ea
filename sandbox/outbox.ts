/** What would have left the machine. Only webhooks and callbacks whose host is loopback are called for real. */
import type { State } from "./state.ts";

export interface OutboxItem {
  readonly channel: "email" | "sms" | "webhook" | "callback" | "signing" | "distribution";
  readonly to: string;
  readonly subject?: string;
  readonly formId?: string;
  readonly orderId?: string;
  readonly url?: string;
  readonly payload?: unknown;
  /** ISO 8601, the service's clock. */
  readonly at: string;
}

/** At most so many items are kept; the oldest go first. */
const kept = 10_000;

export function addToOutbox(state: State, item: OutboxItem): void {
  state.run("INSERT INTO outbox (itemJson) VALUES (?)", JSON.stringify(item));
  state.run("DELETE FROM outbox WHERE number <= (SELECT max(number) FROM outbox) - ?", kept);
}

export function readOutbox(state: State): readonly OutboxItem[] {
  return state.all<{ itemJson: string }>("SELECT itemJson FROM outbox ORDER BY number").map((row) => JSON.parse(row.itemJson) as OutboxItem);
}

interface Delivery {
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
  readonly authorization?: string | undefined;
}

/**
 * Calls a webhook (POST with its payload) or a callback (GET, all that it says is in its address) once, where its host is loopback. A
 * receiver that fails is only logged: what it was told of has happened all the same.
 */
export async function deliver({ channel, url, payload, formId }: OutboxItem, { log, signal, authorization }: Delivery): Promise<void> {
  if ((channel !== "webhook" && channel !== "callback") || url === undefined || !isLoopback(url)) return;
  const which = channel === "webhook" ? `The webhook of form ${formId}` : "The callback of an editing session";
  try {
    const answer = await fetch(url, {
      ...(channel === "webhook" ? { method: "POST", body: JSON.stringify(payload), headers: { "content-type": "application/json" } } : { headers: authorization === undefined ? {} : { authorization } }),
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
    });
    await answer.body?.cancel();
    if (!answer.ok) log(`${which} answered ${answer.status}.`);
  } catch (error) {
    log(`${which} could not be called: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** An address of this machine by number, or `localhost`; other names could resolve to anything. */
export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, protocol } = new URL(url);
  return /^https?:$/.test(protocol) && (hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname));
}
