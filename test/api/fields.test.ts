/**
 * Every field in the tables of document 1, typed by hand from there. Client and sandbox send and read each field under
 * exactly this name. The title of each test names the field, so that the list of the document's sentences can refer to
 * the test.
 */
import assert from "node:assert/strict";
import { operationOf, operations } from "../../api/index.ts";
import type { OperationId } from "../../api/index.ts";
import { prepare } from "../../api/http/prepare.ts";
import { demoIds } from "../../sandbox/demo/ids.ts";
import { at, visit } from "../sandbox/visit.ts";
import type { Visit } from "../sandbox/visit.ts";

type Type = "string" | "string or number" | "number" | "boolean" | "object" | "list" | "any";

/** Values that no field of the type may have. */
const wrong: Readonly<Record<Type, readonly unknown[]>> = {
  string: [7, { a: "b" }],
  "string or number": [true, { a: "b" }],
  number: ["HTML", "0"],
  boolean: ["yes", 1],
  object: ["x", ["x"]],
  list: ["x", { a: "b" }],
  any: [],
};

interface Requested {
  readonly operation: OperationId;
  readonly path?: Readonly<Record<string, string>>;
  /** A body that both sides accept. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The field's place in the body, its type, and whether the call is refused without the field. */
  readonly fields: readonly (readonly [place: string, type: Type, need: "required" | "optional"])[];
}

const party = {
  id: "customer",
  name: "Eva",
  email: "eva@example.com",
  phone: "+46701740699",
  nationality: "SE",
  ssn: "19121212-1212",
  birthDate: "1912-12-12",
  languageCode: "sv",
};
const form = {
  dialogDefinitionId: demoIds.smartforms.singleStep,
  values: { name: "Eva" },
  environment: "Test",
  source: "portal",
  privateSecret: "s",
  propertyMergeString: "-",
  notification: { sendEmail: true, sendSms: false, participatingParties: [party] },
  dataTableValue: { a: 1 },
  externalMetaData: { b: 2 },
  webhook: "https://hook.example/a",
  webhookForceRun: false,
  skipRuleEngine: true,
  textLibraryFolder: "claims",
};
const formFields = [
  ["dialogDefinitionId", "string", "required"],
  ["values", "object", "required"],
  ["environment", "string", "optional"],
  ["source", "string", "optional"],
  ["privateSecret", "string", "optional"],
  ["propertyMergeString", "string", "optional"],
  ["notification", "object", "optional"],
  ["dataTableValue", "object", "optional"],
  ["externalMetaData", "object", "optional"],
  ["webhook", "string", "optional"],
  ["webhookForceRun", "boolean", "optional"],
  ["skipRuleEngine", "boolean", "optional"],
  ["textLibraryFolder", "string", "optional"],
  ["notification.sendEmail", "boolean", "optional"],
  ["notification.sendSms", "boolean", "optional"],
  ["notification.participatingParties", "list", "optional"],
  ...["id", "name", "email", "phone", "nationality", "ssn", "birthDate", "languageCode"].map(
    (name) => [`notification.participatingParties.0.${name}`, "string or number", "optional"] as const,
  ),
] as const;
const text = {
  folderId: "folder-claims",
  code: "field-test",
  name: "Name",
  description: "Description",
  contentType: 2,
  isPublic: true,
  defaultLanguage: "en",
  translations: { en: { content: "Hello" } },
};
const textFields = [
  ["folderId", "string", "required"],
  ["code", "string", "required"],
  ["name", "string", "optional"],
  ["description", "string", "optional"],
  ["contentType", "number", "optional"],
  ["isPublic", "boolean", "optional"],
  ["defaultLanguage", "string", "optional"],
  ["translations", "object", "optional"],
  ["translations.en.content", "string", "required"],
] as const;

const requested: readonly Requested[] = [
  ...(["forms.create", "pdf.createForm", "pdf.submitForm"] as const).map((operation) => ({
    operation,
    body: form,
    fields: formFields,
  })),
  {
    operation: "forms.create",
    body: { ...form, dataTableValue: undefined, dataTableValues: { a: 1 } },
    fields: [["dataTableValues", "object", "optional"]],
  },
  {
    operation: "forms.deleteBulk",
    body: { dialogValuesIds: ["x"] },
    fields: [["dialogValuesIds", "list", "required"]],
  },
  {
    operation: "pdf.render",
    body: { smartformId: demoIds.smartforms.singleStep, smartformValueId: demoIds.legacyFormIds[0] },
    fields: [
      ["smartformId", "string or number", "required"],
      ["smartformValueId", "string or number", "required"],
    ],
  },
  {
    operation: "textlibrary.folders.create",
    body: { name: "New", parentFolderId: "folder-claims", code: "new" },
    fields: [
      ["name", "string", "required"],
      ["parentFolderId", "string", "optional"],
      ["code", "string", "optional"],
    ],
  },
  {
    operation: "textlibrary.folders.update",
    path: { id: "folder-claims" },
    body: { name: "New", code: "new" },
    fields: [
      ["name", "string", "optional"],
      ["code", "string", "optional"],
    ],
  },
  { operation: "textlibrary.texts.create", body: text, fields: textFields },
  { operation: "textlibrary.texts.update", path: { id: "text-claims-intro" }, body: text, fields: textFields },
];

