/**
 * A document is distributed only once: its GUID is in the journal before the first try, every further try uses the same
 * GUID, and no message says that the document was delivered.
 */
import assert from "node:assert/strict";
import {
  distribute,
  distributionSentence,
  distributionWarnings,
  effectOf,
  explain,
  newEntry,
  operationOf,
  receiversOf,
} from "../../api/index.ts";
import type {
  Distribution,
  DistributionAnswer,
  DistributionEntry,
  DistributionRequest,
  OperationId,
} from "../../api/index.ts";
import { failure, statusFailure } from "../../api/http/failure.ts";
import { prepare } from "../../api/http/prepare.ts";

const body = { MetaFile: "ClaimLetters", Document: "Decision", DataAsBase64: "PERhdGEvPg==" };
const distribution: Distribution = { environment: "Test", data: "xml", body };
const subject = { operation: "distribution.sendOnce", effect: "reaches-people", host: "service.example" } as const;
const accepted: DistributionAnswer = { CorrelationId: "c-1", Distribution: "print", JobId: 17, DocId: 1 };
const lost = () => failure("timeout", subject, "unknown");
const refused = (status: number) => statusFailure(status, subject, {});

/** Each try takes the next response; the log records the order of events. */
function service(...answers: readonly (DistributionAnswer | Error)[]) {
  const log: string[] = [];
  const requests: DistributionRequest[] = [];
  const left = [...answers];
  return {
    log,
    requests,
    journal: {
      keep: async ({ externalCorrelationId }: DistributionEntry) => void log.push(`keep ${externalCorrelationId}`),
      clear: async ({ externalCorrelationId }: DistributionEntry) => void log.push(`clear ${externalCorrelationId}`),
    },
    send: async (request: DistributionRequest) => {
      requests.push(request);
      log.push(`send ${request.request.body.ExternalCorrelationId}`);
      const answer = left.shift();
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error("One try too many.");
      return answer;
    },
  };
}

describe("distribution", () => {
  it("T147 is journaled before the first try, sent by the idempotent call, and cleared once it was accepted", async () => {
    for (const [data, operation] of [
      ["xml", "distribution.sendOnce"],
      ["json", "distribution.sendOnceJson"],
    ] as const) {
      const { send, journal, log, requests } = service(accepted);
      assert.equal(await distribute(send, { ...distribution, data }, { journal }), accepted);
      const [request] = requests;
      assert.equal(request?.operation, operation);
      const guid = request?.request.body.ExternalCorrelationId;
      assert.deepEqual(log, [`keep ${guid}`, `send ${guid}`, `clear ${guid}`]);
      assert.doesNotThrow(() =>
        prepare(
          {
            authUrl: "https://a.example",
            formsApiUrl: "https://a.example",
            formsAppUrl: "https://a.example",
            documentsApiUrl: "https://a.example",
            clientId: "c",
          },
          operation,
          request?.request ?? {},
        ),
      );
    }
  });

  it("T147 is not sent at all if the journal cannot record it", async () => {
    const { send, log } = service(accepted);
    await assert.rejects(
      distribute(send, distribution, {
        journal: { keep: () => Promise.reject(new Error("The disk is full.")), clear: async () => {} },
      }),
      /disk is full/,
    );
    assert.deepEqual(log, []);
  });

  it("T147 is tried again with the same GUID and the same body, whatever was lost", async () => {
    const { send, journal, log, requests } = service(lost(), refused(503), accepted);
    await distribute(send, distribution, { journal, minTimeout: 0 });
    assert.equal(new Set(requests.map(({ request }) => JSON.stringify(request))).size, 1);
    assert.deepEqual(
      log.map((line) => line.split(" ")[0]),
      ["keep", "send", "send", "send", "clear"],
    );
  });

  it("T147 stays in the journal while its outcome is unknown, and continues with the same GUID later", async () => {
    const first = service(lost(), lost(), lost());
    await assert.rejects(distribute(first.send, distribution, { journal: first.journal, minTimeout: 0 }), {
      outcome: "unknown",
    });
    assert.deepEqual(
      first.log.map((line) => line.split(" ")[0]),
      ["keep", "send", "send", "send"],
    );
    const entry = { ...newEntry(distribution), externalCorrelationId: first.log[0]?.split(" ")[1] ?? "" };
    const later = service(refused(400));
    await assert.rejects(distribute(later.send, distribution, { journal: later.journal, entry, minTimeout: 0 }), {
      code: "bad-request",
    });
    assert.deepEqual(later.log, [`keep ${entry.externalCorrelationId}`, `send ${entry.externalCorrelationId}`]);
  });

  it("T147 stays in the journal if one try was lost and the next one refused", async () => {
    const { send, journal, log } = service(lost(), refused(409));
    await assert.rejects(distribute(send, distribution, { journal, minTimeout: 0 }), { code: "conflict" });
    assert.equal(
      log.some((line) => line.startsWith("clear")),
      false,
    );
  });

  it("leaves the journal after a refusal that sent nothing, and is not tried again", async () => {
    for (const status of [400, 403, 404, 406, 409]) {
      const { send, journal, log } = service(refused(status));
      await assert.rejects(distribute(send, distribution, { journal, minTimeout: 0 }), { status });
      assert.deepEqual(
        log.map((line) => line.split(" ")[0]),
        ["keep", "send", "clear"],
      );
    }
  });

  it("N54 never sends another document under a used GUID", async () => {
    const entry = newEntry(distribution);
    for (const other of [
      { ...distribution, body: { ...body, DataAsBase64: "PERhdGEgLz4=" } },
      { ...distribution, environment: "Production" as const },
      { ...distribution, data: "json" as const },
    ]) {
      const { send, journal, log } = service(accepted);
      await assert.rejects(distribute(send, other, { journal, entry }), RangeError);
      assert.deepEqual(log, []);
    }
    const { send, journal } = service(accepted);
    await distribute(
      send,
      { ...distribution, body: { DataAsBase64: body.DataAsBase64, Document: "Decision", MetaFile: "ClaimLetters" } },
      { journal, entry },
    );
  });

  it("keeps no data of the document in its journal, and never the same GUID twice", () => {
    assert.doesNotMatch(JSON.stringify(newEntry(distribution)), /PERhdGE/);
    assert.notEqual(newEntry(distribution).externalCorrelationId, newEntry(distribution).externalCorrelationId);
  });

  it("sends nothing once cancelled", async () => {
    const { send, journal, log } = service(accepted);
    await assert.rejects(distribute(send, distribution, { journal, signal: AbortSignal.abort() }), {
      name: "AbortError",
    });
    assert.deepEqual(log, []);
  });

  it("T147 T149 reaches people whatever its content, and is never repeated by the transport", () => {
    for (const id of [
      "distribution.send",
      "distribution.sendJson",
      "distribution.sendOnce",
      "distribution.sendOnceJson",
      "distribution.setNotificationReady",
    ] as const satisfies readonly OperationId[]) {
      assert.equal(effectOf(id, { body }), "reaches-people");
      assert.notEqual(operationOf(id).retry, "free");
      assert.equal(receiversOf(id, { body }).length, 1);
    }
  });

  it("T146 keeps the irregular path of its twin call", () => {
    assert.equal(operationOf("distribution.sendOnce").path, "/distribute/idempotent/send");
    assert.equal(operationOf("distribution.sendOnceJson").path, "/distribute/idempotentsend/jsondata");
  });
});

