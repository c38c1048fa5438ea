/**
 * Distribution from the editor, against the sandbox: a document is distributed once, however often it is sent. This is
 * remembered across restarts. Reports never claim a delivery, and nothing is sent without a ticket.
 */
import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { grantTicket } from "../../sandbox/permits.ts";
import { dataAsBase64, isApiError, receiversOf } from "../../../api/index.ts";
import type { Api, OperationId, Request } from "../../../api/index.ts";
import type { Dialog } from "../../../client/calls/carryOutModel.ts";
import { send } from "../../../client/calls/carryOutModel.ts";
import {
  acceptedOf,
  acceptedRow,
  asDistribution,
  keepAccepted,
  markNotification,
  releaseOf,
  unfinishedRow,
} from "../../../client/sending/distributionModel.ts";
import { remembering } from "../../../client/sending/memoryModel.ts";
import type { Memory } from "../../../client/sending/memoryModel.ts";
import { unfinishedIn } from "../../../client/sending/distributionJournal.ts";
import { sendRequest } from "../../../client/sending/sendModel.ts";
import type { Carry } from "../../../client/sending/sendModel.ts";
import { startContract } from "../../api/contract/service.ts";
import type { Contract } from "../../api/contract/service.ts";
import { memory } from "../documents/memory.ts";

const { signal } = new AbortController();
const data = (more: object = {}) => dataAsBase64({ json: { Customer: { Name: "Åsa Secret" }, ...more } });

