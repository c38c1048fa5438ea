/**
 * Tickets: no call that configures or destroys something, or reaches people, is sent without permission for exactly
 * that call.
 */
import assert from "node:assert/strict";
import { createApi, effectOf, makesInProduction, needsTicket, operationOf, operations } from "../../api/index.ts";
import type { Api, Intent, OperationId, Ticket } from "../../api/index.ts";
import { grantTicket } from "../sandbox/permits.ts";
import { json, secret, startService } from "./server.ts";

const party = { id: "customer", name: "Åsa", email: "asa@example.com" };
const body = {
  dialogDefinitionId: "s",
  values: { a: "1" },
  notification: { sendEmail: true, sendSms: false, participatingParties: [party] },
};
const receivers = ["Åsa <asa@example.com>"];

async function withApi(run: (api: Api, sent: () => number) => Promise<void>): Promise<void> {
  await using service = await startService({ answer: (_seen, response) => json(response, { id: "new" }) });
  const api = createApi({ connection: service.connection, secret: async () => secret });
  await run(api, () => service.calls.length);
  await api.close();
}

const refused = { code: "ticket-refused", outcome: "none" };

describe("tickets", () => {
  it("lets the granted call through, once", () =>
    withApi(async (api, sent) => {
      const ticket = grantTicket({ connection: api.connection, operation: "forms.create", receivers, body });
      await api.call("forms.create", { body }, { ticket });
      await assert.rejects(api.call("forms.create", { body }, { ticket }), refused);
      assert.equal(sent(), 1);
    }));

  it("refuses every ticketed call without one, before anything is sent", () =>
    withApi(async (api, sent) => {
      // @ts-expect-error The type refuses it as well.
      await assert.rejects(api.call("textlibrary.texts.delete", { path: { id: "t" } }), refused);
      // @ts-expect-error The type refuses it as well.
      await assert.rejects(api.call("forms.deleteBulk", { body: { dialogValuesIds: ["v"] } }), refused);
      await assert.rejects(api.call("forms.create", { body }), refused);
      await assert.rejects(
        api.call("forms.create", { body: { dialogDefinitionId: "s", values: {}, webhook: "https://x.example" } }),
        refused,
      );
      await assert.rejects(
        api.call("pdf.createForm", { body: { dialogDefinitionId: "s", values: {}, webhookForceRun: true } }),
        refused,
      );
      assert.equal(sent(), 0);
    }));

  it("refuses every call that makes a form in Production without one, whomever the form reaches, but no read there", () =>
    withApi(async (api, sent) => {
      const quiet = { dialogDefinitionId: "s", values: {} };
      for (const operation of ["forms.create", "pdf.createForm"] as const) {
        for (const request of [
          { body: quiet, environment: "Production" },
          { body: { ...quiet, environment: "PRODUCTION" } },
        ] as const)
          await assert.rejects(api.call(operation, request), refused);
      }
      assert.equal(sent(), 0);
      const request = { body: quiet, environment: "Production" } as const;
      await api.call("forms.create", request, {
        ticket: grantTicket({ connection: api.connection, operation: "forms.create", receivers: [], ...request }),
      });
      await api.call("forms.create", { body: { ...quiet, environment: "PreProduction" } });
      assert.equal(sent(), 2);
      const makers = (Object.keys(operations) as OperationId[]).filter((id) =>
        makesInProduction(id, { environment: "Production" }),
      );
      assert.deepEqual(makers, ["forms.create", "pdf.createForm", "pdf.submitForm"]);
    }));

  it("refuses a form whose body names Production under any spelling of the property without one", () =>
    withApi(async (api, sent) => {
      const quiet = { dialogDefinitionId: "s", values: {} };
      for (const operation of ["forms.create", "pdf.createForm"] as const) {
        for (const environment of ["Test", null])
          assert.equal(needsTicket(operation, { body: { ...quiet, environment, Environment: "Production" } }), true);
        assert.equal(
          needsTicket(operation, { environment: "Test", body: { ...quiet, environment: "production" } }),
          true,
        );
        assert.equal(needsTicket(operation, { body: { ...quiet, environment: "Test", Environment: "test" } }), false);
        await assert.rejects(
          api.call(operation, { body: { ...quiet, environment: null, Environment: "Production" } }),
          refused,
        );
      }
      assert.equal(sent(), 0);
    }));

  it("covers every operation whose row destroys, configures or reaches people", () => {
    const named = (Object.keys(operations) as OperationId[]).filter((id) =>
      ["destroy", "reaches-people", "configuration"].includes(effectOf(id, {})),
    );
    assert.deepEqual(
      named.filter((id) => operationOf(id).service === "forms"),
      ["forms.delete", "forms.deleteBulk", "pdf.submitForm", "textlibrary.folders.delete", "textlibrary.texts.delete"],
    );
    // A distribution is the only one of these calls that may be sent again, because the service does not distribute the
    // same GUID twice.
    assert.deepEqual(
      named.filter((id) => operationOf(id).retry !== "never"),
      ["distribution.sendOnce", "distribution.sendOnceJson"],
    );
  });

  const changes: readonly (readonly [string, (intent: Intent) => Intent])[] = [
    [
      "another host",
      (intent) => ({ ...intent, connection: { ...intent.connection, formsApiUrl: "http://127.0.0.1:1" } }),
    ],
    [
      "another sign-in",
      (intent) => ({ ...intent, connection: { ...intent.connection, authUrl: "http://127.0.0.1:1" } }),
    ],
    ["another client", (intent) => ({ ...intent, connection: { ...intent.connection, clientId: "other" } })],
    ["another environment", (intent) => ({ ...intent, environment: "Test" })],
    ["another operation", (intent) => ({ ...intent, operation: "pdf.submitForm" })],
    ["another receiver", (intent) => ({ ...intent, receivers: ["Åsa <asa@example.org>"] })],
    ["one receiver more", (intent) => ({ ...intent, receivers: [...receivers, "x@example.com"] })],
    ["no receiver", (intent) => ({ ...intent, receivers: [] })],
    ["one byte of the payload", (intent) => ({ ...intent, body: { ...body, values: { a: "2" } } })],
  ];
  for (const [what, change] of changes) {
    it(`is worth nothing after a grant for ${what}`, () =>
      withApi(async (api, sent) => {
        const ticket = grantTicket(change({ connection: api.connection, operation: "forms.create", receivers, body }));
        await assert.rejects(api.call("forms.create", { body }, { ticket }), refused);
        assert.equal(sent(), 0);
      }));
  }

  it("is worth nothing for another path or query", () =>
    withApi(async (api, sent) => {
      const forPath = grantTicket({
        connection: api.connection,
        operation: "textlibrary.texts.delete",
        receivers: [],
        path: { id: "a" },
      });
      await assert.rejects(api.call("textlibrary.texts.delete", { path: { id: "b" } }, { ticket: forPath }), refused);
      const forQuery = grantTicket({
        connection: api.connection,
        operation: "pdf.submitForm",
        receivers,
        body,
        query: { languageCode: "sv" },
      });
      await assert.rejects(
        api.call("pdf.submitForm", { body, query: { languageCode: "de" } }, { ticket: forQuery }),
        refused,
      );
      assert.equal(sent(), 0);
    }));

  it("is worth nothing for another operation at the same address", () =>
    withApi(async (api, sent) => {
      const ticket = grantTicket({
        connection: api.connection,
        operation: "textlibrary.texts.get",
        receivers: [],
        path: { id: "a" },
      });
      await assert.rejects(api.call("textlibrary.texts.delete", { path: { id: "a" } }, { ticket }), refused);
      assert.equal(sent(), 0);
    }));

  it("is not used up by a call that was cancelled before", () =>
    withApi(async (api, sent) => {
      const ticket = grantTicket({
        connection: api.connection,
        operation: "textlibrary.texts.delete",
        receivers: [],
        path: { id: "a" },
      });
      await assert.rejects(
        api.call("textlibrary.texts.delete", { path: { id: "a" } }, { ticket, signal: AbortSignal.abort() }),
        { code: "cancelled", outcome: "none" },
      );
      await api.call("textlibrary.texts.delete", { path: { id: "a" } }, { ticket });
      assert.equal(sent(), 1);
    }));

  it("lives for 60 seconds", () =>
    withApi(async (api) => {
      let time = 0;
      const grant = () =>
        grantTicket(
          { connection: api.connection, operation: "textlibrary.texts.delete", receivers: [], path: { id: "a" } },
          { now: () => time },
        );
      const [early, late] = [grant(), grant()];
      time = 59_999;
      await api.call("textlibrary.texts.delete", { path: { id: "a" } }, { ticket: early });
      time = 60_000;
      await assert.rejects(api.call("textlibrary.texts.delete", { path: { id: "a" } }, { ticket: late }), refused);
    }));

  it("cannot be made by hand or copied", () =>
    withApi(async (api, sent) => {
      const real = grantTicket({
        connection: api.connection,
        operation: "textlibrary.texts.delete",
        receivers: [],
        path: { id: "a" },
      });
      for (const ticket of [
        {} as Ticket,
        { ...real },
        structuredClone(real),
        JSON.parse(JSON.stringify(real)) as Ticket,
      ]) {
        await assert.rejects(api.call("textlibrary.texts.delete", { path: { id: "a" } }, { ticket }), refused);
      }
      assert.equal(sent(), 0);
    }));

  it("judges what is sent: a body that serializes to something else changes nothing", () =>
    withApi(async (api, sent) => {
      const faces = { dialogDefinitionId: "s", values: {}, toJSON: () => body };
      await assert.rejects(api.call("forms.create", { body: faces }), refused);
      assert.equal(sent(), 0);
    }));

  it("is not granted for a request that could not be sent", () =>
    withApi(async (api) => {
      assert.throws(
        () =>
          grantTicket({
            connection: api.connection,
            operation: "textlibrary.texts.delete",
            receivers: [],
            path: { id: ".." },
          }),
        { code: "invalid-request" },
      );
    }));
});
