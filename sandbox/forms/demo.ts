/**
 * The Smartforms of the demo company. Some Smartforms differ between the saved draft and the deployed versions. For
 * instance, only the draft of the claim report says in its first line that it is a draft.
 */
import { catalogFile } from "../../api/index.ts";
import type { Block } from "../../language/index.ts";
import { demoIds } from "../demo/ids.ts";
import type { Form } from "./form.ts";
import type { SmartformContent, StoredSmartform } from "./smartform.ts";

const ids = demoIds.smartforms;
const everywhere = ["Development", "Test", "PreProduction", "Production"] as const;

const customer = { id: "party-customer", name: "Customer", defaultLanguage: "en" };
const caseWorker = { id: "party-case-worker", name: "Case worker", defaultLanguage: "sv" };
const witness = { id: "party-witness", name: "Witness", defaultLanguage: "de" };

const claimReport: SmartformContent = {
  name: "Claim report",
  process: "Claims",
  tags: ["claims", "customer"],
  textLibraryFolder: "claims",
  defaultLanguage: "en",
  fields: fields(
    ["name", "text"],
    ["email", "text"],
    ["damage_date", "date"],
    ["damage_kind", "dropdown"],
    ["description", "textarea"],
    ["items", "rows"],
    ["photo", "file"],
    ["consent", "checkbox"],
  ),
  parties: [customer, caseWorker],
  steps: [],
  pages: [
    {
      blocks: [
        html("<h1>Claim report</h1><p>[[ LIB : common-salutations : greeting ]]</p><p>[[ LIB : intro ]]</p>"),
        ...answers("name", "email", "damage_date", "damage_kind", "description", "items", "photo", "consent"),
        html(
          "<p>Your case worker is [[ caseWorker.name ]], who answers within [[ INPUT : answer-days | default=3 ]] days. Your reference: [[case.reference]].</p>",
        ),
        plain(
          "Paid out by [[ INPUT : payout | type=select | source=payouts ]] before [[ INPUT : deadline | type=date | format=dd.MM.yyyy | default=$claim.deadline ]].",
        ),
        html("[[ LIB : common-footers : letter-end ]]"),
      ],
    },
  ],
};

const decision: SmartformContent = {
  name: "Claim decision",
  process: "Claims",
  tags: ["claims", "decision"],
  textLibraryFolder: "claims-decisions",
  defaultLanguage: "sv",
  fields: fields(
    ["claim_number", "text"],
    ["amount", "number"],
    ["note", "textarea"],
    ["signature", "signature"],
    ["order", "orderTable"],
    ["place", "map"],
  ),
  parties: [customer, caseWorker, witness],
  steps: [{ name: "Assessment" }, { name: "Decision" }, { name: "Signature" }],
  pages: [
    {
      step: 0,
      blocks: [html("<h2>Assessment</h2><p>[[ LIB : claims : intro ]]</p>"), ...answers("claim_number", "place")],
    },
    { step: 1, blocks: [html("[[ LIB : approved ]]"), ...answers("amount", "order", "note")] },
    { step: 2, blocks: [html("[[ LIB : common-footers : letter-end ]]"), ...answers("signature")] },
  ],
};

const callBack: SmartformContent = {
  name: "Call-back list",
  process: "Service",
  tags: ["phone"],
  defaultLanguage: "sv",
  fields: fields(["reason", "text"], ["best_time", "text"]),
  parties: ["+46701740601", "+46701740602", "+46701740603"].map((phoneNumber) => ({
    id: null,
    name: null,
    defaultLanguage: "sv",
    phoneNumber,
  })),
  steps: [],
  pages: [{ blocks: [plain("[[ LIB : common-salutations : greeting ]]"), ...answers("reason", "best_time")] }],
};

const welcome: SmartformContent = {
  name: "Welcome pack",
  process: "Policies",
  tags: ["policies", "pilot"],
  textLibraryFolder: "policies",
  defaultLanguage: "de",
  fields: fields(["name", "text"], ["language", "radio"]),
  parties: [customer],
  steps: [],
  pages: [{ blocks: [html("[[ LIB : welcome ]]"), plain("[[ LIB : intro ]]"), ...answers("name", "language")] }],
};

const complaint: SmartformContent = {
  name: "Complaint (being built)",
  process: "Policies",
  tags: ["policies"],
  textLibraryFolder: "policies-terms",
  defaultLanguage: "en",
  fields: fields(["complaint", "textarea"]),
  parties: [customer],
  steps: [],
  pages: [
    { blocks: [plain("[[ LIB : complaint ]]"), plain("[[ LIB : Old letters : renewal ]]"), ...answers("complaint")] },
  ],
};

const settlement: SmartformContent = {
  name: "Settlement calculator",
  process: "Claims",
  tags: ["claims", "rules"],
  textLibraryFolder: "claims-decisions",
  defaultLanguage: "en",
  fields: fields(["remark", "text"]),
  parties: [customer],
  steps: [],
  pages: [
    {
      blocks: [
        html(
          "<h1>Settlement</h1><p>Amount: [[ claim.amount ]]. Class: [[ claim.class ]]. Handled by: [[ caseWorker.name ]].</p><p>[[ summary ]]</p>",
        ),
        html("[[ LIB : partly ]]"),
        ...answers("remark"),
      ],
    },
  ],
  rules: [
    { set: "claim.class", to: "ordinary" },
    { when: { name: "claim.amount", atLeast: 10_000 }, set: "claim.class", to: "large" },
    { when: { name: "claim.class", equals: "large" }, set: "caseWorker.name", to: "The committee for large claims" },
    { set: "summary", to: "Claim {{claim.number}} is {{claim.class}}." },
  ],
};