describe("distribution from the editor", () => {
  let contract: Contract;
  let api: Api;
  let folder: string;
  let store: ReturnType<typeof memory>;
  let asked: Dialog[];
  let again: { readonly wasAccepted: boolean }[];

  before(async () => {
    contract = await startContract();
    api = contract.as("standard");
  });
  after(() => contract.close());
  beforeEach(async () => {
    await contract.control("POST", "/reset", {});
    folder = await mkdtemp(join(tmpdir(), "distribution-"));
    store = memory();
    [asked, again] = [[], []];
  });
  afterEach(() => rm(folder, { recursive: true }));

  const carry =
    (yes: boolean): Carry =>
    (wish) =>
      send({
        api,
        signal,
        ...wish,
        consent: async () => {
          asked.push(wish.dialog);
          return yes
            ? grantTicket({
                connection: api.connection,
                operation: wish.operation,
                receivers: receiversOf(wish.operation, wish.request),
                ...(wish.request as Omit<Request<"archive.upload">, "files">),
              })
            : undefined;
        },
      });
  const body = () => ({
    MetaFile: contract.ready.demo.metaFile,
    Document: contract.ready.demo.document,
    DataAsBase64: data(),
  });
  const distribute = ({
    yes = true,
    choice = "same",
    more = {},
    ...some
  }: { readonly yes?: boolean; readonly choice?: "same" | "new"; readonly more?: object } & Partial<Memory> = {}) =>
    remembering(
      {
        folder,
        store,
        identity: "here",
        warn: () => {},
        ask: async (_, known) => {
          again.push(known);
          return choice;
        },
        ...some,
      },
      (ports) =>
        sendRequest(
          "distribution.sendOnceJson",
          { environment: "Test", body: { ...body(), ...more }, files: new Map() },
          {
            carry: carry(yes),
            api,
            signal,
            order: async () => undefined,
            listForm: () => assert.fail("a distribution makes no form"),
            ...ports,
          },
        ),
    );
  const fault = (kind: string, operation = "distribution.sendOnceJson") =>
    contract.control("POST", "/faults", { kind, operation, times: 1 });
  const items = async (path: string) =>
    ((await contract.control("GET", path)) as { readonly items: readonly Readonly<Record<string, unknown>>[] }).items;
  const reached = async () => (await items("/outbox")).length;
  const isUnknown = (error: unknown): boolean =>
    error instanceof Error && /same GUID, and nobody gets it twice/.test(error.message);

  it("reaches its receiver once though it is sent fifty times (T147)", async () => {
    for (let time = 0; time < 50; time += 1) await distribute();
    assert.deepEqual(
      [await reached(), again.length, again.every(({ wasAccepted }) => wasAccepted), acceptedOf(store, "here").length],
      [1, 49, true, 1],
    );
    assert.deepEqual(
      (await items("/distributions")).map(({ requests }) => requests),
      [50],
    );
    await distribute({ choice: "new" });
    assert.deepEqual([await reached(), acceptedOf(store, "here").length], [2, 2]);
  });

  it("records the GUID before the first try, and is sent under it after a restart (T147)", async () => {
    await fault("reset-after");
    await assert.rejects(distribute({ source: "file:///w/a.distribution.json" }), isUnknown);
    const kept = (await unfinishedIn(folder)).unfinished[0] ?? assert.fail();
    assert.deepEqual(
      [kept.identity, kept.source, acceptedOf(store, "here").length, await reached()],
      ["here", "file:///w/a.distribution.json", 0, 1],
    );
    assert.match(
      unfinishedRow(kept).detail,
      /^The service did not say whether the document went out\. .*; nobody gets it twice\.$/,
    );
    await distribute({ kept });
    assert.deepEqual(
      [
        again.length,
        await reached(),
        (await unfinishedIn(folder)).unfinished,
        acceptedOf(store, "here").map(({ entry }) => entry.externalCorrelationId),
      ],
      [0, 1, [], [kept.entry.externalCorrelationId]],
    );
    assert.match(asked.at(-1)?.consequences?.join("\n") ?? "", /under the same GUID as before/);
  });

  it("never sends another document under a kept GUID", async () => {
    await fault("reset-after");
    await assert.rejects(distribute(), isUnknown);
    const {
      unfinished: [kept],
    } = await unfinishedIn(folder);
    await assert.rejects(
      distribute({ kept: kept ?? assert.fail(), more: { DataAsBase64: data({ other: 1 }) } }),
      /differs from the one that was sent under the same GUID/,
    );
    assert.deepEqual([await reached(), (await unfinishedIn(folder)).unfinished.length], [1, 1]);
  });

  it("never sends another document under a GUID that its file names, and keeps the doubt about the first (N54)", async () => {
    const guid = "11111111-2222-4333-8444-5555aaaabbbb";
    await fault("reset-after");
    await assert.rejects(distribute({ more: { ExternalCorrelationId: guid } }), isUnknown);
    const other = { ExternalCorrelationId: guid.toUpperCase(), DataAsBase64: data({ other: 1 }) };
    await assert.rejects(
      distribute({ more: other, choice: "new" }),
      /differs from the one that was sent under the same GUID/,
    );
    assert.deepEqual(
      [(await unfinishedIn(folder)).unfinished.map(({ entry }) => entry.externalCorrelationId), await reached()],
      [[guid], 1],
    );
    await distribute({ more: { ExternalCorrelationId: guid } });
    await assert.rejects(
      distribute({ more: other, choice: "new" }),
      /differs from the one that was sent under the same GUID/,
    );
    assert.deepEqual([acceptedOf(store, "here").length, await reached()], [1, 1]);
  });

  it("is accepted though the editor cannot record that, and is sent under the same GUID the next time", async () => {
    const update = store.update.bind(store);
    Object.assign(store, { update: () => Promise.reject(new Error("The store is full.")) });
    assert.ok(await distribute());
    Object.assign(store, { update });
    await distribute();
    assert.deepEqual(
      [again.length, await reached(), acceptedOf(store, "here").length, (await unfinishedIn(folder)).unfinished],
      [1, 1, 1, []],
    );
  });

  it("stays accepted if sending it again fails", async () => {
    await distribute();
    await fault("reset-after");
    await assert.rejects(distribute(), isUnknown);
    assert.deepEqual([(await unfinishedIn(folder)).unfinished, acceptedOf(store, "here").length], [[], 1]);
  });

  it("keeps nothing of what was refused or not agreed to", async () => {
    assert.equal(await distribute({ yes: false }), undefined);
    await assert.rejects(distribute({ more: { Document: "None" } }), /Nothing was distributed/);
    const nothing = await distribute({ more: { Document: contract.ready.demo.documentNotProduced } });
    assert.deepEqual(
      [nothing?.answer, (await unfinishedIn(folder)).unfinished, acceptedOf(store, "here"), await reached()],
      [null, [], [], 0],
    );
  });

  it("keeps ids and states, and nothing of the data or the receivers", async () => {
    await fault("reset-after");
    await assert.rejects(distribute(), isUnknown);
    const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), "utf8")));
    await distribute();
    for (const text of [...files, store.written()]) assert.doesNotMatch(text, /Secret|DataAsBase64|Customer/);
    assert.equal(files.length, 1);
    assert.equal(store.written().includes(body().DataAsBase64), false);
  });

  it("is reported as accepted, and never as delivered, whatever its channel (T148)", async () => {
    await distribute();
    const [one] = acceptedOf(store, "here");
    const { label, description, detail } = acceptedRow(one ?? assert.fail());
    assert.match(
      `${label} ${description} ${detail}`,
      /Decision of ClaimLetters in Test accepted .* The service does not report here whether the document arrived\. Distribution method: print\. Correlation id [\w-]+\.$/,
    );
    assert.doesNotMatch(`${label} ${description} ${detail}`, /deliver/i);
    assert.match(
      acceptedRow({ ...(one ?? assert.fail()), entry: { ...(one ?? assert.fail()).entry, environment: "Production" } })
        .label,
      /PRODUCTION/,
    );
  });

  it("warns in the ticket dialog that central distribution may reach a letter box (T150)", async () => {
    await distribute({ more: { DataAsBase64: data({ DISTRIBUTION: "CentralDistribution" }) } });
    assert.match(
      asked[0]?.consequences?.join("\n") ?? "",
      /digital mailbox, and otherwise to the print provider, which may print and post it.* even a test may reach a letter box/,
    );
    await distribute();
    assert.doesNotMatch(asked[1]?.consequences?.join("\n") ?? "", /letter box/);
    assert.match(asked[1]?.question ?? "", /^Distribute "Decision" of the MetaFile "ClaimLetters"\?$/);
  });

  it("releases no notification without a ticket, and records a release (T149)", async () => {
    await distribute();
    const { correlationId } = acceptedOf(store, "here")[0] ?? assert.fail();
    const request = { environment: "Test", path: { correlationId } } as const;
    const call = api.call as (operation: OperationId, request: unknown) => Promise<unknown>;
    await assert.rejects(
      call("distribution.setNotificationReady", request),
      (error: unknown) =>
        isApiError(error) &&
        error.outcome === "none" &&
        /this exact call was not confirmed, so it was not sent/.test(error.message),
    );
    const release = (yes: boolean) =>
      carry(yes)({ operation: "distribution.setNotificationReady", request, dialog: {} });
    assert.equal(await release(false), undefined);
    assert.equal(await reached(), 1);
    await release(true);
    await markNotification(store, correlationId, "ready");
    assert.deepEqual(
      [
        await reached(),
        /, notification marked as ready$/.test(acceptedRow(acceptedOf(store, "here")[0] ?? assert.fail()).description),
      ],
      [2, true],
    );
  });

  for (const [operation, expected] of [
    ["documents.pdf.createJson", "distribution.sendOnceJson"],
    ["documents.sessions.create", "distribution.sendOnce"],
    ["distribution.sendOnce", "distribution.sendOnce"],
    ["store.createJson", "distribution.sendOnceJson"],
    ["distribution.sendJson", "distribution.sendOnceJson"],
  ] as const) {
    it(`turns ${operation} into the distribution that may be sent again (T146, T147)`, () => {
      const request = {
        environment: "Test",
        body: {
          ...body(),
          UserName: "eva",
          ...(operation === "documents.sessions.create" && {
            SenderCallBackEndpoint: "https://example.com",
            SenderCallBackPassword: "hunter2",
          }),
        },
        files: new Map(),
      } as const;
      const made = asDistribution(operation, request);
      assert.equal(made.operation, expected);
      if (operation !== expected)
        assert.deepEqual(made.request, { environment: "Test", body: { ...body(), UserName: "eva" }, files: new Map() });
    });
  }

  it("keeps what follows the request if a plain distribution uses the call that may be sent again", () => {
    const made = asDistribution("distribution.send", {
      environment: "Test",
      environmentGroup: "North",
      body: { ...body(), Id: "case-17" },
      files: new Map(),
    });
    assert.deepEqual(
      [made.operation, made.request.environmentGroup, made.request.body],
      ["distribution.sendOnce", "North", { ...body(), Id: "case-17" }],
    );
  });

  it("lists a plain distribution of a request file among the others, and never offers it as one that is sent only once", async () => {
    const memorable = { folder, store, identity: "here", warn: () => {}, ask: () => assert.fail("asked") };
    const request = { environment: "Test", body: body(), files: new Map() };
    const send = () =>
      remembering(
        memorable,
        (ports) =>
          sendRequest("distribution.sendJson", request, {
            carry: carry(true),
            api,
            signal,
            order: async () => undefined,
            listForm: () => assert.fail("a distribution makes no form"),
            ...ports,
          }),
        { operation: "distribution.sendJson", request },
      );
    await send();
    await send();
    const listed = acceptedOf(store, "here");
    assert.deepEqual([listed.length, await reached(), (await unfinishedIn(folder)).unfinished], [2, 2, []]);
    const [one = assert.fail()] = listed;
    assert.match(acceptedRow(one).label, /^Decision of ClaimLetters in Test$/);
    assert.match(acceptedRow(one).detail, /Sent without a GUID\. Correlation id [\w-]+\.$/);
    await distribute();
    assert.deepEqual([again, acceptedOf(store, "here").length], [[], 3]);
  });

  for (const [group, expected] of [
    ["North", { environmentGroup: "North" }],
    [undefined, {}],
  ] as const) {
    it(`releases the notification of a distribution ${group === undefined ? "without a group in none" : `in ${group} there`}, whichever is chosen since`, async () => {
      const memorable = { folder, store, identity: "here", warn: () => {}, ask: () => assert.fail("asked") };
      for (const operation of ["distribution.sendJson", "distribution.sendOnceJson"] as const) {
        const request = {
          environment: "Test",
          ...(group && { environmentGroup: group }),
          body: body(),
          files: new Map(),
        };
        await remembering(
          memorable,
          (ports) =>
            sendRequest(operation, request, {
              carry: carry(true),
              api,
              signal,
              order: async () => undefined,
              listForm: () => assert.fail("a distribution makes no form"),
              ...ports,
            }),
          { operation, request },
        );
      }
      assert.deepEqual(
        acceptedOf(store, "here").map((one) => releaseOf(one, "South")),
        acceptedOf(store, "here").map(({ correlationId }) => ({
          environment: "Test",
          ...expected,
          path: { correlationId },
        })),
      );
      assert.equal(acceptedOf(store, "here").length, 2);
    });
  }

  it("releases what an earlier version stored in the current group", () => {
    const old = {
      identity: "here",
      at: "2026-11-21T12:00:00Z",
      entry: { environment: "Test", metaFile: "M", document: "D", digest: "" },
      correlationId: "c",
    };
    assert.deepEqual(
      acceptedOf(memory({ "distribution.accepted": [old] }), "here").map((one) => releaseOf(one, "South")),
      [{ environment: "Test", environmentGroup: "South", path: { correlationId: "c" } }],
    );
  });

  it("distributes nothing from a request without a document and data", () => {
    assert.throws(
      () => asDistribution("documents.pdf.fromDxml", { body: { B64Dxml: "" }, files: new Map() }),
      /needs MetaFile, Document and DataAsBase64\. Nothing was sent\./,
    );
    assert.throws(() => asDistribution("viewer.patch", { body: [], files: new Map() }), /Nothing was sent/);
  });

  it("keeps the last hundred, separately for each service, and survives broken stored data", async () => {
    const entry = (number: number) =>
      ({
        externalCorrelationId: `g${number}`,
        environment: "Test",
        metaFile: "M",
        document: "D",
        digest: "x",
      }) as const;
    for (let number = 0; number < 103; number += 1)
      await keepAccepted(store, {
        identity: number === 102 ? "there" : "here",
        entry: entry(number),
        answer: { CorrelationId: `c${number}`, JobId: "9007199254740993", DocId: 1 },
        at: new Date(number),
      });
    assert.deepEqual(
      [
        acceptedOf(store, "here").length,
        acceptedOf(store, "there")[0]?.jobId,
        acceptedOf(memory({ "distribution.accepted": [{}] }), "here"),
      ],
      [99, "9007199254740993", []],
    );
  });
});
