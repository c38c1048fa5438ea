/** Signing in: how often it happens, what is sent, and what follows from a refusal. */
import assert from "node:assert/strict";
import { ApiError, createApi as createRealApi } from "../../api/index.ts";
import { grantTicket } from "../sandbox/permits.ts";
import { createApi } from "../../api/http/createApi.ts";
import type { Clock } from "../../api/http/clock.ts";
import { giveToken, json, secret, startService } from "./server.ts";
import type { Answerer } from "./server.ts";

const empty: Answerer = (_seen, response) => json(response, []);
const refuse: Answerer = (_seen, response) => {
  response.writeHead(401).end();
};

async function withService(
  {
    answer = empty,
    token = giveToken,
    connection = {},
    clientSecret = secret,
  }: {
    readonly answer?: Answerer;
    readonly token?: Answerer;
    readonly connection?: object;
    readonly clientSecret?: string;
  },
  run: (facts: {
    readonly list: () => Promise<unknown>;
    readonly write: () => Promise<unknown>;
    readonly advance: (seconds: number) => void;
    readonly asked: () => number;
    readonly tokens: { readonly headers: object; readonly body: string }[];
    readonly calls: { readonly headers: { authorization?: string } }[];
  }) => Promise<void>,
): Promise<void> {
  await using service = await startService({ answer, token });
  let time = 0;
  let asked = 0;
  const clock: Clock = {
    now: () => time,
    wait: async (milliseconds) => {
      time += milliseconds;
    },
  };
  const api = createApi(
    {
      connection: { ...service.connection, ...connection },
      secret: async () => {
        asked += 1;
        return clientSecret;
      },
    },
    { clock },
  );
  await run({
    list: () => api.call("textlibrary.folders.list", {}),
    write: () => api.call("forms.create", { body: { dialogDefinitionId: "s", values: {} } }),
    advance: (seconds) => {
      time += seconds * 1000;
    },
    asked: () => asked,
    tokens: service.tokens,
    calls: service.calls,
  });
  await api.close();
}

