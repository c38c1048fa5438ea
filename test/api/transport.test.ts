/**
 * Every way in which a call can fail: the error that the caller receives, what it says about the effect, and how many
 * requests the service received.
 */
import assert from "node:assert/strict";
import { createServer as createTcpServer } from "node:net";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { ApiError } from "../../api/index.ts";
import type { Api, ApiErrorCode, CallRecord, Outcome } from "../../api/index.ts";
import { createApi } from "../../api/http/createApi.ts";
import type { Clock } from "../../api/http/clock.ts";
import { json, secret, startService } from "./server.ts";
import type { Answerer } from "./server.ts";

/** A clock that skips every wait and records it. */
function jumpingClock() {
  const waits: number[] = [];
  let time = 0;
  const clock: Clock = {
    now: () => time,
    wait: async (milliseconds) => {
      waits.push(milliseconds);
      time += milliseconds;
    },
  };
  return { clock, waits };
}

const text = { folderId: "f", code: "c", contentType: 0 };
const form = { dialogDefinitionId: "s", values: {} };

/** The kinds of calls: a failure means something different for each kind. */
const reads = { read: (api: Api, signal?: AbortSignal) => api.call("textlibrary.folders.list", {}, { signal }) };
const writes = {
  save: (api: Api, signal?: AbortSignal) =>
    api.call("textlibrary.texts.update", { path: { id: "t" }, body: text }, { signal }),
  create: (api: Api, signal?: AbortSignal) => api.call("forms.create", { body: form }, { signal }),
};
const kinds = { ...reads, ...writes };
type Kind = keyof typeof kinds;

const goodAnswer: Answerer = (seen, response) => json(response, seen.method === "GET" ? [] : { id: "new" });

async function run({
  kind,
  answer,
  timeout,
  log,
  signal,
}: {
  readonly kind: Kind;
  readonly answer: Answerer;
  readonly timeout?: number;
  readonly log?: (record: CallRecord) => void;
  readonly signal?: AbortSignal;
}) {
  await using service = await startService({ answer });
  const { clock, waits } = jumpingClock();
  const api = createApi({ connection: service.connection, secret: async () => secret, timeout, log }, { clock });
  const result: unknown = await kinds[kind](api, signal).catch((error: unknown) => error);
  await api.close();
  if (result instanceof Error) assert.ok(result instanceof ApiError, String(result.stack));
  return { result, waits, calls: service.calls.length, tokens: service.tokens.length };
}

interface Expected {
  readonly code: ApiErrorCode;
  readonly outcome: Outcome;
  readonly calls: number;
}

const refusal =
  (status: number): Answerer =>
  (_seen, response) =>
    json(response, { message: "no" }, { status });
