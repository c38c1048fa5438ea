/**
 * The editor of a session in a browser, and the callback to the program that started the session (document 3,
 * "Authentication", "Events").
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { visit } from "../visit.ts";
import type { Visit } from "../visit.ts";

const data = Buffer.from(
  '<?xml version="1.0" encoding="utf-8"?><Data><Customer Name="Åsa"/><Note>&lt;b&gt;\nsecond</Note></Data>',
).toString("base64");

describe("sandbox: editor", () => {
  let service: Visit;
  let log: string[];
  let origin: string;
  before(async () => {
    log = [];
    service = await visit({ log: (line) => log.push(line) });
    origin = new URL(service.ready.documentsApiUrl).origin;
  });
  beforeEach(() => service.control("POST", "/reset", { seed: "demo" }));
  after(() => service.close());

  const start = async (more: object = {}) => {
    const { json } = await service.call("POST", "/documents/Test/dxml/create", {
      body: { MetaFile: "ClaimLetters", Document: "Decision", DataAsBase64: data, UserName: "eva", ...more },
    });
    return json as { readonly DxmlUID: string; readonly StartURL: string; readonly JWT?: string };
  };
  const status = async (id: string) => (await service.call("GET", `/documents/Test/status/${id}`)).text;
  const xml = async (id: string) => (await service.call("GET", `/documents/Test/xml/dxml/${id}`)).text;
  const show = (url: string, headers = {}) => service.send("GET", url, { headers });
  const submit = async (
    url: string,
    fields: Record<string, string>,
    headers: Record<string, string> = { origin, "sec-fetch-site": "same-origin" },
  ) => {
    const token = /name="token" value="([^"]+)"/.exec((await show(url)).text)?.[1] ?? "";
    return service.send("POST", url, {
      body: new URLSearchParams({ token, ...fields }).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    });
  };

  it("opens only from the start URL, shows the data as text, and says that it is the sandbox's", async () => {
    const { StartURL } = await start();
    assert.match(StartURL, /\/WebEditor\/[\w-]{32}$/);
    const { status: answered, text, headers } = await show(StartURL);
    assert.equal(answered, 200);
    assert.match(text, /Sandbox: this document is a test/);
    assert.match(text, /Customer\.Name<\/span><input type="text" name="value:0" value="Åsa"/);
    assert.ok(!text.includes("<b>"));
    assert.match(headers.get("content-security-policy") ?? "", /default-src 'none'.*frame-ancestors 'none'/);
  });

  it("saves, finishes and then ends: the outputs contain what was written", async () => {
    const { StartURL, DxmlUID } = await start();
    await submit(StartURL, { action: "save", "value:0": "Eva", "value:99": "nothing" });
    assert.deepEqual([await status(DxmlUID), /Customer\.Name">Eva</.test(await xml(DxmlUID))], ["Draft", true]);
    const done = await submit(StartURL, { action: "finish", "value:1": "first\r\nsecond" });
    assert.match(done.text, /Editing is finished/);
    assert.equal(await status(DxmlUID), "OK");
    assert.match(await xml(DxmlUID), /Customer\.Name">Eva<[^]*Note">first&#10;second</);
    assert.match((await show(StartURL)).text, /<fieldset disabled>/);
    assert.equal((await submit(StartURL, { action: "discard" })).status, 409);
  });

  it("discards a session", async () => {
    const { StartURL, DxmlUID } = await start();
    assert.match((await submit(StartURL, { action: "discard" })).text, /was discarded/);
    assert.equal(await status(DxmlUID), "Discarded");
  });

  it("accepts nothing without the page's token, from another session, or from another origin", async () => {
    const [one, other] = [await start(), await start()];
    assert.equal((await submit(one.StartURL, { token: "guess" })).status, 403);
    const token = /name="token" value="([^"]+)"/.exec((await show(one.StartURL)).text)?.[1] ?? "";
    assert.equal((await submit(other.StartURL, { token, action: "finish" })).status, 403);
    assert.equal((await submit(one.StartURL, { action: "finish" }, { origin: "http://evil.example" })).status, 403);
    assert.equal(await status(one.DxmlUID), "Draft");
  });

  it("is gone with its session, by the service's clock or by a delete", async () => {
    const [one, other] = [await start(), await start()];
    await service.call("DELETE", `/documents/Test/dxml/${one.DxmlUID}`);
    await service.control("POST", "/clock", { advanceMs: 31 * 86_400_000 });
    service.forget();
    for (const { StartURL } of [one, other]) assert.equal((await show(StartURL)).status, 404);
    assert.equal((await show(`${origin}/app/WebEditor/nothing`)).status, 404);
    const ending = await start();
    await service.call("PUT", `/documents/Test/dxml/${ending.DxmlUID}`, { body: '"2020-01-01T00:00:00Z"' });
    assert.equal((await show(ending.StartURL)).status, 404);
  });

  it("opens only with an unexpired JWT of its own session if the company requires one; the ledger contains no JWT (T159)", async () => {
    await service.control("POST", "/choices", { id: "E7", alternative: "required" });
    const [one, other] = [await start(), await start()];
    const jwt = one.JWT ?? "";
    const answers = async (...jwts: readonly string[]) =>
      Promise.all(jwts.map(async (each) => (await show(`${one.StartURL}?jwt=${each}`)).status));
    assert.deepEqual(
      await answers(jwt, other.JWT ?? "", "", `${jwt}x`, `${jwt.split(".").slice(0, 2).join(".")}.`),
      [200, 401, 401, 401, 401],
    );
    assert.equal((await show(one.StartURL)).status, 401);
    await service.control("POST", "/clock", { advanceMs: 3_601_000 });
    service.forget();
    assert.deepEqual(await answers(jwt), [401]);
    const asking = `dxml/jwt/${one.StartURL.split("/").at(-1)}`;
    assert.deepEqual(
      [
        (await service.call("GET", `/documents/Test/${asking}`, { as: "other" })).status,
        (await service.call("GET", `/documents/Production/${asking}`)).status,
      ],
      [404, 404],
    );
    const again = await service.call("GET", `/documents/Test/${asking}`);
    assert.deepEqual([again.status, await answers(again.text)], [200, [200]]);
    const { text } = await service.control("GET", "/ledger");
    for (const secret of [jwt, again.text]) assert.ok(!text.includes(secret.split(".")[2] ?? secret));
  });

  it("calls the sender back without a sign-in if none was named", async () => {
    const sender = createServer((_, response) => response.end()).listen(0, "127.0.0.1");
    await once(sender, "listening");
    try {
      const arrived = once(sender, "request", { signal: AbortSignal.timeout(10_000) }) as Promise<[IncomingMessage]>;
      const { DxmlUID } = await start({
        SenderCallBackEndpoint: `http://127.0.0.1:${(sender.address() as AddressInfo).port}/done`,
      });
      await service.control("POST", `/sessions/${DxmlUID}/finish`, { status: "OK" });
      const [{ method, url, headers }] = await arrived;
      assert.deepEqual(
        [method, url, headers.authorization, headers["content-length"] ?? "0"],
        ["GET", `/done/${DxmlUID}?Status=OK`, undefined, "0"],
      );
    } finally {
      sender.close();
    }
  });

  it("calls the sender back without a sign-in if only one of user name and password is set", async () => {
    for (const half of [
      { SenderCallBackUserName: "sender" },
      { SenderCallBackPassword: "canary" },
      { SenderCallBackUserName: "sender", SenderCallBackPassword: "" },
    ]) {
      const sender = createServer((_request, response) => response.end()).listen(0, "127.0.0.1");
      await once(sender, "listening");
      const arrived = once(sender, "request", { signal: AbortSignal.timeout(10_000) }) as Promise<[IncomingMessage]>;
      try {
        const { DxmlUID } = await start({
          SenderCallBackEndpoint: `http://127.0.0.1:${(sender.address() as AddressInfo).port}/done`,
          ...half,
        });
        await service.control("POST", `/sessions/${DxmlUID}/finish`, { status: "OK" });
        const [{ headers }] = await arrived;
        assert.equal(headers.authorization, undefined, JSON.stringify(half));
      } finally {
        sender.close();
      }
    }
  });

  const fields = { SenderCallBackUserName: "sender", SenderCallBackPassword: "canary-ö:password" };
  const signIns = [
    ["its sign-in", "", fields],
    ["the sign-in that its address has", "sender:canary-%C3%B6%3Apassword@", {}],
    ["the sign-in of the fields if its address has one too", "canary:other@", fields],
  ] as const;
  for (const [which, inAddress, more] of signIns)
    it(`calls the sender back on loopback with ${which}, which is never stored in plain text (T160)`, async () => {
      const seen: { url: string; authorization: string | undefined }[] = [];
      const sender = createServer(({ method, url, headers: { authorization } }, response) => {
        seen.push({ url: `${method} ${url}`, authorization });
        response.end();
      }).listen(0, "127.0.0.1");
      await once(sender, "listening");
      const folder = mkdtempSync(join(tmpdir(), "smartform-editor-"));
      const kept = await visit({ data: folder, log: (line) => log.push(line) });
      try {
        const { port } = sender.address() as AddressInfo;
        const created = await kept.call("POST", "/documents/Test/dxml/create", {
          body: {
            MetaFile: "ClaimLetters",
            Document: "Decision",
            DataAsBase64: data,
            UserName: "eva",
            SenderCallBackEndpoint: `http://${inAddress}127.0.0.1:${port}/done/`,
            ...more,
          },
        });
        const id = String(created.at("DxmlUID"));
        const arrived = once(sender, "request", { signal: AbortSignal.timeout(10_000) });
        await kept.control("POST", `/sessions/${id}/finish`, { status: "OK" });
        await arrived;
        assert.deepEqual(seen, [
          {
            url: `GET /done/${id}?Status=OK`,
            authorization: `Basic ${Buffer.from("sender:canary-ö:password").toString("base64")}`,
          },
        ]);
        for (const path of ["/outbox", "/ledger"])
          assert.doesNotMatch((await kept.control("GET", path)).text, /canary|Basic/);
        assert.doesNotMatch(log.join("\n"), /canary/);
      } finally {
        await kept.close();
        sender.close();
      }
      for (const name of readdirSync(folder)) assert.ok(!readFileSync(join(folder, name)).includes("canary"), name);
      rmSync(folder, { recursive: true });
    });
});
