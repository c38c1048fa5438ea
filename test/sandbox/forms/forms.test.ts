/**
 * Creating, reading and deleting forms (document 1, "Create-form request", "Value shapes", "Form read back",
 * "Versioning", "Errors").
 */
import { demoIds } from "../../../sandbox/demo/ids.ts";
import { tell } from "../steps.ts";
import type { Story } from "../steps.ts";

const json = "/Integrations/dialog/json";
const read = "/Integrations/dialogValues";
const create = (dialogDefinitionId: string, body: object = {}, path = json) => ({
  do: `POST ${path}`,
  body: { dialogDefinitionId, values: {}, ...body },
  keep: { id: "id" },
});

const named = { values: { name: "Eva" } };

tell("creating forms", [
  [
    "answers with the ids, and null if no environment was named (T60)",
    {
      ...create("$singleStep"),
      at: { dialogDefinitionId: "$singleStep", processSteps: [], resolvedEnvironment: null, versionKey: null },
    },
  ],
  [
    "names the environment and the version that ran (T60)",
    {
      ...create("$singleStep", { environment: "production" }),
      at: { resolvedEnvironment: "Production", versionKey: "$singleStep-Production-1" },
    },
  ],
  [
    "sums up the steps of a multi-step Smartform (N9)",
    {
      ...create("$multiStep"),
      at: {
        "processSteps.0.name": "Assessment",
        "processSteps.0.status": "current",
        "processSteps.2.status": "waiting",
        "processSteps.3": undefined,
      },
    },
  ],
  [
    "gives each form its own id, which is not the Smartform's",
    create("$singleStep"),
    { ...create("$singleStep"), keep: { second: "id" } },
    { do: `GET ${read}/$id`, at: { id: "$id", dialogDefinitionId: "$singleStep" } },
    { do: `GET ${read}/$second`, at: { id: "$second" }, hasNot: /"id":"5f0a1c52/ },
  ],
  ...["Development", "Test", "PreProduction", "Production"].map((environment): Story => [
    `runs what is deployed to ${environment}, named in the path or in the body, in any letter case`,
    ...[environment, environment.toUpperCase(), environment.toLowerCase()].flatMap((spelled) =>
      [
        create("$singleStep", { ...named, environment: spelled }),
        create("$singleStep", named, `/${spelled}${json}`),
      ].map((step) => ({
        ...step,
        at: { resolvedEnvironment: environment, versionKey: `$singleStep-${environment}-1` },
      })),
    ),
    ...["/pdf", "/submit/pdf"].map((suffix) => ({
      ...create("$singleStep", {}, `/${environment}${json}${suffix}`),
      keep: {},
      pdf: /Claim report/,
      pdfNot: /Draft/,
    })),
    ...[
      "active",
      "active/list",
      "inprogress",
      "ping",
      "$singleStep",
      "$singleStep/fields",
      "$singleStep/participatingParties",
    ].map((path) => ({ do: `GET /${environment.toLowerCase()}/Integrations/${path}` })),
    ...["dialogValues/$id", "$id/property/name/value"].map((path) => ({
      do: `GET /${environment}/Integrations/${path}`,
    })),
  ]),
  [
    "refuses a missing or empty dialogDefinitionId: 400",
    { do: `POST ${json}`, body: { values: {} }, status: 400 },
    { do: `POST ${json}`, body: { dialogDefinitionId: "", values: {} }, status: 400 },
  ],
  [
    "refuses missing or null values: 400",
    { do: `POST ${json}`, body: { dialogDefinitionId: "$singleStep" }, status: 400 },
    { do: `POST ${json}`, body: { dialogDefinitionId: "$singleStep", values: null }, status: 400 },
  ],
  [
    "refuses values that are a list: 400",
    { do: `POST ${json}`, body: { dialogDefinitionId: "$singleStep", values: [] }, status: 400 },
  ],
  [
    "refuses an unknown and a foreign Smartform in the same way: 404",
    { ...create("nowhere"), status: 404 },
    { ...create("5f0a1c52-7d1e-4d0b-9a55-0c1b6f1d2001"), status: 404 },
  ],
  [
    "makes one more form each time (T37)",
    { ...create("$multiStep") },
    { ...create("$multiStep") },
    { do: "GET /Integrations/inprogress", at: { "1.dialogDefinitionId": "$multiStep", "2": undefined } },
  ],
  [
    "reads the environment from the path or the body in any letter case (T58)",
    { ...create("$singleStep", {}, `/TEST${json}`), at: { resolvedEnvironment: "Test" } },
    { ...create("$singleStep", { environment: "tEsT" }, `/test${json}`), at: { resolvedEnvironment: "Test" } },
  ],
  [
    "refuses two different environments: 400, and makes no form (T58)",
    { ...create("$multiStep", { environment: "Production" }, `/Test${json}`), status: 400 },
    { do: "GET /Integrations/inprogress", at: { "0": undefined } },
  ],
  [
    "refuses an unknown environment: 400",
    { ...create("$singleStep", { environment: "Staging" }), status: 400 },
    { ...create("$singleStep", { environment: 1 }), status: 400 },
  ],
  [
    "refuses an environment that the Smartform is not deployed to: 404 (T87)",
    { ...create("$testOnly", { environment: "Production" }), status: 404 },
    { ...create("$undeployed", { environment: "Test" }), status: 404 },
  ],
  [
    "treats no environment as the saved draft, and not as one of the four (T85)",
    { ...create("$undeployed"), at: { resolvedEnvironment: null, versionKey: null } },
    ...["Development", "Test", "PreProduction", "Production"].map((environment) => ({
      ...create("$undeployed", { environment }),
      status: 404,
    })),
    { do: "GET /Integrations/$undeployed/fields", at: { "0.name": "complaint" } },
    { do: "GET /Development/Integrations/active", hasNot: /Complaint/ },
    { do: "GET /Integrations/active", has: /Complaint/ },
  ],
  ["runs the draft of a Smartform that is deployed nowhere (T59)", create("$undeployed")],
  [
    "refuses dataTableValue together with dataTableValues: 400 (T53, N46)",
    { ...create("$rules", { dataTableValue: {}, dataTableValues: {} }), status: 400 },
  ],
  [
    "refuses a webhook that is not an absolute http or https address: 400 (T46)",
    ...["ftp://a.example/x", "//a.example/x", "/x", "a.example", "https://", "javascript:alert(1)"].map((webhook) => ({
      ...create("$singleStep", { webhook }),
      status: 400,
    })),
  ],
  ["validates before it looks anything up", { ...create("nowhere", { webhook: "/x" }), status: 400 }],
  [
    "keeps privateSecret to itself (T48)",
    create("$singleStep", { privateSecret: "canary-9f2" }),
    { do: `GET ${read}/$id`, hasNot: /canary/ },
    { do: `GET ${read}/$id?readableValues=true`, hasNot: /canary/ },
    { do: "GET control:/outbox", hasNot: /canary/ },
    { do: "GET control:/ledger", hasNot: /canary/ },
  ],
]);

tell("values", [
  [
    "flattens nested values with _ (T51)",
    create("$singleStep", { values: { damage: { date: "2026-01-02", kind: { sub: 1 } } } }),
    { do: `GET /Integrations/$id/property/damage_date/value`, at: { value: "2026-01-02" } },
    { do: `GET /Integrations/$id/property/damage_kind_sub/value`, at: { value: 1 } },
  ],
  [
    "flattens with propertyMergeString",
    create("$singleStep", { propertyMergeString: "--", values: { a: { b: 1 } } }),
    { do: "GET /Integrations/$id/property/a--b/value", at: { value: 1 } },
  ],
  [
    "lets the flat name win over the nested one (T51, N47)",
    create("$singleStep", { values: { a: { b: 1 }, a_b: 2 } }),
    { do: "GET /Integrations/$id/property/a_b/value", at: { value: 2 } },
  ],
  [
    "keeps rows, options and field settings as sent (T52)",
    create("$singleStep", {
      values: {
        items: [{ what: "sofa" }],
        "damage_kind.options": [{ display: "Water", value: "w" }],
        "damage_date.minDate": "2026-01-01",
        "name.label": "Full name",
      },
    }),
    { do: `GET ${read}/$id`, at: { Values: [{ name: "items", value: [{ what: "sofa" }] }], integrationValues: {} } },
    { do: "GET /Integrations/$id/property/name.label/value", at: { value: "Full name" } },
  ],
  [
    "keeps order tables and maps whole, under their own name or their field's (T52, S9)",
    create("$multiStep", {
      values: {
        orderTableValue: { vat: 1, rows: ["a"] },
        mapValues: { locations: [] },
        order: { orderTableValue: { sum: 3 } },
        place: { centerLocation: {}, locations: [] },
      },
    }),
    { do: "GET /Integrations/$id/property/orderTableValue/value", at: { "value.rows": ["a"] } },
    { do: "GET /Integrations/$id/property/order/value", at: { value: { sum: 3 } } },
    { do: "GET /Integrations/$id/property/place/value", at: { "value.locations": [] } },
  ],
  [
    "keeps names that match no field (T50)",
    create("$singleStep", { values: { unheardOf: "x" } }),
    { do: `GET ${read}/$id`, at: { integrationValues: { unheardOf: "x" }, Values: [] } },
  ],
  [
    "keeps __proto__ as a name (T24)",
    {
      ...create("$singleStep"),
      body: '{"dialogDefinitionId":"5f0a1c52-7d1e-4d0b-9a55-0c1b6f1d1001","values":{"__proto__":{"a":1},"constructor":2}}',
    },
    { do: `GET ${read}/$id`, at: { "integrationValues.constructor": 2, "integrationValues.__proto___a": 1 } },
  ],
  [
    "accepts values nested thousands of levels deep",
    {
      ...create("$singleStep"),
      body: `{"dialogDefinitionId":"5f0a1c52-7d1e-4d0b-9a55-0c1b6f1d1001","values":${'{"a":'.repeat(2000)}1${"}".repeat(2000)}}`,
    },
  ],
]);

const claim = { claim: { number: "S-1", amount: 25_000 } };

tell("data table and rules", [
  [
    "lets the rules change and add data (T56)",
    create("$rules", { dataTableValue: claim }),
    {
      do: `GET ${read}/$id`,
      at: {
        "DataTableValues.claim.class": "large",
        "DataTableValues.caseWorker.name": "The committee for large claims",
        "DataTableValues.summary": "Claim S-1 is large.",
        "DataTableValues.claim.amount": 25_000,
      },
    },
  ],
  [
    "leaves the data alone with skipRuleEngine (T56)",
    create("$rules", { dataTableValue: claim, skipRuleEngine: true }),
    { do: `GET ${read}/$id`, at: { DataTableValues: claim } },
  ],
  [
    "reads the data table back in three spellings (T53)",
    create("$undeployed", { dataTableValues: claim, externalMetaData: { key: 7 }, webhook: "https://hook.example/a" }),
    { do: `GET ${read}/$id`, at: { DataTableValues: claim, ExternalMetaData: { key: 7 }, datatablevalues: undefined } },
    {
      do: `GET ${read}/$id?readableValues=true`,
      at: { datatablevalues: claim, ExternalMetaData: { key: 7 }, DataTableValues: undefined },
    },
    { do: "POST control:/forms/$id/submit" },
    {
      do: "GET control:/outbox",
      at: {
        "items.0.payload.dataTableValues": claim,
        "items.0.payload.ExternalMetaData": { key: 7 },
        "items.0.payload.DataTableValues": undefined,
      },
    },
  ],
]);

const party = {
  id: "CUSTOMER",
  name: "Eva",
  email: "eva@example.com",
  phone: "+46701740699",
  ssn: "19121212-1212",
  birthDate: "1912-12-12",
  languageCode: "sv",
};
const notification = (participatingParties: unknown, sendEmail = true, sendSms = false) => ({
  notification: { sendEmail, sendSms, participatingParties },
});

tell("notification", [
  [
    "notifies nobody without notification, parties or channels (T38, N31)",
    create("$singleStep"),
    create("$singleStep", notification([])),
    create("$singleStep", notification([party], false)),
    create("$singleStep", { notification: { participatingParties: [party] } }),
    create("$singleStep", { notification: null }),
    { do: "GET control:/outbox", at: { items: [] } },
  ],
  [
    "sends the chosen messages, to a party named in any letter case (T38, T42)",
    create("$singleStep", notification([party], true, true)),
    {
      do: "GET control:/outbox",
      at: {
        "items.0.channel": "email",
        "items.0.to": "eva@example.com",
        "items.0.formId": "$id",
        "items.0.payload.party": "Customer",
        "items.1.channel": "sms",
        "items.1.to": "+46701740699",
        "items.2": undefined,
      },
    },
  ],
  [
    "sends only an email with sendEmail, and only an SMS with sendSms",
    { ...create("$singleStep", notification([party], true, false)), keep: { byEmail: "id" } },
    { ...create("$singleStep", notification([party], false, true)), keep: { bySms: "id" } },
    {
      do: "GET control:/outbox",
      at: {
        "items.0.formId": "$byEmail",
        "items.0.channel": "email",
        "items.0.to": "eva@example.com",
        "items.1.formId": "$bySms",
        "items.1.channel": "sms",
        "items.1.to": "+46701740699",
        "items.2": undefined,
      },
    },
  ],
  [
    "recognizes a party by its id, and writes to the person in the language that the request names",
    create("$singleStep", notification([{ ...party, id: "party-customer" }])),
    create("$singleStep", notification([{ id: "customer", email: "b@example.com" }])),
    {
      do: "GET control:/outbox",
      at: {
        "items.0.payload.party": "Customer",
        "items.0.payload.name": "Eva",
        "items.0.payload.language": "sv",
        "items.1.payload.language": "en",
        "items.1.payload.name": null,
      },
    },
  ],
  [
    "notifies only the first party of a single-step Smartform (T41)",
    create("$singleStep", notification([party, { email: "b@example.com" }])),
    { do: "GET control:/outbox", at: { "items.0.to": "eva@example.com", "items.1": undefined } },
  ],
  [
    "notifies every party of a multi-step Smartform (T41)",
    create("$multiStep", notification([party, { id: "witness", email: "b@example.com" }])),
    { do: "GET control:/outbox", at: { "items.1.to": "b@example.com", "items.1.payload.party": "Witness" } },
  ],
  [
    "sends nothing to a party without an address",
    create("$singleStep", notification([{ id: "customer" }], true, true)),
    { do: "GET control:/outbox", at: { items: [] } },
  ],
  [
    "keeps ssn and birthDate as hashes only (T49)",
    create("$singleStep", notification([party])),
    { do: `GET ${read}/$id`, hasNot: /1912/ },
    { do: "GET control:/outbox", hasNot: /1912/ },
  ],
  ["refuses parties that are not a list: 400", { ...create("$singleStep", notification({})), status: 400 }],
  [
    "lists a party per phone number, without id and name (T43)",
    {
      do: "GET /Integrations/$phoneParties/participatingParties",
      at: {
        "0.id": null,
        "0.name": null,
        "0.phoneNumber": "+46701740601",
        "2.phoneNumber": "+46701740603",
        "3": undefined,
        "1.dialogDefinitionId": "$phoneParties",
      },
    },
  ],
  [
    "lists parties with their company and language",
    {
      do: "GET /Integrations/$multiStep/participatingParties",
      at: { "1.name": "Case worker", "1.defaultLanguage": "sv", "1.companyId": "demo", "1.phoneNumber": undefined },
    },
  ],
]);

const hook = "https://hook.example/a";

tell("webhooks", [
  [
    "adds a webhook to the Smartform for good, once per URL (T44, N45)",
    create("$singleStep", { webhook: hook }),
    create("$singleStep", { webhook: hook }),
    {
      do: "GET control:/webhooks",
      at: {
        items: [{ smartformId: "$singleStep", url: hook, name: "Integration", enabled: true }].map((item) => ({
          ...item,
          smartformId: "5f0a1c52-7d1e-4d0b-9a55-0c1b6f1d1001",
        })),
      },
    },
  ],
  [
    "calls it for later forms too, once each, and only when they are submitted (T44, N11)",
    create("$singleStep", { webhook: hook }),
    create("$singleStep"),
    { do: "GET control:/outbox", at: { items: [] } },
    { do: "POST control:/forms/$id/submit" },
    {
      do: "GET control:/outbox",
      at: { "items.0.channel": "webhook", "items.0.url": hook, "items.0.formId": "$id", "items.1": undefined },
    },
  ],
  [
    "leaves a disabled webhook disabled (T45)",
    { do: "POST control:/webhooks", body: { smartformId: "$singleStep", url: hook, enabled: false } },
    create("$singleStep", { webhook: hook }),
    { do: "POST control:/forms/$id/submit" },
    { do: "GET control:/outbox", at: { items: [] } },
  ],
  [
    "revives a disabled webhook with webhookForceRun (T45)",
    { do: "POST control:/webhooks", body: { smartformId: "$singleStep", url: hook, enabled: false } },
    create("$singleStep", { webhook: hook, webhookForceRun: true }),
    { do: "POST control:/forms/$id/submit" },
    { do: "GET control:/outbox", at: { "items.0.url": hook } },
  ],
  [
    "sends answers, data table and external metadata when the form is submitted (T47)",
    create("$singleStep", {
      webhook: hook,
      values: { name: "Åsa" },
      dataTableValue: claim,
      externalMetaData: { key: 7 },
    }),
    { do: "POST control:/forms/$id/submit" },
    {
      do: "GET control:/outbox",
      at: {
        "items.0.payload.Values": [{ name: "name", value: "Åsa" }],
        "items.0.payload.dataTableValues": claim,
        "items.0.payload.ExternalMetaData": { key: 7 },
      },
    },
  ],
  [
    "sends the form as it is read, with the data table under another name",
    create("$singleStep", {
      webhook: hook,
      values: { name: "Åsa", unheardOf: 1, "answer-days": "5" },
      dataTableValue: claim,
      externalMetaData: { key: 7 },
    }),
    { do: "POST control:/forms/$id/submit" },
    { do: `GET ${read}/$id`, at: { Values: [{ name: "name", value: "Åsa" }], integrationValues: { unheardOf: 1 } } },
    {
      do: "GET control:/outbox",
      at: {
        "items.0.payload.id": "$id",
        "items.0.payload.dialogDefinitionId": "$singleStep",
        "items.0.payload.Values": [{ name: "name", value: "Åsa" }],
        "items.0.payload.integrationValues": { unheardOf: 1 },
        "items.0.payload.ExternalMetaData": { key: 7 },
        "items.0.payload.dataTableValues": claim,
        "items.0.payload.DataTableValues": undefined,
      },
    },
  ],
  [
    "adds the webhook even if nobody is notified",
    create("$singleStep", { webhook: hook }, "/Integrations/dialog/json/pdf"),
    { do: "GET control:/webhooks", at: { "items.0.url": hook } },
  ],
  [
    "does not submit a form twice",
    create("$singleStep", { webhook: hook }),
    { do: "POST control:/forms/$id/submit" },
    { do: "POST control:/forms/$id/submit", status: 409 },
    { do: "GET control:/outbox", at: { "items.1": undefined } },
  ],
]);

tell("Smartforms", [
  [
    "lists the saved Smartforms",
    {
      do: "GET /Integrations/active",
      at: {
        "0.id": "$singleStep",
        "0.name": "Claim report",
        "0.process": "Claims",
        "0.tags": ["claims", "customer"],
        "6.id": "$attachments",
        "7": undefined,
      },
    },
  ],
  [
    "lists the Smartforms that are deployed to an environment",
    { do: "GET /Production/Integrations/active", hasNot: /Complaint|Welcome/ },
    { do: "GET /test/Integrations/active", has: /Welcome/, hasNot: /Complaint/ },
  ],
  [
    "narrows the detailed list",
    {
      do: "GET /Integrations/active/list?integration=claims&integrationobject=rules",
      at: { "0.id": "$rules", "1": undefined, "0.environments": ["Production", "Test"] },
    },
  ],
  [
    "narrows the detailed list by either word on its own",
    { do: "GET /Integrations/active/list?integration=service", at: { "0.id": "$phoneParties", "1": undefined } },
    { do: "GET /Integrations/active/list?integrationobject=terms", at: { "0.id": "$attachments", "1": undefined } },
  ],
  [
    "shows folders, dates and archive settings in the detailed list",
    {
      do: "GET /Integrations/active/list",
      at: {
        "0.id": "$singleStep",
        "0.name": "Claim report",
        "0.folder": "Claims",
        "0.archive": { enabled: false, folderId: null },
      },
      has: /"createdDate":"\d{4}-\d\d-\d\dT[^"]+","updatedDate":"/,
    },
  ],
  [
    "returns less, or other names, if that is chosen (N3, N7, N8, T80)",
    { do: "POST control:/choices", body: { id: "N8", alternative: "other names" } },
    create("$multiStep"),
    {
      do: "GET /Integrations/inprogress",
      at: { "0.dialogValuesId": "$id", "0.smartformId": "$multiStep", "0.step": 0, "0.id": undefined },
    },
    { do: "POST control:/choices", body: { id: "N3", alternative: "minimal" } },
    { do: "POST control:/choices", body: { id: "N7", alternative: "minimal" } },
    { do: "GET /Integrations/active/list", at: { "0.name": "Claim report", "0.process": undefined } },
    { do: "GET /Integrations/$rules", at: { id: "$rules", fields: undefined } },
  ],
  [
    "reads one definition",
    { do: "GET /Integrations/$rules", at: { id: "$rules", "fields.0.name": "remark" } },
    { do: "GET /Integrations/nowhere", status: 404 },
  ],
  [
    "lists fields",
    {
      do: "GET /Integrations/$undeployed/fields",
      at: { "0": { id: "field-complaint", name: "complaint", type: "textarea" }, "1": undefined },
    },
  ],
  [
    "reads the deployed version under an environment (T87)",
    { do: "GET /Test/Integrations/$undeployed/fields", status: 404 },
    { do: "GET /Test/Integrations/$testOnly/fields" },
    { do: "GET /Production/Integrations/$testOnly", status: 404 },
  ],
  [
    "lists no inactive Smartform in any environment, but reads it and makes forms of it (S17)",
    ...["", "/Test", "/Production"].flatMap((prefix) => [
      { do: `GET ${prefix}/Integrations/active`, hasNot: /Travel claim|\$inactive/ },
      { do: `GET ${prefix}/Integrations/active/list`, hasNot: /Travel claim/ },
      {
        do: `GET ${prefix}/Integrations/$inactive`,
        at: { id: "$inactive", name: "Travel claim (retired)", "fields.0.name": "name" },
      },
      { do: `GET ${prefix}/Integrations/$inactive/fields`, at: { "0.name": "name", "2": undefined } },
      { do: `GET ${prefix}/Integrations/$inactive/participatingParties`, at: { "0.name": "Customer" } },
    ]),
    { ...create("$inactive", named), at: { dialogDefinitionId: "$inactive" } },
    { do: `GET ${read}/$id`, at: { dialogDefinitionId: "$inactive" } },
  ],
  [
    "has a form that was made from the inactive Smartform while it was active, and prints it",
    {
      do: `GET ${read}/${demoIds.inactiveFormId}`,
      at: { dialogDefinitionId: "$inactive", "Values.0": { name: "name", value: "Siv Ekman" } },
    },
    {
      do: `GET /Integrations/dialogDefinitions/$inactive/dialogValues/${demoIds.inactiveFormId}/pdf`,
      pdf: /Travel claim.*Siv Ekman/,
    },
    { do: `GET ${read}/${demoIds.inactiveFormId}`, as: "other", status: 404 },
  ],
  [
    "hides Smartforms of another company",
    { do: "GET /Integrations/$rules/fields", as: "other", status: 404 },
    { do: "GET /Integrations/active", as: "other", at: { "0.name": "Claim report", "1": undefined } },
  ],
]);