const cut: Answerer = (_seen, response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
  response.write('{"id": "ne', () => response.destroy());
};
const page: Answerer = (_seen, response) => {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<html>sign in</html>");
};
const table: readonly (readonly [string, Answerer, { readonly [K in Kind]?: Expected }])[] = [
  [
    "400",
    refusal(400),
    {
      read: { code: "bad-request", outcome: "none", calls: 1 },
      save: { code: "bad-request", outcome: "none", calls: 1 },
    },
  ],
  [
    "T92 403",
    refusal(403),
    {
      read: { code: "forbidden", outcome: "none", calls: 1 },
      create: { code: "forbidden", outcome: "none", calls: 1 },
    },
  ],
  [
    "404",
    refusal(404),
    { read: { code: "not-found", outcome: "none", calls: 1 }, save: { code: "not-found", outcome: "none", calls: 1 } },
  ],
  ["406", refusal(406), { read: { code: "not-acceptable", outcome: "none", calls: 1 } }],
  ["409", refusal(409), { save: { code: "conflict", outcome: "none", calls: 1 } }],
  ["413", refusal(413), { save: { code: "too-large", outcome: "none", calls: 1 } }],
  ["418", refusal(418), { read: { code: "unexpected-status", outcome: "none", calls: 1 } }],
  [
    "429",
    refusal(429),
    {
      read: { code: "rate-limited", outcome: "none", calls: 3 },
      save: { code: "rate-limited", outcome: "none", calls: 1 },
    },
  ],
  [
    "500",
    refusal(500),
    {
      read: { code: "server-error", outcome: "none", calls: 3 },
      save: { code: "server-error", outcome: "unknown", calls: 1 },
      create: { code: "server-error", outcome: "unknown", calls: 1 },
    },
  ],
  ["501", refusal(501), { save: { code: "not-implemented", outcome: "none", calls: 1 } }],
  ["503", refusal(503), { read: { code: "server-error", outcome: "none", calls: 3 } }],
  [
    "T26 T37 hanging up",
    (_seen, response) => response.destroy(),
    {
      read: { code: "unreachable", outcome: "none", calls: 3 },
      save: { code: "unreachable", outcome: "unknown", calls: 1 },
      create: { code: "unreachable", outcome: "unknown", calls: 1 },
    },
  ],
  [
    "a cut answer",
    cut,
    {
      read: { code: "truncated", outcome: "none", calls: 3 },
      create: { code: "truncated", outcome: "unknown", calls: 1 },
    },
  ],
  [
    "a cut answer of honest length",
    (_seen, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end('[{"id": "f');
    },
    {
      read: { code: "truncated", outcome: "none", calls: 3 },
    },
  ],
  [
    "a web page",
    page,
    {
      read: { code: "wrong-type", outcome: "none", calls: 1 },
      save: { code: "wrong-type", outcome: "unknown", calls: 1 },
      create: { code: "wrong-type", outcome: "unknown", calls: 1 },
    },
  ],
  [
    "T167 204 without an id",
    (_seen, response) => {
      response.writeHead(204).end();
    },
    {
      create: { code: "invalid-answer", outcome: "unknown", calls: 1 },
      read: { code: "invalid-answer", outcome: "none", calls: 1 },
    },
  ],
  [
    "T167 200 without an id",
    (_seen, response) => json(response, { ok: true }),
    { create: { code: "invalid-answer", outcome: "unknown", calls: 1 } },
  ],
  [
    "T167 200 with an empty id",
    (_seen, response) => json(response, { id: "" }),
    { create: { code: "invalid-answer", outcome: "unknown", calls: 1 } },
  ],
  [
    "another shape",
    (_seen, response) => json(response, [{ id: { no: "id" }, name: "n" }]),
    { read: { code: "invalid-answer", outcome: "none", calls: 1 } },
  ],
  [
    "no JSON",
    (_seen, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end("nonsense");
    },
    { read: { code: "invalid-answer", outcome: "none", calls: 1 } },
  ],
  [
    "no UTF-8",
    (_seen, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]));
    },
    { read: { code: "invalid-answer", outcome: "none", calls: 1 } },
  ],
  [
    "endless nesting",
    (_seen, response) => {
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(`[${"[".repeat(200_000)}${"]".repeat(200_000)},"proto"]`);
    },
    { read: { code: "invalid-answer", outcome: "none", calls: 1 } },
  ],
  [
    "a packed answer that was not asked for",
    (_seen, response) => {
      response
        .writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" })
        .end(gzipSync(Buffer.alloc(1024 * 1024)));
    },
    { read: { code: "wrong-type", outcome: "none", calls: 1 } },
  ],
  [
    "an answer without end",
    (_seen, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const chunk = Buffer.alloc(1024 * 1024, 0x20);
      const more = (): void => {
        if (!response.destroyed) response.write(chunk, more);
      };
      more();
    },
    { read: { code: "answer-too-large", outcome: "none", calls: 1 } },
  ],
  [
    "no answer at all",
    () => {},
    { read: { code: "timeout", outcome: "none", calls: 1 }, save: { code: "timeout", outcome: "unknown", calls: 1 } },
  ],
  [
    "an answer that trickles",
    (_seen, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const timer = setInterval(() => response.write(" "), 50);
      response.on("close", () => clearInterval(timer));
    },
    { read: { code: "timeout", outcome: "none", calls: 1 } },
  ],
  [
    "an answer that stops",
    (_seen, response) => {
      response.writeHead(200, { "content-type": "application/json" }).write("[");
    },
    {
      read: { code: "timeout", outcome: "none", calls: 1 },
      create: { code: "timeout", outcome: "unknown", calls: 1 },
    },
  ],
];

