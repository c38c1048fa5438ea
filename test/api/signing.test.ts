/** The rows and helpers of digital signing: what is sent, what a response means, and who is reached. */
import assert from "node:assert/strict";
import * as z from "zod";
import {
  buildOrder,
  copySignatories,
  effectOf,
  explain,
  filesOf,
  findOrder,
  hasSignedFiles,
  isRead,
  newOrderToken,
  operationOf,
  operations,
  orderAvailability,
  orderStatusWords,
  reachOf,
  readOutcome,
  receiversOf,
  saidFalse,
  sequenceName,
  signedFilesOf,
  signStatusWords,
  waitingPeople,
  withoutNames,
} from "../../api/index.ts";
import type { CreateAnswer, OperationId, OrderFacts, OrderRequest } from "../../api/index.ts";
import { statusFailure } from "../../api/http/failure.ts";
import { prepare } from "../../api/http/prepare.ts";

const origin = "https://service.example";
const connection = { authUrl: origin, formsApiUrl: origin, formsAppUrl: origin, signingApiUrl: origin, clientId: "c" };
const create = "signing.orders.create";
const asa = { emailAddress: "asa@example.com", firstName: "Åsa", lastName: "Berg", signUrl: "" } as const;
const order: OrderRequest = {
  packageName: "Lease",
  language: "sv",
  emailNotificationSubject: "s",
  emailNotificationMessage: "m",
  signingNotificationTitle: "t",
  signingNotificationMessage: "n",
  signatories: [asa],
  signingOrderFiles: [{ name: "a.pdf", fileContent: Buffer.from("%PDF-1.4 and enough of it").toString("base64") }],
};
const takes = (more: object) => prepare(connection, create, { body: { ...order, ...more } });
const refuses = (more: object, names: RegExp) =>
  assert.throws(() => takes(more), { code: "invalid-request", outcome: "none", message: names });
const signatory = (more: object) => ({ signatories: [{ ...asa, ...more }] });

const facts: OrderFacts = {
  packageName: "Lease",
  language: "sv",
  emailNotificationSubject: "s",
  emailNotificationMessage: "m",
  signingNotificationTitle: "t",
  signingNotificationMessage: "n",
  signatories: [
    { emailAddress: "asa@example.com", signingSequence: 0 },
    { emailAddress: "bo@example.com", id: "bo", signingSequence: "DependsOnInitial" },
    { emailAddress: "cy@example.com" },
  ],
  files: [{ name: "a.pdf", bytes: Buffer.from("%PDF-1.4 and enough of it") }],
};

