/** The document store (document 3): its search, counts, refusals and oddities. */
import { tell } from "../steps.ts";
import type { Step } from "../steps.ts";

const encode = (text: string) => Buffer.from(text).toString("base64");
const data = encode(
  '<?xml version="1.0" encoding="utf-8"?><Data><Claim Number="S-99" Decision="approved" Amount="1500"/><Customer Name="Åsa Öberg"/></Data>',
);
const json = encode(JSON.stringify({ Claim: { Number: "S-99", Amount: 1500 }, Customer: { Name: "Åsa Öberg" } }));
const body = { MetaFile: "ClaimLetters", Document: "Decision", DataAsBase64: data };
const today = new Date().toISOString();
/** A search for today's audit events of the document editor. */
const events = { dateFrom: today, dateTo: today, source: 7, skip: 0, take: 20 };
const base = "/documents/Test/dynamo";
const choose = (id: string, alternative: string): Step => ({ do: "POST control:/choices", body: { id, alternative } });
const where = (column: string, comparer: string, value: string | number, chainer?: string) => ({
  Column: column,
  Comparer: comparer,
  Value: value,
  ...(chainer === undefined ? {} : { Chainer: chainer }),
});
const found = (conditions: readonly object[], more: object = {}): Step => ({
  do: `POST ${base}/search`,
  body: { Top: 10, WhereConditions: conditions, ...more },
});
/** Expects a search to find exactly these claims, in order. */
const claims = (conditions: readonly object[], numbers: readonly string[], more: object = {}): Step => ({
  do: `POST ${base}/search?flattenSearchResult=true`,
  body: { Top: 10, WhereConditions: conditions, ...more },
  at: Object.fromEntries<unknown>([
    ...numbers.map((number, index): readonly [string, unknown] => [`${index}.Claim number`, number]),
    [String(numbers.length), undefined],
  ]),
});
const update = (more: object): Step => ({
  do: `PUT ${base}/update/document`,
  body: { JobId: 1001, DocId: 1, UpdateColumns: { Decision: "closed" }, ...more },
});
const updateMany = (conditions: unknown, columns: object = { Decision: "closed" }): Step => ({
  do: `PUT ${base}/update/documents`,
  body: { WhereConditions: conditions, UpdateColumns: columns },
});

