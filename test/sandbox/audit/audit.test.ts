/** Audit of the sandbox as document 2 describes it: searches, single events, and which written events are stored. */
import assert from "node:assert/strict";
import { tell } from "../steps.ts";
import { visit } from "../visit.ts";
import type { Visit } from "../visit.ts";

const always = { dateFrom: "2000-01-01", dateTo: "2100-01-01" };
const search = (body: object = {}) => ({ do: "POST /audit/api/Audit", body: { ...always, ...body } });
const event = {
  customerId: "demo",
  logName: "CaseClosed2",
  user: "claims-system",
  source: 15,
  level: 1,
  description: { case: "C-1" },
};
const write = (body: object = {}) =>
  ({ do: "POST /audit/api/EventLogAudit", as: "audit", body: { ...event, ...body } }) as const;
const choose = (id: string, alternative: string) => ({ do: "POST control:/choices", body: { id, alternative } });
const given = (...events: readonly (readonly [logName: string, createdDate: string])[]) => ({
  do: "POST control:/audit/events",
  body: { events: events.map(([logName, createdDate]) => ({ logName, createdDate })) },
});

tell("audit", [
  [
    "a written event is found by its name, and its write answers without a body",
    { ...write(), has: /^$/ },
    {
      ...search({ search: "CaseClosed2" }),
      at: {
        totalRecords: 1,
        "eventLogs.0.logName": "CaseClosed2",
        "eventLogs.0.source": 15,
        "eventLogs.0.level": 1,
        "eventLogs.0.user": "claims-system",
        "eventLogs.0.category": "",
        "eventLogs.0.gdpr": false,
      },
      has: /"searchTimeSeconds":[\d.]+/,
      keep: { id: "eventLogs.0.id" },
    },
    { do: "GET /audit/api/Audit/$id", at: { id: "$id", logName: "CaseClosed2" } },
  ],
  [
    "Q3: takes numbers where no type is documented",
    write({ logName: 4711, user: 17 }),
    { ...search({ search: 4711 }), at: { totalRecords: 1, "eventLogs.0.logName": "4711", "eventLogs.0.user": "17" } },
    { ...write({ customerId: 5 }), status: 403 },
  ],
  [
    "T98 answers 200 and stores nothing without a description, or with a Company in it",
    write({ description: undefined }),
    write({ description: null }),
    write({ description: { Company: "x" } }),
    write({ description: { a: 1, company: "x" } }),
    { ...search({ search: "CaseClosed2" }), at: { totalRecords: 0, eventLogs: [] } },
    write({ description: {} }),
    { ...search({ search: "CaseClosed2" }), at: { totalRecords: 1, "eventLogs.0.description": {} } },
  ],
  [
    "T98 A4: only Company in exactly this spelling keeps an event out",
    choose("A4", "as written"),
    write({ description: { Company: "x" } }),
    write({ description: { company: "x" } }),
    { ...search({ search: "CaseClosed2" }), at: { totalRecords: 1 } },
  ],
  [
    "T99 A3: the company's name precedes the first value",
    write({ description: { case: "C-1", count: 2 } }),
    {
      ...search({ search: "CaseClosed2" }),
      at: { "eventLogs.0.description": { case: "Strandby Mutual C-1", count: 2 } },
    },
    write({ description: { count: 2, case: "C-1" } }),
    {
      ...search({ search: "CaseClosed2" }),
      at: { "eventLogs.0.description": { count: "Strandby Mutual 2", case: "C-1" } },
    },
    choose("A3", "without a space"),
    write(),
    { ...search({ search: "CaseClosed2" }), at: { "eventLogs.0.description": { case: "Strandby MutualC-1" } } },
    choose("A3", "as a value of its own"),
    write(),
    {
      ...search({ search: "CaseClosed2" }),
      at: { "eventLogs.0.description": { Company: "Strandby Mutual", case: "C-1" } },
    },
  ],
  [
    "T100 the same event twice is two events, and nothing removes or changes one",
    write(),
    write(),
    { ...search({ search: "CaseClosed2" }), at: { totalRecords: 2 }, keep: { id: "eventLogs.0.id" } },
    { do: "DELETE /audit/api/Audit/$id", status: 404 },
    { do: "PUT /audit/api/Audit/$id", body: event, status: 404 },
    { do: "GET /audit/api/Audit/$id" },
  ],
  [
    "says what is missing in a written event",
    { ...write({ customerId: "" }), status: 400, at: { message: "CustomerId not set (customerId)" } },
    { ...write({ logName: undefined }), status: 400, has: /Event name not set/ },
    { ...write({ user: null }), status: 400, has: /User not set/ },
    { ...write({ source: undefined }), status: 400, has: /Source not set/ },
    { ...write({ level: undefined }), status: 400, has: /Level not set/ },
    { ...write({ logDateUtc: "yesterday" }), status: 400 },
    { ...write({ description: "text" }), status: 400 },
    { ...write({ eventId: {} }), status: 400 },
    { ...write({ gdpr: "yes" }), status: 400 },
    { ...search({ search: "CaseClosed2" }), at: { totalRecords: 0 } },
  ],
  [
    "N53: refuses undocumented sources and levels, or accepts them by choice",
    { ...write({ source: 17 }), status: 400 },
    { ...write({ level: 0 }), status: 400 },
    { ...write({ level: 1.5 }), status: 400 },
    { ...search({ source: 17 }), status: 400 },
    { ...search({ level: 4 }), status: 400 },
    choose("N53", "accepted"),
    write({ source: 99, level: 7 }),
    { ...search({ source: 99 }), at: { totalRecords: 1, "eventLogs.0.level": 7 } },
    { ...search({ source: 98 }), at: { totalRecords: 0 } },
  ],
  [
    "T107 stores source 15 like any other",
    write({ source: 15 }),
    write({ source: 16 }),
    { ...search({ search: "CaseClosed2", source: 15 }), at: { totalRecords: 1, "eventLogs.0.source": 15 } },
  ],
  [
    "T108 refuses a company's id that is not the token's, or keeps the event with the token's company by choice",
    write({ customerId: "Strandby Mutual" }),
    { ...write({ customerId: "other" }), status: 403 },
    { ...write({ customerId: "nobody" }), status: 403 },
    choose("A1", "400"),
    { ...write({ customerId: "other" }), status: 400 },
    { ...search({ search: "CaseClosed2" }), at: { totalRecords: 1 } },
    choose("A1", "stored"),
    write({ customerId: "other" }),
    { ...search({ search: "CaseClosed2" }), at: { totalRecords: 2 } },
    { ...search({ search: "CaseClosed2" }), as: "other", at: { totalRecords: 0 } },
  ],
  [
    "T101 without take, or with 0, returns everything and ignores skip",
    given(["Run", "2026-01-01T00:00:00Z"], ["Run", "2026-01-02T00:00:00Z"], ["Run", "2026-01-03T00:00:00Z"]),
    {
      ...search({ search: "Run", dateTo: "2026-01-31", skip: 2 }),
      at: { totalRecords: 3, "eventLogs.2.createdDate": "2026-01-01T00:00:00.000Z" },
    },
    {
      ...search({ search: "Run", dateTo: "2026-01-31", skip: 2, take: 0 }),
      at: {
        "eventLogs.0.createdDate": "2026-01-03T00:00:00.000Z",
        "eventLogs.2.createdDate": "2026-01-01T00:00:00.000Z",
      },
    },
    {
      ...search({ search: "Run", dateTo: "2026-01-31", skip: 2, take: 2 }),
      at: { totalRecords: 3, "eventLogs.0.createdDate": "2026-01-01T00:00:00.000Z", "eventLogs.1": undefined },
    },
    {
      ...search({ search: "Run", dateTo: "2026-01-31", take: 1 }),
      at: { "eventLogs.0.createdDate": "2026-01-03T00:00:00.000Z", "eventLogs.1": undefined },
    },
    { ...search({ take: -1 }), status: 400 },
    { ...search({ skip: -1, take: 1 }), status: 400 },
    { ...search({ take: "5" }), status: 400 },
  ],
  [
    "T102 newest first: new events move the rest back",
    given(["Run", "2026-01-01T00:00:00Z"], ["Run", "2026-01-03T00:00:00Z"], ["Run", "2026-01-02T00:00:00Z"]),
    {
      ...search({ search: "Run", dateTo: "2026-01-31", take: 1, skip: 1 }),
      at: { "eventLogs.0.createdDate": "2026-01-02T00:00:00.000Z" },
    },
    given(["Run", "2026-01-04T00:00:00Z"]),
    {
      ...search({ search: "Run", dateTo: "2026-01-31", take: 1, skip: 1 }),
      at: { "eventLogs.0.createdDate": "2026-01-03T00:00:00.000Z" },
    },
  ],
  [
    "T103 A2: whole days in UTC, including the last, whatever time follows the date",
    given(
      ["Edge", "2026-01-01T23:59:59.999Z"],
      ["Edge", "2026-01-02T00:00:00Z"],
      ["Edge", "2026-01-02T23:59:59.999Z"],
      ["Edge", "2026-01-03T00:00:00Z"],
    ),
    { ...search({ search: "Edge", dateFrom: "2026-01-02", dateTo: "2026-01-02" }), at: { totalRecords: 2 } },
    {
      ...search({ search: "Edge", dateFrom: "2026-01-02T15:00:00Z", dateTo: "2026-01-02T01:00:00+05:00" }),
      at: { totalRecords: 2, "eventLogs.0.createdDate": "2026-01-02T23:59:59.999Z" },
    },
    { ...search({ search: "Edge", dateFrom: "2026-01-03", dateTo: "2026-01-02" }), at: { totalRecords: 0 } },
    choose("A2", "UTC+2"),
    {
      ...search({ search: "Edge", dateFrom: "2026-01-02", dateTo: "2026-01-02" }),
      at: {
        totalRecords: 2,
        "eventLogs.0.createdDate": "2026-01-02T00:00:00.000Z",
        "eventLogs.1.createdDate": "2026-01-01T23:59:59.999Z",
      },
    },
  ],
  [
    "refuses invalid days, and requires both",
    { ...search({ dateFrom: "2026-02-30" }), status: 400 },
    { ...search({ dateTo: "20260201" }), status: 400 },
    { ...search({ dateTo: undefined }), status: 400 },
    { ...search({ dateFrom: "" }), status: 400 },
    { do: "POST /audit/api/Audit", body: "[]", status: 400 },
  ],
  [
    "T104 searches event names only, any part in any letter case",
    write(),
    { ...search({ search: "caseclosed2" }), at: { totalRecords: 1 } },
    { ...search({ search: "closed2" }), at: { totalRecords: 1 } },
    { ...search({ search: "claims-system" }), at: { totalRecords: 0 } },
    { ...search({ search: "C-1" }), at: { totalRecords: 0 } },
    { ...search({ search: "%" }), at: { totalRecords: 0 } },
  ],
  [
    "filters by level and source",
    { ...search({ level: 3 }), at: { totalRecords: 1, "eventLogs.0.logName": "PdfFailed" } },
    { ...search({ source: 13, level: 2 }), at: { totalRecords: 1, "eventLogs.0.logName": "SupportAccess" } },
    { ...search({ source: 13, level: 1 }), at: { totalRecords: 0 } },
  ],
  [
    "T105 an unknown id is 400, and so is another company's",
    { do: "GET /audit/api/Audit/none", status: 400, has: /no event/ },
    write(),
    { ...search({ search: "CaseClosed2" }), keep: { id: "eventLogs.0.id" } },
    { do: "GET /audit/api/Audit/$id", as: "other", status: 400 },
    { do: "GET /audit/api/Audit/$id" },
  ],
  [
    "T106 gives the time when it received an event, never when the event happened",
    write({
      logDateUtc: "1999-12-31T00:00:00Z",
      eventId: 4711,
      opCode: "close",
      keywords: "k",
      computer: "192.0.2.1",
      environmentId: "Test",
    }),
    { ...search({ search: "CaseClosed2", dateTo: "2001-01-01" }), at: { totalRecords: 0 } },
    {
      ...search({ search: "CaseClosed2" }),
      at: { totalRecords: 1 },
      hasNot: /1999|logDate|4711|opCode|keywords|192\.0\.2\.1|environmentId/i,
      has: /"createdDate":"20/,
    },
  ],
  [
    "T90 shows one company nothing of the other's",
    { ...search({ search: "PdfFailed" }), at: { totalRecords: 1 } },
    { ...search({ search: "PdfFailed" }), as: "other", at: { totalRecords: 0 } },
  ],
  [
    "T61 has events of forms: created, submitted, printed, deleted",
    {
      do: "POST /Integrations/dialog/json/submit/pdf",
      body: { dialogDefinitionId: "$singleStep", values: {}, source: "vscode-test" },
    },
    {
      ...search({ source: 2, search: "Form", level: 1 }),
      at: {
        totalRecords: 2,
        "eventLogs.0.logName": "FormSubmitted",
        "eventLogs.1.logName": "FormCreated",
        "eventLogs.1.description.smartform": "Claim report",
      },
      keep: { form: "eventLogs.0.description.formId" },
    },
    { ...search({ search: "PdfCreated" }), at: { totalRecords: 1 } },
    { do: "DELETE /Integrations/dialogvalues/$form", status: 204 },
    { ...search({ search: "FormDeleted" }), at: { totalRecords: 1, "eventLogs.0.description.formId": "$form" } },
  ],
  [
    "N41 has events of the Text Library with source 6, or not, by choice",
    { do: "POST /Integrations/textlibrary/folders", body: { name: "N" }, keep: { folder: "id" } },
    { do: "POST /Integrations/textlibrary/texts", body: { folderId: "$folder", code: "t" }, keep: { text: "id" } },
    { do: "PUT /Integrations/textlibrary/texts/$text", body: { folderId: "$folder", code: "u" } },
    { do: "DELETE /Integrations/textlibrary/texts/$text", status: 204 },
    { do: "PUT /Integrations/textlibrary/folders/$folder", body: { code: "c" } },
    { do: "DELETE /Integrations/textlibrary/folders/$folder", status: 204 },
    {
      ...search({ source: 6, take: 6 }),
      at: {
        totalRecords: 7,
        "eventLogs.0.logName": "FolderDeleted",
        "eventLogs.1.logName": "FolderChanged",
        "eventLogs.2.logName": "TextDeleted",
        "eventLogs.3.logName": "TextChanged",
        "eventLogs.3.description.code": "u",
        "eventLogs.4.logName": "TextCreated",
        "eventLogs.5.logName": "FolderCreated",
      },
    },
    choose("N41", "no event"),
    { do: "POST /Integrations/textlibrary/folders", body: { name: "M" } },
    { ...search({ source: 6 }), at: { totalRecords: 7 } },
  ],
  [
    "S15 writes the names of events in another letter case, but not those of facts",
    choose("S15", "PascalCase"),
    write(),
    {
      ...search({ search: "CaseClosed2" }),
      at: {
        TotalRecords: 1,
        "EventLogs.0.LogName": "CaseClosed2",
        "EventLogs.0.Description": { case: "Strandby Mutual C-1" },
      },
    },
  ],
  [
    "an empty sandbox has no events but sign-ins",
    { do: "POST control:/reset", body: { seed: "empty" } },
    { ...search(), hasNot: /"logName":"(?!ClientSignedIn)/ },
  ],
]);

describe("sandbox: audit of sign-ins and of many events", () => {
  let service: Visit;
  before(async () => {
    service = await visit();
  });
  after(() => service.close());

  const found = async (body: object) => service.call("POST", "/audit/api/Audit", { body: { ...always, ...body } });

  it("records who signs in, with the source of the identity server", async () => {
    await service.signIn("standard");
    const before = (await found({ source: 8, search: "ClientSignedIn", take: 1 })).at("totalRecords");
    await service.signIn("standard");
    await service.signIn("standard", { secret: "wrong" });
    await service.signIn("nobody");
    const after = await found({ source: 8, search: "ClientSignedIn", take: 1 });
    assert.equal(after.at("totalRecords"), Number(before) + 1);
    assert.equal(after.at("eventLogs.0.user"), service.client("standard").clientId);
    assert.doesNotMatch(after.text, /secret/i);
  });

  it("T101 returns thousands of events in full, in order, each once", async () => {
    const start = Date.parse("2020-01-01T00:00:00Z");
    const events = Array.from({ length: 2500 }, (_, index) => ({
      logName: "Bulk",
      createdDate: new Date(start + Math.floor(index / 7) * 1000).toISOString(),
      description: { index },
    }));
    await service.control("POST", "/audit/events", { events });
    const all = (await found({ search: "Bulk" })).at("eventLogs") as {
      readonly id: string;
      readonly description: { readonly index: number };
    }[];
    assert.deepEqual(
      all.map(({ description }) => description.index),
      events.map((_, index) => events.length - 1 - index),
    );
    const pages = await Promise.all([0, 1000, 2000].map((skip) => found({ search: "Bulk", skip, take: 1000 })));
    assert.deepEqual(
      pages.flatMap((page) => page.at("eventLogs") as { readonly id: string }[]).map(({ id }) => id),
      all.map(({ id }) => id),
    );
  });

  it("continues to answer others while a long answer is read slowly", async () => {
    const events = Array.from({ length: 4000 }, (_, index) => ({
      logName: "Slow",
      createdDate: "2020-02-01T00:00:00Z",
      description: { text: "x".repeat(2000), index },
    }));
    await service.control("POST", "/audit/events", { events });
    const response = await fetch(`${service.ready.auditApiUrl}/api/Audit`, {
      method: "POST",
      headers: { authorization: `Bearer ${await service.bearer("standard")}` },
      body: JSON.stringify({ ...always, search: "Slow" }),
    });
    const reader = response.body?.getReader();
    assert.ok(reader);
    const parts = [(await reader.read()).value];
    await service.control("POST", "/audit/events", {
      events: [{ logName: "Slow", createdDate: "2020-01-15T00:00:00Z" }],
    });
    assert.equal((await service.call("GET", "/Integrations/ping")).status, 200);
    for (let next = await reader.read(); !next.done; next = await reader.read()) parts.push(next.value);
    const { eventLogs, totalRecords } = JSON.parse(Buffer.concat(parts.flatMap((part) => part ?? [])).toString()) as {
      eventLogs: unknown[];
      totalRecords: number;
    };
    assert.deepEqual([eventLogs.length, totalRecords], [4000, 4000]);
  });
});
