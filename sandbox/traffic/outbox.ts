/** What would have left the machine. Only webhooks and callbacks on a loopback host are really called. */
import * as http from "node:http";
import * as https from "node:https";
import pRetry from "p-retry";
import { messageOf } from "../../language/index.ts";
import type { OutboxItem } from "../base/call.ts";
import type { State } from "../base/state.ts";

/** The maximum number of items; the oldest are removed first. */
const kept = 10_000;

export function addToOutbox(state: State, item: OutboxItem): void {
  state.run("INSERT INTO outbox (itemJson) VALUES (?)", JSON.stringify(item));
  state.run("DELETE FROM outbox WHERE number <= (SELECT max(number) FROM outbox) - ?", kept);
}

export function readOutbox(state: State): readonly OutboxItem[] {
  return state
    .all<{ itemJson: string }>("SELECT itemJson FROM outbox ORDER BY number")
    .map((row) => JSON.parse(row.itemJson) as OutboxItem);
}

interface Delivery {
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
  readonly authorization?: string | undefined;
}

/**
 * An order's webhook is called until it answers, at most four times, half a second apart (document 2, "Events"; T129).
 */
const perseverance = { retries: 3, minTimeout: 500, factor: 1 };

/**
 * Calls a webhook or a callback on a loopback host. An error status is an answer too, and never causes another call. A
 * failure is only logged, because the event itself has happened anyway.
 */
export async function deliver(item: OutboxItem, { log, signal, authorization }: Delivery): Promise<void> {
  const { channel, url, formId, orderId } = item;
  if ((channel !== "webhook" && channel !== "callback") || url === undefined || !isLoopback(url)) return;
  const which =
    channel === "callback"
      ? "The callback of an editing session"
      : `The webhook of ${orderId === undefined ? `form ${formId}` : `order ${orderId}`}`;
  const message = calledWith(item, authorization);
  try {
    const status = await pRetry(
      async () => send(url, message, AbortSignal.any([signal, AbortSignal.timeout(10_000)])),
      { ...(orderId === undefined ? { retries: 0 } : perseverance), signal },
    );
    if (status >= 300) log(`${which} answered ${status}.`);
  } catch (error) {
    log(`${which} could not be called: ${messageOf(error)}`);
  }
}

interface Message {
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Sends one request and resolves with the status of its answer. Uses its own agent: the default agent would use the
 * environment's proxy, and this request must never leave the machine. Follows no redirect, because a redirect could
 * lead anywhere.
 */
async function send(url: string, { method, headers, body }: Message, signal: AbortSignal): Promise<number> {
  const secure = new URL(url).protocol === "https:";
  const request = (secure ? https : http).request(url, {
    method,
    headers,
    signal,
    agent: new (secure ? https : http).Agent(),
  });
  return new Promise((resolve, reject) => {
    request
      .once("error", reject)
      .once("response", (answer) => {
        answer.destroy();
        resolve(answer.statusCode ?? 0);
      })
      .end(body);
  });
}

/**
 * A form's webhook is a POST with its payload. An order's webhook is a GET without content, and a callback is a GET
 * with everything in its address.
 */
function calledWith({ channel, orderId, payload }: OutboxItem, authorization: string | undefined): Message {
  if (channel === "callback") return { method: "GET", headers: authorization === undefined ? {} : { authorization } };
  return orderId === undefined
    ? { method: "POST", body: JSON.stringify(payload), headers: { "content-type": "application/json" } }
    : { method: "GET", headers: {} };
}

/**
 * Returns whether the host of the address is a loopback IP address or `localhost`; other names could resolve to
 * anything.
 */
export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, protocol } = new URL(url);
  return (
    /^https?:$/.test(protocol) &&
    (hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname))
  );
}
