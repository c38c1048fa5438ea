/**
 * Distribution and the connected viewer archive (document 3): who is reached and how often, what is refused, and
 * oddities.
 */
import { tell } from "../steps.ts";
import type { Step } from "../steps.ts";

const encode = (text: string) => Buffer.from(text).toString("base64");
const xml = (inside: string) => encode(`<?xml version="1.0" encoding="utf-8"?><Data>${inside}</Data>`);
const claim = '<Claim Number="S-77"/><Customer Name="Eva Lind"/>';
const body = { MetaFile: "ClaimLetters", Document: "Decision", DataAsBase64: xml(claim) };
const json = { ...body, DataAsBase64: encode('{"Claim":{"Number":"S-77"},"Customer":{"Name":"Eva Lind"}}') };
const guid = "5F0A1C52-7d1e-4d0b-9a55-0c1b6f1dabcd";
const today = new Date().toISOString();
const base = "/documents/Test/distribute";
const choose = (id: string, alternative: string): Step => ({ do: "POST control:/choices", body: { id, alternative } });
const once = (more: object = {}): Step => ({
  do: `PUT ${base}/idempotent/send`,
  body: { ...body, ExternalCorrelationId: guid, ...more },
  status: 202,
});
const central = (more: string) => ({
  ...body,
  DataAsBase64: xml(`${claim}<Index DISTRIBUTION="CentralDistribution"/>${more}`),
});
/** Expects exactly these items in the outbox, in order. */
const reached = (...kinds: readonly string[]): Step => ({
  do: "GET control:/outbox",
  at: Object.fromEntries<unknown>([
    ...kinds.flatMap((kind, index): readonly (readonly [string, unknown])[] => [
      [`items.${index}.channel`, "distribution"],
      [`items.${index}.payload.kind`, kind],
    ]),
    [`items.${kinds.length}`, undefined],
  ]),
});
const archive = "/documents/Test/archive";
const letter = "8e4d0f6c-19b3-4a72-8d48-2c6f9b7a6001";
const patch = (operations: unknown, id = letter, key = "karin"): Step => ({
  do: `PATCH ${archive}/patch/Letters/karin/${key}/${id}`,
  body: operations,
  headers: { "content-type": "application/json-patch+json" },
});