const input = {
  values: { name: "Åsa", payouts: [{ display: "Bank", value: "b" }], payout: "b", deadline: "2026-05-01" },
  dataTableValue: claim,
};
const photo = { property: "photo", name: "dämage.png", contentBase64: "Y2FuYXJ5" };

tell("reading forms", [
  [
    "leaves editable texts out of the plain shape (T69)",
    create("$singleStep", input),
    {
      do: `GET ${read}/$id`,
      at: { Values: [{ name: "name", value: "Åsa" }], integrationValues: { payouts: input.values.payouts } },
      hasNot: /2026-05-01/,
    },
  ],
  [
    "returns editable texts as printed in the readable shape (T69)",
    create("$singleStep", input),
    {
      do: `GET ${read}/$id?readableValues=true`,
      at: {
        "values.name": "Åsa",
        "values.inlineInputs.payout": "Bank",
        "values.inlineInputs.deadline": "01.05.2026",
        "values.inlineInputs.answer-days": "3",
        Values: undefined,
      },
    },
  ],
  [
    "omits uploads unless asked (T68)",
    create("$singleStep"),
    { do: "POST control:/forms/$id/files", body: photo, keep: { file: "fileId" } },
    { do: `GET ${read}/$id`, hasNot: /photo/ },
    {
      do: `GET ${read}/$id?omitImagesAndFiles=false`,
      at: { "Values.0.name": "photo", "Values.0.value.0.fileId": "$file" },
    },
    {
      do: "GET /Integrations/$id/property/photo/file/$file",
      has: /^canary$/,
      gives: { "content-disposition": /^attachment; filename/ },
    },
    { do: "GET /Integrations/$id/property/name/file/$file", status: 404 },
    { do: "GET /Integrations/$id/property/photo/file/nowhere", status: 404 },
  ],
  [
    "ignores includeRawValues and IncludeFlattenedValues (T70)",
    create("$singleStep", input),
    { do: "POST control:/forms/$id/files", body: photo },
    { do: `GET ${read}/$id`, keep: { plain: "" } },
    { do: `GET ${read}/$id?readableValues=true`, keep: { readable: "" } },
    ...["includeRawValues", "IncludeFlattenedValues"].flatMap((name) => [
      { do: `GET ${read}/$id?${name}=true`, same: "plain" },
      { do: `GET ${read}/$id?readableValues=true&${name}=true`, same: "readable" },
    ]),
  ],
  [
    "answers a property without a value with 404 (T74)",
    create("$singleStep", { values: { name: "", email: null, consent: false } }),
    ...["name", "email", "description", "nowhere"].map((name) => ({
      do: `GET /Integrations/$id/property/${name}/value`,
      status: 404,
    })),
    { do: "GET /Integrations/$id/property/consent/value", at: { value: false } },
  ],
  [
    "hides a form from other companies and from other environments (T71)",
    create("$singleStep", { environment: "Test" }),
    { do: `GET ${read}/$id` },
    { do: `GET /TEST${read}/$id` },
    { do: `GET /Production${read}/$id`, status: 404 },
    { do: `GET ${read}/$id`, as: "other", status: 404 },
    { do: `GET ${read}/nowhere`, status: 404 },
    { do: "GET /Production/Integrations/$id/property/name/value", status: 404 },
    { do: "GET /Production/Integrations/$id/property/photo/file/x", status: 404 },
  ],
  [
    "finds a form without an environment under every one, or under none (S12)",
    create("$singleStep"),
    { do: `GET /Test${read}/$id` },
    { do: "POST control:/choices", body: { id: "S12", alternative: "404" } },
    { do: `GET /Test${read}/$id`, status: 404 },
    { do: `GET ${read}/$id` },
  ],
  [
    "finds forms from before environments were recorded under every one (T72)",
    { do: "POST control:/choices", body: { id: "S12", alternative: "404" } },
    ...["", "/Test", "/Production"].map((environment) => ({
      do: `GET ${environment}${read}/9c7e2b10-3f64-4b8e-8d21-6a0f5e3c2001`,
    })),
  ],
  [
    "lists multi-step forms in progress with their step (N8)",
    create("$multiStep", { environment: "Test" }),
    create("$singleStep"),
    { do: "GET /Integrations/inprogress", at: { "0.currentStep.name": "Assessment", "1": undefined } },
    { do: "GET /Production/Integrations/inprogress", at: { "0": undefined } },
    { do: "GET /Integrations/inprogress", as: "other", at: { "0": undefined } },
  ],
  [
    "removes a form from the list when its last step is done",
    create("$multiStep"),
    { do: "POST control:/forms/$id/submit", at: { submitted: false, step: 1 } },
    { do: "POST control:/forms/$id/submit" },
    { do: "GET /Integrations/inprogress", at: { "0.currentStep.name": "Signature" } },
    { do: "POST control:/forms/$id/submit", at: { submitted: true } },
    { do: "GET /Integrations/inprogress", at: { "0": undefined } },
  ],
]);

