/**
 * The server between client and sandbox, on loopback. It looks up each request's address in the fault matrix, and
 * applies the fault that the matrix has for this call. It records the requests and the sandbox's answers.
 */
import { createServer, request as ask } from "node:http";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A complete answer of the sandbox. */
export interface Truth {
  readonly status: number;
  readonly headers: Readonly<OutgoingHttpHeaders>;
  readonly bytes: Buffer;
}

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The number of this attempt: 1 for the first attempt, 2 for the first retry. */
  readonly count: number;
  /** Passes the request on, with these headers added, and resolves with the sandbox's answer. */
  readonly forward: (headers?: OutgoingHttpHeaders) => Promise<Truth>;
  /** Ends the call from the caller's side. */
  readonly abort: () => void;
}

export type Act = (exchange: Exchange) => void | Promise<void>;

/** One call of the matrix, as this server sees it. */
export interface Cell {
  readonly act: Act;
  readonly abort: () => void;
  /** The earlier answer to the same read, so that the sandbox need not answer it again. */
  readonly known?: Truth;
  /** The time on the caller's clock when each request arrived. */
  readonly came: number[];
  /** The Authorization headers that arrived. */
  readonly bearers: (string | undefined)[];
  readonly truths: Truth[];
}

/** The calls that share one client. */
export interface Group {
  readonly now: () => number;
  /** Calls by method, path and query. */
  readonly cells: ReadonlyMap<string, Cell>;
  /** The act for sign-ins. */
  readonly token: Act;
  tokens: number;
  /** Unfinished work on requests whose callers may have disconnected. */
  readonly underWay: Promise<unknown>[];
}

export interface Between extends AsyncDisposable {
  readonly origin: string;
  /** Returns the prefix of the addresses at which the server serves this group. */
  readonly open: (group: Group) => string;
  /** Requests that belong to no call of the matrix. */
  readonly strays: string[];
}

export async function startBetween(sandbox: string): Promise<Between> {
  const groups = new Map<string, Group>();
  const strays: string[] = [];
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const [, name = "", path = ""] = /^\/([^/]+)(.*)$/.exec(request.url ?? "") ?? [];
    const group = groups.get(name);
    const isToken = path.endsWith("/connect/token");
    const cell = group?.cells.get(`${request.method} ${path}`);
    if (group === undefined || (cell === undefined && !isToken)) {
      strays.push(`${request.method} ${path}`);
      return void response.writeHead(404).end();
    }
    if (isToken) group.tokens += 1;
    cell?.came.push(group.now());
    cell?.bearers.push(request.headers.authorization);
    // In many faults the caller disconnects while the answer is sent, so this error is expected.
    response.on("error", () => {});
    // A body can be read only once, and some requests are passed on twice.
    let body: Promise<Buffer> | undefined;
    const forward = async (headers: OutgoingHttpHeaders = {}): Promise<Truth> => {
      const known = Object.keys(headers).length === 0 ? cell?.known : undefined;
      const truth =
        known ?? (await send(`${sandbox}${path}`, { request, body: await (body ??= read(request)) }, headers));
      cell?.truths.push(truth);
      return truth;
    };
    const act = isToken ? group.token : cell?.act;
    const done = Promise.resolve(
      act?.({
        request,
        response,
        forward,
        count: isToken ? group.tokens : (cell?.came.length ?? 0),
        abort: () => cell?.abort(),
      }),
    ).catch((error: unknown) => {
      strays.push(`${request.method} ${path}: ${String(error)}`);
      response.destroy();
    });
    group.underWay.push(done);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let opened = 0;
  return {
    origin,
    strays,
    open: (group) => {
      const name = `g${(opened += 1)}`;
      groups.set(name, group);
      return `${origin}/${name}`;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Sends the request to the sandbox, with these headers added. */
async function send(
  url: string,
  { request, body }: { readonly request: IncomingMessage; readonly body: Buffer },
  headers: OutgoingHttpHeaders,
): Promise<Truth> {
  return new Promise((resolve, reject) => {
    const passed = ask(
      url,
      {
        method: request.method,
        headers: { ...request.headers, host: new URL(url).host, connection: "close", ...headers },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer
          .on("data", (part: Buffer) => parts.push(part))
          .on("end", () => {
            const {
              connection: _,
              "keep-alive": __,
              "transfer-encoding": ___,
              "content-length": ____,
              ...kept
            } = answer.headers;
            resolve({ status: answer.statusCode ?? 0, headers: kept, bytes: Buffer.concat(parts) });
          })
          .on("error", reject);
      },
    );
    passed.on("error", reject).end(body);
  });
}
