/**
 * The client sends what the documents allow, and does not refuse what they leave open: it adds no limit and no
 * requirement.
 */
import assert from "node:assert/strict";
import { isRequestFileOperation, mistakesOfRequest, operationOf, operationsOfRequestFile } from "../../api/index.ts";
import type { OperationId, RequestShape } from "../../api/index.ts";
import { prepare } from "../../api/http/prepare.ts";
import type { AnyRequest } from "../../api/http/prepare.ts";

const origin = "https://service.example";
const connection = {
  authUrl: "https://auth.example",
  formsApiUrl: origin,
  formsAppUrl: "https://app.example",
  clientId: "client",
  auditApiUrl: origin,
  statisticsApiUrl: origin,
  signingApiUrl: origin,
  archiveApiUrl: origin,
  documentsApiUrl: origin,
};

function send(id: OperationId, request: AnyRequest) {
  return prepare({ ...connection, scope: operationOf(id).scope ?? "api.external" }, id, request);
}

const days = { dateFrom: "2026-11-01", dateTo: "2026-11-20" };
const event = { customerId: "c-1", logName: "CaseClosed", user: "claims", source: 15, level: 1, description: {} };
const data = { MetaFile: "Letters", Document: "Offer", DataAsBase64: "PERhdGEvPg==" };
const form = { dialogDefinitionId: "s", values: {} };
const file = { fileName: "a.pdf", fileContent: "QUJD" };
const where = (Value: unknown) => ({ Top: 10, WhereConditions: [{ Column: "Open", Comparer: "EQ", Value }] });

const attachment = { Type: "PDF", FileAsBase64: "QUJD" };
const signatory = { emailAddress: "ada@example.com", signUrl: "" };
const order = {
  packageName: "p",
  language: "en",
  emailNotificationSubject: "s",
  emailNotificationMessage: "m",
  signingNotificationTitle: "t",
  signingNotificationMessage: "m",
  signatories: [signatory],
  signingOrderFiles: [{ name: "a.pdf", fileContent: "QUJD" }],
};