tell("document store", [
  [
    "stores a document with the values of its folder's columns, and counts and audits it",
    {
      do: `POST ${base}/create`,
      body: { ...body, UserName: "eva", Source: "CRM" },
      keep: { job: "JobId", doc: "DocId" },
    },
    { do: `POST ${base}/create/jsondata`, body: { ...body, DataAsBase64: json }, at: { DocId: 1 } },
    {
      ...found([where("ClaimNumber", "EQ", "S-99")]),
      at: {
        "0.Columns": [
          { Name: "Claim number", Value: "S-99" },
          { Name: "Customer name", Value: "Åsa Öberg" },
          { Name: "Decision", Value: "approved" },
          { Name: "Amount paid", Value: 1500 },
          { Name: "Date of the claim", Value: null },
          { Name: "Policy number", Value: null },
        ],
        "1.Columns.0.Value": "S-99",
        "2": undefined,
      },
    },
    { do: `GET ${base}/xml/$job`, status: 404 },
    { do: `GET ${base}/pdf/$job/$doc`, pdf: /S-99/ },
    { do: "POST /audit/api/Audit", body: events, has: /(?=[^]*DocumentStored)(?=[^]*"eva")/ },
  ],
  [
    "stores a DXML, for which MetaFile and Document are named and B64Dxml is its name (T161)",
    { do: "POST /documents/Test/dxml/create", body: { ...body, UserName: "eva" }, keep: { id: "DxmlUID" } },
    ...["MetaFile", "Document", "B64Dxml"].map((name) => ({
      do: `POST ${base}/create/dxml`,
      body: {
        MetaFile: "ClaimLetters",
        Document: "Decision",
        B64Dxml: encode("<Dxml MetaFile='ClaimLetters' Document='Decision'/>"),
        [name]: undefined,
      },
      status: 400,
    })),
    {
      do: `POST ${base}/create/dxml`,
      body: {
        MetaFile: "ClaimLetters",
        Document: "Decision",
        B64Dxml: encode(
          "<Dxml MetaFile='x' Document='y'><Values><Value Name='Claim.Number'>S-98</Value></Values></Dxml>",
        ),
      },
      keep: { job: "JobId", doc: "DocId" },
    },
    claims([where("ClaimNumber", "EQ", "S-98")], ["S-98"]),
    { do: `GET ${base}/pdf/$job/$doc`, pdf: /claim S-98/ },
  ],
  [
    "stores nothing if the data give no document, or the logic is missing (T143)",
    { do: `POST ${base}/create`, body: { ...body, Document: "DecisionWithoutData" }, status: 204, has: /^$/ },
    { do: `POST ${base}/create`, body: { ...body, Document: "DecisionWithoutLogic" }, status: 406 },
    { do: `POST ${base}/create`, body: { ...body, Document: "None" }, status: 404 },
    claims([where("ClaimNumber", "EQ", "S-99")], []),
  ],
  [
    "limits the storing of data, and nothing else of the store: 429 (T144)",
    choose("E5", "1 per minute"),
    { do: `POST ${base}/create`, body },
    { do: `POST ${base}/create`, body, status: 429 },
    { do: `POST ${base}/create/jsondata`, body: { ...body, DataAsBase64: json }, status: 429 },
    {
      do: `POST ${base}/create/dxml`,
      body: {
        MetaFile: "ClaimLetters",
        Document: "Decision",
        B64Dxml: encode("<Dxml MetaFile='ClaimLetters' Document='Decision'/>"),
      },
    },
    claims([where("ClaimNumber", "EQ", "S-99")], ["S-99"]),
  ],
  [
    "describes a folder with its columns, and no other folder (D10)",
    {
      do: `GET ${base}/folder/Claims`,
      at: {
        Name: "Claims",
        "Columns.0": { Name: "ClaimNumber", DisplayName: "Claim number", Type: "text" },
        "Columns.3.Type": "number",
        "Columns.5": undefined,
      },
    },
    { do: `GET ${base}/folder/claims`, status: 404 },
    { do: `GET ${base}/folder/Claims`, as: "other", at: { "Columns.2": undefined } },
    choose("D10", "names"),
    { do: `GET ${base}/folder/Claims`, at: { "Columns.0": "ClaimNumber" } },
  ],
  [
    "finds with every comparer: numbers as numbers, text by code units, LIKE with % and _ (D5)",
    claims([where("ClaimNumber", "EQ", "S-77")], ["S-77", "S-77"]),
    claims([where("ClaimNumber", "NE", "S-77")], ["S-81", "S-90"]),
    claims([where("Amount", "LT", 900)], ["S-81"]),
    claims([where("Amount", "LTE", "900")], ["S-81", "S-90"]),
    claims([where("Amount", "GT", 900)], ["S-77", "S-77"]),
    claims([where("Amount", "GTE", 900)], ["S-77", "S-77", "S-90"]),
    claims([where("ClaimDate", "GT", "2026-02")], ["S-81", "S-90"]),
    claims([where("ClaimNumber", "LIKE", "s-_1")], ["S-81"]),
    claims([where("Customer", "LIKE", "%ind")], ["S-77", "S-77", "S-90"]),
    claims([where("ClaimNumber", "LIKE", "77")], []),
    claims([where("ClaimNumber", "EQ", "s-77")], []),
    choose("D6", "a part"),
    claims([where("ClaimNumber", "LIKE", "7")], ["S-77", "S-77"]),
    claims([where("ClaimNumber", "LIKE", "S-_1")], []),
  ],
  [
    "joins filters with AND and OR: with the filter before, AND first, unless chosen otherwise (D3, D4)",
    claims([where("Customer", "EQ", "Eva Lind", "AND"), where("Amount", "GT", 900, "AND")], ["S-77", "S-77"]),
    claims([where("Amount", "EQ", 0, "OR"), where("Amount", "EQ", 900, "OR")], ["S-81", "S-90"]),
    claims(
      [
        where("ClaimNumber", "EQ", "S-81", "AND"),
        where("ClaimNumber", "EQ", "S-90", "OR"),
        where("Amount", "GT", 900, "AND"),
      ],
      ["S-81"],
    ),
    claims([where("ClaimNumber", "EQ", "S-81", "AND"), where("ClaimNumber", "EQ", "S-90", "OR")], ["S-81", "S-90"]),
    choose("D4", "in their order"),
    claims(
      [
        where("ClaimNumber", "EQ", "S-81", "AND"),
        where("ClaimNumber", "EQ", "S-90", "OR"),
        where("Amount", "GT", 900, "AND"),
      ],
      [],
    ),
    choose("D3", "with the one after"),
    claims([where("ClaimNumber", "EQ", "S-81", "AND"), where("ClaimNumber", "EQ", "S-90", "OR")], []),
  ],
  [
    "needs Chainer with more than one filter: 400, or AND if that is chosen (T154)",
    claims([where("ClaimNumber", "EQ", "S-81")], ["S-81"]),
    ...[
      [undefined, undefined],
      ["AND", undefined],
      [undefined, "AND"],
    ].map(([first, second]) => ({
      ...found([where("Amount", "GT", 0, first), where("Amount", "LT", 1000, second)]),
      status: 400,
    })),
    { ...found([where("Amount", "GT", 0, "and"), where("Amount", "LT", 1000, "and")]), status: 400 },
    choose("T154", "AND"),
    claims([where("Amount", "GT", 0), where("Amount", "LT", 1000)], ["S-90"]),
  ],
  [
    "sorts by columns, and otherwise as stored; returns no more than Top",
    claims([where("ClaimNumber", "LIKE", "S%")], ["S-90", "S-81", "S-77", "S-77"], {
      Sorters: [{ Column: "ClaimNumber", SortOrder: "DESC" }],
    }),
    claims([where("ClaimNumber", "LIKE", "S%")], ["S-81", "S-90"], {
      Sorters: [{ Column: "Amount", SortOrder: "ASC" }],
      Top: 2,
    }),
    claims([where("ClaimNumber", "LIKE", "S%")], ["S-77"], { Top: 1 }),
  ],
  [
    "compares with text, numbers, true and false, and with nothing else: 400 (D15)",
    ...[true, false, "approved", 7].map((Value): Step => ({
      do: `POST ${base}/search`,
      body: { Top: 9, WhereConditions: [{ Column: "Decision", Comparer: "EQ", Value }] },
    })),
    ...[null, undefined, [], {}].map((Value): Step => ({
      do: `POST ${base}/search`,
      body: { Top: 9, WhereConditions: [{ Column: "Decision", Comparer: "EQ", Value }] },
      status: 400,
    })),
  ],
  [
    "returns only the columns that are requested by their display names",
    {
      ...found([where("Amount", "EQ", 0)], { ResultColumns: ["Decision", "Claim number"] }),
      at: {
        "0.Columns": [
          { Name: "Decision", Value: "rejected" },
          { Name: "Claim number", Value: "S-81" },
        ],
      },
    },
    { ...found([], { ResultColumns: ["ClaimNumber"] }), status: 400 },
  ],
  [
    "refuses an undocumented search: 400",
    ...[
      { Top: undefined },
      { Top: 0 },
      { Top: "10" },
      { WhereConditions: "x" },
      { WhereConditions: [where("Claim number", "EQ", "S-77")] },
      { WhereConditions: [where("claimnumber", "EQ", "S-77")] },
      { WhereConditions: [where("ClaimNumber", "IS", "S-77")] },
      { WhereConditions: [where("ClaimNumber", "eq", "S-77")] },
      { WhereConditions: [where("Amount", "EQ", "much")] },
      { WhereConditions: [{ Column: "ClaimNumber", Comparer: "EQ" }] },
      { Sorters: [{ Column: "Amount", SortOrder: "UP" }] },
      { Sorters: [{ Column: "c1", SortOrder: "ASC" }] },
      { Sorters: [{ Column: "Claim number", SortOrder: "ASC" }] },
      { WhereConditions: Array.from({ length: 501 }, () => where("Amount", "EQ", 1, "OR")) },
    ].map((more): Step => ({
      do: `POST ${base}/search`,
      body: { Top: 10, WhereConditions: [where("ClaimNumber", "EQ", "S-77")], ...more },
      status: 400,
    })),
    found(Array.from({ length: 500 }, () => where("Amount", "EQ", 1, "OR"))),
  ],
  [
    "reads property names only in the documented letter case (T168)",
    { do: `POST ${base}/search`, body: { top: 10, WhereConditions: [] }, status: 400 },
    { ...found([{ column: "ClaimNumber", Comparer: "EQ", Value: "S-77" }]), status: 400 },
    {
      do: `PUT ${base}/update/document`,
      body: { jobId: 1001, docId: 1, UpdateColumns: { Decision: "x" } },
      status: 400,
    },
  ],
  [
    "has rows in the chosen shape, flattened or not (N26)",
    ...(
      [
        ["object", { "0.Columns.Claim number": "S-81" }, { "0.Claim number": "S-81" }],
        ["wrapped", { "Rows.0.Columns.0.Value": "S-81" }, { "Rows.0.Claim number": "S-81" }],
        ["table", { "Columns.2": "Claim number", "Rows.0.2": "S-81" }, { "Columns.0": "JobId", "Rows.0.0": 1002 }],
      ] as const
    ).flatMap(([shape, rows, flat]): Step[] => [
      choose("N26", shape),
      { ...found([where("Amount", "EQ", 0)]), at: rows },
      { ...found([where("Amount", "EQ", 0)]), do: `POST ${base}/search?flattenSearchResult=true`, at: flat },
    ]),
  ],
  [
    "answers a search without hits in the chosen way (T155)",
    ...(
      [
        ["[]", 200, /^\[\]$/],
        ["null", 200, /^null$/],
        ["204", 204, /^$/],
        ["nothing", 200, /^$/],
      ] as const
    ).flatMap(([way, status, has]): Step[] => [
      choose("T155", way),
      { ...found([where("ClaimNumber", "EQ", "none")]), status, has },
    ]),
  ],
  [
    "makes PDF, MFDX and HTML from a stored document, which its pair of ids identifies",
    { do: `GET ${base}/pdf/1001/1`, pdf: /Decision on claim S-77/ },
    { do: `GET ${base}/pdf/simplex/1001/2`, pdf: /can be appealed/ },
    { do: `GET ${base}/mfdx/1001/1`, pdf: /S-77/ },
    { do: `GET ${base}/mfdx/simplex/1001/1`, pdf: /S-77/ },
    { do: `GET ${base}/html/1001/1`, has: /Decision on claim S-77/ },
    ...["pdf/1001/3", "pdf/1/1001", "mfdx/x/1", "html/1001/9", "pdf/simplex/99999999999999999999/1"].map((path) => ({
      do: `GET ${base}/${path}`,
      status: 404,
    })),
  ],
  [
    "has HTML only if it was created when the document was stored: 404 or 406 (T162)",
    { do: `GET ${base}/html/1003/1`, status: 404 },
    { do: `GET ${base}/pdf/1003/1`, pdf: /S-90/ },
    choose("D7", "406"),
    { do: `GET ${base}/html/1003/1`, status: 406 },
    { do: `POST ${base}/create`, body: { ...body, Document: "DecisionWithoutHtml" }, keep: { job: "JobId" } },
    { do: `GET ${base}/html/$job/1`, status: 406 },
  ],
  [
    "changes columns of one document, and counts 1, or 0 if there is none (T153)",
    { ...update({}), has: /^1$/ },
    claims([where("Decision", "EQ", "closed")], ["S-77"]),
    { ...update({ JobId: 9 }), has: /^0$/ },
    { ...update({ DocId: 9 }), has: /^0$/ },
    { ...update({ UpdateColumns: { Amount: null, Customer: "Eva L" } }), has: /^1$/ },
    claims([where("Customer", "EQ", "Eva L")], ["S-77"]),
    ...[
      { JobId: "1001" },
      { JobId: undefined },
      { JobId: 1.5 },
      { UpdateColumns: {} },
      { UpdateColumns: undefined },
      { UpdateColumns: { None: "x" } },
      { UpdateColumns: { Amount: "much" } },
      { UpdateColumns: { Decision: ["x"] } },
    ].map((more) => ({ ...update(more), status: 400 })),
  ],
  [
    "changes every document that matches, and returns how many (T152, T153)",
    { ...updateMany([where("Customer", "EQ", "Eva Lind")]), has: /^3$/ },
    claims([where("Decision", "EQ", "closed")], ["S-77", "S-77", "S-90"]),
    { ...updateMany([where("ClaimNumber", "EQ", "none")]), has: /^0$/ },
    { ...updateMany([where("Amount", "GT", 0), where("Amount", "LT", 9)]), status: 400 },
  ],
  [
    "refuses to change documents without a filter, or changes all of the company if that is chosen (T152)",
    { ...updateMany([]), status: 400 },
    { ...updateMany(undefined), status: 400 },
    claims([where("Decision", "EQ", "closed")], []),
    choose("T152", "all documents"),
    { ...updateMany([]), has: /^5$/ },
    { do: `POST ${base}/search`, as: "other", body: { Top: 10, WhereConditions: [] }, hasNot: /closed/ },
  ],
  [
    "deletes a document for good, and counts it once (T153)",
    { do: `DELETE ${base}/delete/1001/1`, has: /^1$/ },
    { do: `DELETE ${base}/delete/1001/1`, has: /^0$/ },
    { do: `GET ${base}/pdf/1001/1`, status: 404 },
    { do: `GET ${base}/pdf/1001/2` },
    choose("D9", "404"),
    { do: `DELETE ${base}/delete/1001/1`, status: 404 },
    { ...update({}), status: 404 },
  ],
  [
    "writes a count bare, in quotes or as text (T153, D8)",
    choose("D8", "in quotes"),
    { ...update({}), has: /^"1"$/ },
    choose("D8", "as text"),
    { ...update({}), has: /^1$/ },
  ],
  [
    "has ids above 2^53 if that is chosen, and accepts them digit by digit (N59)",
    choose("D1", "above 2^53"),
    { ...found([where("Amount", "EQ", 0)]), has: /"JobId":9007199254741994,"DocId":9007199254740993/ },
    { do: `GET ${base}/pdf/9007199254741994/9007199254740993`, pdf: /S-81/ },
    { do: `GET ${base}/pdf/1002/1`, status: 404 },
    {
      do: `PUT ${base}/update/document`,
      body: '{"JobId":9007199254741993,"DocId":9007199254740993,"UpdateColumns":{"Decision":"x"}}',
      has: /^1$/,
    },
    claims([where("Decision", "EQ", "x")], ["S-77"]),
    {
      do: `PUT ${base}/update/document`,
      body: '{"JobId":9007199254741993,"DocId":9007199254740992,"UpdateColumns":{"Decision":"x"}}',
      has: /^0$/,
    },
  ],
  [
    "accepts documents from the control API, each as its own job",
    {
      do: "POST control:/store/documents",
      body: {
        documents: [{ values: { "Claim.Number": "B-1", "Claim.Amount": 7 } }, { values: { "Claim.Number": "B-2" } }],
      },
      at: { stored: 2 },
    },
    claims([where("ClaimNumber", "LIKE", "B-%")], ["B-1", "B-2"]),
    claims([where("Amount", "EQ", 7)], ["B-1"]),
    { ...found([where("ClaimNumber", "EQ", "B-1")]), keep: { job: "0.JobId" } },
    { do: `GET ${base}/pdf/$job/1`, pdf: /claim B-1/ },
    { do: "POST control:/store/documents", body: { documents: "x" }, status: 400 },
  ],
  [
    "never shows one company the documents of the other, nor one environment those of another",
    { do: `GET ${base}/pdf/2001/1`, status: 404 },
    { do: `GET ${base}/pdf/1001/1`, as: "other", status: 404 },
    { do: `DELETE ${base}/delete/1001/1`, as: "other", has: /^0$/ },
    {
      do: `PUT ${base}/update/documents`,
      as: "other",
      body: { WhereConditions: [where("ClaimNumber", "EQ", "S-77")], UpdateColumns: { Customer: "x" } },
      has: /^1$/,
    },
    claims([where("Customer", "EQ", "x")], []),
    { do: "GET /documents/Production/dynamo/pdf/1001/1", status: 404 },
    { do: "POST /documents/Production/dynamo/search", body: { Top: 10, WhereConditions: [] }, has: /^\[\]$/ },
  ],
]);
