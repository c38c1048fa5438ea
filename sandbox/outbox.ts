/** What would have left the machine. Only webhooks whose host is loopback are called for real. */
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

/** Calls a webhook once, where its host is loopback. A receiver that fails is only logged: the form is submitted all the same. */
export async function deliver(item: OutboxItem, { log, signal }: { readonly log: (line: string) => void; readonly signal: AbortSignal }): Promise<void> {
  if (item.channel !== "webhook" || item.url === undefined || !isLoopback(item.url)) return;
  try {
    const answer = await fetch(item.url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(item.payload),
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
    });
    await answer.body?.cancel();
    if (!answer.ok) log(`The webhook of form ${item.formId} answered ${answer.status}.`);
  } catch (error) {
    log(`The webhook of form ${item.formId} could not be called: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** An address of this machine by number, or `localhost`; other names could resolve to anything. */
export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, protocol } = new URL(url);
  return /^https?:$/.test(protocol) && (hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname));
}
