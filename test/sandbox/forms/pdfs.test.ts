/**
 * The four PDF calls (document 1, "PDFs", "States and transitions", "Errors"), and which texts of the library they
 * print.
 */
import assert from "node:assert/strict";
import { textOf } from "../print/pdfTools.ts";
import { tell } from "../steps.ts";
import { visit } from "../visit.ts";

const json = "/Integrations/dialog/json";
const data = {
  dataTableValue: {
    customer: { name: "Åsa Öberg" },
    claim: { number: "S-77" },
    case: { reference: "R-9" },
    policy: { number: "P-5" },
  },
};
const party = {
  notification: { sendEmail: true, participatingParties: [{ id: "customer", email: "eva@example.com" }] },
};
const several = {
  notification: {
    sendEmail: true,
    sendSms: true,
    participatingParties: [
      { id: "customer", email: "eva@example.com" },
      { id: "witness", phone: "+46701740699" },
    ],
  },
};
const hook = { webhook: "https://hook.example/a" };
const create = (dialogDefinitionId: string, body: object = {}, path = json) => ({
  do: `POST ${path}`,
  body: { dialogDefinitionId, values: {}, ...data, ...body },
  keep: { id: "id" },
});
const existing = (smartform: string, query = "") =>
  `GET /Integrations/dialogDefinitions/${smartform}/dialogValues/$id/pdf${query}`;
const render = (smartformId: string) => ({
  do: "POST /Integrations/pdf/create",
  body: { smartformId, smartformValueId: "$id" },
});

