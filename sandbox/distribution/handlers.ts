/**
 * Distribution (document 3, "Distribution"): the outbox shows the receivers, and only the control API shows the outcome
 * (T148).
 */
import { createHash } from "node:crypto";
import type { OperationId } from "../../api/index.ts";
import type { Call, Handler, Reply } from "../base/call.ts";
import { objectBody, stringField, textOrNumberField } from "../base/read.ts";
import { Refusal } from "../base/refusal.ts";
import { newId } from "../base/state.ts";
import type { State } from "../base/state.ts";
import type { Values } from "../documents/data.ts";
import { writeDxml } from "../documents/dxml.ts";
import type { ProducedDocument } from "../documents/dxml.ts";
import { takeTurn } from "../documents/limits.ts";
import { produce, readDataCall } from "../documents/produce.ts";
import { recordDocument } from "../documents/record.ts";
import { shownIds, storeDocument } from "../store/documents.ts";

export interface Distribution {
  readonly correlationId: string;
  /** In lower case; null if the caller sent none. */
  readonly externalId: string | null;
  readonly documentHash: string;
  /** The `Id` of the request; null if the caller sent none. */
  readonly id: string | null;
  /** How the document is distributed. */
  readonly kind: string;
  readonly receiver: string;
  readonly jobId: number | null;
  readonly docId: number | null;
  readonly notificationReady: number;
  /** How often this distribution was requested. */
  readonly requests: number;
  readonly createdAt: number;
}

const send =
  (data: "xml" | "json"): Handler =>
  (call) => {
    const document = produce(call.state, call.company, readDataCall(call, { data }));
    checkPrintProvider(call.state, document);
    takeTurn(call);
    return document === undefined ? { status: 204 } : accepted(call.state, distribute(call, document, null));
  };

/** Distributes a document once per GUID, however often it is sent (T147). */
const sendOnce =
  (data: "xml" | "json"): Handler =>
  (call) => {
    const { state, company, documentsEnvironment } = call;
    const externalId = readGuid(stringField(objectBody(call.body), "ExternalCorrelationId"));
    const document = produce(state, company, readDataCall(call, { data }));
    checkPrintProvider(state, document);
    if (document === undefined) return { status: 204 };
    const known = state.all<Distribution>(
      "SELECT * FROM distribution WHERE company = ? AND environment = ? AND externalId = ?",
      company,
      documentsEnvironment,
      externalId,
    );
    const same = known.find(({ documentHash }) => documentHash === hashOf(document));
    if (same) {
      state.run("UPDATE distribution SET requests = requests + 1 WHERE correlationId = ?", same.correlationId);
      return accepted(state, same, { ExternalCorrelationId: externalId, RequestState: "AlreadyAccepted" });
    }
    if (known.length > 0 && state.choice("N54") === "409") throw new Refusal("correlation-taken");
    return accepted(state, distribute(call, document, externalId), {
      ExternalCorrelationId: externalId,
      RequestState: "Accepted",
    });
  };

/** Sets the notification of a distribution to ready, which sends the notification to the receiver (T149). */
const setNotificationReady: Handler = ({ state, company, clientId, documentsEnvironment, path, send: note }) => {
  const found = state.one<Distribution>(
    "SELECT * FROM distribution WHERE correlationId = ? AND company = ? AND environment = ?",
    path["correlationId"] ?? "",
    company,
    documentsEnvironment,
  );
  if (!found) throw new Refusal("distribution-missing");
  if (found.notificationReady === 1) return {};
  const { correlationId, receiver } = found;
  state.run("UPDATE distribution SET notificationReady = 1 WHERE correlationId = ?", correlationId);
  note({
    channel: "distribution",
    to: receiver,
    subject: "Notification",
    payload: { kind: "notification", correlationId },
  });
  recordDocument(
    { state, company, clientId, documentsEnvironment },
    { name: "DistributionNotificationReady", facts: { CorrelationId: correlationId } },
  );
  return {};
};

export const distributionHandlers = {
  "distribution.send": send("xml"),
  "distribution.sendJson": send("json"),
  "distribution.sendOnce": sendOnce("xml"),
  "distribution.sendOnceJson": sendOnce("json"),
  "distribution.setNotificationReady": setNotificationReady,
} as const satisfies Partial<Record<OperationId, Handler>>;

function distribute(call: Call, document: ProducedDocument, externalId: string | null): Distribution {
  const { state, company, documentsEnvironment } = call;
  const stored = state.choice("D23") === "yes" ? storeDocument(call, document) : { jobId: null, docId: null };
  const distribution: Distribution = {
    correlationId: newId(),
    externalId,
    documentHash: hashOf(document),
    id: textOrNumberField(objectBody(call.body), "Id") ?? null,
    kind: kindOf(document.values),
    receiver:
      valueNamed(document.values, "Mailbox") ||
      new Map(document.values).get("Customer.Name") ||
      "a receiver without a name",
    ...stored,
    notificationReady: 0,
    requests: 1,
    createdAt: state.now(),
  };
  const { correlationId, documentHash, id, kind, receiver, jobId, docId, createdAt } = distribution;
  state.run(
    "INSERT INTO distribution VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 1, ?)",
    correlationId,
    company,
    documentsEnvironment,
    externalId,
    documentHash,
    id,
    kind,
    receiver,
    jobId,
    docId,
    createdAt,
  );
  call.send({
    channel: "distribution",
    to: receiver,
    subject: document.document,
    payload: {
      kind,
      correlationId,
      id,
      metaFile: document.metaFile,
      document: document.document,
      environment: documentsEnvironment,
    },
  });
  recordDocument(call, {
    name: "DocumentDistributed",
    document,
    distribution: kind,
    facts: { CorrelationId: correlationId },
  });
  return distribution;
}

/** Returns the answer for an accepted distribution. Accepted does not mean delivered: delivery comes later. */
function accepted(
  state: State,
  { correlationId, id, kind, jobId, docId }: Distribution,
  more: Readonly<Record<string, string>> = {},
): Reply {
  const ids = jobId === null || docId === null ? { JobId: null, DocId: null } : shownIds(state, { jobId, docId });
  return { status: 202, json: { CorrelationId: correlationId, Id: id, Distribution: kind, ...ids, ...more } };
}

/** Central distribution needs a print provider even if nothing is printed (D29). */
function checkPrintProvider(state: State, document: ProducedDocument | undefined): void {
  if (
    document &&
    state.choice("D29") === "not set up" &&
    valueNamed(document.values, "DISTRIBUTION") === "CentralDistribution"
  )
    throw new Refusal("no-print-provider");
}

/**
 * Returns how a document is distributed. With `CentralDistribution`, it goes to the receiver's digital mailbox if there
 * is one, otherwise to the fallback print provider (D21, D22; T150).
 */
function kindOf(values: Values): string {
  const asked = valueNamed(values, "DISTRIBUTION") ?? "";
  if (asked !== "CentralDistribution") return asked === "" ? "print" : asked;
  return valueNamed(values, "Mailbox") ? "mailbox" : "print";
}

/** Finds a value by the last part of its path. */
function valueNamed(values: Values, name: string): string | undefined {
  return values.find(([path]) => path === name || path.endsWith(`.${name}`))?.[1];
}

/** Returns the hash of a document. Documents that differ only in user name and source have the same hash. */
function hashOf(document: ProducedDocument): string {
  return createHash("sha256")
    .update(writeDxml({ ...document, source: "", userName: "" }))
    .digest("hex");
}

function readGuid(text: string | undefined): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text ?? "")) throw new Refusal("bad-correlation");
  return (text ?? "").toLowerCase();
}
