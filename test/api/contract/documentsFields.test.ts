/** Checks that the client's schemas and the running sandbox have the document editor's fields that document 3 lists. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { documentsEnvironments, operationOf } from "../../../api/index.ts";
import type { OperationId } from "../../../api/index.ts";
import { onePagePdf } from "../../../sandbox/demo/onePagePdf.ts";
import { at } from "../../sandbox/visit.ts";
import { answerFields, callAs, each, rawAnswer, requestFields } from "./documentedFields.ts";
import { startContract } from "./service.ts";
import type { Contract } from "./service.ts";

let contract: Contract;
const service = () => contract;
const environment = "Test";
const encode = (text: string) => Buffer.from(text).toString("base64");
const data = {
  MetaFile: "ClaimLetters",
  Document: "Decision",
  DataAsBase64: encode('<?xml version="1.0" encoding="utf-8"?><Data><Claim Number="S-77"/></Data>'),
};
const json = { ...data, DataAsBase64: encode('{"Claim":{"Number":"S-77"}}') };
const pdf = Buffer.from(onePagePdf(["Attached"])).toString("base64");
const attached = (more: object = {}) => ({ Attachments: [{ Type: "PDF", FileAsBase64: pdf, ...more }] });
const letter = { Type: "MFL", MetaFile: "ClaimLetters", Document: "Terms" };

before(async () => {
  contract = await startContract();
  // Switches off the limit of calls, because the tests make many.
  await contract.choose("E5", "never");
});
after(() => contract.close());

/** Returns the valid body of a call. Each test changes one field of it. */
const body = (id: OperationId) => ({
  ...(/Json$/.test(id) ? json : data),
  ...(id.startsWith("documents.sessions.") ? { UserName: "eva" } : {}),
  ...(id.startsWith("distribution.sendOnce") ? { ExternalCorrelationId: randomUUID() } : {}),
});
const outputs = [
  "pdf.create",
  "pdf.createSimplex",
  "pdf.preview",
  "mfdx.create",
  "mfdx.createSimplex",
  "html.create",
  "xml.create",
].flatMap((name) => [`documents.${name}`, `documents.${name}Json`] as OperationId[]);
const sessions: readonly OperationId[] = ["documents.sessions.create", "documents.sessions.createJson"];
const others: readonly OperationId[] = [
  "store.create",
  "store.createJson",
  "distribution.send",
  "distribution.sendJson",
  "distribution.sendOnce",
  "distribution.sendOnceJson",
];

describe("documented fields: data calls", () => {
  for (const operation of [...sessions, ...outputs, ...others]) {
    requestFields(service, { operation, request: () => ({ environment, body: body(operation) }) }, [
      { field: "MetaFile", is: "required" },
      { field: "Document", is: "required" },
      { field: "DataAsBase64", is: "required", refuses: { "invalid base64": "<Data/>" } },
      { field: "AttributeStoreKey", is: "optional", takes: each("claim-17") },
      { field: "Source", is: "optional", takes: each("CRM") },
      ...(operation.startsWith("documents.html.")
        ? []
        : [
            {
              field: "Attachments",
              is: "optional",
              takes: { "a list of two": [letter, { Type: "PDF", FileAsBase64: pdf }] },
              refuses: each("x"),
            } as const,
          ]),
    ]);
  }
  for (const operation of sessions) {
    requestFields(service, { operation, request: () => ({ environment, body: body(operation) }) }, [
      { field: "UserName", is: "required" },
      { field: "SenderCallBackEndpoint", is: "optional", takes: each("https://sender.example/done") },
      { field: "SenderCallBackUserName", is: "optional", takes: each("sender") },
      { field: "SenderCallBackPassword", is: "optional", takes: each("p") },
    ]);
  }
  for (const operation of [...outputs, ...others]) {
    it(`${operation} has no callback fields`, () => {
      for (const name of ["SenderCallBackEndpoint", "SenderCallBackUserName", "SenderCallBackPassword"]) {
        assert.equal(
          operationOf(operation).request?.safeParse({ ...body(operation), [name]: "https://x.example" }).success,
          false,
          name,
        );
      }
    });
  }
  for (const operation of others.filter((id) => id.startsWith("distribution.")))
    requestFields(service, { operation, request: () => ({ environment, body: body(operation) }) }, [
      { field: "Id", is: "optional", takes: each("case-17") },
    ]);
  it("Id is a field only of distribution", () => {
    for (const id of [...sessions, ...outputs, "store.create", "store.createJson"] as const)
      assert.equal(operationOf(id).request?.safeParse({ ...body(id), Id: "case-17" }).success, false, id);
  });
});