describe("distribution in words", () => {
  it("T148 is accepted and never delivered; without a document nothing was sent", () => {
    const said = distributionSentence(accepted);
    assert.match(
      said,
      /accepted for distribution through print; its correlation id is c-1\. The document is stored in the document store as job 17, document 1\./,
    );
    assert.match(
      distributionSentence({ CorrelationId: "c-2", JobId: null, DocId: null }),
      /^The document was accepted for distribution; its correlation id is c-2\. The service does not report back here whether or when the document arrives/,
    );
    assert.match(distributionSentence(null), /Nothing was sent/);
    for (const sentence of [said, distributionSentence(null)]) assert.doesNotMatch(sentence, /deliver/i);
  });

  it("T150 warns if the data request central distribution, in any form", () => {
    const of = (data: string) => distributionWarnings({ DataAsBase64: Buffer.from(data).toString("base64") });
    for (const data of [
      '<Data><Index DISTRIBUTION="CentralDistribution"/></Data>',
      '{"DISTRIBUTION":"CentralDistribution"}',
      "<Data><DISTRIBUTION>CentralDistribution</DISTRIBUTION></Data>",
    ])
      assert.match(
        of(data).join(" "),
        /digital mailbox, and otherwise to the print provider, which may print and post it/,
      );
    assert.equal(of("<Data/>").length, 1);
  });

  it("T149 T163 explains what was refused, and what a patch would have changed", () => {
    const explained = (id: OperationId, status: number, asked = {}) =>
      explain(statusFailure(status, { operation: id, effect: "write", host: "h" }, {}), asked);
    assert.match(
      explained("distribution.setNotificationReady", 404),
      /The notification was not marked as ready.*not the GUID/,
    );
    assert.match(
      explained("viewer.patch", 400, {
        body: [
          { op: "replace", path: "/Title", value: "x" },
          { op: "add", path: "/userId", value: "eva" },
        ],
      }),
      /nothing was changed.*\/Title, \/userId\. Remove the fields that cannot be changed/,
    );
    assert.match(explained("store.html", 404), /A stored document gets its HTML only when it is stored/);
    assert.match(explained("distribution.sendOnce", 406), /^Nothing was distributed\. .*logic/);
  });
});