describe("faults", () => {
  for (const [what, answer, expected] of table) {
    for (const [kind, { code, outcome, calls }] of Object.entries(expected) as [Kind, Expected][]) {
      it(`${what}, on a ${kind}: ${code}, ${outcome}, ${calls} sent`, async () => {
        const { result, ...counted } = await run({ kind, answer, timeout: code === "timeout" ? 300 : 30_000 });
        assert.ok(result instanceof ApiError);
        assert.deepEqual(
          { code: result.code, outcome: result.outcome, calls: counted.calls, tokens: counted.tokens },
          { code, outcome, calls, tokens: 1 },
        );
        assert.match(
          result.message,
          /^Could not (list the folders|save the text|create the form) on 127\.0\.0\.1:\d+: /,
        );
      });
    }
  }

  it("T94 a persistent 500 is given up within seconds, and the next call does not wait for it", async () => {
    await using service = await startService({ answer: refusal(500) });
    const { clock, waits } = jumpingClock();
    const api = createApi({ connection: service.connection, secret: async () => secret }, { clock });
    await assert.rejects(reads.read(api), { code: "server-error" });
    assert.ok(clock.now() < 5_000);
    const before = waits.length;
    await assert.rejects(writes.save(api), { code: "server-error" });
    assert.equal(waits.length, before);
    await api.close();
  });

  for (const status of [301, 302, 303, 307, 308]) {
    it(`never follows ${status} to another host or to its own`, async () => {
      await using other = await startService({ answer: goodAnswer });
      for (const location of [`${other.url}/Integrations/textlibrary/folders`, "/Integrations/active"]) {
        const { result, calls } = await run({
          kind: "read",
          answer: (_seen, response) => {
            response.writeHead(status, { location }).end();
          },
        });
        assert.equal((result as ApiError).code, "redirect-refused");
        assert.equal(calls, 1);
      }
      assert.deepEqual([other.calls.length, other.tokens.length], [0, 0]);
    });
  }

  it("an unreachable service: unreachable, and nothing happened", async () => {
    const service = await startService({ answer: goodAnswer });
    const { connection } = service;
    await service[Symbol.asyncDispose]();
    const api = createApi({ connection, secret: async () => secret }, jumpingClock());
    await assert.rejects(writes.save(api), { code: "unreachable", operation: "token", outcome: "none" });
    await api.close();
  });

  it("a service that disappears after the sign-in: nothing was sent", async () => {
    await using auth = await startService({ answer: goodAnswer });
    const gone = createTcpServer();
    await new Promise<void>((resolve) => {
      gone.listen(0, "127.0.0.1", resolve);
    });
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => {
      gone.close(resolve);
    });
    const api = createApi(
      { connection: { ...auth.connection, formsApiUrl: `http://127.0.0.1:${port}` }, secret: async () => secret },
      jumpingClock(),
    );
    await assert.rejects(writes.create(api), { code: "unreachable", operation: "forms.create", outcome: "none" });
    await api.close();
  });

  it("names the path of a mistake in an answer", async () => {
    const { result } = await run({
      kind: "read",
      answer: (_seen, response) =>
        json(response, [
          { id: "f", name: "n" },
          { id: "g", name: 7 },
        ]),
    });
    assert.match((result as ApiError).message, /answer\.1\.name/);
  });

  for (const [what, body, type, detail] of [
    ["JSON", '{"message":"Name is\\u202e taken"}', "application/json", "Name is taken"],
    ["problem+json", '{"title":"Bad","detail":"No code"}', "application/problem+json", "No code"],
    ["plain text", " one\r\n\u001b[31mtwo ", "text/plain", "one [31mtwo"],
    ["a web page", "<script>alert(1)</script>", "text/html", undefined],
    ["nothing", "", "application/json", undefined],
    ["a list", "[1]", "application/json", "[1]"],
    ["other bytes", Buffer.from([0xff, 0xfe]), "text/plain", undefined],
  ] as const) {
    it(`T166 a refusal with ${what}: the status decides, the words are only shown`, async () => {
      for (const status of [400, 401, 403, 404, 406, 409, 413, 429, 500, 503]) {
        const { result } = await run({
          kind: "save",
          answer: (_seen, response) => {
            response.writeHead(status, { "content-type": type }).end(body);
          },
        });
        assert.equal((result as ApiError).status, status);
        assert.equal((result as ApiError).detail, detail);
      }
    });
  }

  it("T166 shows no more than 500 characters of a refusal, however long it is", async () => {
    const records: CallRecord[] = [];
    const { result } = await run({
      kind: "save",
      log: (record) => records.push(record),
      answer: (_seen, response) => {
        response.writeHead(400, { "content-type": "text/plain" }).end("x".repeat(3_000_000));
      },
    });
    assert.equal((result as ApiError).detail?.length, 500);
    assert.ok((records.at(-1)?.bytes ?? 0) <= 64 * 1024);
  });
});