interface Answered {
  readonly operation: OperationId;
  /** The path of the call to the sandbox, and its body if it has one. */
  readonly call: readonly [path: string, body?: unknown];
  /** Place in the response, and type; `any` if the document gives none. With `or null`, null is accepted too. */
  readonly fields: readonly (readonly [place: string, type: Type, or?: "or null"])[];
}

const create = "/Integrations/dialog/json";
const library = "/Integrations/textlibrary";
const { singleStep, multiStep, phoneParties } = demoIds.smartforms;
/** Stands for the id of a form that is created before the tests of responses. */
const madeForm = "$made";

const answered: readonly Answered[] = [
  {
    operation: "forms.create",
    call: [`/Test${create}`, { dialogDefinitionId: multiStep, values: {} }],
    fields: [
      ["id", "string"],
      ["dialogDefinitionId", "string"],
      ["processSteps", "any"],
      ["resolvedEnvironment", "string", "or null"],
      ["versionKey", "string", "or null"],
    ],
  },
  {
    operation: "forms.fields",
    call: [`/Integrations/${singleStep}/fields`],
    fields: [
      ["0.id", "string"],
      ["0.name", "string"],
      ["0.type", "string"],
    ],
  },
  {
    operation: "forms.active",
    call: ["/Integrations/active"],
    fields: [
      ["0.id", "string"],
      ["0.name", "string"],
      ["0.process", "string"],
      ["0.tags", "list"],
    ],
  },
  {
    operation: "forms.participatingParties",
    call: [`/Integrations/${multiStep}/participatingParties`],
    fields: [
      ["0.id", "string", "or null"],
      ["0.name", "string", "or null"],
      ["0.defaultLanguage", "string"],
      ["0.companyId", "string"],
      ["0.dialogDefinitionId", "string"],
    ],
  },
  {
    operation: "forms.participatingParties",
    call: [`/Integrations/${phoneParties}/participatingParties`],
    fields: [["0.phoneNumber", "string"]],
  },
  {
    operation: "forms.read",
    call: [`/Integrations/dialogValues/${madeForm}`],
    fields: [
      ["Values", "any"],
      ["integrationValues", "any"],
      ["DataTableValues", "any"],
      ["ExternalMetaData", "any"],
    ],
  },
  {
    operation: "forms.read",
    call: [`/Integrations/dialogValues/${madeForm}?readableValues=true`],
    fields: [
      ["values", "any"],
      ["datatablevalues", "any"],
    ],
  },
  {
    operation: "forms.propertyValue",
    call: [`/Integrations/${madeForm}/property/name/value`],
    fields: [["value", "any"]],
  },
  { operation: "forms.ping", call: ["/Integrations/ping"], fields: [["message", "string"]] },
  {
    operation: "textlibrary.folders.list",
    call: [`${library}/folders`],
    fields: [
      ["0.id", "string"],
      ["0.name", "string"],
      ["0.parentFolderId", "string", "or null"],
      ["0.isDefault", "boolean"],
      ["0.code", "string"],
    ],
  },
  {
    operation: "textlibrary.search",
    call: [`${library}/search`],
    fields: [
      ["texts", "object"],
      ["folders", "list"],
      ["texts.items", "list"],
      ["texts.page", "number"],
      ["texts.pageSize", "number"],
      ["texts.totalCount", "number"],
      ["texts.totalPages", "number"],
      ["texts.items.0.id", "string"],
      ["folders.0.id", "string"],
      ["folders.0.name", "string"],
      ["folders.0.isDefault", "boolean"],
    ],
  },
  {
    operation: "textlibrary.texts.get",
    call: [`${library}/texts/text-footers-privacy`],
    fields: [
      ["id", "string"],
      ["folderId", "string"],
      ["code", "string"],
      ["name", "string"],
      ["description", "string"],
      ["contentType", "number"],
      ["isPublic", "boolean"],
      ["defaultLanguage", "string"],
      ["translations", "object"],
      ["translations.en.content", "string"],
      ["translations.en.source", "number"],
      ["translations.en.updatedAt", "string"],
      ["createdDate", "string"],
      ["updatedDate", "string"],
    ],
  },
];

const connection = {
  authUrl: "https://auth.example",
  formsApiUrl: "https://service.example",
  formsAppUrl: "https://app.example",
  clientId: "client",
};

/** Returns a copy in which the value at a dotted place is replaced, removed or renamed. */
function change(
  json: unknown,
  place: string,
  edit: { readonly value: unknown } | { readonly name: string } | "out",
): unknown {
  const copy: unknown = structuredClone(json);
  const steps = place.split(".");
  const last = steps.pop() ?? "";
  const owner = at({ copy }, ["copy", ...steps].join("."));
  assert.ok(typeof owner === "object" && owner !== null, place);
  const before: unknown = Reflect.get(owner, last);
  if (edit !== "out" && "value" in edit) Reflect.set(owner, last, edit.value);
  else Reflect.deleteProperty(owner, last);
  if (edit !== "out" && "name" in edit) Reflect.set(owner, edit.name, before);
  return copy;
}

