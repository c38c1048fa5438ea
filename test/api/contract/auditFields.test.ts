/** Audit's fields as document 2 lists them, each tried on the client's schema and on the running sandbox. */
import assert from "node:assert/strict";
import { auditLevels, auditSources } from "../../../api/operations/audit.ts";
import { answerFields, each, rawAnswer, requestFields } from "./documentedFields.ts";
import { startContract } from "./service.ts";
import type { Contract } from "./service.ts";

let contract: Contract;
before(async () => {
  contract = await startContract();
  await contract.control("POST", "/audit/events", {
    events: [
      {
        logName: "Shown",
        createdDate: "2026-01-02T03:04:05Z",
        source: 6,
        level: 2,
        user: "karin",
        category: "Claims",
        gdpr: true,
        description: { case: "C-1" },
      },
    ],
  });
});
after(() => contract.close());

const service = () => contract;
const always = { dateFrom: "2000-01-01", dateTo: "2100-01-01" };
const found = (body: object = {}) =>
  rawAnswer(contract, "audit.search", { body: { ...always, take: 1, ...body } }) as Promise<{
    readonly eventLogs: readonly { readonly id: string }[];
  }>;
const shown = () => found({ search: "Shown" });
const event = {
  customerId: "demo",
  logName: "CaseClosed",
  user: "claims-system",
  source: 15,
  level: 1,
  description: { case: "C-1" },
};
const write = (more: object) => rawAnswer(contract, "audit.write", { body: { ...event, ...more } }, "audit");

describe("documented fields: audit", () => {
  const fields = {
    id: "text",
    createdDate: "time",
    logName: "text",
    source: "number",
    level: "number",
    user: "text",
    category: "text",
    gdpr: "true or false",
    description: "object",
  } as const;
  answerFields(
    { operation: "audit.search", answer: shown },
    {
      eventLogs: "list",
      totalRecords: "number",
      searchTimeSeconds: "number",
      ...Object.fromEntries(Object.entries(fields).map(([name, shape]) => [`eventLogs.0.${name}`, shape] as const)),
    },
  );
  answerFields(
    {
      operation: "audit.get",
      answer: async () => rawAnswer(contract, "audit.get", { path: { id: (await shown()).eventLogs[0]?.id ?? "" } }),
    },
    fields,
  );

  requestFields(service, { operation: "audit.write", as: "audit", request: () => ({ body: event }) }, [
    { field: "customerId", is: "required" },
    { field: "logName", is: "required" },
    { field: "user", is: "required" },
    { field: "source", is: "required", refuses: each(0, 17, "2") },
    { field: "level", is: "required", takes: each(1, 2, 3), refuses: each(0, 4, "1") },
    { field: "environmentId", is: "optional", takes: each("Production") },
    { field: "eventId", is: "optional", takes: each(4711, "E-4711") },
    { field: "opCode", is: "optional", takes: each("close") },
    { field: "category", is: "optional", takes: each("Claims") },
    { field: "keywords", is: "optional", takes: each("claim") },
    { field: "computer", is: "optional", takes: each("192.0.2.1") },
    { field: "gdpr", is: "optional", takes: each(true, false), refuses: each("yes") },
    { field: "logDateUtc", is: "optional", takes: each("2026-11-20T08:59:00Z"), refuses: each("yesterday") },
    {
      field: "description",
      is: "always sent",
      takes: each({}, { case: "C-1" }),
      refuses: each("text", ["list"]),
      keepsIn: each({ Company: "x" }),
    },
  ]);

  requestFields(service, { operation: "audit.search", request: () => ({ body: { ...always, take: 10 } }) }, [
    { field: "dateFrom", is: "required", takes: each("2026-11-01"), refuses: each("yesterday") },
    { field: "dateTo", is: "required", takes: each("2026-11-20"), refuses: each("yesterday") },
    { field: "level", is: "optional", takes: each(1, 2, 3), refuses: each(0, 4) },
    { field: "source", is: "optional", takes: each(16), refuses: each("forms") },
    { field: "search", is: "optional", takes: each("Case") },
    { field: "skip", is: "optional", takes: each(0, 5), refuses: each(-1) },
    { field: "take", is: "optional", takes: each(0, 1, 5000), refuses: each(-1) },
  ]);

  const sources = [
    "platform core",
    "forms",
    "digital signing",
    "document-file service",
    "archive viewer",
    "text library",
    "web editor",
    "identity server",
    "workflow",
    "tooling",
    "archive",
    "archive administration",
    "support",
    "vendor solution",
    "custom",
    "interaction administration",
  ];
  for (const [index, label] of sources.entries()) {
    it(`source ${index + 1} is ${label}, is stored, and can be searched by its number`, async () => {
      assert.equal(auditSources.get(index + 1), label);
      await write({ logName: `Of${index + 1}`, source: index + 1 });
      assert.partialDeepStrictEqual(await found({ search: `Of${index + 1}`, source: index + 1 }), {
        eventLogs: [{ source: index + 1 }],
      });
    });
  }

  for (const [level, label] of [
    [1, "Information"],
    [2, "Warning"],
    [3, "Error"],
  ] as const) {
    it(`level ${level} is ${label}, is stored, and can be searched by its number`, async () => {
      assert.equal(auditLevels.get(level), label);
      await write({ logName: `Level${label}`, level });
      assert.partialDeepStrictEqual(await found({ search: `Level${label}`, level }), { eventLogs: [{ level }] });
      assert.partialDeepStrictEqual(await found({ search: `Level${label}`, level: (level % 3) + 1 }), {
        totalRecords: 0,
      });
    });
  }

  for (const gdpr of [true, false]) {
    it(`an event written with gdpr ${gdpr} comes back with it, and with its category`, async () => {
      await write({ logName: `Personal-${gdpr}`, gdpr, category: "Claims" });
      assert.partialDeepStrictEqual(await found({ search: `Personal-${gdpr}` }), {
        eventLogs: [{ gdpr, category: "Claims" }],
      });
    });
  }
});