describe("good answers", () => {
  const read = async (body: string | Buffer, type = "application/json; charset=utf-8") =>
    run({
      kind: "read",
      answer: (_seen, response) => {
        response.writeHead(200, { "content-type": type }).end(body);
      },
    });

  it("strips a byte order mark", async () => {
    assert.deepEqual((await read('\ufeff[{"id":"f","name":"å"}]')).result, [{ id: "f", name: "å" }]);
  });

  it("keeps integers that a number would round as text", async () => {
    const { result } = await read(
      '[{"id":"f","name":"n","job":12345678901234567890,"page":3,"share":0.1234567890123456}]',
    );
    assert.deepEqual(result, [{ id: "f", name: "n", job: "12345678901234567890", page: 3, share: 0.1234567890123456 }]);
  });

  it("T24 reads __proto__ as a key, plain or escaped, and pollutes nothing", async () => {
    await read('[{"id":"f","name":"n","more":{"__proto__":{"polluted":1},"\\u005f_proto__":{"polluted":2}}}]');
    assert.equal(({} as { polluted?: number }).polluted, undefined);
  });

  it("T167 any 2xx with an id is a success", async () => {
    for (const status of [200, 201, 202]) {
      const { result } = await run({
        kind: "create",
        answer: (_seen, response) => json(response, { id: "new" }, { status }),
      });
      assert.deepEqual(result, { id: "new" });
    }
  });

  it("a save needs no body in the answer", async () => {
    for (const status of [200, 204]) {
      const { result } = await run({
        kind: "save",
        answer: (_seen, response) => {
          response.writeHead(status).end();
        },
      });
      assert.equal(result, undefined);
    }
  });

  it("does not request compressed answers", async () => {
    await using service = await startService({ answer: goodAnswer });
    const api = createApi({ connection: service.connection, secret: async () => secret });
    await reads.read(api);
    await api.close();
    assert.equal(service.calls[0]?.headers["accept-encoding"], "identity");
  });
});