type Row = readonly [why: string, id: OperationId, request: AnyRequest];
/** Requests, with the reason why they are allowed. */
const rows: readonly Row[] = [
  ["statistics without a range (document 2: neither end is required)", "statistics.analytics", {}],
  ["statistics with only a start", "statistics.analytics", { query: { startDate: "2026-11-01T00:00:00Z" } }],
  [
    "statistics from a day, and to a time in UTC that does not say so",
    "statistics.analytics",
    { query: { startDate: "2026-11-01", toDate: "2026-11-20T23:00:00" } },
  ],
  ["Prometheus lines without a range", "statistics.prometheus", {}],
  ["an audit search without take", "audit.search", { body: days }],
  ["an audit search with take 0, which gives all", "audit.search", { body: { ...days, take: 0 } }],
  ["an audit search of more than a thousand events", "audit.search", { body: { ...days, take: 5000 } }],
  ["an event with company in lower case", "audit.write", { body: { ...event, description: { company: "Strandby" } } }],
  ["an event with a numeric environmentId", "audit.write", { body: { ...event, environmentId: 4 } }],
  [
    "an event with numbers in displayed fields",
    "audit.write",
    { body: { ...event, opCode: 1, category: 2, keywords: 3, computer: 4, eventId: 5 } },
  ],
  ["an archive search without a body", "archive.search", { environment: "Test" }],
  [
    "an archive search from a day, in no folder",
    "archive.search",
    { environment: "Test", body: { createdFrom: "2026-11-01", createdTo: "2026-11-20T10:00", foldersIds: [] } },
  ],
  [
    "an upload with folderId and folderPath",
    "archive.upload",
    { environment: "Test", body: { ...file, folderId: "7", folderPath: "Letters" } },
  ],
  [
    "an upload to a folder by a number, with a number to find it by",
    "archive.upload",
    { environment: "Test", body: { ...file, folderId: 7, search1: 4711 } },
  ],
  [
    "a rollback by numbers",
    "archive.rollback",
    { environment: "Test", body: { sourceFileVersionId: 1, targetFileId: 2 } },
  ],
  ["a list of orders without a body", "signing.orders.list", {}],
  ["a store search by a truth", "store.search", { environment: "Test", body: where(true) }],
  ["a store search by nothing", "store.search", { environment: "Test", body: where(null) }],
  [
    "a store search with no result columns named",
    "store.search",
    { environment: "Test", body: { ...where("x"), ResultColumns: [] } },
  ],
  [
    "attachments without what other ones have",
    "documents.pdf.create",
    {
      environment: "Test",
      body: {
        ...data,
        Attachments: [{ Type: "MFL", MetaFile: "Letters" }, { Type: "PDF" }, { Type: "AXML", Name: "Annex" }],
      },
    },
  ],
  [
    "pages of an attachment in any order, and a mask of any colour",
    "documents.pdf.create",
    {
      environment: "Test",
      body: {
        ...data,
        Attachments: [
          {
            Type: "PDF",
            FileAsBase64: "QUJD",
            PageRanges: [{ Start: 9, End: 2 }, { Start: 0 }],
            Pdf2AxmlOptions: { Dpi: 0.5, Masks: [{ X: 1, R: 300 }] },
          },
        ],
      },
    },
  ],
  [
    "a PDF of a DXML with attachments",
    "documents.pdf.fromDxml",
    { environment: "Test", body: { B64Dxml: "QUJD", Attachments: [{ Type: "PDF", FileAsBase64: "QUJD" }] } },
  ],
  [
    "a one-sided PDF of a DXML with attachments",
    "documents.pdf.fromDxmlSimplex",
    {
      environment: "Test",
      body: {
        B64Dxml: "QUJD",
        UserName: "karin",
        Source: "claims",
        Attachments: [{ Type: "MFL", MetaFile: "Letters", Document: "Terms" }],
      },
    },
  ],
  [
    "a DXML to store, with attachments",
    "store.createDxml",
    {
      environment: "Test",
      body: {
        MetaFile: "Letters",
        Document: "Offer",
        B64Dxml: "QUJD",
        Attachments: [{ Type: "PDF", FileAsBase64: "QUJD" }],
      },
    },
  ],
  [
    "a distribution by a number that follows it",
    "distribution.send",
    { environment: "Test", body: { ...data, Id: 7 } },
  ],
  [
    "an attachment by numbers",
    "documents.attachments.find",
    { environment: "Test", body: { Top: 10, Id: 7, Name: 8, Description: 9, Group: 10 } },
  ],
  [
    "an event of a company and a user by their numbers",
    "audit.write",
    { body: { ...event, customerId: 1, user: 2, logName: 3 } },
  ],
  ["an audit search for a number", "audit.search", { body: { ...days, search: 3 } }],
  ["an archive search for a number", "archive.search", { environment: "Test", body: { searchQuery: 4711 } }],
  [
    "an upload to a folder whose path is a number",
    "archive.upload",
    { environment: "Test", body: { ...file, folderPath: 2026 } },
  ],
  [
    "an order with numbers",
    "signing.orders.create",
    {
      body: {
        ...order,
        packageName: 17,
        archiveFolderId: 7,
        signatories: [{ ...signatory, id: 1, firstName: 2, lastName: 3, personalNumber: 199001011234 }],
      },
    },
  ],
  [
    "a session with numbers",
    "documents.sessions.create",
    {
      environment: "Test",
      body: {
        ...data,
        MetaFile: 1,
        Document: 2,
        UserName: 17,
        Source: 3,
        AttributeStoreKey: 4,
        SenderCallBackUserName: 5,
        Attachments: [{ Type: "MFL", MetaFile: 1, Document: 2, Name: 6 }],
      },
    },
  ],
  [
    "a DXML to store by numbers",
    "store.createDxml",
    { environment: "Test", body: { MetaFile: 1, Document: 2, B64Dxml: "QUJD" } },
  ],
  [
    "an upload that names no folder (document 2 does not say that it must)",
    "archive.upload",
    { environment: "Test", body: file },
  ],
  [
    "an upload without a type to a folder named only by its path, with explicit nulls",
    "archive.upload",
    { environment: "Test", body: { ...file, folderId: null, folderPath: "Letters", type: null, id: null } },
  ],
  [
    "a party with numbers",
    "forms.create",
    {
      body: {
        ...form,
        notification: {
          sendEmail: false,
          sendSms: false,
          participatingParties: [{ id: 7, name: 8, phone: 46701740699, ssn: 199001011234, birthDate: 19900101 }],
        },
      },
    },
  ],
  ["the PDF of a form by numbers", "pdf.render", { body: { smartformId: 1, smartformValueId: 2 } }],
  ["forms to delete by their numbers", "forms.deleteBulk", { body: { dialogValuesIds: [1, 2] } }],
  [
    "filters of which all but the first say how they are joined",
    "store.search",
    {
      environment: "Test",
      body: {
        Top: 1,
        WhereConditions: [
          { Column: "a", Comparer: "EQ", Value: 1 },
          { Column: "b", Comparer: "EQ", Value: 1, Chainer: "OR" },
        ],
      },
    },
  ],
  [
    "filters of which all but the last say how they are joined",
    "store.search",
    {
      environment: "Test",
      body: {
        Top: 1,
        WhereConditions: [
          { Column: "a", Comparer: "EQ", Value: 1, Chainer: "AND" },
          { Column: "b", Comparer: "EQ", Value: 1, Chainer: null },
        ],
      },
    },
  ],
  [
    "texts of a MetaFile without a filter",
    "documents.metaFiles.texts",
    { environment: "Test", path: { metaFile: "Letters" } },
  ],
  [
    "texts of a MetaFile by a filter that is a list",
    "documents.metaFiles.texts",
    { environment: "Test", path: { metaFile: "Letters" }, body: ["salutation"] },
  ],
  [
    "an audit search with null for omitted properties",
    "audit.search",
    { body: { ...days, level: null, source: null, search: null, skip: null, take: null } },
  ],
  ["an audit search for a source that is not listed", "audit.search", { body: { ...days, source: 17 } }],
  [
    "an event with null for omitted properties",
    "audit.write",
    { body: { ...event, eventId: null, gdpr: null, logDateUtc: null } },
  ],
  [
    "data with null for omitted properties",
    "documents.pdf.create",
    { environment: "Test", body: { ...data, UserName: null, Source: null, Attachments: null } },
  ],
  [
    "a store search with null for omitted properties",
    "store.search",
    { environment: "Test", body: { ...where("x"), Sorters: null, ResultColumns: null } },
  ],
  [
    "a form in no environment, as one that is read back says it",
    "pdf.createForm",
    { body: { ...form, environment: null } },
  ],
  [
    "an upload with null for its optional properties",
    "archive.upload",
    { environment: "Test", body: { ...file, folderId: "7", folderPath: null, search1: null, callbackPayload: null } },
  ],
  [
    "an archive search with null for its optional properties",
    "archive.search",
    { environment: "Test", body: { searchQuery: null, createdFrom: null, createdTo: null } },
  ],
  ...[
    "2026-11-01T10:00:00Z",
    "2026-11-01 10:00:00",
    "2026-11-01T10:00:00",
    "2026-11-01T10:00",
    "2026-11-01T10:00:00.5+00:00",
    "2026-11-01",
  ].flatMap((time): readonly Row[] => [
    [`statistics from ${time}`, "statistics.analytics", { query: { startDate: time } }],
    [`an event that happened at ${time}`, "audit.write", { body: { ...event, logDateUtc: time } }],
    [
      `a list of sessions from ${time}`,
      "documents.sessions.list",
      { environment: "Test", query: { createdStart: time, modifiedEnd: time } },
    ],
    // The document says date-time, so a day alone is not enough.
    ...(time.includes(":")
      ? [
          [
            `a session that is kept until ${time}`,
            "documents.dxml.retain",
            { environment: "Test", path: { dxmlUID: "d" }, body: time },
          ] as const,
        ]
      : []),
  ]),
  [
    "a list of sessions between times of any zone (document 3 gives none)",
    "documents.sessions.list",
    {
      environment: "Test",
      query: {
        createdStart: "2026-11-01T10:00:00+02:00",
        createdEnd: "2026-11-02T10:00:00-05:00",
        modifiedStart: "2026-11-01T10:00:00.5+02:00",
        modifiedEnd: "2026-11-02T10:00:00+02:00",
      },
    },
  ],
  [
    "more forms to delete than a hundred",
    "forms.deleteBulk",
    { body: { dialogValuesIds: Array.from({ length: 101 }, (_, index) => `v${index}`) } },
  ],
];