describe("documented fields: attachments", () => {
  const inCall = (more: object) =>
    ({
      operation: "documents.pdf.create",
      request: () => ({ environment, body: { ...data, Attachments: [more] } }),
    }) as const;
  requestFields(service, inCall(letter), [
    { field: "Attachments.0.Type", is: "required", takes: each("MFL"), refuses: each("ZIP", "mfl") },
    { field: "Attachments.0.MetaFile", takes: each("ClaimLetters") },
    { field: "Attachments.0.Document", takes: each("Decision") },
    { field: "Attachments.0.Name", is: "optional", takes: each("Terms") },
    { field: "Attachments.0.Order", is: "optional", takes: each(2) },
    {
      field: "Attachments.0.PageRanges",
      is: "optional",
      takes: each([
        { Start: 1, End: 2 },
        { Start: 4, End: 4 },
      ]),
    },
  ]);
  for (const Type of ["PDF", "AXML"]) {
    requestFields(service, inCall({ Type, FileAsBase64: Type === "PDF" ? pdf : encode("<a/>") }), [
      { field: "Attachments.0.Type", takes: each(Type), refuses: each("ZIP", Type.toLowerCase()) },
      { field: "Attachments.0.FileAsBase64", refuses: { "invalid base64": "PGEvPg" } },
    ]);
  }
  const mask = { X: 1, Y: 2, CX: 3.5, CY: 4 };
  requestFields(service, inCall({ Type: "PDF", FileAsBase64: pdf, Pdf2AxmlOptions: {} }), [
    { field: "Attachments.0.Pdf2AxmlOptions", is: "optional" },
    { field: "Attachments.0.Pdf2AxmlOptions.Duplex", is: "optional", takes: each(true, false), refuses: each("yes") },
    { field: "Attachments.0.Pdf2AxmlOptions.Dpi", is: "optional", takes: each(150, 300), refuses: each("150") },
    {
      field: "Attachments.0.Pdf2AxmlOptions.ColorDepth",
      is: "optional",
      takes: each("BW", "Color"),
      refuses: each("Grey"),
    },
    {
      field: "Attachments.0.Pdf2AxmlOptions.Masks",
      is: "optional",
      takes: {
        "a list of boxes with a colour": [
          { ...mask, R: 255, G: 0, B: 10 },
          { ...mask, R: 0, G: 0, B: 0 },
        ],
      },
      refuses: each("x", [1]),
    },
  ]);

  requestFields(
    service,
    inCall({ Type: "PDF", FileAsBase64: pdf, Pdf2AxmlOptions: { Masks: [{ ...mask, R: 255, G: 0, B: 10 }] } }),
    [
      ...Object.keys(mask).map(
        (field) =>
          ({ field: `Attachments.0.Pdf2AxmlOptions.Masks.0.${field}`, is: "optional", takes: each(0, 7.5) }) as const,
      ),
      ...["R", "G", "B"].map((field) => ({
        field: `Attachments.0.Pdf2AxmlOptions.Masks.0.${field}`,
        takes: each(0, 255),
      })),
    ],
  );

  for (const operation of [
    "documents.pdf.create",
    "documents.pdf.createSimplex",
    "documents.pdf.preview",
    "documents.mfdx.create",
    "documents.mfdx.createSimplex",
    "store.create",
    "documents.sessions.create",
  ] as const) {
    it(`${operation} inserts the pages of an attachment`, async () => {
      const size = async (more: object): Promise<number> => {
        const request = { environment, body: { ...body(operation), ...more } };
        const answer = await rawFile(operation, request.body);
        const made =
          operation === "store.create"
            ? `dynamo/pdf/${String(at(answer.json, "JobId"))}/${String(at(answer.json, "DocId"))}`
            : operation === "documents.sessions.create"
              ? `pdf/dxml/${String(at(answer.json, "DxmlUID"))}`
              : undefined;
        const { bytes } =
          made === undefined
            ? answer
            : await callAs(contract, "standard", {
                method: "GET",
                url: `${contract.ready.documentsApiUrl}/${environment}/${made}`,
              });
        return (
          Buffer.from(bytes)
            .toString("latin1")
            .split(/\/Type \/Page\b/).length - 1
        );
      };
      assert.equal(await size(attached()), (await size({})) + 1);
    });
  }
});