describe("signing requests", () => {
  it("T123 always sends signUrl, as an empty text", () => {
    for (const signUrl of [undefined, null, "https://x.example"])
      refuses(signatory({ signUrl }), /signatories\.0\.signUrl/);
    takes({});
  });

  it("T128 refuses values beyond the limits, counted in characters", () => {
    for (const name of ["emailNotificationSubject", "signingNotificationTitle"]) {
      takes({ [name]: "🖋".repeat(256) });
      refuses({ [name]: "🖋".repeat(257) }, new RegExp(`${name}: expected at most 256`));
      refuses({ [name]: "x".repeat(257) }, /at most 256/);
      refuses({ [name]: "" }, new RegExp(name));
    }
    for (const name of ["emailNotificationMessage", "signingNotificationMessage"]) {
      takes({ [name]: "ö".repeat(8000) });
      refuses({ [name]: "ö".repeat(8001) }, /at most 8000/);
    }
    takes(signatory({ id: `${"a".repeat(62)}-_` }));
    for (const id of ["a".repeat(65), "å", "a b", "a.b", ""]) refuses(signatory({ id }), /signatories\.0\.id/);
    refuses({ signatories: [] }, /signatories/);
    const [file] = order.signingOrderFiles;
    takes({ signingOrderFiles: Array.from({ length: 10 }, () => file) });
    for (const length of [0, 11])
      refuses({ signingOrderFiles: Array.from({ length }, () => file) }, /signingOrderFiles/);
    for (const fileContent of [Buffer.from("no PDF, although long enough").toString("base64"), "%PDF-1.4", ""])
      refuses({ signingOrderFiles: [{ name: "a.pdf", fileContent }] }, /fileContent/);
  });

  it("T128 accepts only the listed languages", () => {
    for (const language of "cs da de el en es et fi fr hu is it lt lv nb nl pl pt sv".split(" ")) takes({ language });
    for (const language of ["no", "SV", "sv-SE"]) refuses({ language }, /language/);
  });

  it("name every receiver once, in any letter case of the property", () => {
    const named = (more: object) => prepare(connection, create, { body: { ...order, ...more } }).receivers.join();
    assert.match(named({ CompletedWebhookUrl: "https://hook.example/done" }), /https:\/\/hook\.example\/done/);
    assert.match(named(signatory({ firstName: undefined, FirstName: "Eva" })), /Eva /);
    assert.match(
      reachOf({ ...order, CancelledWebhookUrl: "https://hook.example/off" } as never).join(),
      /https:\/\/hook\.example\/off/,
    );
    for (const twin of ["Signatories", "SIGNATORIES", "PackageName"]) refuses({ [twin]: [] }, new RegExp(twin));
    refuses(signatory({ EmailAddress: "eve@example.com" }), /EmailAddress/);
  });

  it("T128 the limits are in the request's JSON schema, also counted in characters", () => {
    const { properties } = z.toJSONSchema(operations[create].request, { unrepresentable: "any", io: "input" });
    assert.partialDeepStrictEqual(properties, {
      emailNotificationSubject: { maxLength: 256 },
      signingNotificationMessage: { maxLength: 8000 },
      signingOrderFiles: { minItems: 1, maxItems: 10 },
    });
  });

  it("T129 a webhook is an absolute http or https address", () => {
    takes({ completedWebhookUrl: "https://x.example/done?order=7", cancelledWebhookUrl: null });
    for (const url of ["/done", "ftp://x.example", "done"])
      refuses({ completedWebhookUrl: url }, /completedWebhookUrl: expected an absolute/);
  });

  for (const [address, shown] of [
    ["https://me:secret@x.example/done?a=b@c#d", "https://x.example/done?a=b@c#d (with a sign-in)"],
    ["http://me@x.example", "http://x.example/ (with a sign-in)"],
    ["https://x.example/@me", "https://x.example/@me"],
    ["https:/\\\\me:secret@x.example", "https://x.example/ (with a sign-in)"],
    ["me:secret@x.example", "me:secret@x.example"],
  ] as const) {
    it(`a sign-in in an address is sent, and never shown: ${address}`, () => {
      for (const operation of [create, "forms.create"] as const) {
        const receivers = receiversOf(operation, {
          body: { ...order, signatories: [], cancelledWebhookUrl: address, webhook: address },
        });
        assert.deepEqual(receivers, [shown]);
      }
    });
  }

  it("a sign-in in an address that the service will call is not a mistake", () => {
    takes({ completedWebhookUrl: "https://me:secret@x.example/done", cancelledWebhookUrl: "https://me@x.example" });
    const body = {
      MetaFile: "M",
      Document: "D",
      DataAsBase64: "QUJD",
      UserName: "u",
      SenderCallBackEndpoint: "https://me:secret@x.example",
    };
    assert.doesNotThrow(() =>
      prepare({ ...connection, documentsApiUrl: origin }, "documents.sessions.create", { environment: "Test", body }),
    );
  });

  it("T124 a signingSequence must not be a number, and a copied order sends names", () => {
    for (const signingSequence of [0, 1, 2, "initial"]) refuses(signatory({ signingSequence }), /signingSequence/);
    const stored = {
      signatories: [
        [asa, 0],
        [asa, 1],
        [asa, 2],
        [asa, 7],
        [{ firstName: "nobody" }, 2],
      ].map(([who, signingSequence]) => ({
        ...(who as object),
        signingSequence: Number(signingSequence),
        signStatus: 3,
        signUrl: "https://sign.example",
      })),
    };
    const copied = copySignatories(stored);
    assert.deepEqual(
      copied.map(({ signingSequence }) => signingSequence),
      ["Initial", "DependsOnInitial", "NoOrder", undefined],
    );
    const { body, files } = buildOrder({ ...facts, signatories: copied }, { token: "t" });
    assert.deepEqual(
      body.signatories.map(({ signUrl }) => signUrl),
      ["", "", "", ""],
    );
    assert.doesNotThrow(() => prepare(connection, create, { body, files }));
    assert.deepEqual([0, 1, 2, 3, "NoOrder", "x", null].map(sequenceName), [
      "Initial",
      "DependsOnInitial",
      "NoOrder",
      undefined,
      "NoOrder",
      undefined,
      undefined,
    ]);
  });

  it("T118 T123 T124 builds a request from facts: signUrl, names for numbers, and a token in the name and in missing ids", () => {
    const { body, files } = buildOrder(facts, { token: "tok-1" });
    assert.equal(body.packageName, "Lease [tok-1]");
    assert.deepEqual(body.signatories, [
      { emailAddress: "asa@example.com", id: "tok-1-1", signUrl: "", signingSequence: "Initial" },
      { emailAddress: "bo@example.com", id: "bo", signUrl: "", signingSequence: "DependsOnInitial" },
      { emailAddress: "cy@example.com", id: "tok-1-3", signUrl: "" },
    ]);
    assert.deepEqual(
      [...files.values()].map((bytes) => Buffer.from(bytes).toString()),
      ["%PDF-1.4 and enough of it"],
    );
    assert.doesNotThrow(() => prepare(connection, create, { body, files }));
    assert.throws(
      () => buildOrder({ ...facts, files: [{ name: "a.txt", bytes: Buffer.from("text") }] }, { token: "t" }),
      /a\.txt is not a PDF/,
    );
    assert.throws(
      () => buildOrder({ ...facts, signatories: [{ emailAddress: "a", signingSequence: 3 }] }, { token: "t" }),
      /not 3/,
    );
    assert.match(newOrderToken(), /^[\w-]{13}$/);
    assert.notEqual(newOrderToken(), newOrderToken());
  });

  it("T119 lists signatories without a name before anything is sent", () => {
    assert.deepEqual(
      withoutNames({
        signatories: [
          asa,
          { emailAddress: "bo@example.com", firstName: "Bo", lastName: " ", signUrl: "" },
          { emailAddress: "cy@example.com", signUrl: "" },
        ],
      }),
      ["bo@example.com", "cy@example.com"],
    );
  });
});