describe("files", () => {
  const pdf = Buffer.from("%PDF-1.7\n…\n%%EOF\n");

  async function ask<Id extends "pdf.render" | "pdf.createForm" | "forms.propertyFile">(
    id: Id,
    answer: Answerer,
  ): Promise<unknown> {
    await using service = await startService({ answer });
    const api = createApi({ connection: service.connection, secret: async () => secret }, jumpingClock());
    const call = {
      "pdf.render": () => api.call("pdf.render", { body: { smartformId: "s", smartformValueId: "v" } }),
      "pdf.createForm": () => api.call("pdf.createForm", { body: form }),
      "forms.propertyFile": () => api.call("forms.propertyFile", { path: { id: "v", property: "photo", fileId: "x" } }),
    }[id];
    const result: unknown = await call().catch((error: unknown) => error);
    await api.close();
    return result;
  }
  const send =
    (body: Buffer | string, type: string | undefined, headers: Record<string, string> = {}): Answerer =>
    (_seen, response) => {
      response.writeHead(200, { ...(type === undefined ? {} : { "content-type": type }), ...headers }).end(body);
    };

  it("T66 returns a whole PDF", async () => {
    assert.deepEqual(await ask("pdf.render", send(pdf, "application/pdf")), {
      bytes: new Uint8Array(pdf),
      contentType: "application/pdf",
      name: undefined,
    });
  });

  it("T66 a web page, another type, a file that is not a PDF and a cut PDF are four errors", async () => {
    for (const [answer, code] of [
      [send("<html>", "text/html"), "wrong-type"],
      [send(pdf, "text/plain"), "wrong-type"],
      [send(pdf, undefined), "wrong-type"],
      [send("GIF89a", "application/pdf"), "invalid-answer"],
      [send("", "application/pdf"), "invalid-answer"],
      [send(pdf.subarray(0, 10), "application/pdf"), "truncated"],
    ] as const) {
      const result = await ask("pdf.render", answer);
      assert.equal((result as ApiError).code, code);
    }
  });

  it("T40 a cut PDF of a created form: the form exists", async () => {
    const result = await ask("pdf.createForm", (_seen, response) => {
      response.writeHead(200, { "content-type": "application/pdf", "content-length": "5000" });
      response.write(pdf, () => response.destroy());
    });
    assert.deepEqual([(result as ApiError).code, (result as ApiError).outcome], ["truncated", "done"]);
    assert.match((result as ApiError).message, /The call took effect/);
  });

  it("T68 returns a file with its name as text, never as a path", async () => {
    for (const [disposition, name] of [
      ['attachment; filename="photo.png"', "photo.png"],
      ["attachment; filename*=UTF-8''%C3%A5.png", "å.png"],
      ['attachment; filename="../../etc/passwd"', "../../etc/passwd"],
      ["attachment; filename*=UTF-8''%FF; filename=plain.png", "plain.png"],
      ["attachment", undefined],
    ] as const) {
      assert.deepEqual(
        await ask("forms.propertyFile", send("x", "image/png", { "content-disposition": disposition })),
        { bytes: new Uint8Array([0x78]), contentType: "image/png", name },
      );
    }
    assert.equal(((await ask("forms.propertyFile", send("<html>", "text/html"))) as ApiError).code, "wrong-type");
  });
});

