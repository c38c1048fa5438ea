/**
 * The operation table against examples typed by hand from the tables of the documents, so that client and sandbox
 * cannot share one misreading.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { effectOf, isRead, operationOf, operations, readOperations, receiversOf } from "../../api/index.ts";
import type { Effect, OperationId } from "../../api/index.ts";
import { failure } from "../../api/http/failure.ts";
import { prepare } from "../../api/http/prepare.ts";
import type { AnyRequest } from "../../api/http/prepare.ts";

interface Example {
  readonly request?: AnyRequest;
  /** Method, path and query. */
  readonly sends: string;
  readonly effect: Effect;
  readonly receivers?: readonly string[];
  readonly answer?: unknown;
}

const examples = new Map(
  readdirSync("test/api/examples").flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(`test/api/examples/${file}`, "utf8")) as Record<OperationId, Example>),
  ) as [OperationId, Example][],
);

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
/** Returns a connection whose client has the type that the call needs. */
const connectionFor = (id: OperationId) => ({ ...connection, scope: operationOf(id).scope ?? "api.external" });
const ids = Object.keys(operations) as OperationId[];

function parse(id: OperationId, answer: unknown): unknown {
  return operationOf(id).schema?.parse(answer);
}

function refuses(id: OperationId, request: AnyRequest, names: RegExp): void {
  assert.throws(() => prepare(connectionFor(id), id, request), {
    code: "invalid-request",
    outcome: "none",
    message: names,
  });
}

describe("operations", () => {
  it("has an example for every operation, and no other", () => {
    assert.deepEqual([...examples.keys()].toSorted(), ids.toSorted());
  });

  for (const [id, { request = {}, sends, effect, receivers = [], answer }] of examples) {
    it(`${id} is sent as documented (T78) and its answer is read whole`, () => {
      const prepared = prepare(connectionFor(id), id, request);
      assert.equal(`${prepared.row.method} ${prepared.url.pathname}${prepared.url.search}`, sends);
      assert.equal(prepared.url.origin, origin);
      assert.deepEqual(prepared.payload === undefined ? undefined : JSON.parse(prepared.payload), request.body);
      assert.equal(prepared.effect, effect);
      assert.deepEqual(prepared.receivers, receivers);
      assert.equal(answer === undefined, operationOf(id).schema === undefined);
      if (answer !== undefined) assert.equal(JSON.stringify(parse(id, answer)), JSON.stringify(answer));
    });
  }

  it("only repeats reads automatically", () => {
    for (const id of ids) assert.equal(operationOf(id).retry === "free", isRead(id), id);
  });

  it("lists the reads, and nothing under another name", () => {
    assert.ok(readOperations.includes("textlibrary.search") && readOperations.includes("pdf.render"));
    for (const id of ["forms.create", "textlibrary.texts.update", "pdf.createForm", "toString", "__proto__", ""])
      assert.equal(isRead(id), false, id);
  });

  it("T73 T27 deletes and the Text Library take no environment", () => {
    for (const id of ids) {
      if (!/^textlibrary|^forms\.delete/.test(id)) continue;
      refuses(id, { ...examples.get(id)?.request, environment: "Test" }, /takes no environment/);
    }
  });
});