/** Bodies with one unlisted property, at every level in turn: documents 2 and 3 refuse none of them. */
const unlisted: readonly (readonly [id: OperationId, body: unknown])[] = [
  ["audit.search", { ...days, colour: 1 }],
  ["audit.write", { ...event, colour: 1 }],
  ["archive.upload", { ...file, folderId: "7", colour: 1 }],
  ["archive.search", { colour: 1 }],
  ["archive.rollback", { sourceFileVersionId: "1", targetFileId: "2", colour: 1 }],
  ["signing.orders.create", { ...order, colour: 1 }],
  ["signing.orders.create", { ...order, signatories: [{ ...signatory, colour: 1 }] }],
  ["signing.orders.create", { ...order, signingOrderFiles: [{ name: "a.pdf", fileContent: "QUJD", colour: 1 }] }],
  ["signing.orders.list", { colour: 1 }],
  ["documents.sessions.create", { ...data, UserName: "u", colour: 1 }],
  ["documents.pdf.create", { ...data, colour: 1 }],
  ["documents.html.create", { ...data, colour: 1 }],
  [
    "documents.pdf.create",
    {
      ...data,
      Attachments: [
        {
          ...attachment,
          colour: 1,
          PageRanges: [{ Start: 1, colour: 1 }],
          Pdf2AxmlOptions: { colour: 1, Masks: [{ X: 1, colour: 1 }] },
        },
      ],
    },
  ],
  ["documents.pdf.fromDxml", { B64Dxml: "QUJD", colour: 1 }],
  ["documents.html.fromDxml", { B64Dxml: "QUJD", colour: 1 }],
  ["documents.attachments.find", { Top: 1, colour: 1 }],
  ["store.createDxml", { MetaFile: "M", Document: "D", B64Dxml: "QUJD", colour: 1 }],
  ["store.search", { ...where("x"), colour: 1 }],
  [
    "store.search",
    {
      Top: 1,
      WhereConditions: [{ Column: "Open", Comparer: "EQ", Value: 1, colour: 1 }],
      Sorters: [{ Column: "Open", SortOrder: "ASC", colour: 1 }],
    },
  ],
  ["store.update", { JobId: 1, DocId: 2, UpdateColumns: { Open: true }, colour: 1 }],
  ["store.updateMany", { WhereConditions: where("x").WhereConditions, UpdateColumns: { Open: true }, colour: 1 }],
  ["distribution.send", { ...data, colour: 1 }],
  ["distribution.sendOnce", { ...data, ExternalCorrelationId: "3f2504e0-4f89-41d3-9a0c-0305e82c3301", colour: 1 }],
];

