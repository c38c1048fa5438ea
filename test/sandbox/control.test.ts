/** The Control API: outbox, ledger, clock, reset, import, faults, foreign writes, real webhooks. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readText } from "node:stream/consumers";
import { request } from "undici";
import { deliver, isLoopback } from "../../sandbox/traffic/outbox.ts";
import { tell } from "./steps.ts";
import { visit } from "./visit.ts";
import type { Visit } from "./visit.ts";

const text = "/Integrations/textlibrary/texts/text-claims-intro";
const save = (content: string) => ({ folderId: "folder-claims", code: "intro", translations: { en: { content } } });

tell("control", [
  [
    "keeps a ledger of the requests, without their bodies and secrets",
    { do: "GET /Integrations/ping" },
    { do: "DELETE control:/ledger" },
    { do: `PUT ${text}`, body: save("canary") },
    { do: "GET /Integrations/textlibrary/search?q=x&token=canary" },
    { do: "GET /nowhere", status: 404 },
    {
      do: "GET control:/ledger",
      hasNot: /canary|Bearer|controlSecret/,
      at: {
        "items.0.method": "PUT",
        "items.0.path": text,
        "items.0.status": 200,
        "items.0.operation": "textlibrary.texts.update",
        "items.0.effect": "write",
        "items.0.bodyBytes": JSON.stringify(save("canary")).length,
        "items.1.query": "q=x&token=%E2%80%A6",
        "items.2.status": 404,
        "items.2.operation": null,
        "items.3": undefined,
      },
    },
  ],
  [
    "records in the ledger the effect of each call by its payload, even if it was refused",
    { do: "DELETE control:/ledger" },
    { do: "POST /Integrations/dialog/json", body: { dialogDefinitionId: "$singleStep", values: {} } },
    {
      do: "POST /Integrations/dialog/json",
      body: {
        dialogDefinitionId: "$singleStep",
        values: {},
        notification: { sendEmail: true, participatingParties: [{ email: "a@example.com" }] },
      },
    },
    { do: "DELETE /Integrations/textlibrary/texts/nowhere", status: 404 },
    { do: "GET control:/ledger", has: /"effect":"write".*"effect":"reaches-people".*"effect":"destroy"/s },
  ],
  [
    "names the client in the ledger",
    { do: "GET /Integrations/ping" },
    { do: "DELETE control:/ledger" },
    { do: "GET /Integrations/ping" },
    { do: "GET control:/ledger", has: /"clientId":"[\w-]{36}"/ },
  ],
  [
    "empties the outbox",
    {
      do: "POST /Integrations/dialog/json",
      body: {
        dialogDefinitionId: "$singleStep",
        values: {},
        notification: { sendEmail: true, participatingParties: [{ email: "a@example.com" }] },
      },
    },
    { do: "GET control:/outbox", at: { "items.0.channel": "email" } },
    { do: "DELETE control:/outbox" },
    { do: "GET control:/outbox", at: { items: [] } },
  ],
  [
    "moves the clock",
    { do: "POST control:/clock", body: { advanceMs: 10 * 366 * 86_400_000 } },
    { do: "POST control:/choices", body: { id: "N38", alternative: "seconds" } },
  ],
  ["refuses a clock without advanceMs: 400", { do: "POST control:/clock", body: {}, status: 400 }],
  [
    "goes back to the demo company, or to nothing",
    { do: `DELETE ${text}`, status: 204 },
    { do: "POST control:/reset", body: { seed: "demo" } },
    { do: `GET ${text}` },
    { do: "POST control:/reset", body: { seed: "empty" } },
    { do: "GET /Integrations/textlibrary/search", at: { "texts.totalCount": 0, folders: [] } },
    { do: "GET /Integrations/active", at: { "0": undefined } },
  ],
  [
    "goes back to its own choices with a reset",
    { do: "POST control:/choices", body: { id: "N6", alternative: "201" } },
    { do: "POST control:/reset", body: { seed: "demo" } },
    { do: "POST /Integrations/dialog/json", body: { dialogDefinitionId: "$singleStep", values: {} } },
  ],
  [
    "adds a catalog file to the demo company, Smartforms with their pages",
    {
      do: "POST control:/import",
      body: {
        folders: [
          { id: "i1", name: "In", parentFolderId: "i2" },
          { id: "i2", name: "Imported", code: "imp" },
        ],
        texts: [
          {
            id: "t1",
            folderId: "i1",
            code: "A",
            translations: { "sv-SE": { content: "x", source: 1, updatedAt: "2020-01-02T03:04:05.000Z" } },
          },
        ],
        smartforms: [
          {
            id: "sf",
            name: "Imported form",
            environments: ["test"],
            fields: [{ id: "f", name: "field", type: "text" }],
            pages: [{ blocks: [{ field: "field" }] }],
          },
        ],
      },
    },
    {
      do: "GET /Integrations/textlibrary/texts/t1",
      at: { "translations.sv-se": { content: "x", source: 1, updatedAt: "2020-01-02T03:04:05.000Z" }, contentType: 0 },
    },
    { do: "GET /Test/Integrations/sf/fields", at: { "0.name": "field" } },
    { do: `GET ${text}` },
  ],
  [
    "replaces an import when the same file is imported again",
    ...[1, 2].map(() => ({
      do: "POST control:/import",
      body: { folders: [{ id: "i2", name: "Imported" }], texts: [{ id: "t1", folderId: "i2", code: "A" }] },
    })),
    { do: "GET /Integrations/textlibrary/search?q=a&sortBy=code", at: { "texts.items.0.code": "A" } },
  ],
  [
    "imports a Smartform that is not active, and one that no longer is in any environment",
    {
      do: "POST control:/import",
      body: {
        smartforms: [
          { id: "on", name: "Kept", environments: ["Test"] },
          { id: "off", name: "Put away", active: false, environments: ["Test"] },
        ],
      },
    },
    { do: "GET /Test/Integrations/active", has: /Kept/, hasNot: /Put away/ },
    { do: "GET /Integrations/active", has: /Kept/, hasNot: /Put away/ },
    { do: "GET /Test/Integrations/off", at: { name: "Put away" } },
    {
      do: "POST control:/import",
      body: {
        smartforms: [
          { id: "on", name: "Kept", active: false },
          { id: "off", name: "Back", active: true },
        ],
      },
    },
    { do: "GET /Integrations/active", has: /Back/, hasNot: /Kept/ },
    { do: "GET /Test/Integrations/active", hasNot: /Kept|Put away/ },
    { do: "GET /Test/Integrations/on", status: 404 },
    {
      do: "POST control:/import",
      body: { smartforms: [{ id: "on", name: "Kept", active: "no" }] },
      status: 400,
      has: /active/,
    },
  ],
  [
    "names the path of a mistake in a catalog file: 400, and imports nothing of it",
    { do: "POST control:/import", body: { folders: [{ id: "i2", name: 7 }] }, status: 400, has: /folders\.0\.name/ },
    {
      do: "POST control:/import",
      body: { folders: [{ id: "i2", name: "x" }], texts: [{ id: "t1", folderId: "gone", code: "A" }] },
      status: 400,
      has: /texts\[0\]\.folderId/,
    },
    {
      do: "POST control:/import",
      body: { folders: [{ id: "i3", name: "x", parentFolderId: "folder-decisions" }] },
      status: 400,
      has: /folders\[0\]\.parentFolderId/,
    },
    {
      do: "POST control:/import",
      body: { texts: [{ id: "other-text-intro", folderId: "folder-claims", code: "A" }] },
      status: 400,
      has: /another company/,
    },
    { do: "GET /Integrations/textlibrary/folders", hasNot: /"i2"|"i3"/ },
  ],
  ["accepts a text as large as the service accepts", { do: `PUT ${text}`, body: save("x".repeat(10 * 1024 * 1024)) }],
  [
    "fails by status as often as requested, by operation or path",
    {
      do: "POST control:/faults",
      body: { operation: "forms.ping", kind: "status", status: 429, retryAfter: 2, times: 2 },
    },
    { do: "GET /Integrations/ping", status: 429 },
    { do: `GET ${text}` },
    { do: "GET /Integrations/ping", status: 429 },
    { do: "GET /Integrations/ping" },
    {
      do: "POST control:/faults",
      body: { path: "/Integrations/textlibrary/texts/{id}", kind: "status", status: 500, times: 1 },
    },
    { do: `GET ${text}`, status: 500 },
    { do: "POST control:/faults", body: { path: text, kind: "status", status: 503, times: 1 } },
    { do: `GET ${text}`, status: 503 },
    {
      do: "POST control:/faults",
      body: { path: "/Integrations/textlibrary/*", kind: "status", status: 502, times: 1 },
    },
    { do: "GET /Integrations/ping" },
    { do: `GET ${text}`, status: 502 },
    { do: `GET ${text}` },
  ],
  [
    "fails at a documented path, whatever environment precedes it",
    { do: "POST control:/faults", body: { path: "/Integrations/ping", kind: "status", status: 503, times: 1 } },
    { do: "GET /Test/Integrations/ping", status: 503 },
    { do: "GET /Test/Integrations/ping" },
  ],
  [
    "fails until faults are deleted",
    { do: "POST control:/faults", body: { kind: "status", status: 500 } },
    ...[1, 2, 3].map(() => ({ do: "GET /Integrations/ping", status: 500 })),
    { do: "DELETE control:/faults" },
    { do: "GET /Integrations/ping" },
  ],
  [
    "fails by status before anything takes effect",
    { do: "POST control:/faults", body: { kind: "status", status: 500, times: 1 } },
    { do: `DELETE ${text}`, status: 500 },
    { do: `GET ${text}` },
  ],
  [
    "answers late, or with a page of somebody else",
    { do: "POST control:/faults", body: { kind: "latency", ms: 1, times: 1 } },
    { do: "GET /Integrations/ping" },
    { do: "POST control:/faults", body: { kind: "wrong-type", times: 1 } },
    { do: `GET ${text}`, has: /<!doctype html>/ },
  ],
  ["refuses an unknown fault: 400", { do: "POST control:/faults", body: { kind: "explode" }, status: 400 }],
  [
    "writes between a client's read and its write, once, on that resource only",
    {
      do: "POST control:/between",
      body: {
        operation: "textlibrary.texts.get",
        id: "text-claims-intro",
        write: { method: "PUT", path: text, body: save("theirs") },
      },
    },
    { do: "GET /Integrations/textlibrary/texts/text-claims-letter" },
    { do: "GET /Integrations/textlibrary/folders" },
    { do: `GET ${text}`, at: { "translations.en.content": "We write to you about claim [[ claim.number ]]." } },
    { do: `GET ${text}`, at: { "translations.en.content": "theirs" } },
    { do: `PUT ${text}`, body: save("mine") },
    { do: `GET ${text}` },
    { do: `GET ${text}`, at: { "translations.en.content": "mine" } },
  ],
  [
    "deletes or moves a text while it is open (T170)",
    {
      do: "POST control:/between",
      body: {
        operation: "textlibrary.texts.get",
        id: "text-claims-intro",
        write: { method: "PUT", path: text, body: { ...save("moved"), folderId: "folder-decisions" } },
      },
    },
    { do: `GET ${text}`, at: { folderId: "folder-claims" } },
    { do: "DELETE control:/ledger" },
    { do: `GET ${text}`, at: { folderId: "folder-decisions" } },
    {
      do: "POST control:/between",
      body: { operation: "textlibrary.texts.get", id: "text-claims-intro", write: { method: "DELETE", path: text } },
    },
    { do: `GET ${text}`, at: { code: "intro" } },
    { do: `PUT ${text}`, body: save("mine"), status: 404 },
    { do: `GET ${text}`, status: 404 },
  ],
  [
    "does not record the foreign write in the ledger",
    {
      do: "POST control:/between",
      body: { operation: "textlibrary.texts.get", write: { method: "DELETE", path: text } },
    },
    { do: "GET /Integrations/ping" },
    { do: "DELETE control:/ledger" },
    { do: `GET ${text}` },
    { do: "GET control:/ledger", at: { "items.0.method": "GET", "items.1": undefined } },
    { do: `GET ${text}`, status: 404 },
  ],
  [
    "refuses actions on a missing signing order or editing session: 404",
    { do: "POST control:/signing/1/act", body: { signatory: 0, action: "sign" }, status: 404 },
    { do: "POST control:/sessions/1/finish", body: { status: "OK" }, status: 404 },
  ],
  [
    "refuses uploads and submissions of missing forms: 404",
    { do: "POST control:/forms/nowhere/submit", status: 404 },
    { do: "POST control:/forms/nowhere/files", body: { property: "a", name: "b", contentBase64: "" }, status: 404 },
  ],
  [
    "accepts answers with a person's submission",
    {
      do: "POST /Integrations/dialog/json",
      body: { dialogDefinitionId: "$singleStep", values: {} },
      keep: { id: "id" },
    },
    { do: "POST control:/forms/$id/submit", body: { values: { name: "Eva" } } },
    { do: "GET /Integrations/$id/property/name/value", at: { value: "Eva" } },
  ],
]);

describe("sandbox: broken connections", () => {
  let service: Visit;
  before(async () => {
    service = await visit();
  });
  beforeEach(() => service.control("POST", "/reset", { seed: "demo" }));
  after(() => service.close());
  const fault = (kind: string) =>
    service.control("POST", "/faults", { operation: "textlibrary.texts.update", kind, times: 1 });
  const put = () => service.call("PUT", text, { body: save("new") });
  const stored = async () => (await service.call("GET", text)).at("translations.en.content");
  const status = async () => (await service.control("GET", "/ledger")).at("items.1.status");

  for (const [kind, content, noted] of [
    ["reset-before", "We write to you about claim [[ claim.number ]].", null],
    ["reset-after", "new", 200],
    ["truncate", "new", 200],
  ] as const) {
    it(`${kind}: the answer is lost, and the effect is ${content === "new" ? "there" : "not there"} (T25)`, async () => {
      service.forget();
      await service.bearer("standard");
      await fault(kind);
      await assert.rejects(put());
      assert.equal(await status(), noted);
      assert.equal(await stored(), content);
    });
  }

  it("latency: a held PUT arrives after later writes, once the faults are deleted (T26)", async () => {
    await service.bearer("standard");
    await service.control("POST", "/faults", {
      operation: "textlibrary.texts.update",
      kind: "latency",
      ms: 600_000,
      times: 1,
    });
    await service.control("POST", "/between", {
      operation: "textlibrary.texts.get",
      write: { method: "PUT", path: text, body: save("theirs") },
    });
    const held = put();
    await service.control("GET", "/outbox");
    await stored();
    assert.equal(await stored(), "theirs");
    await service.control("DELETE", "/faults");
    assert.equal((await held).status, 200);
    assert.equal(await stored(), "new");
  });

  for (const kind of ["stall", "latency"]) {
    it(`${kind}: does not prevent the sandbox from ending`, async () => {
      const other = await visit();
      await other.bearer("standard");
      await other.control("POST", "/faults", { kind, ms: 600_000 });
      const answer = other.call("GET", "/Integrations/ping");
      const outcome = assert.rejects(answer);
      await other.control("GET", "/outbox");
      await other.close();
      await outcome;
    });
  }

  it("stall: says nothing until the client gives up", async () => {
    await fault("stall");
    const leaving = new AbortController();
    let settled = false;
    const stalled = request(service.ready.formsApiUrl + text, {
      method: "PUT",
      body: "{}",
      headers: { authorization: `Bearer ${await service.bearer("standard")}` },
      signal: leaving.signal,
    }).finally(() => {
      settled = true;
    });
    const outcome = assert.rejects(stalled, { name: "AbortError" });
    await service.call("GET", "/Integrations/ping");
    assert.equal(settled, false);
    const { items } = (await service.control("GET", "/ledger")).json as {
      readonly items: readonly { readonly method: string; readonly status: number | null }[];
    };
    assert.deepEqual(
      items.filter(({ method }) => method === "PUT").map(({ status }) => status),
      [null],
      "The ledger shows it while it hangs.",
    );
    leaving.abort();
    await outcome;
  });
});

describe("sandbox: webhooks for real", () => {
  it("calls a webhook on loopback once, with POST and JSON (N11)", async () => {
    const seen: { method: string | undefined; type: string | undefined; body: string }[] = [];
    const receiver = createServer((incoming, outgoing) => {
      void readText(incoming).then((body) => {
        seen.push({ method: incoming.method, type: incoming.headers["content-type"], body });
        outgoing.writeHead(500).end();
        receiver.emit("seen");
      });
    }).listen(0, "127.0.0.1");
    await once(receiver, "listening");
    const lines: string[] = [];
    const service = await visit({
      log: (line) => {
        lines.push(line);
        receiver.emit("logged");
      },
    });
    const webhook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    const called = once(receiver, "seen");
    const logged = once(receiver, "logged");
    await service.call("POST", "/Integrations/dialog/json/submit/pdf", {
      body: { dialogDefinitionId: service.ready.demo.smartforms.rules, values: { remark: "x" }, webhook },
    });
    await Promise.all([called, logged]);
    await service.close();
    receiver.close();
    assert.deepEqual(
      seen.map(({ method, type }) => [method, type]),
      [["POST", "application/json"]],
    );
    assert.match(seen[0]?.body ?? "", /"Values":\[\{"name":"remark","value":"x"\}\].*"dataTableValues"/);
    assert.match(lines.join(), /answered 500/);
  });

  it("records a webhook on another host, and does not call it (T172)", async () => {
    let called = 0;
    const receiver = createServer((_, outgoing) => {
      called += 1;
      outgoing.end();
    }).listen(0, "127.0.0.1");
    await once(receiver, "listening");
    const lines: string[] = [];
    // This address reaches this machine on some systems, but it is not a loopback address.
    const url = `http://0.0.0.0:${(receiver.address() as AddressInfo).port}/`;
    await deliver(
      { channel: "webhook", to: url, url, at: "" },
      { log: (line) => lines.push(line), signal: AbortSignal.timeout(10_000) },
    );
    receiver.close();
    assert.deepEqual([called, lines], [0, []]);
  });

  for (const [url, expected] of [
    ["http://127.0.0.1:8080/x", true],
    ["http://localhost/x", true],
    ["http://[::1]:1/x", true],
    ["https://127.8.8.8/", true],
    ["http://127.0.0.1.example/", false],
    ["http://localhost.example/", false],
    ["http://10.0.0.1/", false],
    ["http://0.0.0.0/", false],
    ["https://hook.example/", false],
    ["file:///etc/passwd", false],
    ["http://user@hook.example:80/127.0.0.1", false],
    ["nonsense", false],
    ["http://2130706433/", true],
  ] as const) {
    it(`${expected ? "calls" : "only records"} ${url} (T172)`, () => assert.equal(isLoopback(url), expected));
  }
});