async function rawFile(operation: OperationId, sent: unknown) {
  const { method, path } = operationOf(operation);
  const answer = await callAs(contract, "standard", {
    method,
    url: `${contract.ready.documentsApiUrl}/${environment}${path}`,
    body: sent,
  });
  assert.equal(answer.status, 200, answer.text.slice(0, 300));
  return answer;
}

describe("documented fields: sessions and lookups", () => {
  const start = () =>
    rawAnswer(contract, "documents.sessions.create", { environment, body: body("documents.sessions.create") });
  answerFields(
    { operation: "documents.sessions.create", answer: start },
    { DxmlUID: "text", StartURL: "text", ValidTo: "UTC time" },
  );

  it("a status is plain text", async () => {
    const { headers, text } = await callAs(contract, "standard", {
      method: "GET",
      url: `${contract.ready.documentsApiUrl}/${environment}/status/${String(at(await start(), "DxmlUID"))}`,
    });
    assert.match(headers.get("content-type") ?? "", /^text\/plain/);
    assert.equal(text, "Draft");
  });

  it("JWT is present only if JWT authentication is required", async () => {
    assert.equal(at(await start(), "JWT"), undefined);
    await contract.choose("E7", "required");
    assert.match(String(at(await start(), "JWT")), /^[\w-]+\.[\w-]+\.[\w-]+$/);
    await contract.choose("E7", "off");
  });

  answerFields(
    {
      operation: "documents.attachments.find",
      answer: () => rawAnswer(contract, "documents.attachments.find", { environment, body: { Top: 1 } }),
    },
    {
      "0.Id": "text",
      "0.Name": "text",
      "0.Group": "text",
      "0.Description": "text",
      "0.MetaLogic": "anything",
      "0.DocumentName": "text",
      "0.SaveTime": "text",
      "0.UserID": "text",
    },
  );
  requestFields(
    service,
    { operation: "documents.attachments.find", request: () => ({ environment, body: { Top: 10 } }) },
    [
      { field: "Top", is: "required", takes: each(1, 50), refuses: each("10") },
      ...["Id", "Name", "Description", "Group"].map(
        (field) => ({ field, is: "optional", takes: each("appeal") }) as const,
      ),
    ],
  );

  for (const status of ["Draft", "OK", "Discarded", "Deleted"]) {
    it(`a session can be ${status}, and is found by that status`, async () => {
      const id = String(at(await start(), "DxmlUID"));
      const url = `${contract.ready.documentsApiUrl}/${environment}`;
      if (status === "OK" || status === "Discarded")
        await contract.control("POST", `/sessions/${id}/finish`, { status });
      if (status === "Deleted") await callAs(contract, "standard", { method: "DELETE", url: `${url}/dxml/${id}` });
      assert.equal((await callAs(contract, "standard", { method: "GET", url: `${url}/status/${id}` })).text, status);
      for (const wanted of ["Draft", "OK", "Discarded", "Deleted"] as const) {
        const found = await contract
          .as("standard")
          .call("documents.sessions.list", { environment, query: { status: [wanted] } });
        assert.equal(
          found.some(({ DxmlUID }) => DxmlUID === id),
          wanted === status,
          wanted,
        );
      }
    });
  }
  for (const field of ["createdStart", "createdEnd", "modifiedStart", "modifiedEnd"] as const) {
    requestFields(
      service,
      { operation: "documents.sessions.list", request: () => ({ environment, query: { status: ["Draft"] } }) },
      [{ field, is: "optional", takes: each("2026-01-01T00:00:00Z"), refuses: each("yesterday") }],
    );
  }
  requestFields(
    service,
    {
      operation: "documents.sessions.list",
      request: () => ({ environment, query: { createdStart: "2020-01-01T00:00:00Z" } }),
    },
    [{ field: "status", is: "optional" }],
  );
});

