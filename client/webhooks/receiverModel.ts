/**
 * A receiver of webhooks on this computer: it shows what a form or a signing order would have sent to another system,
 * and passes it on to nobody. Does not import `vscode`.
 */
import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import * as l10n from "@vscode/l10n";

export interface WebhookCall {
  readonly at: Date;
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  readonly type: string | undefined;
  /** Empty if the call has no body, as in calls for signing orders. */
  readonly body: string;
}

export interface Receiver extends AsyncDisposable {
  readonly url: string;
  /** Newest first. Kept only in memory, because the calls contain what people filled in. */
  readonly calls: readonly WebhookCall[];
}

/** How many calls are kept. */
const most = 100;
/** Maximum size of a body, in bytes. The payload of a webhook has no documented limit. */
const largest = 20_000_000;

/**
 * Accepts every method, because the documents do not say which one the service uses (document 1, "Events"). Calls
 * `onCall` after a call was kept.
 */
export async function startReceiver({ onCall }: { readonly onCall: (call: WebhookCall) => void }): Promise<Receiver> {
  const calls: WebhookCall[] = [];
  const server = createServer((request, response) => {
    receive(request).then(
      (call) => {
        if (typeof call === "number") return void response.writeHead(call, { connection: "close" }).end();
        calls.unshift(call);
        calls.splice(most);
        response.writeHead(200).end();
        onCall(call);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  async function receive(request: IncomingMessage): Promise<WebhookCall | number> {
    // Refuses calls from browser pages, and calls to host names that were made to resolve to this address.
    if (
      request.headers.origin !== undefined ||
      ![`127.0.0.1:${port}`, `localhost:${port}`].includes(request.headers.host ?? "")
    )
      return 403;
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of request) {
      size += (chunk as Buffer).length;
      if (size > largest) return 413;
      chunks.push(chunk as Buffer);
    }
    return {
      at: new Date(),
      method: request.method ?? "",
      path: request.url ?? "",
      type: request.headers["content-type"],
      body: Buffer.concat(chunks).toString("utf8"),
    };
  }

  return {
    url: `http://127.0.0.1:${port}/`,
    calls,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** One line for a list. */
export function callTitle({ method, path, body }: WebhookCall): string {
  return body === "" ? l10n.t("{0} {1} · without a body", method, path) : `${method} ${path}`;
}

/**
 * Formats a call as a page. A call without a body hints that something happened but proves nothing (document 2,
 * "Events"; T129).
 */
export function callPage(call: WebhookCall): string {
  const { at, method, path, type, body } = call;
  if (body === "")
    return `${JSON.stringify({ received: at.toISOString(), method, path, note: l10n.t("This call came without a body, so it does not show what happened to the order. Read the signing order to see its status.") }, undefined, 2)}\n`;
  return `${JSON.stringify({ received: at.toISOString(), method, path, type, body: asJson(body) }, undefined, 2)}\n`;
}

function asJson(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
}
