/**
 * Editing sessions, lookups and outputs of the document editor (document 3): limits, refusals, transitions and
 * oddities.
 */
import assert from "node:assert/strict";
import { documentsEnvironments } from "../../../api/index.ts";
import { checkPdf, objectsOf, textOf } from "../print/pdfTools.ts";
import { tell } from "../steps.ts";
import type { Step, Story } from "../steps.ts";
import { visit } from "../visit.ts";
import type { Visit } from "../visit.ts";

const encode = (text: string) => Buffer.from(text).toString("base64");
const xml = (inside: string) => encode(`<?xml version="1.0" encoding="utf-8"?><Data>${inside}</Data>`);
const claim = xml(
  '<Claim Number="S-77"><Decision>approved</Decision></Claim><Customer Name="Åsa Öberg"/><Item>one</Item><Item>two</Item>',
);
const body = { MetaFile: "ClaimLetters", Document: "Decision", DataAsBase64: claim };
const session = { ...body, UserName: "eva" };
const json = {
  ...body,
  DataAsBase64: encode(
    JSON.stringify({
      Claim: { Number: "S-77", Decision: "approved" },
      Customer: { Name: "Åsa Öberg" },
      Item: ["one", "two"],
    }),
  ),
};
const base = "/documents/Test";
const choose = (id: string, alternative: string): Step => ({ do: "POST control:/choices", body: { id, alternative } });
const start = (more: object = {}): Step => ({
  do: `POST ${base}/dxml/create`,
  body: { ...session, ...more },
  keep: { id: "DxmlUID", url: "StartURL" },
});
const status = (has: RegExp): Step => ({ do: `GET ${base}/status/$id`, has });
const finish = (to: string): Step => ({ do: "POST control:/sessions/$id/finish", body: { status: to } });
const days = (count: number): Step => ({ do: "POST control:/clock", body: { advanceMs: count * 86_400_000 } });
const callback = { SenderCallBackEndpoint: "https://sender.example/done" };
const called = (state: string): Step => ({
  do: "GET control:/outbox",
  at: {
    "items.0.channel": "callback",
    "items.0.url": `https://sender.example/done/$id?Status=${state}`,
    "items.1": undefined,
  },
});
const silent: Step = { do: "GET control:/outbox", at: { items: [] } };
const terms = { Type: "MFL", MetaFile: "ClaimLetters", Document: "Terms" };
const renewal = { Type: "MFL", MetaFile: "PolicyLetters", Document: "Renewal" };
const sentDxml = encode(
  '<Dxml MetaFile="ClaimLetters" Document="Decision"><Values><Value Name="Claim.Number">S-9</Value></Values></Dxml>',
);
const outputs = [
  "pdf/create",
  "pdf/simplex/create",
  "pdf/createpreview",
  "mfdx/create",
  "mfdx/simplex/create",
  "html/create",
  "xml/create",
];
const shown = /Decision on claim S-77.*Dear Åsa Öberg.*approved.*Item\.1<\/span>two/s;
const printed = /Decision on claim S-77.*Dear Åsa Öberg.*approved.*Item\.1 two/s;

