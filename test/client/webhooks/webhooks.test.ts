/** The receiver of webhooks. The sandbox calls it as a service would, and so do callers that it must ignore. */
import assert from "node:assert/strict";
import { request as ask } from "node:http";
import { callPage, callTitle, startReceiver } from "../../../client/webhooks/receiverModel.ts";
import type { Receiver, WebhookCall } from "../../../client/webhooks/receiverModel.ts";
import { visit } from "../../sandbox/visit.ts";
import type { Visit } from "../../sandbox/visit.ts";

describe("listening for webhooks", () => {
  let service: Visit;
  let receiver: Receiver;
  let came: (call: WebhookCall) => void;

  before(async () => (service = await visit()));
  beforeEach(async () => (receiver = await startReceiver({ onCall: (call) => came(call) })));
  afterEach(() => receiver[Symbol.asyncDispose]());
  after(() => service.close());

  const next = () => new Promise<WebhookCall>((resolve) => (came = resolve));

  /** Resolves with the status of a call with these headers. */
  const status = (headers: Readonly<Record<string, string>>, body = "") =>
    new Promise<number>((resolve, reject) => {
      ask(receiver.url, { method: "POST", headers }, (answer) => resolve(answer.resume().statusCode ?? 0))
        .on("error", reject)
        .end(body);
    });

  it("shows what a submitted form sends", async () => {
    const { rules } = service.ready.demo.smartforms;
    const made = await service.call("POST", "/Integrations/dialog/json", {
      body: {
        dialogDefinitionId: rules,
        values: { remark: "hello" },
        dataTableValue: { name: "Åsa" },
        externalMetaData: { case: "7" },
        webhook: receiver.url,
      },
    });
    const call = next();
    await service.control("POST", `/forms/${String(made.at("id"))}/submit`);
    const page = callPage(await call);
    assert.match(page, /"dataTableValues"/);
    assert.match(page, /"ExternalMetaData"/);
    assert.match(page, /hello/);
    assert.equal(receiver.calls.length, 1);
  });

  it("treats a call without a body only as a hint (T129)", async () => {
    const call = next();
    await fetch(new URL("done?order=1", receiver.url));
    const seen = await call;
    assert.equal(callTitle(seen), "GET /done?order=1 · without a body");
    assert.match(callPage(seen), /does not show what happened to the order/);
  });

  it("accepts no page of a browser, and no other name of this address", async () => {
    assert.equal(await status({ origin: "https://evil.example" }), 403);
    assert.equal(await status({ host: "evil.example" }), 403);
    assert.deepEqual(receiver.calls, []);
  });

  it("keeps no header, since one may contain a secret", async () => {
    const call = next();
    assert.equal(await status({ authorization: "Bearer a-secret-of-somebody", cookie: "a-secret-too" }, "{}"), 200);
    assert.doesNotMatch(JSON.stringify(await call), /secret/);
  });

  it("shows a body that is not JSON unchanged, and accepts no endless one", async () => {
    const call = next();
    assert.equal(await status({ "content-type": "application/x-www-form-urlencoded" }, "a=1&b=<b>"), 200);
    assert.match(callPage(await call), /"body": "a=1&b=<b>"/);
    assert.equal(await status({}, "x".repeat(20_000_001)).catch(() => 413), 413);
    assert.equal(receiver.calls.length, 1);
  });

  it("keeps the newest hundred", async () => {
    came = () => undefined;
    for (let number = 0; number < 103; number += 1)
      await fetch(new URL(String(number), receiver.url), { method: "PUT", body: "{}" });
    assert.equal(receiver.calls.length, 100);
    assert.equal(receiver.calls[0]?.path, "/102");
  });
});
