/** Servers on this machine that record everything that they receive, and answer like a service. */
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Arrived {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface Capture extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  readonly arrived: Arrived[];
  /** The number of connections, whatever was sent over them. */
  readonly connections: number;
  forget(): void;
}

export type Answer = (arrived: Arrived, response: ServerResponse) => void;

/** Answers a sign-in with a token, and every other request with the answer to a ping. */
export const asService: Answer = ({ url }, response) => {
  response
    .writeHead(200, { "content-type": "application/json" })
    .end(JSON.stringify(url.endsWith("/connect/token") ? { access_token: "canary-token" } : { message: "pong" }));
};

/** Starts a server. It records and refuses the tunnels of proxy clients. */
export async function capture(answer: Answer = asService): Promise<Capture> {
  const arrived: Arrived[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .on("end", () => {
        const one = {
          method: request.method ?? "",
          url: request.url ?? "",
          headers: request.headers,
          body: Buffer.concat(chunks).toString(),
        };
        arrived.push(one);
        answer(one, response);
      });
  });
  server.on("connection", () => (connections += 1));
  server.on("connect", (request: IncomingMessage, socket) => {
    arrived.push({ method: "CONNECT", url: request.url ?? "", headers: request.headers, body: "" });
    socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
  });
  // Listens under every name of this machine: 127.0.0.1, localhost, [::1].
  await new Promise<void>((resolve) => {
    server.listen({ port: 0, host: "::", ipv6Only: false }, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    arrived,
    get connections() {
      return connections;
    },
    forget() {
      arrived.length = 0;
      connections = 0;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