describe("retries", () => {
  it("returns a good answer after a bad one", async () => {
    const { result, calls } = await run({
      kind: "read",
      answer: (seen, response, count) => (count === 1 ? response.destroy() : goodAnswer(seen, response, count)),
    });
    assert.deepEqual([result, calls], [[], 2]);
  });

  for (const [what, headers, least, most] of [
    ["seconds", { "retry-after": "7" }, 7000, 7000],
    ["a date", { "retry-after": "Wed, 21 Oct 2026 07:28:09 GMT", date: "Wed, 21 Oct 2026 07:28:00 GMT" }, 9000, 9000],
    ["nothing", {}, 1000, 2000],
  ] as const) {
    it(`waits after 429 as long as the response asks (${what}), never less`, async () => {
      const { result, waits } = await run({
        kind: "read",
        answer: (seen, response, count) =>
          count === 1 ? json(response, {}, { status: 429, headers }) : goodAnswer(seen, response, count),
      });
      assert.deepEqual(result, []);
      const waited = waits.reduce((sum, wait) => sum + wait, 0);
      assert.ok(waited >= least && waited <= most, String(waited));
    });
  }

  it("a write is not repeated after 429, but reports when it may be; the next call waits until then", async () => {
    await using service = await startService({
      answer: (seen, response, count) =>
        count === 1
          ? json(response, {}, { status: 429, headers: { "retry-after": "20" } })
          : goodAnswer(seen, response, count),
    });
    const { clock, waits } = jumpingClock();
    const api = createApi({ connection: service.connection, secret: async () => secret }, { clock });
    await assert.rejects(writes.save(api), { code: "rate-limited", outcome: "none", retryAfter: 20 });
    assert.deepEqual(waits, []);
    await reads.read(api);
    assert.deepEqual(waits, [20_000]);
    await api.close();
  });

  it("does not wait longer than a minute, and says so", async () => {
    await using service = await startService({
      answer: (_seen, response) => json(response, {}, { status: 429, headers: { "retry-after": "3600" } }),
    });
    const { clock, waits } = jumpingClock();
    const api = createApi({ connection: service.connection, secret: async () => secret }, { clock });
    await assert.rejects(reads.read(api), {
      code: "rate-limited",
      retryAfter: 3600,
      status: 429,
      message: /Wait 3600 seconds, then try again/,
    });
    await assert.rejects(reads.read(api), { code: "rate-limited", retryAfter: 3600, outcome: "none" });
    assert.deepEqual([service.calls.length, waits], [1, []]);
    await api.close();
  });

  it("stops retrying when a service stays down: one budget for all calls", async () => {
    await using service = await startService({ answer: (_seen, response) => json(response, {}, { status: 503 }) });
    const api = createApi({ connection: service.connection, secret: async () => secret }, jumpingClock());
    for (let count = 0; count < 50; count += 1) await assert.rejects(reads.read(api), { code: "server-error" });
    assert.equal(service.calls.length, 50 + 20);
    await api.close();
  });
});

describe("cancelling", () => {
  it("before anything was sent: nothing happened", async () => {
    for (const kind of ["read", "save", "create"] as const) {
      const { result, calls, tokens } = await run({ kind, answer: goodAnswer, signal: AbortSignal.abort() });
      assert.deepEqual(
        [(result as ApiError).code, (result as ApiError).outcome, calls, tokens],
        ["cancelled", "none", 0, 0],
      );
    }
  });

  for (const [kind, outcome] of [
    ["read", "none"],
    ["save", "unknown"],
  ] as const) {
    it(`while a ${kind} waits for its answer, and in the middle of it: ${outcome}`, async () => {
      for (const begin of [false, true]) {
        const controller = new AbortController();
        const { result, calls } = await run({
          kind,
          signal: controller.signal,
          answer: (_seen, response) => {
            // The connection accepts this many bytes only if the client is reading the body.
            if (begin)
              response
                .writeHead(200, { "content-type": "application/json" })
                .write(Buffer.alloc(32 * 1024 * 1024, 0x20), () => controller.abort());
            else setImmediate(() => controller.abort());
          },
        });
        assert.deepEqual([(result as ApiError).code, (result as ApiError).outcome, calls], ["cancelled", outcome, 1]);
      }
    });
  }

  it("while it waits for a retry", async () => {
    await using service = await startService({ answer: refusal(503) });
    const controller = new AbortController();
    const clock: Clock = {
      now: () => 0,
      wait: (_milliseconds, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
          controller.abort();
        }),
    };
    const api = createApi({ connection: service.connection, secret: async () => secret }, { clock });
    await assert.rejects(reads.read(api, controller.signal), { code: "cancelled", outcome: "none" });
    assert.equal(service.calls.length, 1);
    await api.close();
  });

  it("while it waits for the sign-in, which continues for the others", async () => {
    const controller = new AbortController();
    let release: (() => void) | undefined;
    await using service = await startService({
      answer: goodAnswer,
      token: (_seen, response) => {
        release = () => json(response, { access_token: "t" });
        controller.abort();
      },
    });
    const api = createApi({ connection: service.connection, secret: async () => secret });
    const other = reads.read(api);
    await assert.rejects(writes.save(api, controller.signal), { code: "cancelled", outcome: "none" });
    release?.();
    assert.deepEqual(await other, []);
    assert.deepEqual([service.tokens.length, service.calls.length], [1, 1]);
    await api.close();
  });

  it("by closing: everything in progress ends", async () => {
    const arrived = Promise.withResolvers<void>();
    await using service = await startService({ answer: () => arrived.resolve() });
    const api = createApi({ connection: service.connection, secret: async () => secret });
    const call = reads.read(api);
    const ended = assert.rejects(call, {
      code: "cancelled",
      message: /: the connection was changed or closed in the meantime\. .*Do it again\.$/,
    });
    await arrived.promise;
    await api.close();
    await ended;
    await assert.rejects(reads.read(api), { code: "cancelled" });
  });

  it("by closing: the message about a write that may have happened does not say to repeat it", async () => {
    const arrived = Promise.withResolvers<void>();
    await using service = await startService({ answer: () => arrived.resolve() });
    const api = createApi({ connection: service.connection, secret: async () => secret });
    const ended = assert.rejects(writes.create(api), {
      code: "cancelled",
      outcome: "unknown",
      message:
        /: the connection was changed or closed in the meantime\. The call may have taken effect anyway\. Check before you do it again\.$/,
    });
    await arrived.promise;
    await api.close();
    await ended;
    await assert.rejects(writes.create(api), { code: "cancelled", outcome: "none", message: /Do it again\.$/ });
  });
});