describe("requests", () => {
  const text = { folderId: "f", code: "c", contentType: 0 };
  const form = { dialogDefinitionId: "s", values: {} };

  it("T20 T21 a text needs its folder and code, and its content type is a number", () => {
    const path = { id: "t" };
    refuses("textlibrary.texts.update", { path, body: { ...text, folderId: undefined } }, /body\.folderId/);
    refuses("textlibrary.texts.update", { path, body: { ...text, code: "" } }, /body\.code/);
    refuses("textlibrary.texts.update", { path, body: { ...text, contentType: "HTML" } }, /body\.contentType/);
    refuses(
      "textlibrary.texts.create",
      { body: { ...text, translations: { sv: { content: 1 } } } },
      /body\.translations\.sv\.content/,
    );
    assert.doesNotThrow(() =>
      prepare(connection, "textlibrary.texts.update", { path, body: { ...text, contentType: 7 } }),
    );
  });

  it("T24 accepts languages called __proto__ and constructor, and pollutes nothing", () => {
    const body: unknown = JSON.parse(
      '{"folderId":"f","code":"c","translations":{"__proto__":{"content":"p"},"constructor":{"content":"c"}}}',
    );
    assert.match(
      prepare(connection, "textlibrary.texts.create", { body }).payload ?? "",
      /"__proto__":\{"content":"p"\},"constructor"/,
    );
    const answer = parse(
      "textlibrary.texts.get",
      JSON.parse(
        '{"id":"t","folderId":"f","code":"c","contentType":0,"translations":{"__proto__":{"content":"p"}},"__proto__":{"isPublic":true}}',
      ),
    );
    const { translations, isPublic } = answer as {
      translations: Record<string, { content: string }>;
      isPublic?: boolean;
    };
    assert.deepEqual(Object.entries(translations), [["__proto__", { content: "p" }]]);
    assert.equal(isPublic, undefined);
  });

  it("T46 a webhook is an absolute http or https address", () => {
    for (const webhook of ["ftp://x.example", "//x.example", "/done", "done", "", "http:", "javascript:alert(1)"]) {
      refuses("forms.create", { body: { ...form, webhook } }, /body\.webhook/);
    }
    for (const webhook of ["https://x.example/done", "HTTP://x.example"])
      assert.doesNotThrow(() => prepare(connection, "forms.create", { body: { ...form, webhook } }));
  });

  it("T58 an environment may be named twice if both agree, and unknown ones are refused", () => {
    assert.doesNotThrow(() =>
      prepare(connection, "forms.create", { environment: "Test", body: { ...form, environment: "test" } }),
    );
    refuses(
      "forms.create",
      { environment: "Production", body: { ...form, environment: "Test" } },
      /gives two different environments/,
    );
    refuses(
      "forms.create",
      { environment: "Production", body: { ...form, Environment: "Test" } },
      /gives two different environments/,
    );
    for (const id of ["forms.create", "pdf.createForm", "pdf.submitForm"] as const) {
      refuses(
        id,
        { body: { ...form, environment: "Test", Environment: "Production" } },
        /body\.Environment: the request gives two different environments/,
      );
      refuses(
        id,
        { environment: "Test", body: { ...form, environment: null, ENVIRONMENT: "Production" } },
        /gives two different environments/,
      );
      refuses(id, { body: { ...form, Environment: "Test1" } }, /body\.Environment: expected/);
      assert.doesNotThrow(() =>
        prepare(connection, id, {
          environment: "Test",
          body: { ...form, environment: "test", Environment: "TEST", ENVIRONMENT: null },
        }),
      );
    }
    refuses("forms.create", { body: { ...form, environment: "Test1" } }, /body\.environment/);
    refuses("forms.ping", { environment: "Test1" }, /environment/);
  });

  it("T63 T70 refuses a query that has no effect", () => {
    for (const name of ["includeRawValues", "IncludeFlattenedValues"])
      refuses("forms.read", { path: { id: "v" }, query: { [name]: true } }, new RegExp(name));
    refuses(
      "pdf.render",
      { body: { smartformId: "s", smartformValueId: "v" }, query: { languageCode: "sv" } },
      /no query/,
    );
    refuses("textlibrary.search", { query: { pageSize: 101 } }, /query\.pageSize/);
    refuses("textlibrary.search", { query: { page: -1 } }, /query\.page/);
  });

  it("T77 never sends an empty list of forms to delete", () => {
    refuses("forms.deleteBulk", { body: { dialogValuesIds: [] } }, /dialogValuesIds/);
    refuses("forms.deleteBulk", { body: { dialogValuesIds: ["v", ""] } }, /dialogValuesIds\.1/);
  });

  it("refuses a body that is not JSON", () => {
    const body: Record<string, unknown> = { ...form };
    body["values"] = { self: body };
    refuses("forms.create", { body }, /JSON/);
  });
});

describe("answers", () => {
  it("T168 reads documented names in any letter case, an exact one first", () => {
    assert.deepEqual(parse("forms.read", { Values: [], ExternalMetaData: { a: 1 }, datatablevalues: {} }), {
      values: [],
      externalMetaData: { a: 1 },
      dataTableValues: {},
    });
    assert.deepEqual(parse("forms.ping", { Message: "loud", message: "exact" }), { Message: "loud", message: "exact" });
  });

  it("T80 T43 accepts any shape if none is documented, and parties without id and name", () => {
    for (const id of ["forms.inProgress", "forms.activeList"] as const)
      assert.doesNotThrow(() => parse(id, [{}, { id: null, more: [1] }]));
    assert.doesNotThrow(() => parse("forms.definition", {}));
    assert.doesNotThrow(() =>
      parse("forms.participatingParties", [{ id: null, name: null, phoneNumber: "+46701740601" }]),
    );
  });

  it("T35 accepts a found text that has only its id", () => {
    assert.doesNotThrow(() =>
      parse("textlibrary.search", {
        texts: { items: [{ id: "t" }], page: 0, pageSize: 10, totalCount: 1, totalPages: 1 },
        folders: [],
      }),
    );
  });

  it("T60 accepts null for environment and version", () => {
    assert.doesNotThrow(() => parse("forms.create", { id: "v", resolvedEnvironment: null, versionKey: null }));
  });
});