describe("documented fields: document store", () => {
  const condition = { Column: "ClaimNumber", Comparer: "EQ", Value: "S-77" };
  const search = { Top: 10, WhereConditions: [condition] };
  const two = (Chainer: string) => [
    { ...condition, Chainer },
    { ...condition, Column: "Amount", Value: 900, Chainer },
  ];
  requestFields(service, { operation: "store.search", request: () => ({ environment, body: search }) }, [
    { field: "Top", is: "required", takes: each(1), refuses: each("10") },
    { field: "WhereConditions.0.Column", is: "required" },
    {
      field: "WhereConditions.0.Comparer",
      is: "required",
      takes: each("EQ", "LT", "LTE", "GT", "GTE", "LIKE", "NE"),
      refuses: each("IS", "eq"),
    },
    { field: "WhereConditions.0.Value", is: "required" },
    { field: "WhereConditions.0.Chainer", is: "optional", takes: each("AND", "OR"), refuses: each("XOR", "and") },
    {
      field: "WhereConditions",
      takes: { "two with AND": two("AND"), "two with OR": two("OR") },
      refuses: { "two without Chainer": [condition, condition] },
    },
    {
      field: "Sorters",
      is: "optional",
      takes: each([{ Column: "Amount", SortOrder: "ASC" }], [{ Column: "Amount", SortOrder: "DESC" }]),
      refuses: each([{ Column: "Amount", SortOrder: "UP" }], [{ SortOrder: "ASC" }]),
    },
    { field: "ResultColumns", is: "optional", takes: each(["Claim number", "Amount paid"]) },
  ]);
  answerFields(
    { operation: "store.create", answer: () => rawAnswer(contract, "store.create", { environment, body: data }) },
    { JobId: "number", DocId: "number" },
  );

  const first = { JobId: 1001, DocId: 1, UpdateColumns: { Decision: "closed" } };
  requestFields(service, { operation: "store.update", request: () => ({ environment, body: first }) }, [
    { field: "JobId", is: "required" },
    { field: "DocId", is: "required" },
    { field: "UpdateColumns", is: "required", takes: each({ Decision: "approved", Customer: "Eva Lind" }) },
  ]);
  requestFields(
    service,
    {
      operation: "store.updateMany",
      request: () => ({ environment, body: { WhereConditions: [condition], UpdateColumns: { Decision: "closed" } } }),
    },
    [
      { field: "WhereConditions", is: "required" },
      { field: "UpdateColumns", is: "required" },
    ],
  );
  const dxml = {
    MetaFile: "ClaimLetters",
    Document: "Decision",
    B64Dxml: encode('<Dxml MetaFile="ClaimLetters" Document="Decision"/>'),
  };
  requestFields(service, { operation: "store.createDxml", request: () => ({ environment, body: dxml }) }, [
    { field: "MetaFile", is: "required" },
    { field: "Document", is: "required" },
    { field: "B64Dxml", is: "required" },
  ]);
});

describe("documented fields: distribution", () => {
  const whole = { CorrelationId: "text", Id: "text", Distribution: "text", JobId: "number", DocId: "number" } as const;
  answerFields(
    {
      operation: "distribution.send",
      answer: () => rawAnswer(contract, "distribution.send", { environment, body: { ...data, Id: "case-17" } }),
    },
    whole,
  );
  answerFields(
    {
      operation: "distribution.sendOnce",
      answer: () =>
        rawAnswer(contract, "distribution.sendOnce", {
          environment,
          body: { ...data, Id: "case-18", ExternalCorrelationId: "5f0a1c52-7d1e-4d0b-9a55-0c1b6f1d0018" },
        }),
    },
    {
      ...whole,
      ExternalCorrelationId: "text",
      RequestState: "text",
    },
  );
  for (const operation of ["distribution.sendOnce", "distribution.sendOnceJson"] as const) {
    requestFields(service, { operation, request: () => ({ environment, body: body(operation) }) }, [
      { field: "ExternalCorrelationId", is: "required", refuses: { "an invalid GUID": "case-17" } },
    ]);
  }
});

describe("documented environments: document editor", () => {
  const names = [
    "Development",
    "Test",
    "Test1",
    "Test2",
    "Test3",
    "Test4",
    "Test5",
    "IntegrationTest",
    "AcceptanceTest",
    "Production",
  ];
  it("there are ten", () => assert.deepEqual([...documentsEnvironments].toSorted(), names.toSorted()));
  for (const name of names) {
    it(`accepts ${name} as the first part of the path`, async () => {
      const { status } = await callAs(contract, "standard", {
        method: "GET",
        url: `${contract.ready.documentsApiUrl}/${name}/version`,
      });
      // One environment, AcceptanceTest, needs a scope that the client lacks, so the sandbox answers with 403, not 404.
      assert.equal(status, name === "AcceptanceTest" ? 403 : 200);
    });
  }
});