tell("PDFs", [
  [
    "creates a form and prints it, and notifies nobody (T40)",
    { ...create("$multiStep", { ...party, ...hook }, `${json}/pdf`), pdf: /Claim decision/, keep: {} },
    { do: "GET control:/outbox", at: { items: [] } },
    { do: "GET /Integrations/inprogress", at: { "0.dialogDefinitionId": "$multiStep", "0.currentStep.order": 0 } },
  ],
  [
    "creates, submits, prints, notifies parties and calls the webhook (T39)",
    { ...create("$singleStep", { ...party, ...hook }, `${json}/submit/pdf`), pdf: /Claim report/, keep: {} },
    {
      do: "GET control:/outbox",
      at: {
        "0": undefined,
        "items.0.channel": "webhook",
        "items.1.to": "eva@example.com",
        "items.1.payload.submitted": true,
        "items.2": undefined,
      },
    },
  ],
  [
    "completes only a step of a multi-step form, and notifies nobody of a completion (T65)",
    { ...create("$multiStep", { ...party, ...hook }, `${json}/submit/pdf`), pdf: /Claim decision/, keep: {} },
    { do: "GET /Integrations/inprogress", at: { "0.currentStep.order": 1 } },
    {
      do: "GET control:/outbox",
      at: { "items.0.channel": "email", "items.0.payload.submitted": false, "items.1": undefined },
    },
  ],
  [
    "notifies the listed parties of a multi-step form by email or SMS, or nobody by choice (S11)",
    { ...create("$multiStep", several, `${json}/submit/pdf`), keep: {} },
    {
      do: "GET control:/outbox",
      at: {
        "items.0.to": "eva@example.com",
        "items.1.channel": "sms",
        "items.1.to": "+46701740699",
        "items.2": undefined,
      },
    },
    { do: "DELETE control:/outbox" },
    { do: "POST control:/choices", body: { id: "S11", alternative: "no" } },
    { ...create("$multiStep", several, `${json}/submit/pdf`), keep: {} },
    { do: "GET control:/outbox", at: { items: [] } },
    { ...create("$singleStep", party, `${json}/submit/pdf`), keep: {} },
    { do: "GET control:/outbox", at: { "items.0.to": "eva@example.com", "items.1": undefined } },
  ],
  [
    "appends the toolbar's attachments to the PDF of an existing form only (T62)",
    create("$attachments"),
    { do: existing("$attachments"), pdf: /General terms.*belong to policy P-5.*Personal data/ },
    { ...render("$attachments"), pdf: /Policy with terms/, pdfNot: /General terms/ },
    { ...create("$attachments", {}, `${json}/pdf`), pdfNot: /General terms/, keep: {} },
  ],
  [
    "prints in the requested language, else in the Smartform's default (T63)",
    create("$singleStep"),
    { do: existing("$singleStep"), pdf: /Dear Åsa Öberg/ },
    { do: existing("$singleStep", "?languageCode=SV"), pdf: /Hej Åsa Öberg/ },
    { ...create("$singleStep", {}, `${json}/pdf?languageCode=de`), pdf: /Guten Tag Åsa Öberg/, keep: {} },
    { ...create("$singleStep", {}, `${json}/submit/pdf?languageCode=de`), pdf: /Guten Tag Åsa Öberg/, keep: {} },
  ],
  [
    "ignores a language if none is documented (T63)",
    create("$singleStep"),
    { ...render("$singleStep"), do: "POST /Integrations/pdf/create?languageCode=sv", pdf: /Dear Åsa/, pdfNot: /Hej/ },
  ],
  [
    "never prints uploaded files (T64)",
    create("$attachments"),
    {
      do: "POST control:/forms/$id/files",
      body: { property: "identity", name: "canary.txt", contentBase64: "Y2FuYXJ5" },
    },
    { do: existing("$attachments"), pdfNot: /canary/ },
  ],
  [
    "rejects a form of another Smartform: 400, or as chosen (T67, N48)",
    create("$singleStep"),
    { ...render("$rules"), status: 400 },
    { do: existing("$rules"), status: 400 },
    ...["404", "409"].flatMap((alternative) => [
      { do: "POST control:/choices", body: { id: "N48", alternative } },
      { ...render("$rules"), status: Number(alternative) },
      { do: existing("$rules"), status: Number(alternative) },
    ]),
  ],
  [
    "answers 200 with a foreign page on request (T66)",
    create("$singleStep"),
    { do: "POST control:/faults", body: { operation: "pdf.existing", kind: "wrong-type", times: 1 } },
    { do: existing("$singleStep"), has: /^<!doctype html>/ },
    { do: existing("$singleStep"), pdf: /Claim report/ },
  ],
  [
    "needs both ids: 400",
    create("$singleStep"),
    { do: "POST /Integrations/pdf/create", body: { smartformId: "$singleStep" }, status: 400 },
    { do: "POST /Integrations/pdf/create", body: { smartformValueId: "$id" }, status: 400 },
  ],
  [
    "hides forms of others and of other environments: 404 (T71)",
    create("$singleStep", { environment: "Test" }),
    { ...render("$singleStep"), as: "other", status: 404 },
    { do: existing("$singleStep").replace("GET ", "GET /Production"), status: 404 },
    { do: existing("$singleStep").replace("GET ", "GET /Test"), pdf: /Claim report/ },
    { ...render("$singleStep"), do: "POST /Production/Integrations/pdf/create", status: 404 },
  ],
  [
    "prints the saved draft without an environment, and the deployed version with one (T59)",
    { ...create("$singleStep", {}, `${json}/pdf`), pdf: /Draft of the next version/, keep: {} },
    { ...create("$singleStep", {}, `/Test${json}/pdf`), pdf: /Claim report/, pdfNot: /Draft/, keep: {} },
  ],
  [
    "fills in placeholders without spaces, and prints those without a value (T54, T55)",
    create("$singleStep"),
    {
      do: existing("$singleStep"),
      pdf: /Your reference: R-9.*\[\[ caseWorker\.name \]\]|\[\[ caseWorker\.name \]\].*Your reference: R-9/,
    },
  ],
  [
    "looks for short references in the request's folder, else in the Smartform's (T57)",
    { ...create("$singleStep", {}, `${json}/pdf`), pdf: /about claim S-77/, keep: {} },
    { ...create("$singleStep", { textLibraryFolder: "policies" }, `${json}/pdf`), pdf: /about policy P-5/, keep: {} },
  ],
  [
    "prints a reference by code after the folder is renamed, by name only while there is no code (T8, N42)",
    create("$undeployed", { dataTableValue: { policy: { renewal: "May Day" } } }),
    { do: existing("$undeployed"), pdf: /renews on May Day/ },
    { do: "PUT /Integrations/textlibrary/folders/folder-old", body: { code: "old" } },
    { do: existing("$undeployed"), pdf: /\[\[ LIB : Old letters : renewal \]\]/ },
  ],
  [
    "prints the placeholder of a reference whose text got another code (T9)",
    create("$undeployed", { dataTableValue: { policy: { renewal: "May Day" } } }),
    { do: existing("$undeployed"), pdf: /renews on May Day/ },
    {
      do: "PUT /Integrations/textlibrary/texts/text-old-renewal",
      body: { folderId: "folder-old", code: "renewal-2", defaultLanguage: "en" },
    },
    { do: existing("$undeployed"), pdf: /\[\[ LIB : Old letters : renewal \]\]/ },
  ],
  [
    "does not print texts of private folders (S1)",
    {
      do: "POST control:/import",
      body: {
        smartforms: [
          { id: "peek", name: "Peek", pages: [{ blocks: [{ text: "[[ LIB : drafts-karin : draft-apology ]]" }] }] },
        ],
      },
    },
    { ...create("peek", {}, `${json}/pdf`), pdf: /drafts-karin/, pdfNot: /sorry/, keep: {} },
  ],
  [
    "does not print another company's texts",
    {
      do: "POST control:/import",
      body: {
        smartforms: [
          {
            id: "plain",
            name: "Plain",
            defaultLanguage: "en",
            pages: [{ blocks: [{ text: "[[ LIB : claims : intro ]]" }] }],
          },
        ],
      },
    },
    { ...create("plain", {}, `${json}/pdf`), pdf: /We write to you about claim/, keep: {} },
    {
      ...create("5f0a1c52-7d1e-4d0b-9a55-0c1b6f1d2001", {}, `${json}/pdf`),
      as: "other",
      pdf: /municipality writes/,
      keep: {},
    },
  ],
]);

describe("sandbox: PDFs and uploads", () => {
  it("excludes a PDF that was uploaded into a field from every PDF of the form (T64)", async () => {
    const service = await visit();
    const { attachments, rules } = service.ready.demo.smartforms;
    const made = async (dialogDefinitionId: string, more: object = {}) =>
      String((await service.call("POST", json, { body: { dialogDefinitionId, values: {}, ...more } })).at("id"));
    const pdf = async (smartform: string, id: string) =>
      (await service.call("GET", existing(smartform).slice("GET ".length).replace("$id", id))).bytes;

    const uploaded = await pdf(rules, await made(rules, { values: { remark: "canary" } }));
    assert.match(textOf(uploaded), /canary/);
    const id = await made(attachments);
    await service.control("POST", `/forms/${id}/files`, {
      property: "identity",
      name: "identity.pdf",
      contentBase64: Buffer.from(uploaded).toString("base64"),
    });
    const rendered = await service.call("POST", "/Integrations/pdf/create", {
      body: { smartformId: attachments, smartformValueId: id },
    });
    for (const bytes of [await pdf(attachments, id), rendered.bytes]) assert.doesNotMatch(textOf(bytes), /canary/);
    await service.close();
  });
});
