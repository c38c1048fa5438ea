/**
 * Unauthorized callers of the sandbox get a response, and have no other effect: no body is read, no fault that a test
 * has set is used up, and a request from a web page leaves no line in the ledger.
 */
import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { visit } from "./visit.ts";
import type { Visit } from "./visit.ts";

const text = "/Integrations/textlibrary/texts";
const megabytes = 300;
/**
 * How many bytes the sandbox may accept before it closes the connection. It always gets some, because the system
 * delivers bytes in pieces.
 */
const most = 1024 * 1024;
/**
 * How many bytes the sandbox may accept for a page that exists. The sandbox reads a body up to twice the allowed size,
 * so that the sender sees the response.
 */
const mostOfPage = 2 * 1024 * 1024 + most;

interface Stranger {
  readonly who: string;
  readonly path: string;
  readonly headers: (service: Visit) => Readonly<Record<string, string>>;
  readonly status: number;
  /** Whether the request is in the ledger. Refused API calls are in the ledger, because the service received them. */
  readonly noted: boolean;
}

const strangers: readonly Stranger[] = [
  {
    who: "a page",
    path: "/control/import",
    headers: ({ ready }) => ({ origin: "https://page.example", authorization: `Bearer ${ready.controlSecret}` }),
    status: 403,
    noted: false,
  },
  { who: "another host's name", path: text, headers: () => ({ host: "sandbox.example" }), status: 403, noted: false },
  { who: "another site", path: text, headers: () => ({ "sec-fetch-site": "cross-site" }), status: 403, noted: false },
  {
    who: "somebody without the control secret",
    path: "/control/import",
    headers: () => ({ authorization: "Bearer guessed" }),
    status: 401,
    noted: false,
  },
  { who: "somebody without a token", path: text, headers: () => ({}), status: 401, noted: true },
  {
    who: "somebody without a client",
    path: "/auth/connect/token",
    headers: () => ({ authorization: "Basic eDp5", "content-type": "application/x-www-form-urlencoded" }),
    status: 401,
    noted: true,
  },
  { who: "somebody at an unknown address", path: "/nowhere", headers: () => ({}), status: 404, noted: true },
  ...["/app/signing/guessed", "/app/dialog/guessed/form/guessed", "/app/WebEditor/guessed"].map((path): Stranger => ({
    who: `somebody at the page ${path}`,
    path,
    headers: () => ({}),
    status: 404,
    noted: true,
  })),
  {
    who: "another site, at a page",
    path: "/app/signing/guessed",
    headers: () => ({ "sec-fetch-site": "cross-site" }),
    status: 403,
    noted: false,
  },
  {
    who: "another host's name, at a page",
    path: "/app/signing/guessed",
    headers: () => ({ host: "sandbox.example" }),
    status: 403,
    noted: false,
  },
];

describe("sandbox: strangers", () => {
  let service: Visit;
  before(async () => {
    service = await visit();
    await service.bearer("standard");
  });
  after(() => service.close());

  const ledger = async (): Promise<readonly { readonly status: number; readonly bodyBytes: number }[]> =>
    ((await service.control("GET", "/ledger")).json as { items: readonly { status: number; bodyBytes: number }[] })
      .items;

  for (const { who, path, headers, status, noted } of strangers) {
    for (const announced of [true, false]) {
      it(`read nothing that ${who} sends, ${announced ? "announced" : "in chunks"}`, async () => {
        await service.control("DELETE", "/ledger");
        const sent = await post(service, path, { headers: headers(service), announced });
        assert.equal(sent.status, status);
        assert.ok(sent.taken < most, `${sent.taken} bytes were taken`);
        assert.deepEqual(
          (await ledger()).map((item) => [item.status, item.bodyBytes]),
          noted ? [[status, 0]] : [],
        );
      });
    }

    it(`request no body from ${who}`, async () => {
      assert.deepEqual(await offer(service, path, { headers: headers(service), body: "{}" }), [status]);
    });

    it(`use up no fault for ${who}`, async () => {
      await service.control("POST", "/faults", { kind: "status", status: 503, times: 1 });
      const { status: answered } = await service.send("POST", service.ready.formsApiUrl + path, {
        headers: headers(service),
        body: "{}",
      });
      assert.equal(answered, status);
      assert.equal((await service.call("GET", "/Integrations/ping")).status, 503);
    });
  }

  for (const announced of [true, false]) {
    it(`read no more of a post to a page than a person enters, ${announced ? "announced" : "in chunks"}`, async () => {
      const { singleStep } = service.ready.demo.smartforms;
      const wish = {
        dialogDefinitionId: singleStep,
        values: {},
        dataTableValue: { customer: { name: "Åsa" }, case: { reference: "R-9" } },
      };
      const created = await service.call("POST", "/Integrations/dialog/json", { body: wish });
      assert.equal(created.status, 200, created.text);
      const path = `/app/dialog/${singleStep}/form/${String(created.at("id"))}`;
      const sent = await post(service, path, { headers: {}, announced });
      assert.equal(sent.answered, 413);
      // The sandbox learns the size of a chunked body only as it arrives. It then cuts the sender off, and the reset
      // may overtake the response.
      if (announced) assert.equal(sent.status, 413);
      assert.ok(sent.taken < (announced ? most : mostOfPage), `${sent.taken} bytes were taken`);
    });
  }

  it("request a waiting body if it is expected and not too large", async () => {
    const headers = { authorization: `Bearer ${service.ready.controlSecret}` };
    const advance = { headers, body: JSON.stringify({ advanceMs: 0 }) };
    assert.deepEqual(await offer(service, "/control/clock", advance), [100, 200]);
    const large = { ...headers, "content-length": String(megabytes * 1024 * 1024) };
    assert.deepEqual(await offer(service, "/control/clock", { ...advance, headers: large }), [413]);
  });

  it("request nothing from a client of HTTP/1.0, which cannot be asked", async () => {
    const headers = { authorization: `Bearer ${service.ready.controlSecret}` };
    assert.deepEqual(
      await offer(service, "/control/clock", { headers, body: JSON.stringify({ advanceMs: 0 }), version: "1.0" }),
      [200],
    );
  });

  it("let the call of a client with an expired token end properly, and keep its connection", async () => {
    const { status, headers } = await service.call("POST", text, { as: "none", body: "x".repeat(2 * 1024 * 1024) });
    assert.equal(status, 401);
    assert.notEqual(headers.get("connection"), "close");
  });
});

