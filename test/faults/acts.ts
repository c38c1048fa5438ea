/** The acts: what can happen to a request between client and service. */
import { gzipSync } from "node:zlib";
import type { OutgoingHttpHeaders } from "node:http";
import type { Act, Exchange, Truth } from "./between.ts";

/** Writes the sandbox's answer, unchanged or changed. */
export function write({ response }: Pick<Exchange, "response">, { status, headers, bytes }: Truth): void {
  response
    .writeHead(status, { ...headers, ...(status === 204 ? {} : { "content-length": bytes.length }) })
    .end(status === 204 ? undefined : bytes);
}

export const unharmed: Act = async (exchange) => write(exchange, await exchange.forward());

/** Applies the act to the first `times` requests of a call, and leaves the others alone. */
export const first =
  (times: number, act: Act): Act =>
  (exchange) =>
    exchange.count <= times ? act(exchange) : unharmed(exchange);

/** Answers with this status in place of the service. */
export const status =
  (code: number, headers: OutgoingHttpHeaders = {}): Act =>
  ({ response }) => {
    response
      .writeHead(code, { "content-type": "application/problem+json", ...headers })
      .end(JSON.stringify({ status: code, message: "POST /faults asked for this fault." }));
  };
export const page: Act = ({ response }) => {
  response
    .writeHead(200, { "content-type": "text/html; charset=utf-8" })
    .end("<!doctype html><title>Sign in</title><p>This is not the service.");
};
export const hangUp: Act = ({ response }) => void response.destroy();
export const halfClose: Act = ({ response }) => void response.socket?.end();
export const stall: Act = () => {};

/** Lets the sandbox carry out the call, then applies the act. */
export const after =
  (act: Act): Act =>
  async (exchange) => {
    await exchange.forward();
    await act(exchange);
  };

/** Lets the sandbox carry out the call, and changes its answer. */
export const changed =
  (change: (truth: Truth) => Partial<Truth>): Act =>
  async (exchange) => {
    const truth = await exchange.forward();
    write(exchange, { ...truth, ...change(truth) });
  };
export const withBytes = (change: (bytes: Buffer) => Buffer): Act => changed(({ bytes }) => ({ bytes: change(bytes) }));
export const withType = (type: string | undefined): Act =>
  changed(({ headers: { "content-type": _, ...headers } }) => ({
    headers: { ...headers, ...(type === undefined ? {} : { "content-type": type }) },
  }));

/** Replaces the status 204 with 200, because a 204 has no body. */
const withBody = (code: number) => (code === 204 ? 200 : code);
const half = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2));

/** Sends the head and half of the body, then applies the act. If the answer has no body, the head announces one. */
export const midway =
  (
    then: Act,
    headers: (truth: Truth) => OutgoingHttpHeaders = ({ bytes }) => ({ "content-length": Math.max(bytes.length, 2) }),
  ): Act =>
  async (exchange) => {
    const truth = await exchange.forward();
    exchange.response.writeHead(withBody(truth.status), { ...truth.headers, ...headers(truth) });
    await new Promise((resolve) => {
      exchange.response.write(truth.bytes.length < 2 ? Buffer.from(" ") : half(truth.bytes), resolve);
    });
    await then(exchange);
  };
export const halfOfHonestLength = withBytes(half);

/** Writes the text to the socket unchanged. */
export const raw =
  (text: (truth: Truth) => string | Buffer): Act =>
  async (exchange) => {
    const truth = await exchange.forward();
    exchange.response.socket?.end(text(truth));
  };

/** Sends one byte after the other, and never ends. */
export const trickle: Act = async (exchange) => {
  const { status: code, headers, bytes } = await exchange.forward();
  const { response } = exchange;
  response.writeHead(withBody(code), headers);
  let sent = 0;
  const timer = setInterval(() => {
    // The client may disconnect at any time, so this is checked before each byte.
    if (response.destroyed) clearInterval(timer);
    else response.write(bytes.subarray(sent, (sent += 1)).length > 0 ? bytes.subarray(sent - 1, sent) : " ");
  }, 40);
};

/** Sends the answer in as many pieces as it has bytes, but at most about a thousand. */
export const inPieces: Act = async ({ response, forward }) => {
  const { status: code, headers, bytes } = await forward();
  response.writeHead(code, headers);
  const size = Math.max(1, Math.ceil(bytes.length / 1000));
  for (let at = 0; at < bytes.length; at += size) response.write(bytes.subarray(at, at + size));
  response.end();
};

export const packed = (bytes: (truth: Truth) => Buffer): Act =>
  changed((truth) => ({ bytes: bytes(truth), headers: { ...truth.headers, "content-encoding": "gzip" } }));
/** A body that is small when it is sent, and large when it is unpacked. */
export const bomb = gzipSync(Buffer.alloc(16 * 1024 * 1024));

/** Announces a body that is larger than the client ever accepts. */
export const announcedHuge: Act = async ({ response, forward }) => {
  const { status: code, headers } = await forward();
  response.writeHead(withBody(code), { ...headers, "content-length": 10 * 1024 ** 3 });
  response.write(" ");
};
export const endless: Act = async ({ response, forward }) => {
  const { status: code, headers } = await forward();
  response.writeHead(withBody(code), headers);
  const chunk = Buffer.alloc(1024 * 1024, 0x20);
  const more = (): void => {
    if (!response.destroyed) response.write(chunk, more);
  };
  more();
};

/**
 * Delays answers by up to 100 milliseconds, so that the answers of parallel calls arrive in another order than their
 * requests.
 */
export function reordered(): Act {
  let wait = 0;
  return async (exchange) => {
    const truth = await exchange.forward();
    wait = (wait + 93) % 100;
    setTimeout(() => write(exchange, truth), wait);
  };
}

/** Sends an expired token with the first request, so that the sandbox itself refuses it. */
export const expired: Act = async (exchange) =>
  write(exchange, await exchange.forward(exchange.count === 1 ? { authorization: "Bearer expired" } : {}));

/** Passes the request on twice, as a proxy might, and returns the first answer. */
export const doubled: Act = async (exchange) => {
  const truth = await exchange.forward();
  await exchange.forward();
  write(exchange, truth);
};

/** Closes the connection while the request is still being read. */
export const hangUpWhileReading: Act = ({ request, response }) => {
  request.once("readable", () => response.destroy());
};

/** Sends the right answer, and then a second answer that nobody requested. */
export const followed: Act = async (exchange) => {
  const { status: code, headers, bytes } = await exchange.forward();
  const { socket } = exchange.response;
  const head = Object.entries(headers)
    .map(([name, value]) => `${name}: ${String(value)}\r\n`)
    .join("");
  socket?.write(
    Buffer.concat([Buffer.from(`HTTP/1.1 ${code} OK\r\n${head}content-length: ${bytes.length}\r\n\r\n`), bytes]),
  );
  socket?.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 15\r\n\r\n{"id":"forged"}');
};

/**
 * Adds undocumented fields to a top-level object. Some have names with a meaning in JavaScript, one field is there
 * twice, and one is deeply nested.
 */
export const withMore: Act = withBytes((bytes) => {
  const more = `"id":"first",`;
  const last = `,"aFieldOfTomorrow":${"[".repeat(2000)}${"]".repeat(2000)},"__proto__":{"polluted":true},"constructor":7`;
  const text = bytes.toString();
  if (text.startsWith("{") && text.length > 2)
    return Buffer.from(`{${/"id":/.test(text.slice(0, 8)) ? more : ""}${text.slice(1, -1)}${last}}`);
  return bytes;
});