describe("the log", () => {
  it("has only what is allowed, and contains no secret; errors contain none either", async () => {
    const records: CallRecord[] = [];
    const seen: unknown[] = [];
    await using service = await startService({
      answer: (asked, response, count) =>
        json(
          response,
          { message: `you sent ${asked.headers.authorization} and ${asked.url}` },
          { status: [200, 400, 401, 403, 500][count % 5] ?? 500 },
        ),
    });
    const api = createApi(
      { connection: service.connection, secret: async () => secret, log: (record) => records.push(record) },
      jumpingClock(),
    );
    const body = { ...form, privateSecret: "canary-private", values: { ssn: "canary-ssn" } };
    for (let count = 0; count < 10; count += 1) {
      await api.call("forms.create", { body }).catch((error: unknown) => seen.push(error));
      await api
        .call("textlibrary.search", { query: { q: "canary-query" } })
        .catch((error: unknown) => seen.push(error));
      await api
        .call("forms.propertyValue", { path: { id: "canary-id", property: "p" } })
        .catch((error: unknown) => seen.push(error));
    }
    await api.close();
    const written = JSON.stringify([
      records,
      seen.map((error) => [
        String(error),
        error instanceof ApiError ? { ...error, cause: String(error.cause), stack: error.stack } : undefined,
      ]),
    ]);
    assert.ok(seen.length > 10 && records.length > 20);
    for (const hidden of [
      "canary-private",
      "canary-ssn",
      "canary-token",
      secret,
      Buffer.from(`client:${secret}`).toString("base64"),
    ])
      assert.ok(!written.includes(hidden), hidden);
    for (const hidden of ["canary-query", "canary-id"]) assert.ok(!JSON.stringify(records).includes(hidden), hidden);
    assert.deepEqual(Object.keys(records[0] ?? {}).toSorted(), [
      "at",
      "attempt",
      "bytes",
      "error",
      "host",
      "method",
      "milliseconds",
      "operation",
      "path",
      "status",
    ]);
    assert.ok(records.some(({ path }) => path === "/Integrations/{id}/property/{property}/value"));
  });
});