/** Returns the environment Test if the call can have an environment. */
function inTest(id: OperationId): AnyRequest {
  return operationOf(id).environment === "none" ? {} : { environment: "Test" };
}

describe("properties that the documents do not list", () => {
  for (const [id, body] of unlisted) {
    it(`are sent unchanged: ${id} ${JSON.stringify(body).slice(-50)}`, () => {
      assert.deepEqual(JSON.parse(send(id, { ...inTest(id), body }).payload ?? ""), body);
      assert.deepEqual(mistakesOfRequest(id, { ...inTest(id), body }), [], "in a request file");
    });
  }

  it("cannot be a second spelling of a listed property, which would bypass a guard", () => {
    const refuses = (id: OperationId, body: unknown, name: string) =>
      assert.throws(() => send(id, { ...inTest(id), body }), { code: "invalid-request", message: new RegExp(name) });
    refuses(
      "store.updateMany",
      { WhereConditions: where("x").WhereConditions, whereConditions: [], UpdateColumns: { Open: true } },
      "whereConditions",
    );
    refuses("distribution.send", { ...data, document: "Other" }, "document");
    refuses("archive.rollback", { sourceFileVersionId: "1", targetFileId: "2", TargetFileId: "3" }, "TargetFileId");
    refuses(
      "documents.pdf.create",
      { ...data, Attachments: [{ ...attachment, fileAsBase64: "QUJD" }] },
      "fileAsBase64",
    );
    // The unknown property is reported even if something else is wrong with the body.
    assert.deepEqual(
      mistakesOfRequest("archive.search", { environment: "Test", body: { searchQuery: [], SearchQuery: "x" } }).map(
        ({ kind }) => kind,
      ),
      ["value", "unknown-property"],
    );
  });
});