/**
 * Sends the body when the sandbox requests it; with HTTP/1.0, sends it at once. Resolves with the statuses of all
 * responses.
 */
async function offer(
  service: Visit,
  path: string,
  {
    headers,
    body,
    version = "1.1",
  }: { readonly headers: Readonly<Record<string, string>>; readonly body: string; readonly version?: "1.0" | "1.1" },
): Promise<readonly number[]> {
  const { host, port } = new URL(service.ready.formsApiUrl);
  const socket = connect({ host: "127.0.0.1", port: Number(port) });
  const all = { host, expect: "100-continue", connection: "close", "content-length": String(body.length), ...headers };
  socket.write(`POST ${path} HTTP/${version}\r\n${headOf(all)}\r\n${version === "1.0" ? body : ""}`);
  let received = "";
  for await (const part of socket.setEncoding("latin1") as AsyncIterable<string>) {
    if (received === "" && part.startsWith("HTTP/1.1 100 ")) socket.write(body);
    received += part;
  }
  return [...received.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status));
}

function headOf(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
}

/**
 * Sends until the other end stops reading, like a client that does not wait for a response. Resolves with the status
 * that the sandbox answered, the status that arrived, and the number of bytes that the sandbox took.
 */
async function post(
  service: Visit,
  path: string,
  { headers, announced }: { readonly headers: Readonly<Record<string, string>>; readonly announced: boolean },
) {
  const { host, port } = new URL(service.ready.formsApiUrl);
  const socket = connect({ host: "127.0.0.1", port: Number(port) });
  // The sandbox runs in this process, so its end of the connection can be found. That end counts the bytes that the
  // sandbox accepted.
  const { promise: accepted, resolve: accept } = Promise.withResolvers<Socket>();
  const own = (message: unknown): void => {
    const { socket: other } = message as { readonly socket: Socket };
    if (other.remotePort === socket.localPort) accept(other);
  };
  subscribe("net.server.socket", own);
  let response: ServerResponse | undefined;
  const begun = (message: unknown): void => {
    const request = message as { readonly socket: Socket; readonly response: ServerResponse };
    if (request.socket.remotePort === socket.localPort) ({ response } = request);
  };
  subscribe("http.server.request.start", begun);
  const received: Buffer[] = [];
  socket
    .on("data", (part: Buffer) => received.push(part))
    .on("error", () => {
      /** The other end closed the connection, as expected. */
    });
  const closed = new Promise((resolve) => {
    socket.once("close", resolve);
  });
  await once(socket, "connect");
  const taker = await accepted.finally(() => unsubscribe("net.server.socket", own));
  const length = String(megabytes * 1024 * 1024);
  const [size, value] = announced ? ["content-length", length] : ["transfer-encoding", "chunked"];
  socket.write(`POST ${path} HTTP/1.1\r\n${headOf({ host, [size]: value, ...headers })}\r\n`);
  const part = Buffer.alloc(1024 * 1024, "x");
  for (let index = 0; index < megabytes && !socket.destroyed; index++) {
    const more = announced
      ? socket.write(part)
      : socket.write(`${part.length.toString(16)}\r\n`) && socket.write(part) && socket.write("\r\n");
    if (!more)
      await Promise.race([
        new Promise((resolve) => {
          socket.once("drain", resolve);
        }),
        closed,
      ]);
  }
  if (!socket.destroyed) socket.end();
  await closed;
  unsubscribe("http.server.request.start", begun);
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(Buffer.concat(received).toString("latin1"))?.[1]);
  return { answered: response?.headersSent ? response.statusCode : undefined, status, taken: taker.bytesRead };
}