const policy: SmartformContent = {
  name: "Policy with terms",
  process: "Policies",
  tags: ["policies", "terms"],
  textLibraryFolder: "policies",
  defaultLanguage: "en",
  fields: fields(["name", "text"], ["start", "date"], ["identity", "file"]),
  parties: [customer],
  steps: [],
  pages: [
    {
      blocks: [
        html("[[ LIB : welcome ]]"),
        ...answers("name", "start", "identity"),
        html("[[ LIB : common-footers : privacy ]]"),
      ],
    },
  ],
  attachments: [
    {
      name: "General terms",
      text:
        "<h1>General terms</h1><p>[[ LIB : policies-terms : complaint ]]</p><p>These terms belong to policy [[ " +
        "policy.number ]].</p>",
    },
    { name: "How we handle personal data", text: "<h1>Personal data</h1>[[ LIB : common-footers : privacy ]]" },
  ],
};

const travel: SmartformContent = {
  name: "Travel claim (retired)",
  inactive: true,
  process: "Claims",
  tags: ["claims", "travel"],
  textLibraryFolder: "claims",
  defaultLanguage: "en",
  fields: fields(["name", "text"], ["country", "text"]),
  parties: [customer],
  steps: [],
  pages: [{ blocks: [html("<h1>Travel claim</h1><p>[[ LIB : intro ]]</p>"), ...answers("name", "country")] }],
};

export const demoSmartforms: readonly StoredSmartform[] = [
  stored(
    ids.singleStep,
    {
      ...claimReport,
      pages: [{ blocks: [plain("Draft of the next version."), ...(claimReport.pages[0]?.blocks ?? [])] }],
    },
    everywhere,
    claimReport,
  ),
  stored(ids.multiStep, decision, ["Test", "Production"]),
  stored(ids.phoneParties, callBack, ["Test", "Production"]),
  stored(ids.testOnly, welcome, ["Test"]),
  stored(ids.undeployed, complaint, []),
  stored(ids.rules, settlement, ["Test", "Production"]),
  stored(ids.attachments, policy, ["Test", "Production"]),
  stored(ids.inactive, travel, ["Test", "Production"]),
];

/** The Smartforms of the other company: a municipality that shares some names with the demo company. */
export const otherSmartforms = catalogFile.parse({
  smartforms: [
    {
      id: "5f0a1c52-7d1e-4d0b-9a55-0c1b6f1d2001",
      name: "Claim report",
      process: "Claims",
      tags: ["municipality"],
      textLibraryFolder: "claims",
      defaultLanguage: "en",
      environments: ["Production"],
      fields: [{ id: "other-field-name", name: "name", type: "text" }],
      parties: [{ id: "other-party", name: "Customer", defaultLanguage: "en" }],
      pages: [{ blocks: [{ text: "[[ LIB : claims : intro ]]", format: "plain" }, { field: "name" }] }],
    },
  ],
});

/** Two forms created before environments were recorded (T72). */
export const legacyForms: readonly Omit<Form, "company" | "createdAt">[] = demoIds.legacyFormIds.map((id, index) => ({
  id,
  smartform: ids.singleStep,
  environment: null,
  legacy: true,
  versionKey: null,
  content: claimReport,
  step: 0,
  submitted: index === 1,
  record: {
    source: "integration",
    sendEmail: false,
    sendSms: false,
    parties: [],
    inputs: {},
    values: {
      name: index === 0 ? "Astrid Lind" : "Jürgen Weiß",
      damage_date: "2019-05-04",
      description: "Water in the basement.",
    },
    dataTable: { customer: { name: index === 0 ? "Astrid Lind" : "Jürgen Weiß" }, claim: { number: `L-${index + 1}` } },
  },
}));

/** Created while its Smartform was active. */
export const inactiveForm: (typeof legacyForms)[number] = {
  id: demoIds.inactiveFormId,
  smartform: ids.inactive,
  environment: "Production",
  legacy: false,
  versionKey: `${ids.inactive}-Production-1`,
  content: travel,
  step: 0,
  submitted: true,
  record: {
    source: "integration",
    sendEmail: false,
    sendSms: false,
    parties: [],
    inputs: {},
    values: { name: "Siv Ekman", country: "Norway" },
    dataTable: { claim: { number: "R-12" } },
  },
};

function stored(
  id: string,
  draft: SmartformContent,
  environments: readonly (typeof everywhere)[number][],
  deployed = draft,
): StoredSmartform {
  return {
    id,
    draft,
    deployed: new Map(
      environments.map((environment) => [environment, { versionKey: `${id}-${environment}-1`, content: deployed }]),
    ),
  };
}

function fields(...list: readonly (readonly [name: string, type: string])[]): SmartformContent["fields"] {
  return list.map(([name, type]) => ({ id: `field-${name}`, name, type }));
}

function answers(...names: readonly string[]): Block[] {
  return names.map((field) => ({ field }));
}

function html(text: string): Block {
  return { text, format: "html" };
}

function plain(text: string): Block {
  return { text, format: "plain" };
}