describe("signing outcomes", () => {
  const kind = (answer: CreateAnswer) => readOutcome(answer).kind;

  it("T116 only type 0 with an id is an order", () => {
    assert.deepEqual(readOutcome({ data: { id: "o-1" }, type: 0 }), { kind: "created", id: "o-1" });
    assert.deepEqual(readOutcome({ data: { order: { id: "o-1" } }, type: 0 }), { kind: "created", id: "o-1" });
    for (const answer of [
      { data: null, type: 0 },
      { data: {}, type: 0 },
      { data: { id: "" }, type: 0 },
      { data: { id: "o-1" } },
      { data: { id: "o-1" }, type: 3 },
      {},
    ])
      assert.equal(kind(answer), "unknown");
    for (const data of [null, { id: "o-1" }]) {
      assert.equal(kind({ data, type: 2, message: "licence_order_will_exceed_usage" }), "not-created");
      assert.equal(kind({ data, type: 1, message: "invalid_personal_number" }), "not-created");
    }
  });

  it("T119 calls the outcome of any other type 1 uncertain, and never says that nothing was sent", () => {
    for (const message of [
      "something_went_wrong_internal",
      "something_went_wrong_with_external_provider",
      "anything",
      null,
    ]) {
      const outcome = readOutcome({ data: null, type: 1, message });
      assert.ok(outcome.kind === "unknown");
      assert.match(outcome.words, /outcome is not certain: look for the order/);
      assert.doesNotMatch(outcome.words, /nothing was|nobody was|no order was/i);
    }
    assert.match(
      JSON.stringify(readOutcome({ data: null, type: 1, message: "something_went_wrong_internal" })),
      /first or last name is missing.*was not saved/,
    );
  });

  it("T117 says in advance whether the company can make an order, if the service reports it", () => {
    assert.equal(orderAvailability({ isCreateNewOrderAvailable: true }).answer, "yes");
    assert.deepEqual(
      orderAvailability({
        isCreateNewOrderAvailable: false,
        orderAvailabilityMessage: "licence_order_will_exceed_usage",
      }),
      {
        answer: "no",
        words: "No order can be created: one more would exceed what the company's licence for signing allows.",
      },
    );
    assert.equal(orderAvailability({}).answer, "unknown");
  });

  it("T118 finds an order by its token, in its name or in a signatory's id, and concludes nothing from its absence", async () => {
    const asked: unknown[] = [];
    const listed = [
      { id: "o-1", packageName: "Lease [tok]" },
      { id: "o-2", signatories: [{ id: "tok-1" }] },
      { id: "o-3", packageName: null, signatories: [{ id: null }, {}] },
      { id: "o-4" },
    ];
    const search = (token: string) =>
      findOrder(
        async (_, { body }) => {
          asked.push(body);
          return listed;
        },
        { token, sentAt: new Date("2026-03-02T10:00:00Z") },
      );
    const found = await search("tok");
    assert.deepEqual(found.kind === "found" && found.orders.map(({ id }) => id), ["o-1", "o-2"]);
    assert.deepEqual(await search("other"), { kind: "not-shown", listed: 4 });
    assert.deepEqual(asked[0], { fromDate: "2026-03-01T10:00:00.000Z" });
  });

  it("T122 reports false as not done", () => {
    for (const id of ["signing.sendReminders", "signing.orders.cancel", "signing.orders.delete"] as const) {
      for (const said of [false, "false", "False"]) assert.equal(operations[id].schema.parse(said), false);
      assert.match(saidFalse[id](), /Nobody was reminded|was not (cancelled|deleted)/);
    }
  });

  it("T125 shows an undocumented status as its number, and never compares statuses by size", () => {
    assert.deepEqual([1, 5, 10, 20, 50, 70, 99, 42, null, undefined].map(orderStatusWords), [
      "created",
      "in progress",
      "completed",
      "downloaded from the signing provider",
      "rejected",
      "canceled",
      "error",
      "42",
      "unknown",
      "unknown",
    ]);
    assert.deepEqual([0, 1, 2, 3, 4, 5, 6, 7, 42].map(signStatusWords), [
      "not set",
      "created",
      "started",
      "completed",
      "rejected",
      "expired",
      "forwarded",
      "canceled",
      "42",
    ]);
    assert.equal(hasSignedFiles({ status: 42 }), "unknown");
  });

  it("T126 signed files exist only for 10 and 20, and are unknown if the status is", () => {
    assert.deepEqual(
      [1, 5, 10, 20, 50, 70, 99, 11, undefined].map((status) => hasSignedFiles({ status })),
      ["no", "no", "yes", "yes", "no", "no", "no", "unknown", "unknown"],
    );
    const explained = explain(
      statusFailure(404, { operation: "signing.certifiedPdf", effect: "maybe-changes", host: "service.example" }, {}),
    );
    assert.match(explained, /not completed/);
  });

  it("reads an order that is wrapped in data, and leaves one alone that has a field of that name", () => {
    const { schema } = operations["signing.orders.get"];
    assert.deepEqual(
      [{ id: "o-1" }, { data: { id: "o-1" } }, { Data: { Id: "o-1" } }].map((answer) => schema.parse(answer).id),
      ["o-1", "o-1", "o-1"],
    );
    assert.deepEqual(schema.parse({ id: "o-1", data: { id: "o-2" } }), { id: "o-1", data: { id: "o-2" } });
    assert.throws(() => schema.parse({ data: null }), /id/);
  });

  it("reads signed files in any container", () => {
    const bytes = new TextEncoder().encode(
      JSON.stringify([{ name: "a.pdf", fileContent: "JVBERi0=" }, { fileContent: "AA==" }, {}]),
    );
    const read = (content: Uint8Array, contentType: string) =>
      signedFilesOf({ bytes: content, contentType, name: "n.pdf" })?.map(({ name, bytes: { length } }) => [
        name,
        length,
      ]);
    assert.deepEqual(read(bytes, "application/json"), [
      ["a.pdf", 5],
      [undefined, 1],
    ]);
    assert.deepEqual(
      read(new TextEncoder().encode('{"data":[{"name":"b","fileContent":"AA=="}]}'), "application/json"),
      [["b", 1]],
    );
    assert.deepEqual(read(new Uint8Array(3), "application/pdf"), [["n.pdf", 3]]);
    for (const empty of ["[]", "", "{}"])
      assert.equal(read(new TextEncoder().encode(empty), "application/json"), undefined);
    assert.deepEqual(filesOf({ id: "o", signingOrderFiles: [{ name: "a" }] }), [{ name: "a" }]);
  });
});