tell("distribution", [
  [
    "accepts a document, says how and where it is stored, and reaches its receiver at once (T148)",
    {
      do: `POST ${base}/send`,
      body: { ...body, Id: "case-17" },
      status: 202,
      at: { Id: "case-17", Distribution: "print", DocId: 1, RequestState: undefined },
      keep: { id: "CorrelationId", job: "JobId" },
    },
    reached("print"),
    {
      do: "GET control:/outbox",
      at: { "items.0.to": "Eva Lind", "items.0.payload.correlationId": "$id", "items.0.payload.id": "case-17" },
    },
    { do: "GET /documents/Test/dynamo/pdf/$job/1", pdf: /S-77/ },
    { do: `POST ${base}/send/jsondata`, body: json, status: 202, at: { Id: null } },
    reached("print", "print"),
  ],
  [
    "Q3: accepts a number if no type is documented",
    { do: `POST ${base}/send`, body: { ...body, Id: 17 }, status: 202, at: { Id: "17" } },
    { do: "GET control:/outbox", at: { "items.0.payload.id": "17" } },
  ],
  [
    "stores nothing if that is chosen (D23)",
    choose("D23", "no"),
    { do: `POST ${base}/send`, body, status: 202, at: { JobId: null, DocId: null } },
  ],
  [
    "sends nothing if there is no document, or the logic is missing (T143, T148)",
    ...[`POST ${base}/send`, `PUT ${base}/idempotent/send`].flatMap((call): Step[] => [
      {
        do: call,
        body: { ...body, ExternalCorrelationId: guid, Document: "DecisionWithoutData" },
        status: 204,
        has: /^$/,
      },
      { do: call, body: { ...body, ExternalCorrelationId: guid, Document: "DecisionWithoutLogic" }, status: 406 },
    ]),
    reached(),
  ],
  [
    "may be too many at once: 429, but never for the idempotent call (T144, D25)",
    choose("E5", "1 per minute"),
    { do: `POST ${base}/send`, body, status: 202 },
    { do: `POST ${base}/send`, body, status: 429 },
    { do: `POST ${base}/send/jsondata`, body: json, status: 429 },
    once(),
    once(),
    reached("print", "print"),
  ],
  [
    "distributes again with every plain call (T147)",
    ...Array.from({ length: 3 }, (): Step => ({ do: `POST ${base}/send`, body, status: 202 })),
    reached("print", "print", "print"),
  ],
  [
    "distributes once however often the same GUID comes with the same document (T147)",
    {
      ...once(),
      at: { RequestState: "Accepted", ExternalCorrelationId: guid.toLowerCase() },
      keep: { id: "CorrelationId", job: "JobId" },
    },
    ...Array.from({ length: 49 }, (): Step => ({
      ...once(),
      at: { RequestState: "AlreadyAccepted", CorrelationId: "$id" },
    })),
    {
      do: `PUT ${base}/idempotentsend/jsondata`,
      body: { ...json, ExternalCorrelationId: guid.toLowerCase(), Id: "other", UserName: "eva" },
      status: 202,
      at: { RequestState: "AlreadyAccepted", CorrelationId: "$id" },
    },
    reached("print"),
    { do: "GET control:/distributions", at: { "items.0.requests": 51, "items.1": undefined } },
  ],
  [
    "refuses a GUID that was used for another document: 409, or distributes that too (N54)",
    once(),
    { ...once({ DataAsBase64: xml('<Claim Number="S-78"/>') }), status: 409 },
    { ...once({ Document: "Terms" }), status: 409 },
    reached("print"),
    choose("N54", "distributed"),
    { ...once({ Document: "Terms" }), at: { RequestState: "Accepted" } },
    { ...once({ Document: "Terms" }), at: { RequestState: "AlreadyAccepted" } },
    reached("print", "print"),
  ],
  [
    "keeps a GUID only within its company and environment",
    once(),
    { ...once({ Document: "Decision" }), as: "other" },
    { ...once(), do: "PUT /documents/Test1/distribute/idempotent/send" },
    reached("print", "print", "print"),
  ],
  [
    "needs a GUID: 400",
    ...[undefined, "", "17", "{5f0a1c52-7d1e-4d0b-9a55-0c1b6f1dabcd}"].map((ExternalCorrelationId) => ({
      ...once({ ExternalCorrelationId }),
      status: 400,
    })),
    reached(),
  ],
  [
    "has a twin with an irregular path: the regular one is 404 (T146)",
    { do: `PUT ${base}/idempotentsend/jsondata`, body: { ...json, ExternalCorrelationId: guid }, status: 202 },
    { do: `PUT ${base}/idempotent/send/jsondata`, body: { ...json, ExternalCorrelationId: guid }, status: 404 },
    { do: `PUT ${base}/idempotentsend`, body: { ...body, ExternalCorrelationId: guid }, status: 404 },
    { do: `POST ${base}/idempotent/send`, body: { ...body, ExternalCorrelationId: guid }, status: 404 },
    reached("print"),
  ],
  [
    "sends to a digital mailbox if CentralDistribution finds one, and prints and posts otherwise (T150)",
    {
      do: `POST ${base}/send`,
      body: central('<Receiver Mailbox="19121212-1212"/>'),
      status: 202,
      at: { Distribution: "mailbox" },
    },
    { do: `POST ${base}/send`, body: central(""), status: 202, at: { Distribution: "print" } },
    reached("mailbox", "print"),
    {
      do: `POST ${base}/send`,
      body: { ...body, DataAsBase64: xml(`${claim}<Receiver Mailbox="1"/>`) },
      status: 202,
      at: { Distribution: "print" },
    },
  ],
  [
    "needs a fallback print provider for CentralDistribution, with a mailbox and without, and for nothing else (D29)",
    choose("D29", "not set up"),
    ...['<Receiver Mailbox="19121212-1212"/>', ""].flatMap((receiver): Step[] => [
      { do: `POST ${base}/send`, body: central(receiver), status: 406, has: /fallback print provider/ },
      { do: `PUT ${base}/idempotent/send`, body: { ...central(receiver), ExternalCorrelationId: guid }, status: 406 },
    ]),
    reached(),
    { do: "GET control:/distributions", at: { items: [] } },
    { do: `POST ${base}/send`, body, status: 202, at: { Distribution: "print" } },
    choose("D29", "set up"),
    { do: `POST ${base}/send`, body: central(""), status: 202, at: { Distribution: "print" } },
  ],
  [
    "releases a notification once, and none of others: 404 (T149)",
    { ...once(), keep: { id: "CorrelationId" } },
    { do: "DELETE control:/outbox" },
    { do: `PUT ${base}/setconotificationready/$id`, has: /^$/ },
    reached("notification"),
    { do: `PUT ${base}/setconotificationready/$id` },
    reached("notification"),
    { do: `PUT ${base}/setconotificationready/none`, status: 404 },
    { do: `PUT ${base}/setconotificationready/$id`, as: "other", status: 404 },
    { do: "PUT /documents/Test1/distribute/setconotificationready/$id", status: 404 },
  ],
  [
    "shows only in the control API how it ended, and when (N28, T148)",
    once(),
    { do: "GET control:/distributions", at: { "items.0.state": "accepted", "items.0.notificationReady": false } },
    { do: "POST control:/clock", body: { advanceMs: 60_000 } },
    { do: "GET control:/distributions", at: { "items.0.state": "delivered" } },
    reached("print"),
  ],
  [
    "is audited, and counted under its channel",
    { do: `POST ${base}/send`, body: { ...body, UserName: "eva", Source: "CRM" }, status: 202 },
    {
      do: "POST /audit/api/Audit",
      body: { dateFrom: today, dateTo: today, source: 7, skip: 0, take: 20 },
      has: /(?=[^]*DocumentDistributed)(?=[^]*"eva")/,
    },
  ],
]);