function typeOf(value: unknown): Type {
  if (Array.isArray(value)) return "list";
  const type = typeof value;
  return type === "string" || type === "number" || type === "boolean" || type === "object" ? type : "any";
}

describe("fields of document 1", () => {
  let service: Visit;
  before(async () => {
    service = await visit();
  });
  beforeEach(() => service.control("POST", "/reset", { seed: "demo" }));
  after(() => service.close());

  for (const { operation, path = {}, body, fields } of requested) {
    const row = operationOf(operation);
    const address = row.path.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? "");
    const send = async (sent: unknown) => (await service.call(row.method, address, { body: sent })).status;
    const refuses = async (sent: unknown, place: string) => {
      assert.throws(() => prepare(connection, operation, { path, body: sent }), {
        code: "invalid-request",
        message: new RegExp(`body\\.${place.replaceAll(".", "\\.")}`),
      });
      assert.equal(await send(sent), 400);
    };
    for (const [place, type, need] of fields) {
      it(`${operation} takes ${place}: ${type}, ${need}`, async () => {
        assert.equal(typeOf(at(body, place)), type === "string or number" ? "string" : type);
        assert.deepEqual(
          JSON.parse(prepare(connection, operation, { path, body }).payload ?? ""),
          JSON.parse(JSON.stringify(body)),
        );
        for (const value of wrong[type]) await refuses(change(body, place, { value }), place);
        const without = change(body, place, "out");
        if (need === "required") {
          await refuses(without, place);
          return assert.equal(await send(body), 200);
        }
        assert.doesNotThrow(() => prepare(connection, operation, { path, body: without }));
        assert.equal(await send(without), 200);
      });
    }
    it(`${operation} takes them all together${"dataTableValues" in body ? ", the data table under its other name" : ""}`, async () =>
      assert.equal(await send(body), 200));
  }

  for (const {
    operation,
    call: [path, body],
    fields,
  } of answered) {
    const { method, schema } = operationOf(operation);
    const ask = async () => {
      const made = String(
        (
          await service.call("POST", create, {
            body: {
              dialogDefinitionId: singleStep,
              values: { name: "Eva", unheardOf: 1 },
              dataTableValue: { a: 1 },
              externalMetaData: { b: 2 },
            },
          })
        ).at("id"),
      );
      return (await service.call(method, path.replace(madeForm, made), { body })).json;
    };
    for (const [place, type, orNull] of fields) {
      it(`${operation} answers ${place}: ${type}${orNull === undefined ? "" : " or null"}${path.includes("readable") ? ", readable" : ""}`, async () => {
        const answer = await ask();
        const value = at(answer, place);
        assert.notEqual(value, undefined, `${place} in ${JSON.stringify(answer)}`);
        if (type !== "any" && value !== null) assert.equal(typeOf(value), type);
        assert.ok(schema);
        const name = place.split(".").at(-1) ?? "";
        const recased =
          name.slice(0, 1) === name.slice(0, 1).toLowerCase()
            ? name.slice(0, 1).toUpperCase() + name.slice(1)
            : name.slice(0, 1).toLowerCase() + name.slice(1);
        // The client reads a name in another letter case only if the operation's schema contains the name.
        assert.deepEqual(sorted(schema.parse(change(answer, place, { name: recased }))), sorted(schema.parse(answer)));
        for (const other of wrong[type]) {
          const parsed = schema.safeParse(change(answer, place, { value: other }));
          // The client omits a wrong value if no view needs the field; otherwise it refuses the answer.
          if (parsed.success) assert.notDeepEqual(at(parsed.data, place), other);
        }
        if (orNull !== undefined) assert.ok(schema.safeParse(change(answer, place, { value: null })).success);
      });
    }
  }

  it("no call names a company", () => {
    const named = (Object.keys(operations) as OperationId[])
      .map((id) => ({ id, ...operationOf(id) }))
      .filter(({ section }) => section.startsWith("1,"))
      .filter(({ path, query, request }) =>
        /company|customerid/i.test(
          path + JSON.stringify([query, request].map((schema) => (schema === undefined ? [] : shapeOf(schema)))),
        ),
      );
    assert.deepEqual(
      named.map(({ id }) => id),
      [],
    );
  });
});

/** Returns the names of a schema's fields. */
function shapeOf(schema: object): readonly string[] {
  const shape: unknown = Reflect.get(schema, "shape");
  return typeof shape === "object" && shape !== null ? Object.keys(shape) : [];
}

/** Sorts the names of every object, because reading a name in another letter case may change its place. */
function sorted(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, each: unknown) =>
      typeof each === "object" && each !== null && !Array.isArray(each)
        ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => a.localeCompare(b)))
        : each,
    ),
  );
}