tell("editing sessions", [
  [
    "starts with a start URL, an end, the status Draft and no JWT (N23)",
    { ...start(), has: /"ValidTo":"\d{4}-/, at: { JWT: undefined } },
    status(/^Draft$/),
    silent,
  ],
  [
    "starts from JSON",
    { do: `POST ${base}/dxml/create/jsondata`, body: { ...json, UserName: "eva" }, keep: { id: "DxmlUID" } },
    { do: `GET ${base}/xml/dxml/$id`, has: /<Value Name="Customer\.Name">Åsa Öberg</ },
  ],
  [
    "needs MetaFile, Document, data and the user's name: 400 (T164)",
    ...["MetaFile", "Document", "DataAsBase64", "UserName"].map((name) => ({
      ...start({ [name]: undefined }),
      status: 400,
      keep: {},
    })),
  ],
  [
    "starts nothing if the data give no document, or the logic is missing (T143)",
    { ...start({ Document: "DecisionWithoutData" }), status: 204, has: /^$/, keep: {} },
    { ...start({ Document: "DecisionWithoutLogic" }), status: 406, keep: {} },
    { do: `GET ${base}/status`, has: /^\[\]$/ },
  ],
  [
    "is finished by a person, and its sender is notified",
    start(callback),
    silent,
    finish("OK"),
    status(/^OK$/),
    called("OK"),
    { ...finish("OK"), status: 409 },
  ],
  [
    "is discarded by a person, and its sender is notified",
    start(callback),
    finish("Discarded"),
    status(/^Discarded$/),
    called("Discarded"),
  ],
  [
    "is discarded from outside, in any state, and its sender is notified (T151)",
    start(callback),
    { do: `PUT ${base}/status/discard/$id`, has: /^$/ },
    status(/^Discarded$/),
    called("Discarded"),
    start(callback),
    finish("OK"),
    { do: "DELETE control:/outbox" },
    { do: `PUT ${base}/status/discard/$id` },
    status(/^Discarded$/),
    called("Discarded"),
  ],
  ["calls nobody if no endpoint was named", start(), { do: `PUT ${base}/status/discard/$id` }, silent],
  [
    "ends when its time is up: maintenance deletes it and notifies the sender of a draft (T151)",
    start(callback),
    days(29),
    status(/^Draft$/),
    silent,
    days(1),
    called("Deleted"),
    status(/^Deleted$/),
    { do: `GET ${base}/dxml/$id`, status: 404 },
    { do: `GET ${base}/pdf/dxml/$id`, status: 404 },
  ],
  [
    "ends when its time is up without a notification if it is no longer a draft",
    start(callback),
    finish("OK"),
    { do: "DELETE control:/outbox" },
    days(31),
    silent,
    status(/^Deleted$/),
  ],
  [
    "lives longer or shorter with another retention date, whose whole body is a date-time (T151)",
    start(callback),
    { do: `PUT ${base}/dxml/$id`, body: '"2999-01-01T00:00:00Z"', has: /^$/ },
    days(40),
    status(/^Draft$/),
    { do: `PUT ${base}/dxml/$id`, body: "2020-01-01T00:00:00.000Z" },
    status(/^Deleted$/),
    called("Deleted"),
  ],
  [
    "accepts no other retention date: 400",
    start(),
    ...['"soon"', '{"ValidTo":"2027-01-01T00:00:00Z"}', "", "5", '"2027-13-01T00:00:00Z"', '"2027-01-01"'].map(
      (sent) => ({ do: `PUT ${base}/dxml/$id`, body: sent, status: 400 }),
    ),
  ],
  [
    "is deleted with its DXML, and nobody is notified (E9)",
    start(callback),
    { do: `DELETE ${base}/dxml/$id`, has: /^$/ },
    silent,
    status(/^Deleted$/),
    { do: `DELETE ${base}/dxml/$id`, status: 404 },
    { do: `GET ${base}/dxml/$id`, status: 404 },
    { do: `PUT ${base}/status/discard/$id`, status: 404 },
    { ...finish("OK"), status: 404 },
    choose("E9", "404"),
    { do: `GET ${base}/status/$id`, status: 404 },
  ],
  [
    "is unknown to others and in other environments: 404",
    start(),
    ...["status/$id", "dxml/$id", "pdf/dxml/$id", "pdf/simplex/dxml/$id", "html/dxml/$id", "xml/dxml/$id"].flatMap(
      (path) => [
        { do: `GET ${base}/${path}`, as: "other" as const, status: 404 },
        { do: `GET /documents/Production/${path}`, status: 404 },
      ],
    ),
    { do: `PUT ${base}/status/discard/$id`, as: "other", status: 404 },
    { do: `DELETE ${base}/dxml/$id`, as: "other", status: 404 },
    { do: `PUT ${base}/dxml/$id`, as: "other", body: '"2027-01-01T00:00:00Z"', status: 404 },
    status(/^Draft$/),
  ],
  [
    "is downloaded, and printed again from what was downloaded",
    start(),
    { do: `GET ${base}/dxml/$id`, has: /^<\?xml .*<Dxml MetaFile="ClaimLetters"/s },
    { do: `GET ${base}/pdf/dxml/$id`, pdf: printed },
    { do: `GET ${base}/pdf/simplex/dxml/$id`, pdf: printed },
    { do: `GET ${base}/html/dxml/$id`, has: shown },
    { do: `GET ${base}/xml/dxml/$id`, has: /Åsa Öberg/ },
  ],
  [
    "accepts only absolute http and https addresses as callback endpoint: 400 (E2)",
    ...["ftp://x.example", "/done", "x.example"].map((endpoint) => ({
      ...start({ SenderCallBackEndpoint: endpoint }),
      status: 400,
      keep: {},
    })),
  ],
  ...[
    "https://u:p@sender.example/done",
    "https://u@sender.example/done",
    "https://u:p@sender.example/done/",
    "https://%zz:p@sender.example/done",
  ].map((endpoint): Story => [
    `takes the callback endpoint ${endpoint}, and shows it without its sign-in (E2)`,
    start({ SenderCallBackEndpoint: endpoint }),
    finish("OK"),
    called("OK"),
    { do: "GET control:/outbox", hasNot: /@/ },
  ]),
  [
    "keeps a sign-in in the callback's address out of outbox, ledger and DXML (T160)",
    start({ SenderCallBackEndpoint: "https://canary-user:canary-password@sender.example/done" }),
    finish("OK"),
    { do: "GET control:/outbox", has: /sender\.example/, hasNot: /canary|authorization|Basic/i },
    { do: "GET control:/ledger", hasNot: /canary/ },
    { do: `GET ${base}/dxml/$id`, hasNot: /canary/ },
  ],
  [
    "keeps the callback's sign-in out of outbox, ledger and DXML (T160)",
    start({ ...callback, SenderCallBackUserName: "canary-user", SenderCallBackPassword: "canary-password" }),
    finish("OK"),
    { do: "GET control:/outbox", has: /sender\.example/, hasNot: /canary|authorization|Basic/i },
    { do: "GET control:/ledger", hasNot: /canary/ },
    { do: `GET ${base}/dxml/$id`, hasNot: /canary/ },
  ],
]);

tell("status of sessions", [
  [
    "is plain text, or as chosen (T158)",
    start(),
    status(/^Draft$/),
    choose("E10", "in quotes"),
    status(/^"Draft"$/),
    choose("E10", "with a line break"),
    status(/^Draft\r\n$/),
  ],
  [
    "of a session that was never opened is Draft, nothing or 404, as chosen (N23)",
    start(),
    choose("N23", "nothing"),
    status(/^$/),
    choose("N23", "404"),
    { ...status(/./), status: 404 },
    finish("OK"),
    status(/^OK$/),
  ],
  [
    "of a missing one is 404",
    { do: `GET ${base}/status/nothing`, status: 404 },
    { do: `PUT ${base}/status/discard/nothing`, status: 404 },
  ],
  [
    "of 1 to 50 ids is answered together, and other numbers are refused: 400 (T156)",
    start(),
    {
      do: `POST ${base}/status`,
      body: ["$id", "nothing"],
      at: { "0.DxmlUID": "$id", "0.Status": "Draft", "1.DxmlUID": "nothing", "1.Status": null },
    },
    { do: `POST ${base}/status`, body: Array.from({ length: 50 }, () => "$id"), at: { "49.Status": "Draft" } },
    ...[[], Array.from({ length: 51 }, () => "x"), {}, [1]].map((ids) => ({
      do: `POST ${base}/status`,
      body: ids,
      status: 400,
    })),
    choose("E11", "map"),
    { do: `POST ${base}/status`, body: ["nothing"], at: { nothing: null } },
  ],
  [
    "lists every session without a filter (T157), and the matching ones with one",
    start(),
    finish("OK"),
    start(),
    { do: `GET ${base}/status`, at: { "0.Status": "OK", "1.DxmlUID": "$id", "2": undefined } },
    { do: `GET ${base}/status?status=Draft`, at: { "0.DxmlUID": "$id", "1": undefined } },
    { do: `GET ${base}/status?status=Draft&status=OK`, at: { "1.DxmlUID": "$id", "2": undefined } },
    { do: `GET ${base}/status?status=Deleted`, has: /^\[\]$/ },
    { do: `GET ${base}/status`, as: "other", has: /^\[\]$/ },
    { do: "GET /documents/Production/status", has: /^\[\]$/ },
    ...[
      "createdStart=2999-01-01T00:00:00Z",
      "createdEnd=2000-01-01T00:00:00Z",
      "modifiedStart=2999-01-01T00:00:00Z",
      "modifiedEnd=2000-01-01T00:00:00Z",
    ].map((query) => ({ do: `GET ${base}/status?${query}`, has: /^\[\]$/ })),
    ...["status=draft", "status=Gone", "createdStart=now"].map((query) => ({
      do: `GET ${base}/status?${query}`,
      status: 400,
    })),
  ],
  [
    "come from the control API with the requested time and status",
    {
      do: "POST control:/sessions",
      body: { sessions: [{ created: "2999-01-02T00:00:00Z", status: "OK" }, { created: "2999-01-03T00:00:00Z" }] },
      keep: { id: "items.0" },
    },
    status(/^OK$/),
    {
      do: `GET ${base}/status?createdEnd=2999-01-02T00:00:00Z`,
      at: {
        "0.DxmlUID": "$id",
        "0.Created": "2999-01-02T00:00:00.000Z",
        "0.ValidTo": "2999-02-01T00:00:00.000Z",
        "1": undefined,
      },
    },
    { do: `GET ${base}/html/dxml/$id`, has: /Decision on claim/ },
    silent,
    ...[
      { sessions: [{ status: "OK" }] },
      { sessions: [{ created: "2999-01-02T00:00:00Z", status: "Deleted" }] },
      {},
    ].map((wrong) => ({ do: "POST control:/sessions", body: wrong, status: 400 })),
  ],
  [
    "returns the ids of drafts and of finished sessions of a period (E12)",
    start(),
    ...["draft", "ok"].flatMap((word, index) => [
      {
        do: `GET ${base}/status/${word}/2020-01-01T00:00:00Z/2999-01-01T00:00:00Z`,
        has: index === 0 ? /^\["[\w-]+"\]$/ : /^\[\]$/,
      },
      { do: `GET ${base}/status/${word}/2020-01-01T00:00:00Z/2020-01-02T00:00:00Z`, has: /^\[\]$/ },
      { do: `GET ${base}/status/${word}/then/now`, status: 400 },
    ]),
    finish("OK"),
    { do: `GET ${base}/status/ok/2020-01-01T00:00:00Z/2999-01-01T00:00:00Z`, at: { "0": "$id", "1": undefined } },
    { do: `GET ${base}/status/draft/2020-01-01T00:00:00Z/2999-01-01T00:00:00Z`, has: /^\[\]$/ },
  ],
]);

tell("JWT", [
  [
    "is off: none with the session, and 204 for a new one",
    start(),
    { do: `GET ${base}/dxml/jwt/whatever`, status: 204, has: /^$/ },
  ],
  [
    "is required if that is chosen, and a new one is for the session's own company (T159)",
    choose("E7", "required"),
    { ...start(), has: /"JWT":"[\w-]+\.[\w-]+\.[\w-]+"/ },
    { do: `GET ${base}/dxml/jwt/whatever`, status: 404 },
  ],
]);

tell("outputs", [
  [
    "print the data, from XML and from JSON",
    ...outputs
      .filter((path) => path.startsWith("pdf"))
      .flatMap((path) => [
        { do: `POST ${base}/${path}`, body, pdf: printed },
        { do: `POST ${base}/${path}/jsondata`, body: json, pdf: printed },
      ]),
    { do: `POST ${base}/html/create`, body, has: shown },
    { do: `POST ${base}/html/create/jsondata`, body: json, has: shown },
    ...["xml/create", "xml/create/jsondata"].map((path, index) => ({
      do: `POST ${base}/${path}`,
      body: index === 0 ? body : json,
      has: /^<\?xml[^]*<Value Name="Claim.Number">S-77</,
    })),
  ],
  [
    "are empty: 204 (T143), or cannot be made: 406",
    choose("E5", "never"),
    ...outputs.flatMap((path) =>
      ["", "/jsondata"].flatMap((twin, index) => [
        {
          do: `POST ${base}/${path}${twin}`,
          body: { ...(index === 0 ? body : json), Document: "DecisionWithoutData" },
          status: 204,
          has: /^$/,
        },
        {
          do: `POST ${base}/${path}${twin}`,
          body: { ...(index === 0 ? body : json), Document: "DecisionWithoutLogic" },
          status: 406,
        },
      ]),
    ),
  ],
  [
    "as HTML need a content template: 406, or 404 (T162, E4)",
    { do: `POST ${base}/html/create`, body: { ...body, Document: "DecisionWithoutHtml" }, status: 406 },
    { do: `POST ${base}/xml/create`, body: { ...body, Document: "DecisionWithoutHtml" } },
    start({ Document: "DecisionWithoutHtml" }),
    { do: `GET ${base}/html/dxml/$id`, status: 406 },
    choose("E4", "404"),
    { do: `GET ${base}/html/dxml/$id`, status: 404 },
  ],
  [
    "of unknown MetaFiles and documents: 404, or as chosen (E3)",
    ...["404", "400", "406"].flatMap((alternative) => [
      choose("E3", alternative),
      { do: `POST ${base}/xml/create`, body: { ...body, MetaFile: "Nothing" }, status: Number(alternative) },
      { do: `POST ${base}/xml/create`, body: { ...body, Document: "Nothing" }, status: Number(alternative) },
    ]),
  ],
  [
    "need no user's name, unless that is chosen (N25)",
    { do: `POST ${base}/xml/create`, body },
    choose("N25", "400"),
    { do: `POST ${base}/xml/create`, body, status: 400 },
    { do: `POST ${base}/xml/create`, body: session },
  ],
  [
    "refuse data that are not base64 of UTF-8 XML with a declaration and the root Data (T145): 400",
    ...[
      "",
      "%%%",
      `${claim} `,
      claim.replace(/=+$/, "") + "===",
      claim.replaceAll("/", "_").replaceAll("+", "-") + "*",
      encode("<Data/>"),
      encode('<?xml version="1.0"?><Data/>'),
      encode('<?xml version="1.0" encoding="iso-8859-1"?><Data/>'),
      xml("<a>"),
      xml("&a;"),
      encode('<?xml version="1.0" encoding="utf-8"?><data/>'),
      encode('<?xml version="1.0" encoding="utf-8"?><!DOCTYPE Data><Data/>'),
      Buffer.from('<?xml version="1.0" encoding="utf-8"?><Data a="\xe5"/>', "latin1").toString("base64"),
      xml("<a>".repeat(101) + "</a>".repeat(101)),
    ].map((DataAsBase64) => ({ do: `POST ${base}/xml/create`, body: { ...body, DataAsBase64 }, status: 400 })),
  ],
  [
    "refuse invalid JSON, and JSON that is not an object: 400",
    ...["", "x", "[]", "5", "null"].map((text) => ({
      do: `POST ${base}/xml/create/jsondata`,
      body: { ...body, DataAsBase64: encode(text) },
      status: 400,
    })),
    { do: `POST ${base}/xml/create/jsondata`, body, status: 400 },
    { do: `POST ${base}/xml/create`, body: json, status: 400 },
  ],
  [
    "refuse base64 under the name of another call, and say so: 400 (T161)",
    ...["FileAsBase64", "B64Dxml", "fileContent"].map((name) => ({
      do: `POST ${base}/xml/create`,
      body: { ...body, DataAsBase64: undefined, [name]: claim },
      status: 400,
      has: new RegExp(`${name} is the name of another call`),
    })),
    {
      do: `POST ${base}/xml/create`,
      body: { ...body, Attachments: [{ Type: "PDF", DataAsBase64: "JVBERi0=" }] },
      status: 400,
    },
    { do: `POST ${base}/pdf/create/dxml`, body: { DataAsBase64: claim }, status: 400 },
  ],
  [
    "read the JSON object Data as the data",
    {
      do: `POST ${base}/xml/create/jsondata`,
      body: { ...body, DataAsBase64: encode('{"Data":{"a":{"b":null,"c":true,"d":1.5}}}') },
      has: /Name="a.b"><[^]*Name="a.c">true<[^]*Name="a.d">1.5</,
    },
  ],
  [
    "merge stored metadata with the data, which win (E15)",
    {
      do: `POST ${base}/xml/create`,
      body: { ...body, AttributeStoreKey: "claim-17" },
      has: /Claim\.Channel">web<[^]*Claim\.Amount">100 EUR</,
    },
    {
      do: `POST ${base}/xml/create`,
      body: { ...body, DataAsBase64: xml('<Claim Channel="phone"/>'), AttributeStoreKey: "claim-17" },
      has: /phone/,
      hasNot: /web/,
    },
    { do: `POST ${base}/xml/create`, body: { ...body, AttributeStoreKey: "__proto__" } },
  ],
  [
    "append documents and files in their order, with the pages asked for",
    {
      do: `POST ${base}/pdf/create`,
      body: { ...body, Attachments: [{ Type: "MFL", MetaFile: "ClaimLetters", Document: "Terms", Name: "T" }] },
      pdf: /Decision on claim S-77.*can be appealed/,
    },
    {
      do: `POST ${base}/pdf/create`,
      body: {
        ...body,
        Attachments: [
          { Type: "MFL", MetaFile: "ClaimLetters", Document: "Terms", Order: 2 },
          { Type: "MFL", MetaFile: "PolicyLetters", Document: "Renewal", Order: 1 },
        ],
      },
      pdf: /S-77.*Renewal.*can be appealed/,
    },
    {
      do: `POST ${base}/pdf/create`,
      body: {
        ...body,
        Attachments: [{ Type: "MFL", MetaFile: "ClaimLetters", Document: "Terms", PageRanges: [{ Start: 2, End: 3 }] }],
      },
      pdfNot: /can be appealed/,
    },
    start({
      Attachments: [
        { Type: "MFL", MetaFile: "ClaimLetters", Document: "Terms", PageRanges: [{ Start: 2, End: 1e21 }] },
      ],
    }),
    { do: `GET ${base}/pdf/dxml/$id`, pdf: printed, pdfNot: /can be appealed/ },
  ],
  [
    "refuse invalid attachments: 400",
    ...[
      { Type: "ZIP" },
      { Type: "MFL", MetaFile: "ClaimLetters" },
      { Type: "PDF" },
      { Type: "PDF", FileAsBase64: "x" },
      { Type: "PDF", FileAsBase64: "eA==" },
      { Type: "MFL", MetaFile: "ClaimLetters", Document: "Terms", PageRanges: [{ Start: "one", End: 1 }] },
      "x",
    ].map((attachment) => ({
      do: `POST ${base}/pdf/create/jsondata`,
      body: { ...json, Attachments: [attachment] },
      status: 400,
    })),
  ],
  [
    "keep how a PDF becomes pages, with 150 dots per inch by default",
    start({
      Attachments: [
        { Type: "PDF", FileAsBase64: "JVBERi0=", Pdf2AxmlOptions: {} },
        {
          Type: "PDF",
          FileAsBase64: "JVBERi0=",
          Pdf2AxmlOptions: {
            Duplex: true,
            Dpi: 300,
            ColorDepth: "BW",
            Masks: [{ X: 1, Y: 1, CX: 1, CY: 1, R: 1, G: 1, B: 1 }],
          },
        },
      ],
    }),
    {
      do: `GET ${base}/dxml/$id`,
      has: /Duplex="false" Dpi="150" ColorDepth="Color">[^]*Duplex="true" Dpi="300" ColorDepth="BW">/,
    },
  ],
  [
    "accept what the document does not rule out: an Order that is not a number is last, a page range may be open, and an empty one prints no page (E19)",
    {
      do: `POST ${base}/pdf/create`,
      body: {
        ...body,
        Attachments: [
          { ...terms, Order: "first" },
          { ...renewal, Order: 7 },
        ],
      },
      pdf: /S-77.*Renewal.*can be appealed/,
    },
    ...[
      { Start: 2, End: 1 },
      { Start: 0, End: 0 },
      { Start: -3, End: -1 },
    ].map((range) => ({
      do: `POST ${base}/pdf/create`,
      body: { ...body, Attachments: [{ ...terms, PageRanges: [range] }] },
      pdf: /S-77/,
      pdfNot: /can be appealed/,
    })),
    {
      do: `POST ${base}/pdf/create`,
      body: { ...body, Attachments: [{ ...terms, PageRanges: [{ Start: 0, End: 1 }] }] },
      pdf: /can be appealed/,
    },
    ...[
      { Start: 2, End: 1 },
      { Start: -3, End: -1 },
    ].flatMap((range) => [
      start({ Attachments: [{ ...terms, PageRanges: [range] }] }),
      { do: `GET ${base}/pdf/dxml/$id`, pdf: printed, pdfNot: /can be appealed/ },
    ]),
    ...[{ Start: 1 }, { End: 1 }, {}].map((range) => ({
      do: `POST ${base}/pdf/create`,
      body: { ...body, Attachments: [{ ...terms, PageRanges: [range] }] },
      pdf: /can be appealed/,
    })),
    {
      do: `POST ${base}/pdf/create`,
      body: { ...body, Attachments: [{ ...terms, PageRanges: [{ Start: 2 }] }] },
      pdfNot: /can be appealed/,
    },
    {
      do: `POST ${base}/xml/create`,
      body: {
        ...body,
        Attachments: [{ Type: "PDF", FileAsBase64: "JVBERi0=", Pdf2AxmlOptions: { Dpi: 0, Masks: [{}] } }],
      },
    },
    ...[{ Dpi: "150" }, { ColorDepth: "Grey" }, { Duplex: "yes" }, { Masks: [1] }, "x"].map((Pdf2AxmlOptions) => ({
      do: `POST ${base}/xml/create`,
      body: { ...body, Attachments: [{ Type: "PDF", FileAsBase64: "JVBERi0=", Pdf2AxmlOptions }] },
      status: 400,
    })),
  ],
  [
    "as HTML accept no attachments: 400",
    {
      do: `POST ${base}/html/create`,
      body: { ...body, Attachments: [{ Type: "MFL", MetaFile: "ClaimLetters", Document: "Terms" }] },
      status: 400,
    },
  ],
  [
    "are made from a DXML in the body, in the store's fields or bare (E6)",
    start(),
    { do: `GET ${base}/dxml/$id`, keep: { dxml: "" } },
    { do: `POST ${base}/pdf/create/dxml`, body: "$dxml", pdf: printed },
    { do: `POST ${base}/html/create/dxml`, body: "$dxml", has: shown },
    {
      do: `POST ${base}/pdf/simplex/create/dxml`,
      body: {
        B64Dxml: encode(
          '<Dxml MetaFile="ClaimLetters" Document="Decision"><Values><Value Name="Claim.Number">S-9</Value></Values></Dxml>',
        ),
      },
      pdf: /claim S-9/,
    },
    ...["", "<Dxml/>", "<Data/>", "text"].map((sent) => ({
      do: `POST ${base}/pdf/create/dxml`,
      body: sent,
      status: 400,
    })),
  ],
  [
    "from a DXML in the body accept attachments too, after its own, and HTML accepts none: 400",
    ...["pdf/create/dxml", "pdf/simplex/create/dxml"].flatMap((path) => [
      {
        do: `POST ${base}/${path}`,
        body: {
          B64Dxml: sentDxml,
          Attachments: [
            { ...terms, Order: 2 },
            { ...renewal, Order: 1 },
          ],
        },
        pdf: /claim S-9.*Renewal.*can be appealed/,
      },
      ...[{ Type: "ZIP" }, "x"].map((attachment) => ({
        do: `POST ${base}/${path}`,
        body: { B64Dxml: sentDxml, Attachments: [attachment] },
        status: 400,
      })),
      { do: `POST ${base}/${path}`, body: { B64Dxml: sentDxml, Attachments: {} }, status: 400 },
    ]),
    {
      do: `POST ${base}/dynamo/create/dxml`,
      body: { MetaFile: "ClaimLetters", Document: "Decision", B64Dxml: sentDxml, Attachments: [terms] },
      keep: { job: "JobId", doc: "DocId" },
    },
    { do: `GET ${base}/dynamo/pdf/$job/$doc`, pdf: /claim S-9.*can be appealed/ },
    {
      do: `POST ${base}/pdf/create/dxml`,
      body: {
        B64Dxml: encode(
          `<Dxml MetaFile="ClaimLetters" Document="Decision"><Attachments><Attachment Type="MFL" MetaFile="PolicyLetters" Document="Renewal"/></Attachments></Dxml>`,
        ),
        Attachments: [terms],
      },
      pdf: /Renewal.*can be appealed/,
    },
    {
      do: `POST ${base}/html/create/dxml`,
      body: { B64Dxml: sentDxml, Attachments: [terms] },
      status: 400,
      has: /no attachments/,
    },
    { do: `POST ${base}/html/create/dxml`, body: { B64Dxml: sentDxml, Attachments: [] }, has: /claim S-9/ },
  ],
  [
    "show data of other types as text",
    {
      do: `POST ${base}/html/create/jsondata`,
      body: { ...json, DataAsBase64: encode('{"<b>x":"<script>alert(1)</script>","y":"[[ LIB : claims : intro ]]"}') },
      has: /&#60;script&#62;[^]*\[\[ LIB : claims : intro \]\]/,
      hasNot: /<script|<b>x/,
    },
  ],
]);

tell("rates", [
  [
    "are limited for the calls that the document names, and for no other: 429 (T144)",
    choose("E5", "1 per minute"),
    { do: `POST ${base}/mfdx/create`, body },
    ...["pdf/create", "pdf/simplex/create", "mfdx/create", "mfdx/simplex/create"].map((path) => ({
      do: `POST ${base}/${path}`,
      body,
      status: 429,
    })),
    ...["mfdx/create", "mfdx/simplex/create"].map((path) => ({
      do: `POST ${base}/${path}/jsondata`,
      body: json,
      status: 429,
    })),
    { do: `POST ${base}/pdf/create/jsondata`, body: json },
    { do: `POST ${base}/pdf/createpreview`, body },
    { do: `POST ${base}/xml/create`, body },
    { do: `POST ${base}/html/create`, body },
    start(),
    { do: `POST ${base}/pdf/create`, as: "other", body },
    { do: "POST control:/clock", body: { advanceMs: 60_000 } },
    { do: `POST ${base}/pdf/create`, body },
    { do: `POST ${base}/pdf/create`, body, status: 429 },
  ],
]);

tell("lookups", [
  [
    "Q3: accept numbers if no type is documented",
    { do: `POST ${base}/attachments`, body: { Top: 1, Id: 7 }, has: /^\[\]$/ },
    { do: `POST ${base}/attachments`, body: { Top: 1, Name: 7, Group: 8, Description: 9 }, has: /^\[\]$/ },
    {
      do: `POST ${base}/pdf/create`,
      body: { ...body, UserName: 17, Source: 4, AttributeStoreKey: 5, Attachments: [{ ...terms, Name: 6 }] },
      pdf: /S-77/,
    },
    { do: `POST ${base}/pdf/create`, body: { ...body, MetaFile: 7 }, status: 404 },
    start({ ...callback, SenderCallBackUserName: 1, SenderCallBackPassword: 2 }),
  ],
  [
    "find attachments by parts of their properties, and need Top",
    { do: `POST ${base}/attachments`, body: { Top: 10 }, at: { "0.Id": "att-terms", "2.Id": "att-appeal" } },
    { do: `POST ${base}/attachments`, body: { Top: 1 }, at: { "1": undefined } },
    {
      do: `POST ${base}/attachments`,
      body: { Top: 9, Group: "cLA", Name: "appeal" },
      at: { "0.Id": "att-appeal", "1": undefined },
    },
    {
      do: `POST ${base}/attachments`,
      body: { Top: 9, Id: "att-map" },
      at: { "0.DocumentName": "Terms", "1": undefined },
    },
    { do: `POST ${base}/attachments`, body: { Top: 9, Id: "att" }, has: /^\[\]$/ },
    {
      do: `POST ${base}/attachments`,
      body: { Top: 9, Description: "TIME" },
      at: { "0.Id": "att-terms", "1": undefined },
    },
    { do: `POST ${base}/attachments`, body: { Top: 9, Group: "offI" }, at: { "0.Id": "att-map", "1": undefined } },
    { do: `POST ${base}/attachments`, body: { Top: 9 }, as: "other", has: /^\[\]$/ },
    ...[{}, { Top: 0 }, { Top: "9" }, { Top: 1.5 }].map((sent) => ({
      do: `POST ${base}/attachments`,
      body: sent,
      status: 400,
    })),
  ],
  [
    "list keywords, texts and online documents of a MetaFile",
    {
      do: `GET ${base}/textkeywords/ClaimLetters`,
      has: /^\["approved","customer","decision","greeting","rejected"\]$/,
    },
    {
      do: `POST ${base}/texts/ClaimLetters`,
      body: {},
      at: {
        "0.Name": "Greeting",
        "1.FolderPath": "Claims/Decisions",
        "1.Keywords": ["approved", "decision"],
        "1.Description": "For a claim that is paid in full",
        "3.Name": "Ending",
      },
    },
    { do: `GET ${base}/onlinedocuments/ClaimLetters`, at: { "0.Name": "Decision", "1.Name": "Terms", "2": undefined } },
    ...["GET textkeywords", "GET onlinedocuments"].map((call) => ({
      do: `${call.replace(" ", ` ${base}/`)}/Nothing`,
      status: 404,
    })),
    { do: `POST ${base}/texts/Nothing`, body: {}, status: 404 },
  ],
  [
    "filter texts by known names, and ignore or refuse others (N24)",
    { do: `POST ${base}/texts/ClaimLetters`, body: { Keyword: "REJ" }, at: { "0.Name": "Rejection", "1": undefined } },
    { do: `POST ${base}/texts/ClaimLetters`, body: { whatever: 1 }, at: { "3.Name": "Ending" } },
    choose("N24", "400"),
    { do: `POST ${base}/texts/ClaimLetters`, body: { whatever: 1 }, status: 400 },
    { do: `POST ${base}/texts/ClaimLetters`, body: {} },
  ],
  [
    "give the engine's version, which is 4 (T89)",
    { do: `GET ${base}/version`, has: /^"4\./ },
    { do: `GET ${base}/getinfo`, at: { Name: "Smartform sandbox" } },
  ],
]);

tell("environments of the document editor", [
  [
    "are spelled exactly, and do not include PreProduction: 404 (T81, T82)",
    ...documentsEnvironments
      .filter((name) => name !== "AcceptanceTest")
      .map((name) => ({ do: `GET /documents/${name}/version` })),
    ...["PreProduction", "test", "PRODUCTION", "Test6", "nowhere"].map((name) => ({
      do: `GET /documents/${name}/version`,
      status: 404,
    })),
  ],
  [
    "cannot be left out (T85)",
    { do: "POST /documents/pdf/create", body, status: 404 },
    { do: `POST ${base}/pdf/create/jsondata`, body: json },
  ],
  [
    "may need a scope that the client lacks: 403, or as chosen (T88, N55)",
    { do: "GET /documents/AcceptanceTest/version", status: 403 },
    { do: "POST /documents/AcceptanceTest/pdf/create", body, status: 403 },
    choose("N55", "401"),
    { do: "GET /documents/AcceptanceTest/version", status: 401 },
  ],
  [
    "accept a token of a client that has the editor scope of the environment, in every other environment too (E18)",
    { do: "GET /documents/AcceptanceTest/version", as: "acceptance" },
    { do: "POST /documents/AcceptanceTest/xml/create", as: "acceptance", body },
    { do: "POST /documents/AcceptanceTest/dxml/create", as: "acceptance", body: session, keep: { id: "DxmlUID" } },
    { do: "GET /documents/AcceptanceTest/status/$id", as: "acceptance", has: /^Draft$/ },
    { do: "GET /documents/AcceptanceTest/status/$id", status: 403 },
    { do: `GET ${base}/version`, as: "acceptance" },
    { do: "GET /documents/AcceptanceTest/version", as: "nobody", status: 403 },
    { do: "GET /documents/AcceptanceTest/version", as: "other", status: 403 },
  ],
  [
    "accept a group after the path, or none (E1)",
    { do: `GET ${base}/version/North` },
    { do: `POST ${base}/xml/create/a%20b`, body },
    { do: `POST ${base}/xml/create/jsondata/North`, body: json },
    choose("E1", "none"),
    { do: `GET ${base}/version/North`, status: 404 },
    { do: `GET ${base}/version` },
  ],
  [
    "cannot be reached without the right token",
    { do: `GET ${base}/version`, as: "none", status: 401 },
    { do: `GET ${base}/version`, as: "audit", status: 403 },
    { do: `GET ${base}/version`, as: "nobody", status: 403 },
  ],
]);

describe("sandbox: documents", () => {
  let service: Visit;
  before(async () => {
    service = await visit();
  });
  beforeEach(() => service.control("POST", "/reset", { seed: "demo" }));
  after(() => service.close());
  const post = (path: string, sent: unknown = body) => service.call("POST", `${base}/${path}`, { body: sent });

  it("checks the scope of the environment on the token, or on the client by choice (E18)", async () => {
    const token = String((await service.signIn("acceptance", { scope: "api.external" })).at("access_token"));
    const status = async () =>
      (
        await service.call("GET", "/documents/AcceptanceTest/version", {
          as: "none",
          headers: { authorization: `Bearer ${token}` },
        })
      ).status;
    assert.equal(await status(), 403);
    await service.control("POST", "/choices", { id: "E18", alternative: "with the client" });
    assert.equal(await status(), 200);
    assert.equal((await service.call("GET", "/documents/AcceptanceTest/version")).status, 403);
  });

  it("makes PDFs that readers accept, one-sided ones that say so, and MFDX files with their metadata", async () => {
    const [plain, oneSided, mfdx] = await Promise.all([
      post("pdf/create"),
      post("pdf/simplex/create"),
      post("mfdx/simplex/create"),
    ]);
    for (const { bytes } of [plain, oneSided, mfdx]) checkPdf(bytes);
    assert.doesNotMatch(objectsOf(plain.bytes), /\/Simplex/);
    assert.match(objectsOf(oneSided.bytes), /"\/Duplex": "\/Simplex"/);
    assert.match(objectsOf(mfdx.bytes), /metadata\.xml/);
    assert.doesNotMatch(objectsOf(plain.bytes), /metadata\.xml/);
    assert.match(textOf(plain.bytes), /SANDBOX/);
    assert.match(mfdx.headers.get("content-disposition") ?? "", /Decision\.mfdx/);
  });

  it("appends the pages of a PDF that is sent, and embeds any other file", async () => {
    const { bytes } = await post("pdf/create");
    const FileAsBase64 = Buffer.from(bytes).toString("base64");
    const both = await post("pdf/create", {
      ...body,
      DataAsBase64: xml(""),
      Attachments: [
        { Type: "PDF", FileAsBase64, PageRanges: [{ Start: 1, End: 1 }] },
        { Type: "AXML", FileAsBase64: encode("<a/>"), Name: "canary" },
      ],
    });
    assert.match(textOf(both.bytes), /S-77/);
    assert.match(objectsOf(both.bytes), /canary\.axml/);
  });

  it("returns every character of Unicode that XML can hold, from JSON and from XML (T145)", async () => {
    const characters: string[] = [];
    for (let code = 0x20; code <= 0x10ffff; code += code < 0xffff ? 1 : 97)
      if ((code < 0xd800 || code > 0xdfff) && code !== 0xfffe && code !== 0xffff)
        characters.push(String.fromCodePoint(code));
    const all = characters.join("");
    const escaped = all.replace(/[&<>\u0085\u2028]/g, (character) => `&#${character.charCodeAt(0)};`);
    for (const [path, data] of [
      ["xml/create/jsondata", encode(JSON.stringify({ all }))],
      [
        "xml/create",
        xml(`<all>${escaped.replace(/[\u007f-\u009f]/g, (character) => `&#${character.charCodeAt(0)};`)}</all>`),
      ],
    ] as const) {
      const { status: answered, text } = await post(path, { ...body, DataAsBase64: data });
      assert.equal(answered, 200, text.slice(0, 300));
      const value = /<Value Name="all">([^<]*)</.exec(text)?.[1] ?? "";
      assert.ok(value.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))) === all, path);
    }
  });

  it("says in a header when to come back: in seconds, as a date, or not at all (T144, N29)", async () => {
    await service.control("POST", "/choices", { id: "E5", alternative: "1 per minute" });
    await post("mfdx/create");
    const after = async (alternative: string) => {
      await service.control("POST", "/choices", { id: "N29", alternative });
      const { status: answered, headers } = await post("mfdx/create");
      assert.equal(answered, 429);
      return headers;
    };
    assert.match((await after("seconds")).get("retry-after") ?? "", /^(59|60)$/);
    const dated = await after("date");
    const wait = Date.parse(dated.get("retry-after") ?? "") - Date.parse(dated.get("date") ?? "");
    assert.ok(wait >= 58_000 && wait <= 62_000, String(wait));
    assert.equal((await after("nothing")).get("retry-after"), null);
  });

  it("records who started a session in the audit log, and counts by Source, or by the MetaFile's name (T164, T165)", async () => {
    await post("dxml/create", { ...session, UserName: "canary-user", Source: "CRM" });
    await post("xml/create");
    const today = new Date().toISOString().slice(0, 10);
    const { text } = await service.send("POST", `${service.ready.auditApiUrl}/api/Audit`, {
      body: { dateFrom: today, dateTo: today, source: 7, skip: 0, take: 10 },
      headers: { authorization: `Bearer ${await service.bearer("standard")}` },
    });
    assert.match(
      text,
      /"logName":"EditingSessionCreated"[^}]*"user":"canary-user"|"user":"canary-user"[^}]*"logName":"EditingSessionCreated"/,
    );
    const rows = await service.send(
      "GET",
      `${service.ready.statisticsApiUrl}/analytics?startDate=${today}&pageSize=1000`,
      { headers: { authorization: `Bearer ${await service.bearer("standard")}` } },
    );
    assert.match(rows.text, /"event":"EditingSessionCreated"[^}]*"source":"CRM"/);
    assert.match(rows.text, /"event":"XmlCreated"[^}]*"source":"ClaimLetters"/);
  });
});
