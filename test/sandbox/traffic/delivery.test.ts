/**
 * How the sandbox calls a webhook or a callback on this machine: directly, without a proxy, without following redirects
 * elsewhere, and only a few times.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { createInterface } from "node:readline";
import type { OutboxItem } from "../../../sandbox/base/call.ts";
import type { Ready } from "../../../sandbox/index.ts";
import { deliver } from "../../../sandbox/traffic/outbox.ts";
import { start } from "../../cli/run.ts";
import { connect } from "../visit.ts";

interface Receiver extends AsyncDisposable {
  readonly origin: string;
  /** Method and address of each request, as it was sent. */
  readonly requests: readonly string[];
  readonly connections: number;
  /** Resolves when `count` requests have arrived. */
  heard(count: number): Promise<void>;
}

async function receiver(answer: (response: ServerResponse, request: IncomingMessage) => void): Promise<Receiver> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    request.resume().on("end", () => {
      answer(response, request);
      server.emit("heard");
    });
  });
  server
    .on("connection", (socket) => sockets.add(socket))
    .on("connect", (request, socket) => {
      requests.push(`CONNECT ${request.url}`);
      socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
      server.emit("heard");
    });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    get connections() {
      return sockets.size;
    },
    heard: async (count) => {
      while (requests.length < count) await once(server, "heard");
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

const webhook = (url: string): OutboxItem => ({
  channel: "webhook",
  to: url,
  url,
  formId: "a form",
  payload: {},
  at: "",
});
const orderHook = (url: string): OutboxItem => ({ channel: "webhook", to: url, url, orderId: "an order", at: "" });
const callback = (url: string): OutboxItem => ({ channel: "callback", to: url, url, at: "" });

describe("sandbox: delivery", () => {
  const lines: string[] = [];
  const send = (item: OutboxItem) =>
    deliver(item, { log: (line) => lines.push(line), signal: AbortSignal.timeout(20_000) });
  beforeEach(() => void lines.splice(0));

  it("goes to its receiver whatever proxy the environment names", async () => {
    await using proxy = await receiver((response) => response.writeHead(502).end());
    await using target = await receiver((response) => response.writeHead(204).end());
    const named = Object.fromEntries(
      ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"].map((name) => [
        name,
        proxy.origin,
      ]),
    );
    const child = start(["sandbox"], { env: { NODE_USE_ENV_PROXY: "1", ...named } });
    const ended = once(child, "close");
    try {
      const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
      const service = connect(JSON.parse(line) as Ready);
      await service.call("POST", "/Integrations/dialog/json/submit/pdf", {
        body: {
          dialogDefinitionId: service.ready.demo.smartforms.rules,
          values: { remark: "x" },
          webhook: `${target.origin}/hook`,
        },
      });
      const session = await service.call("POST", "/documents/Test/dxml/create", {
        body: {
          MetaFile: "ClaimLetters",
          Document: "Decision",
          DataAsBase64: Buffer.from('<?xml version="1.0" encoding="utf-8"?><Data/>').toString("base64"),
          UserName: "eva",
          SenderCallBackEndpoint: `${target.origin}/done`,
        },
      });
      assert.equal(session.status, 200, session.text);
      await service.control("POST", `/sessions/${String(session.at("DxmlUID"))}/finish`, { status: "OK" });
      await Promise.race([target.heard(2), proxy.heard(1)]);
    } finally {
      child.kill("SIGTERM");
      await ended;
    }
    assert.deepEqual([proxy.requests, proxy.connections], [[], 0]);
    assert.deepEqual(target.requests.map((request) => request.replace(/\/done\/.*/, "/done")).toSorted(), [
      "GET /done",
      "POST /hook",
    ]);
  }).timeout(60_000);

  for (const status of [301, 302, 303, 307, 308]) {
    it(`does not follow ${status}: it is an answer, which the log shows`, async () => {
      await using elsewhere = await receiver((response) => response.writeHead(204).end());
      await using target = await receiver((response) =>
        response.writeHead(status, { location: `${elsewhere.origin}/elsewhere` }).end(),
      );
      for (const item of [webhook(target.origin), orderHook(target.origin), callback(target.origin)]) await send(item);
      assert.deepEqual([target.requests.length, elsewhere.requests], [3, []]);
      assert.equal(lines.filter((line) => line.endsWith(`answered ${status}.`)).length, 3);
    });
  }

  for (const [what, hangUp] of [
    ["hangs up", (_: ServerResponse, request: IncomingMessage) => request.socket.destroy()],
    [
      "breaks off its answer",
      (response: ServerResponse) =>
        response.writeHead(200, { "content-length": "10" }).write("half", () => response.destroy()),
    ],
  ] as const) {
    it(`ends after a few attempts if its receiver ${what}`, async () => {
      await using target = await receiver(hangUp);
      await send(webhook(target.origin));
      await send(callback(target.origin));
      assert.equal(target.connections, 2);
      await send(orderHook(target.origin));
      assert.ok(target.connections <= 2 + 4, `${target.connections} connections`);
    }).timeout(30_000);
  }
});