tell("viewer archive", [
  [
    "lists its schemas, and finds any JSON by its simple fields (N27)",
    { do: `GET ${archive}/schemas`, at: { "0.Name": "Letters", "1.Name": "Receipts" } },
    {
      do: `POST ${archive}/search/Letters/karin`,
      body: {},
      at: { "0.Claim": "S-3", "1.Claim": "S-9", "2": undefined },
    },
    {
      do: `POST ${archive}/search/Letters/eva`,
      body: { Year: 2001, Ignored: [1] },
      at: { "0.Claim": "S-9", "1": undefined },
    },
    { do: `POST ${archive}/search/Receipts/karin`, body: {}, has: /^\[\]$/ },
    { do: `POST ${archive}/search/None/karin`, body: {}, status: 404 },
  ],
  [
    "accepts an object with its file, or only a file, and returns it",
    {
      do: `POST ${archive}/upload/Receipts/karin`,
      body: { Title: "Receipt", FileAsBase64: encode("paid"), FileName: "r.txt", more: { any: [1] } },
      at: { Title: "Receipt", partitionKey: "karin", "more.any": [1], FileAsBase64: undefined },
      keep: { id: "id" },
    },
    { do: `GET ${archive}/download/Receipts/karin/$id`, has: /^paid$/ },
    { do: `POST ${archive}/upload/Receipts/karin`, body: "plain text", keep: { plain: "id" } },
    { do: `GET ${archive}/download/Receipts/karin/$plain`, has: /^plain text$/ },
    { do: `POST ${archive}/upload/Receipts/karin`, body: "", status: 400 },
    { do: `POST ${archive}/upload/Receipts/karin`, body: { Id: "own" }, status: 400 },
    { do: `POST ${archive}/upload/Receipts/karin`, body: { FileAsBase64: "x" }, status: 400 },
  ],
  [
    "changes metadata with a JSON patch, all of it or nothing",
    {
      ...patch([
        { op: "replace", path: "/Title", value: "T" },
        { op: "add", path: "/Tags", value: ["a"] },
        { op: "add", path: "/Tags/-", value: "b" },
        { op: "remove", path: "/Year" },
      ]),
      at: { Title: "T", Tags: ["a", "b"], Year: undefined, id: letter },
    },
    {
      ...patch([
        { op: "replace", path: "/Title", value: "lost" },
        { op: "test", path: "/Claim", value: "S-4" },
      ]),
      status: 400,
    },
    { do: `POST ${archive}/search/Letters/karin`, body: { Title: "T" }, at: { "0.Tags.1": "b" } },
  ],
  [
    "refuses to change identifying fields: 400, and nothing is changed (T163)",
    ...["/id", "/partitionKey", "/PartitionKey", "/schema", "/userId", "/companyId", "/id/x", ""].map((path) => ({
      ...patch([
        { op: "replace", path: "/Title", value: "T" },
        { op: "add", path, value: "x" },
      ]),
      status: 400,
    })),
    { ...patch([{ op: "move", from: "/userId", path: "/Title" }]), status: 400 },
    { ...patch([{ op: "copy", from: "/userId", path: "/By" }]), at: { By: "karin", userId: "karin" } },
    { do: `POST ${archive}/search/Letters/karin`, body: { Title: "T" }, has: /^\[\]$/ },
  ],
  [
    "refuses anything that is not a patch: 400",
    ...[
      {},
      [],
      [{ op: "change", path: "/Title", value: 1 }],
      [{ op: "add", path: "/Title" }],
      [{ op: "move", path: "/Title" }],
      [{ op: "remove", path: "/None/x" }],
      ["x"],
      undefined,
    ].map((operations) => ({ ...patch(operations), status: 400 })),
  ],
  [
    "shows no document of others: 404",
    { do: `GET ${archive}/download/Letters/karin/8e4d0f6c-19b3-4a72-8d48-2c6f9b7a6003`, status: 404 },
    { do: `GET ${archive}/download/Letters/karin/${letter}`, as: "other", status: 404 },
    { do: `GET ${archive}/download/Receipts/karin/${letter}`, status: 404 },
    { ...patch([{ op: "remove", path: "/Title" }]), as: "other", status: 404 },
    { ...patch([{ op: "remove", path: "/Title" }], letter, "eva"), status: 404 },
    { do: `GET /documents/Production/archive/download/Letters/karin/${letter}`, status: 404 },
    { do: `GET ${archive}/download/Letters/karin/${letter}`, has: /^%PDF[^]*A letter of 1998/ },
  ],
  [
    "exists only if the connection is set up (D26)",
    choose("D26", "not set up"),
    { do: `GET ${archive}/schemas`, status: 404 },
    { do: `POST ${archive}/search/Letters/karin`, body: {}, status: 404 },
    { do: `GET ${archive}/download/Letters/karin/${letter}`, status: 404 },
    { do: `POST ${archive}/upload/Letters/karin`, body: {}, status: 404 },
    { ...patch([{ op: "remove", path: "/Title" }]), status: 404 },
  ],
]);
