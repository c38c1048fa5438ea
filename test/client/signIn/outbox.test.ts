/** What the sandbox would have sent is shown instead of being sent. */
import assert from "node:assert/strict";
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from "undici";
import { outboxWords, readOutbox } from "../../../client/signIn/outboxModel.ts";
import { visit } from "../../sandbox/visit.ts";
import type { Visit } from "../../sandbox/visit.ts";

/** Stands for a proxy: every request without a dispatcher of its own comes here, and fails. */
class Elsewhere extends Agent {
  override dispatch(): boolean {
    throw new Error("This went through the usual agent.");
  }
}

describe("outbox of the sandbox", () => {
  let service: Visit;
  before(async () => {
    service = await visit();
  });
  after(() => service.close());

  it("shows who would have got a form and its webhook, newest first (T172)", async () => {
    assert.match(
      outboxWords(await readOutbox(service.ready)),
      /None of it left this computer\.\n\nThe outbox is empty\.\n$/,
    );
    const { singleStep, rules } = service.ready.demo.smartforms;
    const created = await service.call("POST", "/Integrations/dialog/json", {
      body: {
        dialogDefinitionId: singleStep,
        values: {},
        notification: {
          sendEmail: true,
          sendSms: true,
          participatingParties: [{ name: "Eva", email: "eva@example.com", phone: "+46701740699" }],
        },
      },
    });
    const hooked = await service.call("POST", "/Integrations/dialog/json", {
      body: { dialogDefinitionId: rules, values: { remark: "hello" }, webhook: "https://hook.example/a" },
    });
    await service.control("POST", `/forms/${String(hooked.at("id"))}/submit`);
    const words = outboxWords(await readOutbox(service.ready));
    const places = [
      "webhook to https://hook.example/a",
      '"hello"',
      "sms to +46701740699",
      "email to eva@example.com",
      `Form: ${String(created.at("id"))}`,
    ].map((part) => [part, words.indexOf(part)] as const);
    for (const [part, place] of places) assert.ok(place > 0, part);
    assert.deepEqual(
      places.slice(0, 4).map(([, place]) => place),
      places
        .slice(0, 4)
        .map(([, place]) => place)
        .toSorted((a, b) => a - b),
    );
  });

  it("sends the secret of the sandbox to no proxy", async () => {
    const usual = getGlobalDispatcher();
    setGlobalDispatcher(new Elsewhere());
    try {
      assert.ok(Array.isArray(await readOutbox(service.ready)));
    } finally {
      setGlobalDispatcher(usual);
    }
  });

  it("names the signing order for an item without a payload", () => {
    assert.match(
      outboxWords([
        { channel: "webhook", to: "https://hook.example/done", orderId: "o-1", at: "2026-03-02T10:00:00.000Z" },
      ]),
      /webhook to https:\/\/hook\.example\/done\nSigning order: o-1/,
    );
  });

  it("says so if the sandbox does not show it, and calls no other computer", async () => {
    await assert.rejects(readOutbox({ ...service.ready, controlSecret: "guess" }), /did not show its outbox \(401\)/);
    await assert.rejects(
      readOutbox({ ...service.ready, controlUrl: "http://127.0.0.1:1/control" }),
      /does not answer.*Use the Sandbox/,
    );
    await assert.rejects(
      readOutbox({ ...service.ready, controlUrl: "http://sandbox.example/control" }),
      /only the sandbox on this computer has an outbox/,
    );
  });
});