tell("deleting forms", [
  [
    "deletes one form",
    create("$singleStep"),
    { do: "DELETE /Integrations/dialogvalues/$id", status: 204 },
    { do: `GET ${read}/$id`, status: 404 },
    { do: "DELETE /Integrations/dialogvalues/$id", status: 404 },
  ],
  [
    "answers the delete of one form with 204, or 200, and no body (F2)",
    { do: "POST control:/choices", body: { id: "F2", alternative: "200" } },
    create("$singleStep"),
    { do: "DELETE /Integrations/dialogvalues/$id", has: /^$/ },
    { do: `GET ${read}/$id`, status: 404 },
  ],
  [
    "does not accept the other spelling of the path (T78)",
    create("$singleStep"),
    { do: `DELETE ${read}/$id`, status: 404 },
    { do: "GET /Integrations/dialogvalues/$id", status: 404 },
  ],
  [
    "ignores an environment in the path, or by choice obeys it (T73, N43)",
    create("$singleStep", { environment: "Production" }),
    { do: "POST control:/choices", body: { id: "N43", alternative: "heeded" } },
    { do: "DELETE /Test/Integrations/dialogvalues/$id", status: 404 },
    { do: "POST control:/choices", body: { id: "N43", alternative: "ignored" } },
    { do: "DELETE /Test/Integrations/dialogvalues/$id", status: 204 },
  ],
  [
    "does not delete another company's form",
    create("$singleStep"),
    { do: "DELETE /Integrations/dialogvalues/$id", as: "other", status: 404 },
    { do: `GET ${read}/$id` },
  ],
  [
    "deletes many in the background (T75, T77)",
    create("$singleStep"),
    { do: "DELETE /Integrations/dialogvalues/bulk", body: { dialogValuesIds: ["$id", "nowhere"] } },
    { do: `GET ${read}/$id` },
    { do: "POST control:/clock", body: { advanceMs: 2000 } },
    { do: `GET ${read}/$id`, status: 404 },
  ],
  [
    "deletes its own forms and silently skips those of others and missing ones: 200 (T76)",
    create("$singleStep"),
    { ...create("5f0a1c52-7d1e-4d0b-9a55-0c1b6f1d2001"), as: "other", keep: { theirs: "id" } },
    {
      do: "DELETE /Integrations/dialogvalues/bulk",
      body: { dialogValuesIds: ["$theirs", "nowhere", "$id"] },
      has: /^$/,
    },
    { do: "POST control:/clock", body: { advanceMs: 2000 } },
    { do: `GET ${read}/$id`, status: 404 },
    { do: `GET ${read}/$theirs`, as: "other" },
  ],
  [
    "keeps forms of another environment if a bulk delete obeys the one in its path (T73, N43)",
    create("$singleStep", { environment: "Production" }),
    { do: "POST control:/choices", body: { id: "N43", alternative: "heeded" } },
    { do: "DELETE /Test/Integrations/dialogvalues/bulk", body: { dialogValuesIds: ["$id"] } },
    { do: "POST control:/clock", body: { advanceMs: 2000 } },
    { do: `GET ${read}/$id` },
  ],
  [
    "deletes nothing if the list of ids was lost on its way, with 200 or 400 (T77)",
    create("$singleStep"),
    ...(["200", "400"] as const).flatMap((status) => [
      { do: "POST control:/choices", body: { id: "T77", alternative: `dropped, ${status}` } },
      { do: "DELETE /Integrations/dialogvalues/bulk", body: { dialogValuesIds: ["$id"] }, status: Number(status) },
    ]),
    { do: "POST control:/clock", body: { advanceMs: 2000 } },
    { do: `GET ${read}/$id` },
  ],
  [
    "refuses bulk delete without a list of ids: 400 (T77)",
    { do: "DELETE /Integrations/dialogvalues/bulk", status: 400 },
    { do: "DELETE /Integrations/dialogvalues/bulk", body: { dialogValuesIds: "x" }, status: 400 },
  ],
]);