describe("tokens", () => {
  it("T96 signs in as documented: plain base64, form body, the connection's scope", () =>
    withService({}, async ({ list, tokens, calls }) => {
      await list();
      assert.deepEqual(
        tokens.map(({ body }) => body),
        ["grant_type=client_credentials&scope=api.external"],
      );
      const { authorization, "content-type": type } = tokens[0]?.headers as Record<string, string>;
      assert.equal(authorization, `Basic ${Buffer.from(`client:${secret}`).toString("base64")}`);
      assert.equal(type, "application/x-www-form-urlencoded");
      assert.equal(calls[0]?.headers.authorization, "Bearer canary-token-1");
    }));

  it("T91 makes no call with a client of another type, and requests no token", () =>
    withService({ connection: { scope: "api.audit" } }, async ({ list, tokens, calls }) => {
      await assert.rejects(
        list(),
        (error) =>
          error instanceof ApiError &&
          error.code === "not-configured" &&
          error.outcome === "none" &&
          /client of type Standard, with the scope api\.external; nothing was sent/.test(error.message),
      );
      assert.deepEqual([tokens.length, calls.length], [0, 0]);
    }));

  it("T91 a client of type Audit requests only its own scope", async () => {
    await using service = await startService({
      answer: (_seen, response) => {
        response.writeHead(200).end();
      },
    });
    const api = createRealApi({
      connection: { ...service.connection, auditApiUrl: service.url, scope: "api.audit" },
      secret: async () => secret,
    });
    const body = { customerId: "c", logName: "n", user: "u", source: 15, level: 1, description: {} };
    await api.call(
      "audit.write",
      { body },
      { ticket: grantTicket({ operation: "audit.write", body, connection: api.connection, receivers: [] }) },
    );
    assert.deepEqual(
      service.tokens.map((token) => token.body),
      ["grant_type=client_credentials&scope=api.audit"],
    );
    assert.deepEqual(
      service.calls.map(({ url }) => url),
      ["/api/EventLogAudit"],
    );
    await api.close();
  });

  for (const [scope, asked] of [
    ["api.external editor.acceptance", "api.external+editor.acceptance"],
    ["editor.acceptance", "editor.acceptance"],
    [" ", "api.external"],
  ] as const) {
    it(`requests the scopes ${JSON.stringify(scope)} of the connection, and makes the calls of a Standard client with them`, () =>
      withService({ connection: { scope } }, async ({ list, tokens, calls }) => {
        await list();
        assert.deepEqual(
          [tokens.map(({ body }) => body), calls.length],
          [[`grant_type=client_credentials&scope=${asked}`], 1],
        );
      }));
  }

  it("calls no API without an address in the connection, and requests no token", () =>
    withService({ connection: { formsApiUrl: undefined } }, async ({ list, tokens, calls }) => {
      await assert.rejects(
        list(),
        (error) =>
          error instanceof ApiError &&
          error.code === "not-configured" &&
          error.outcome === "none" &&
          /formsApiUrl is missing/.test(error.message),
      );
      assert.deepEqual([tokens.length, calls.length], [0, 0]);
    }));

  it("T91 reports a client of another type than the connection says", () =>
    withService(
      {
        token: (_seen, response) => json(response, { error: "invalid_scope" }, { status: 400 }),
      },
      async ({ list, tokens, calls }) => {
        await assert.rejects(
          list(),
          (error) =>
            error instanceof ApiError &&
            error.code === "sign-in-failed" &&
            /not of the type that the connection requires, or lacks the required scope: api\.external/.test(
              error.message,
            ),
        );
        assert.deepEqual([tokens.length, calls.length], [1, 0]);
      },
    ));

  it("T95 one sign-in for 100 calls at once, before the first token and after it expires", () =>
    withService({}, async ({ list, advance, tokens, calls, asked }) => {
      const all = () => Promise.all(Array.from({ length: 100 }, list));
      await all();
      assert.equal(tokens.length, 1);
      advance(3600);
      await all();
      assert.deepEqual([tokens.length, calls.length, asked()], [2, 200, 2]);
    }));

  it("T95 renews a token after 80 % of its life, and not earlier", () =>
    withService({}, async ({ list, advance, tokens }) => {
      await list();
      advance(2879);
      await list();
      assert.equal(tokens.length, 1);
      advance(2);
      await list();
      assert.equal(tokens.length, 2);
    }));

  for (const [what, life, lasts] of [
    ["missing", undefined, true],
    ["null", null, true],
    ["text", "100", false],
    ["nonsense", "soon", true],
    ["zero", 0, true],
  ] as const) {
    it(`T95 an expires_in that is ${what}`, () =>
      withService(
        { token: (_seen, response) => json(response, { access_token: "t", expires_in: life }) },
        async ({ list, advance, tokens }) => {
          await list();
          advance(90);
          await list();
          assert.equal(tokens.length, lasts ? 1 : 2);
        },
      ));
  }

  it("T92 after 401 one new token and one replay, also of a write", () =>
    withService(
      {
        answer: (seen, response, count) =>
          count === 1 ? refuse(seen, response, count) : json(response, { id: "new" }),
      },
      async ({ write, tokens, calls }) => {
        assert.deepEqual(await write(), { id: "new" });
        assert.deepEqual(
          calls.map(({ headers }) => headers.authorization),
          ["Bearer canary-token-1", "Bearer canary-token-2"],
        );
        assert.equal(tokens.length, 2);
      },
    ));

  it("T93 after a second 401 it stops: two calls, one more sign-in", () =>
    withService({ answer: refuse }, async ({ list, tokens, calls }) => {
      await assert.rejects(
        list(),
        (error) =>
          error instanceof ApiError &&
          error.code === "unauthorized" &&
          error.status === 401 &&
          error.outcome === "none" &&
          /not even a new one.*meant for this service/.test(error.message),
      );
      assert.deepEqual([calls.length, tokens.length], [2, 2]);
    }));

  for (const [first, second, signIns] of [
    [401, 401, 2],
    [401, 403, 2],
    [403, 403, 1],
  ] as const) {
    it(`T88 an environment that needs its own scope and answers ${first}, then ${second}: ${signIns} sign-ins at most, and it stops`, () =>
      withService(
        {
          answer: (_seen, response, count) => {
            response.writeHead(count === 1 ? first : second).end();
          },
        },
        async ({ list, tokens, calls }) => {
          await assert.rejects(list(), { code: second === 401 ? "unauthorized" : "forbidden", outcome: "none" });
          assert.deepEqual([calls.length, tokens.length], [signIns, signIns]);
        },
      ));
  }

  it("T95 100 calls that meet 401 at once: one new token", () =>
    withService(
      {
        answer: (seen, response, count) =>
          seen.headers.authorization === "Bearer canary-token-1" ? refuse(seen, response, count) : json(response, []),
      },
      async ({ list, tokens, calls }) => {
        await Promise.all(Array.from({ length: 100 }, list));
        assert.equal(tokens.length, 2);
        assert.ok(calls.length <= 200);
      },
    ));

  it("T95 a late 401 does not discard a newer token", async () => {
    let late: (() => void) | undefined;
    await using service = await startService({
      answer: (_seen, response, count) => {
        if (count === 1)
          late = () => {
            response.writeHead(401).end();
          };
        else if (count === 2) response.writeHead(401).end();
        else json(response, []);
      },
    });
    const api = createRealApi({ connection: service.connection, secret: async () => secret });
    const [first, second] = [api.call("textlibrary.folders.list", {}), api.call("textlibrary.folders.list", {})];
    await Promise.race([first, second]);
    late?.();
    await Promise.all([first, second]);
    assert.deepEqual([service.tokens.length, service.calls.length], [2, 4]);
    await api.close();
  });

  it("a sign-in whose connection breaks once is tried again for a read", () =>
    withService(
      { token: (seen, response, count) => (count === 1 ? response.destroy() : giveToken(seen, response, count)) },
      async ({ list, tokens }) => {
        assert.deepEqual(await list(), []);
        assert.equal(tokens.length, 2);
      },
    ));

  it("T92 after 403 neither a new token nor a replay", () =>
    withService(
      {
        answer: (_seen, response) => {
          response.writeHead(403).end();
        },
      },
      async ({ list, write, tokens, calls }) => {
        await assert.rejects(list(), { code: "forbidden", outcome: "none" });
        await assert.rejects(write(), { code: "forbidden", outcome: "none" });
        assert.deepEqual([calls.length, tokens.length], [2, 1]);
      },
    ));

  for (const [what, clientSecret, hinted] of [
    ["with + % : &", secret, true],
    ["of letters", "plainSecret1", false],
  ] as const) {
    it(`T96 a refused secret ${what}: one message, one try, ${hinted ? "a" : "no"} hint at its characters`, () =>
      withService(
        {
          clientSecret,
          token: (_seen, response) => json(response, { error: "invalid_client" }, { status: 400 }),
        },
        async ({ list, tokens, calls, advance }) => {
          for (let count = 0; count < 3; count += 1) {
            await assert.rejects(
              list(),
              (error) =>
                error instanceof ApiError &&
                error.code === "sign-in-failed" &&
                error.operation === "token" &&
                /\+ % : &/.test(error.message) === hinted &&
                !error.message.includes(clientSecret),
            );
          }
          assert.deepEqual([tokens.length, calls.length], [1, 0]);
          advance(31);
          await assert.rejects(list());
          assert.equal(tokens.length, 2);
        },
      ));
  }

  for (const [what, token, code] of [
    [
      "500",
      (_seen, response) => {
        response.writeHead(500).end();
      },
      "server-error",
    ],
    [
      "429",
      (_seen, response) => {
        response.writeHead(429, { "retry-after": "5" }).end();
      },
      "rate-limited",
    ],
    [
      "a web page",
      (_seen, response) => {
        response.writeHead(200, { "content-type": "text/html" }).end("<html>");
      },
      "wrong-type",
    ],
    ["no token", (_seen, response) => json(response, {}), "invalid-answer"],
    [
      "a redirect",
      (_seen, response) => {
        response.writeHead(302, { location: "https://elsewhere.example/" }).end();
      },
      "redirect-refused",
    ],
    ["hanging up", (_seen, response) => response.destroy(), "unreachable"],
  ] as readonly (readonly [string, Answerer, string])[]) {
    it(`a sign-in that meets ${what}: ${code}, and no call is sent`, () =>
      withService({ token }, async ({ write, calls }) => {
        await assert.rejects(write(), { code, operation: "token", outcome: "none" });
        assert.equal(calls.length, 0);
      }));
  }

  it("a sign-in address with a path keeps it", async () => {
    await using service = await startService({ answer: empty });
    const api = createRealApi({
      connection: { ...service.connection, authUrl: `${service.url}/identity/` },
      secret: async () => secret,
    });
    await assert.rejects(api.call("forms.ping", {}));
    assert.equal(service.calls[0]?.url, "/identity/connect/token");
    await api.close();
  });

  it("an unavailable secret: sign-in-failed, nothing sent", async () => {
    await using service = await startService({ answer: empty });
    const api = createRealApi({
      connection: service.connection,
      secret: async () => {
        throw new Error("locked");
      },
    });
    await assert.rejects(api.call("forms.ping", {}), { code: "sign-in-failed", operation: "token" });
    assert.deepEqual([service.calls.length, service.tokens.length], [0, 0]);
    await api.close();
  });
});
