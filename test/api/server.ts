/** A small service for the transport's tests: it responds as a test specifies, and records its requests. */
import { createServer } from "node:http";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Connection } from "../../api/index.ts";

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export type Answerer = (seen: Seen, response: ServerResponse, count: number) => void;

export interface TestService extends AsyncDisposable {
  readonly url: string;
  /** Calls to the API, without those for tokens. */
  readonly calls: Seen[];
  readonly tokens: Seen[];
  readonly connection: Connection;
}

export const secret = "canary+%:&secret";

/** `answer` is called for each call, `token` for each sign-in. Each receives a count that starts at 1. */
export async function startService({
  answer,
  token = giveToken,
}: {
  readonly answer: Answerer;
  readonly token?: Answerer;
}): Promise<TestService> {
  const calls: Seen[] = [];
  const tokens: Seen[] = [];
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .on("end", () => {
        const seen: Seen = {
          method: request.method ?? "",
          url: request.url ?? "",
          headers: request.headers,
          body: Buffer.concat(chunks).toString(),
        };
        const isToken = seen.url === "/connect/token";
        (isToken ? tokens : calls).push(seen);
        (isToken ? token : answer)(seen, response, (isToken ? tokens : calls).length);
      });
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    calls,
    tokens,
    connection: { authUrl: url, formsApiUrl: url, formsAppUrl: url, clientId: "client" },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

export const giveToken: Answerer = (_seen, response, count) =>
  json(response, { access_token: `canary-token-${count}`, expires_in: 3600 });

export function json(
  response: ServerResponse,
  value: unknown,
  { status = 200, headers = {} }: { readonly status?: number; readonly headers?: Record<string, string> } = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
}