describe("requests that the documents allow", () => {
  for (const [why, id, request] of rows) {
    it(`are sent: ${why}`, () => {
      assert.doesNotThrow(() => send(id, request));
      if (isRequestFileOperation(id))
        assert.deepEqual(mistakesOfRequest(id, { operation: id, ...request }), [], "in a request file");
    });
  }

  for (const time of ["yesterday", "2026-02-30", "2026-11-01T25:00", "10:00", "2026-11-01T10:00:00+02:00"]) {
    it(`are not times: ${time}`, () => {
      assert.throws(() => send("audit.write", { body: { ...event, logDateUtc: time } }), /logDateUtc/);
      assert.throws(
        () => send("documents.dxml.retain", { environment: "Test", path: { dxmlUID: "d" }, body: time }),
        /body/,
      );
    });
  }

  it("a session is kept until a date with a time: for a day alone, the refusal says what to write", () => {
    const retain = { environment: "Test", path: { dxmlUID: "d" }, body: "2026-11-01" };
    const words = /expected a day with its time in UTC, such as 2026-01-31T09:30:00Z/i;
    assert.throws(() => send("documents.dxml.retain", retain), { code: "invalid-request", message: words });
    assert.match(mistakesOfRequest("documents.dxml.retain", retain)[0]?.message ?? "", words);
  });

  it("sessions are not listed by a value that is not a time", () => {
    for (const time of ["yesterday", "2026-02-30", "2026-11-01T25:00"])
      assert.throws(
        () => send("documents.sessions.list", { environment: "Test", query: { modifiedEnd: time } }),
        /query\.modifiedEnd: expected a time such as/,
      );
  });

  it("HTML takes no attachments, from data or from a DXML", () => {
    assert.throws(
      () => send("documents.html.create", { environment: "Test", body: { ...data, Attachments: [] } }),
      /Attachments/,
    );
    assert.throws(
      () => send("documents.html.fromDxml", { environment: "Test", body: { B64Dxml: "QUJD", Attachments: [] } }),
      /Attachments/,
    );
  });

  it("an omitted body is sent as an empty one if everything in it is optional", () => {
    assert.equal(send("archive.search", { environment: "Test" }).payload, "{}");
    assert.equal(send("signing.orders.list", {}).payload, "{}");
    assert.equal(send("forms.ping", {}).payload, undefined);
    assert.throws(() => send("textlibrary.folders.update", { path: { id: "f" } }), /body/);
  });

  it("the forms API accepts an environment in any letter case, and gets it in its own", () => {
    for (const environment of ["test", "TEST", "Test"]) {
      assert.equal(
        send("pdf.createForm", { environment, body: form }).url.pathname,
        "/Test/Integrations/dialog/json/pdf",
      );
      assert.deepEqual(mistakesOfRequest("pdf.createForm", { environment, body: form }), []);
    }
    assert.equal(send("pdf.createForm", { environment: "production", body: form }).needsTicket, true);
    assert.equal(
      mistakesOfRequest("pdf.createForm", { environment: "tset", body: form })[0]?.message,
      "Expected Development, Test, PreProduction, Production.",
    );
    const [shape] = operationsOfRequestFile("forms");
    assert.deepEqual(
      shape?.shape.properties?.["environment"]?.enum,
      ["Development", "Test", "PreProduction", "Production"],
      "offered while it is written",
    );
  });

  it("the archive and the document service accept it only in the spelling of their lists", () => {
    assert.throws(() => send("archive.search", { environment: "test" }), /environment/);
    assert.throws(() => send("documents.engine.version", { environment: "test" }), /environment/);
    assert.equal(mistakesOfRequest("archive.search", { environment: "test" })[0]?.kind, "value");
  });
});

/** What the tables of the documents say, by operation and path. */
const meanings: readonly (readonly [kind: string, id: OperationId, path: readonly string[], says: RegExp])[] = [
  ["audit", "audit.search", ["body", "take"], /left out or 0, the answer holds all.*no maximum/],
  ["audit", "audit.search", ["body", "skip"], /Ignored if "take" is left out or 0/],
  ["audit", "audit.write", ["body", "eventId"], /^Number or code, shown as Event ID\.$/],
  ["audit", "audit.write", ["body", "opCode"], /^Shown as OpCode\.$/],
  ["audit", "audit.write", ["body", "category"], /^Shown as Category\.$/],
  ["audit", "audit.write", ["body", "keywords"], /^Shown as Keyword\.$/],
  ["audit", "audit.write", ["body", "computer"], /^Shown as IP\.$/],
  ["archive", "archive.upload", ["body", "folderPath"], /do not say which one is used if both are given/],
  [
    "statistics",
    "statistics.analytics",
    ["query", "startDate"],
    /leave it out, the answer begins with the very first row/,
  ],
];

describe("meanings of properties", () => {
  for (const [kind, id, path, says] of meanings) {
    it(`describe ${id} ${path.join(".")} as the documents do`, () => {
      const whole = operationsOfRequestFile(kind).find((each) => each.id === id)?.shape;
      const shape = path.reduce<RequestShape | undefined>((around, name) => around?.properties?.[name], whole);
      assert.match(shape?.description ?? "", says);
    });
  }
});
