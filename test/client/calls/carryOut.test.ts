/**
 * A call that a person started: it gets a ticket if it needs one, is sent once, and its outcome is reported in words.
 */
import assert from "node:assert/strict";
import { grantTicket } from "../../sandbox/permits.ts";
import { createApi, environmentNamed } from "../../../api/index.ts";
import type { OperationId, Request, Ticket } from "../../../api/index.ts";
import { CallFailed, send } from "../../../client/calls/carryOutModel.ts";
import type { Sending } from "../../../client/calls/carryOutModel.ts";
import { everyService, servicesOf, withAnswers } from "../../../client/connections/connectionsModel.ts";
import { world } from "../service.ts";
import type { World } from "../service.ts";

describe("a call that a person started", () => {
  let service: World;
  let folderId: string;
  let textId: string;
  const never = new AbortController().signal;

  before(async () => {
    service = await world();
  });

  after(() => service[Symbol.asyncDispose]());

  beforeEach(async () => {
    ({ folderId, id: textId } = await service.text());
    await service.control("DELETE", "/ledger");
  });

  const ledger = async (operation: OperationId) =>
    (
      (await service.control("GET", "/ledger")) as { readonly items: readonly { readonly operation: string }[] }
    ).items.filter((item) => item.operation === operation).length;
  const remove = async (more: Partial<Sending<"textlibrary.texts.delete">> = {}) => {
    const { id } = await service.text();
    const request = { path: { id } };
    let asked = 0;
    const ending = send<"textlibrary.texts.delete">({
      api: service.mine,
      operation: "textlibrary.texts.delete",
      request,
      signal: never,
      consent: async () => {
        asked += 1;
        return grantTicket({
          connection: service.mine.connection,
          operation: "textlibrary.texts.delete",
          receivers: [],
          ...request,
        });
      },
      ...more,
    });
    return { ending, asked: () => asked, id };
  };

  it("asks a person if the call cannot be undone, and sends it once", async () => {
    const { ending, asked } = await remove();
    assert.ok(await ending);
    assert.deepEqual([asked(), await ledger("textlibrary.texts.delete")], [1, 1]);
  });

  it("sends nothing if the person says no", async () => {
    const { ending, id } = await remove({ consent: async (): Promise<Ticket | undefined> => undefined });
    assert.equal(await ending, undefined);
    assert.equal(await ledger("textlibrary.texts.delete"), 0);
    assert.equal((await service.read(id)).id, id);
  });

  it("is sent only after its record is on the disk, and not at all if that fails", async () => {
    const sent: number[] = [];
    const { ending } = await remove({ record: async () => void sent.push(await ledger("textlibrary.texts.delete")) });
    assert.ok(await ending);
    assert.deepEqual(sent, [0]);
    await assert.rejects(
      (await remove({ record: () => Promise.reject(new Error("The disk is full.")) })).ending,
      /The disk is full\./,
    );
    assert.equal(
      await (
        await remove({ consent: async () => undefined, record: () => assert.fail("nobody agreed") })
      ).ending,
      undefined,
    );
    assert.equal(await ledger("textlibrary.texts.delete"), 1);
  });

  it("asks nobody before a read, and a cancelled one is not an error", async () => {
    const consent = async (): Promise<Ticket> => assert.fail("asked");
    const request: Request<"textlibrary.texts.get"> = { path: { id: textId } };
    assert.ok(await send({ api: service.mine, operation: "textlibrary.texts.get", request, consent, signal: never }));
    const stop = new AbortController();
    assert.equal(
      await send({
        api: service.mine,
        operation: "textlibrary.texts.get",
        request,
        consent,
        signal: stop.signal,
        onSent: () => stop.abort(),
      }),
      undefined,
    );
  });

  it("names the cause if a read ended without being cancelled", async () => {
    const api = createApi({ connection: service.mine.connection, secret: async () => "never asked for" });
    const reading = send({
      api,
      operation: "textlibrary.texts.get",
      request: { path: { id: textId } },
      consent: async () => assert.fail("asked"),
      signal: never,
      onSent: () => void api.close(),
    });
    await assert.rejects(reading, /the connection was changed or closed in the meantime/);
  });

  it("says why the service refused, in the operation's own words", async () => {
    const consent = async (): Promise<Ticket> =>
      grantTicket({
        connection: service.mine.connection,
        operation: "textlibrary.folders.delete",
        receivers: [],
        path: { id: folderId },
      });
    await assert.rejects(
      send({
        api: service.mine,
        operation: "textlibrary.folders.delete",
        request: { path: { id: folderId } },
        consent,
        signal: never,
      }),
      (error: unknown) => {
        assert.ok(error instanceof CallFailed);
        assert.equal(error.outcome, "none");
        assert.match(error.message, /^Could not delete the folder\. The folder still holds texts/);
        return true;
      },
    );
  });

  for (const [what, lookUp, words] of [
    [
      "what was found",
      async () => "The text is not there any more.",
      /The call may have taken effect anyway.* The text is not there any more\.$/,
    ],
    [
      "that looking failed",
      async () => Promise.reject(new Error("No way there.")),
      /The current state could not be checked either: No way there\.$/,
    ],
  ] as const) {
    it(`says that the outcome of a lost answer is unknown, and ${what}, and sends nothing again`, async () => {
      await service.control("POST", "/faults", {
        operation: "textlibrary.texts.delete",
        kind: "reset-after",
        times: 1,
      });
      const { ending } = await remove({ lookUp });
      await assert.rejects(
        ending,
        (error: unknown) => error instanceof CallFailed && error.outcome === "unknown" && words.test(error.message),
      );
      assert.equal(await ledger("textlibrary.texts.delete"), 1);
    });
  }
});

describe("the environment that a dialog names", () => {
  it("is that of the address, or else that of a form's body", () => {
    assert.equal(
      environmentNamed("forms.create", { environment: "Test", body: { environment: "Production" } }),
      "Test",
    );
    assert.equal(environmentNamed("forms.create", { body: { Environment: "Production" } }), "Production");
    assert.equal(
      environmentNamed("forms.create", { body: { environment: null, Environment: "Production" } }),
      "Production",
    );
    assert.equal(environmentNamed("signing.orders.create", { body: { environment: "Production" } }), undefined);
  });
});

describe("services of a connection", () => {
  it("are those with an address", () => {
    assert.deepEqual(
      servicesOf({ signingApiUrl: "https://signing.example", documentsApiUrl: "https://documents.example" }),
      ["signing", "documents"],
    );
    assert.deepEqual(everyService, ["forms", "audit", "statistics", "signing", "archive", "documents"]);
  });

  it("are added and removed by their addresses, and the rest of the connection stays the same", () => {
    const before = {
      name: "acme",
      clientId: "c",
      authUrl: "https://auth.example",
      formsApiUrl: "https://forms.example",
      formsAppUrl: "https://app.example",
      auditApiUrl: "https://audit.example",
      archiveApiUrl: "https://archive.example",
    };
    const { auditApiUrl: _, ...others } = before;
    assert.deepEqual(
      withAnswers(
        before,
        new Map([
          ["auditApiUrl", ""],
          ["signingApiUrl", "https://sign.example/api/"],
          ["formsApiUrl", "https://elsewhere.example"],
        ]),
      ),
      { ...others, signingApiUrl: "https://sign.example/api" },
    );
  });
});