describe("signing reaches people", () => {
  it("T117 T120 a call that mails people is not a read, whatever its method, is never repeated, and names whom it reaches", () => {
    assert.deepEqual(receiversOf(create, { body: order }), ["Åsa Berg <asa@example.com>"]);
    for (const id of [create, "signing.sendReminders", "signing.orders.cancel"] as const) {
      assert.deepEqual([effectOf(id, {}), isRead(id), operationOf(id).retry], ["reaches-people", false, "never"], id);
      assert.ok(receiversOf(id, { body: order }).length > 0);
    }
  });

  it("T121 cancelling and deleting are separate calls, each with its own name, method and path", () => {
    const of = (id: OperationId) => [
      operationOf(id).name,
      `${operationOf(id).method} ${operationOf(id).path}`,
      effectOf(id, {}),
    ];
    assert.deepEqual(of("signing.orders.cancel"), [
      "cancel the signing order",
      "DELETE /DigitalSigningOrders/{orderId}",
      "reaches-people",
    ]);
    assert.deepEqual(of("signing.orders.delete"), [
      "delete the signing order",
      "DELETE /DigitalSigningOrders/DeleteOrder/{orderId}",
      "destroy",
    ]);
    assert.throws(() => prepare(connection, "signing.orders.cancel", { path: { orderId: "DeleteOrder" } }), {
      code: "invalid-request",
    });
  });

  it("T127 activities are at the root of the API", () => {
    assert.equal(prepare(connection, "signing.activities", {}).url.pathname, "/Activities");
  });

  it("T130 names everyone who gets the documents, and how", () => {
    const all = reachOf({
      ...order,
      signNowViaUrl: true,
      distributeSignedDocumentToAllSignatories: true,
      archiveFolderId: "f-1",
      completedWebhookUrl: "https://x.example/done",
    });
    assert.deepEqual(all, [
      "These people are asked by email to sign a.pdf: Åsa Berg <asa@example.com>.",
      "Anyone who has the link can immediately sign for: asa@example.com.",
      "Once all have signed, every signatory gets the signed documents: Åsa Berg <asa@example.com>.",
      "The signed documents go into the archive folder f-1, and everybody who is allowed to open that folder sees them.",
      "When the order is over, the service calls https://x.example/done.",
    ]);
    assert.equal(reachOf(order).length, 1);
  });

  it("T120 names those who have not signed", () => {
    assert.deepEqual(
      waitingPeople({
        signatories: [
          { ...asa, signStatus: 3 },
          { ...asa, signStatus: 1 },
          { emailAddress: "bo@example.com" },
          { signStatus: 42 },
        ],
      }),
      ["Åsa Berg <asa@example.com>", "bo@example.com", "a signatory whom the service does not name"],
    );
    assert.deepEqual(waitingPeople({ signatories: [{ firstName: "Bo" }] }), [
      "Bo <an address that the service does not show>",
    ]);
  });

  const [unnamed, everybody] = [
    "a signatory whom the service does not name",
    "all signatories of the order; the service does not list them",
  ];
  for (const [what, signatories, people] of [
    [
      "an unreadable signatory, next to one who was asked",
      ["anna@x", { emailAddress: "eve@x", signStatus: 1 }],
      [unnamed, "eve@x"],
    ],
    [
      "an unreadable signatory, next to one who has signed",
      ["anna@x", { emailAddress: "eve@x", signStatus: 3 }],
      [unnamed],
    ],
    ["signatories of which not one can be read", ["anna@x", null], [unnamed, unnamed]],
    ["signatories that are no list", "anna@x", [everybody]],
    ["signatories that are not shown", undefined, [everybody]],
    ["an empty list of signatories", [], [everybody]],
  ] as const) {
    it(`T120 counts as waiting: ${what}`, () => {
      const read = operationOf("signing.orders.get").schema?.parse({ id: "o-1", signatories }) as Parameters<
        typeof waitingPeople
      >[0];
      assert.deepEqual(waitingPeople(read), people);
    });
  }
});