describe("effects", () => {
  const party = { id: "customer", name: "Åsa", email: "asa@example.com", phone: "+46700000000" };
  const notification = (part: object) => ({ dialogDefinitionId: "s", values: {}, notification: part });
  const rows: readonly [string, object, Effect, readonly string[]][] = [
    ["no notification", { values: {} }, "write", []],
    [
      "an empty list of parties",
      notification({ sendEmail: true, sendSms: true, participatingParties: [] }),
      "write",
      [],
    ],
    [
      "both channels off",
      notification({ sendEmail: false, sendSms: false, participatingParties: [party] }),
      "write",
      [],
    ],
    [
      "an email",
      notification({ sendEmail: true, sendSms: false, participatingParties: [party] }),
      "reaches-people",
      ["Åsa <asa@example.com>"],
    ],
    [
      "an SMS",
      notification({ sendEmail: false, sendSms: true, participatingParties: [party] }),
      "reaches-people",
      ["Åsa <+46700000000>"],
    ],
    [
      "channels that are not named",
      notification({ participatingParties: [party] }),
      "reaches-people",
      ["Åsa <asa@example.com>", "Åsa <+46700000000>"],
    ],
    [
      "a list that is missing",
      notification({ sendEmail: true }),
      "reaches-people",
      ["parties that the request does not name"],
    ],
    [
      "a party without an address",
      notification({ sendEmail: true, sendSms: false, participatingParties: [{ id: "customer" }] }),
      "reaches-people",
      ["customer"],
    ],
    [
      "names in another letter case",
      {
        Notification: { SendEmail: true, sendSMS: false, ParticipatingParties: [{ ID: "x", Email: "x@example.com" }] },
      },
      "reaches-people",
      ["x <x@example.com>"],
    ],
    [
      "two parties, of which a single-step Smartform uses the first",
      notification({
        sendEmail: true,
        sendSms: false,
        participatingParties: [party, { id: "b", email: "b@example.com" }],
      }),
      "reaches-people",
      ["Åsa <asa@example.com>", "b <b@example.com> (only if the Smartform has several steps)"],
    ],
    ["a webhook", { webhook: "https://x.example" }, "configuration", ["https://x.example"]],
    ["a webhook in another letter case", { WebHook: "https://x.example" }, "configuration", ["https://x.example"]],
    ["a webhook switched on again", { webhookForceRun: true }, "configuration", []],
    [
      "a webhook and a party",
      {
        ...notification({ sendEmail: true, sendSms: false, participatingParties: [party] }),
        webhook: "https://x.example",
      },
      "reaches-people",
      ["Åsa <asa@example.com>", "https://x.example"],
    ],
  ];
  for (const [what, body, effect, receivers] of rows) {
    it(`T38 T44 T45 creating a form with ${what}: ${effect}`, () => {
      assert.equal(effectOf("forms.create", { body }), effect);
      assert.deepEqual(receiversOf("forms.create", { body }), receivers);
    });
  }

  it("T38 says explicitly that nobody is notified if the caller says nothing", () => {
    const silent = { sendEmail: false, sendSms: false, participatingParties: [] };
    for (const id of ["forms.create", "pdf.createForm", "pdf.submitForm"] as const) {
      for (const said of [{}, { notification: null }, { Notification: null }]) {
        const { payload } = prepare(connection, id, { body: { dialogDefinitionId: "s", values: {}, ...said } });
        assert.deepEqual(JSON.parse(payload ?? ""), { dialogDefinitionId: "s", values: {}, notification: silent });
      }
    }
  });

  it("T62 tells the four PDF calls apart, and those of an existing form by their attachments", () => {
    const names = (["pdf.createForm", "pdf.submitForm", "pdf.existing", "pdf.render"] as const).map(
      (id): string => operations[id].name,
    );
    assert.equal(new Set(names).size, 4);
    assert.match(names[2] ?? "", /with its attachments/);
    assert.match(names[3] ?? "", /without its attachments/);
  });

  it("T65 does not call a form submitted when perhaps only one step is completed", () => {
    const { message } = failure(
      "truncated",
      { operation: "pdf.submitForm", effect: "reaches-people", host: "forms.example" },
      "done",
    );
    assert.match(message, /complete its first or only step on forms\.example.*The call took effect/);
    assert.doesNotMatch(message, /submit/);
  });

  it("T39 T40 the PDF call that submits always reaches people; the one that creates notifies nobody", () => {
    const body = notification({ sendEmail: true, sendSms: false, participatingParties: [party] });
    assert.equal(effectOf("pdf.submitForm", { body: {} }), "reaches-people");
    assert.equal(effectOf("pdf.createForm", { body }), "write");
    assert.deepEqual(receiversOf("pdf.createForm", { body }), []);
    assert.equal(effectOf("pdf.createForm", { body: { webhook: "https://x.example" } }), "configuration");
  });
});
