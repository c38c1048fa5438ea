/**
 * Digital signing as document 2 describes it: creating orders, their life cycle, their files, whom they reach, and
 * refusals.
 */
import { onePagePdf } from "../../../sandbox/demo/onePagePdf.ts";
import { tell } from "../steps.ts";
import type { Step } from "../steps.ts";

const signing = "/signing/DigitalSigningOrders";
const pdf = (line = "Lease") => Buffer.from(onePagePdf([line])).toString("base64");
const asa = { emailAddress: "asa@x.example", firstName: "Åsa", lastName: "Berg", signUrl: "" };
const bo = { emailAddress: "bo@x.example", firstName: "Bo", lastName: "Ek", signUrl: "" };
const order = {
  packageName: "Lease 17",
  language: "sv",
  emailNotificationSubject: "To sign",
  emailNotificationMessage: "Please sign.",
  signingNotificationTitle: "Lease",
  signingNotificationMessage: "The lease.",
  signatories: [asa, bo],
  signingOrderFiles: [{ name: "lease.pdf", fileContent: pdf() }],
};
const choose = (id: string, alternative: string): Step => ({ do: "POST control:/choices", body: { id, alternative } });
const create = (more: object = {}, step: Partial<Step> = {}): Step => ({
  do: `POST ${signing}/`,
  body: { ...order, ...more },
  at: { type: 0 },
  keep: { id: "data.id" },
  ...step,
});
const refused = (more: object, has: RegExp): Step => create(more, { status: 400, at: {}, keep: {}, has });
const stopped = (type: 1 | 2, message: string, more: object = {}): Step =>
  create(more, { at: { type, message, data: null }, keep: {} });
const read = (at: Readonly<Record<string, unknown>>): Step => ({ do: `GET ${signing}/$id`, at });
const act = (
  signatory: number,
  action: "sign" | "reject" | "open" | "expire" | "forward",
  step: Partial<Step> = {},
): Step => ({ do: "POST control:/signing/$id/act", body: { signatory, action }, ...step });
const move = (status: unknown, step: Partial<Step> = {}): Step => ({
  do: "POST control:/signing/$id/status",
  body: { status },
  ...step,
});
const outbox = (at: Readonly<Record<string, unknown>>): Step => ({ do: "GET control:/outbox", at });
const forget: Step = { do: "DELETE control:/outbox" };
const mails = (...to: string[]): Step =>
  outbox({
    ...Object.fromEntries(to.map((each, index) => [`items.${index}.to`, each])),
    [`items.${to.length}`]: undefined,
  });
const list = (body: object, names: readonly string[]): Step => ({
  do: `POST ${signing}/GetListOfOrders`,
  body,
  at: {
    ...Object.fromEntries(names.map((name, index) => [`${index}.packageName`, name])),
    [`${names.length}`]: undefined,
  },
});
const sendReminders: Step = { do: `GET ${signing}/SendReminders/$id`, has: /^true$/ };
const cancel: Step = { do: `DELETE ${signing}/$id`, has: /^true$/ };
const remove: Step = { do: `DELETE ${signing}/DeleteOrder/$id`, has: /^true$/ };
const isFalse = (step: Step): Step => ({ ...step, has: /^false$/ });
const missing = (step: Step): Step => ({ do: step.do, status: 404 });
const webhooks = {
  completedWebhookUrl: "https://hook.example/done",
  cancelledWebhookUrl: "https://hook.example/cancelled",
};

tell("signing, creating", [
  [
    "T116 answers 200 with the order, its id and type 0, with and without a slash",
    create(
      {},
      {
        at: {
          type: 0,
          message: null,
          "data.packageName": "Lease 17",
          "data.status": 1,
          "data.files.0.name": "lease.pdf",
          "data.signatories.1.emailAddress": "bo@x.example",
        },
      },
    ),
    { ...create(), do: `POST ${signing}` },
  ],
  [
    "Q3: accepts numbers if no type is documented",
    create(
      { packageName: 17, signatories: [{ ...asa, id: 7, firstName: 1, lastName: 2, personalNumber: 199001011234 }] },
      { at: { type: 0, "data.packageName": "17", "data.signatories.0.id": "7", "data.signatories.0.firstName": "1" } },
    ),
    // A folder given as a number is looked up like one given as text (G18).
    { do: `POST ${signing}/`, body: { ...order, archiveFolderId: 7 }, status: 400, has: /folder/ },
  ],
  [
    "T123 signUrl must be present, as a text that may be empty",
    refused({ signatories: [{ ...asa, signUrl: undefined }] }, /signUrl/),
    refused({ signatories: [asa, { ...bo, signUrl: null }] }, /signatories\.1\.signUrl/),
    create({ signatories: [asa] }),
  ],
  [
    "refuses an order without a required field: 400",
    ...[
      "packageName",
      "language",
      "emailNotificationSubject",
      "emailNotificationMessage",
      "signingNotificationTitle",
      "signingNotificationMessage",
      "signatories",
      "signingOrderFiles",
    ].flatMap((name) => [
      refused({ [name]: undefined }, new RegExp(name)),
      refused({ [name]: null }, new RegExp(name)),
    ]),
    refused({ signatories: [{ ...asa, emailAddress: "" }] }, /emailAddress/),
    refused({ signingOrderFiles: [{ name: "a.pdf" }] }, /fileContent/),
    refused({ signingOrderFiles: [{ fileContent: pdf() }] }, /name/),
    list({}, []),
  ],
  [
    "T128 accepts one or more signatories, and 1 to 10 files that are PDFs in base64",
    refused({ signatories: [] }, /signatories/),
    refused({ signingOrderFiles: [] }, /signingOrderFiles/),
    create({ signingOrderFiles: Array.from({ length: 10 }, () => order.signingOrderFiles[0]) }),
    refused({ signingOrderFiles: Array.from({ length: 11 }, () => order.signingOrderFiles[0]) }, /1 to 10/),
    ...["bm8gcGRm", "%PDF-1.4", "JVBERi0", 7].map((fileContent) =>
      refused({ signingOrderFiles: [{ name: "a.pdf", fileContent }] }, /fileContent|string/),
    ),
    refused({ signatories: asa }, /list/),
    refused({ signatories: ["a"] }, /object/),
  ],
  [
    "T128 counts characters, not bytes: 256 in subject and title, 8000 in messages",
    ...(["emailNotificationSubject", "signingNotificationTitle"] as const).flatMap((name) => [
      create({ [name]: "ö".repeat(255) + "🖋" }),
      refused({ [name]: "🖋".repeat(257) }, /256/),
    ]),
    ...(["emailNotificationMessage", "signingNotificationMessage"] as const).flatMap((name) => [
      create({ [name]: "🖋".repeat(8000) }),
      refused({ [name]: "x".repeat(8001) }, /8000/),
    ]),
  ],
  [
    "G6: counts UTF-16 units",
    choose("G6", "UTF-16 units"),
    refused({ emailNotificationSubject: "🖋".repeat(129) }, /256/),
    create({ emailNotificationSubject: "🖋".repeat(128) }),
  ],
  [
    "T128 accepts ids of 64 letters, digits, - and _, and the languages of the list",
    create({ signatories: [{ ...asa, id: `${"a".repeat(60)}-_Z9` }] }),
    ...["a".repeat(65), "a b", "å", "a.b"].map((id) => refused({ signatories: [{ ...asa, id }] }, /64/)),
    ..."cs da de el en es et fi fr hu is it lt lv nb nl pl pt sv".split(" ").map((language) => create({ language })),
    ...["SV", "no", "sv-SE", ""].map((language) => refused({ language }, /language/)),
  ],
  [
    "T124 accepts names for signingSequence and returns numbers; a number is 400",
    create({
      signatories: ["Initial", "DependsOnInitial", "NoOrder", undefined].map((signingSequence) => ({
        ...asa,
        signingSequence,
      })),
    }),
    read({
      "signatories.0.signingSequence": 0,
      "signatories.1.signingSequence": 1,
      "signatories.2.signingSequence": 2,
      "signatories.3.signingSequence": 2,
    }),
    ...[0, "0", "initial"].map((signingSequence) =>
      refused({ signatories: [{ ...asa, signingSequence }] }, /signingSequence/),
    ),
  ],
  [
    "fills in signUrl for everyone with signNowViaUrl, and with signViaUrl for that signatory",
    create(
      { signatories: [{ ...asa, signViaUrl: true }, bo] },
      { has: /"signUrl":"http:\/\/127[^"]+","signatureIds":\[\]\},\{[^}]+"signUrl":""/ },
    ),
    create({ signNowViaUrl: true }, { has: /"signUrl":"http[^}]+\},\{[^}]+"signUrl":"http/ }),
  ],
  [
    "T116 T119 answers type 1 if the provider shows names and one is missing, and makes no order",
    stopped(1, "something_went_wrong_internal", { signatories: [asa, { ...bo, lastName: undefined }] }),
    stopped(1, "something_went_wrong_internal", { signatories: [{ ...asa, firstName: " " }] }),
    list({}, []),
    mails(),
    choose("G3", "no"),
    create({ signatories: [{ ...asa, lastName: undefined }] }),
  ],
  [
    "T119 answers the same if the order cannot be saved",
    choose("G4", "no"),
    stopped(1, "something_went_wrong_internal"),
    list({}, []),
  ],
  [
    "T116 answers type 1 if the provider rejects a personal number, and never shows one",
    stopped(1, "invalid_personal_number", { signatories: [{ ...asa, personalNumber: "000000-0000" }] }),
    stopped(1, "invalid_personal_number", { signatories: [asa, { ...bo, personalNumber: "none" }] }),
    create({ signatories: [{ ...asa, personalNumber: "19800101-1234" }] }, { hasNot: /19800101/ }),
    { ...read({}), hasNot: /19800101/ },
  ],
  [
    "T116 answers type 1 if the provider fails",
    choose("G2", "no"),
    stopped(1, "something_went_wrong_with_external_provider"),
    list({}, []),
    mails(),
  ],
  [
    "N49: mails have gone out although the answer is type 1",
    choose("N49", "yes"),
    choose("G2", "no"),
    stopped(1, "something_went_wrong_with_external_provider"),
    mails("asa@x.example", "bo@x.example"),
    list({}, []),
  ],
  [
    "T116 answers type 2 if the licence is used up, or allows no orders now, and says so in advance",
    choose("G1", "no further order"),
    stopped(2, "licence_order_will_exceed_usage"),
    {
      do: `GET ${signing}/GetCreateOrderInitialData`,
      at: { isCreateNewOrderAvailable: false, orderAvailabilityMessage: "licence_order_will_exceed_usage" },
    },
    choose("G1", "no orders now"),
    stopped(2, "licence_expired"),
    list({}, []),
    mails(),
  ],
  [
    "G1: refuses every call of a company without the licence: 403",
    choose("G1", "nothing"),
    create({}, { status: 403, at: {}, keep: {} }),
    { do: `GET ${signing}/x`, status: 403 },
    { do: "GET /signing/Activities", status: 403 },
  ],
  [
    "G7 G8 G9: orders come in data, and under other names",
    choose("G8", "order and id"),
    create({}, { at: { "data.order.packageName": "Lease 17" } }),
    choose("G7", "in data"),
    choose("G9", "signingOrderFiles"),
    read({ "data.signingOrderFiles.0.name": "lease.pdf", "data.files": undefined }),
    { do: "GET /signing/Activities", at: { "data.0.packageName": "Lease 17" } },
  ],
  [
    "G11: accepts files that are not PDFs",
    choose("G11", "yes"),
    create({ signingOrderFiles: [{ name: "a.txt", fileContent: "bm8gcGRm" }] }),
  ],
  [
    "returns the initial data of a new order, in a language that has texts",
    {
      do: `GET ${signing}/GetCreateOrderInitialData`,
      at: {
        isCreateNewOrderAvailable: true,
        orderAvailabilityMessage: "",
        emailSigningSubject: "Documents to sign",
        "availableFolders.0.path": "Claims",
        "languages.0": "cs",
        "languages.18": "sv",
      },
      has: /"providerSigningSubject".*"providerSigningMessage".*"providerType".*"archiveType"/,
    },
    { do: `GET ${signing}/GetCreateOrderInitialData/sv`, at: { emailSigningSubject: "Dokument att underteckna" } },
    { do: `GET ${signing}/GetCreateOrderInitialData/xx`, at: { emailSigningSubject: "Documents to sign" } },
  ],
]);

tell("signing, the life of an order", [
  [
    "goes from Created to InProgress to Completed with the last signature",
    create(),
    read({ status: 1, "signatories.0.signStatus": 1 }),
    act(0, "sign", { at: { status: 5, signStatus: [3, 1] } }),
    read({ status: 5 }),
    act(1, "sign", { at: { status: 10, signStatus: [3, 3] } }),
    read({ status: 10, "signatories.1.signStatus": 3 }),
  ],
  [
    "goes to Rejected with the first rejection, which leaves nothing to sign",
    create(webhooks),
    forget,
    act(1, "reject", { at: { status: 50, signStatus: [7, 4] } }),
    act(0, "sign", { status: 409 }),
    read({ status: 50 }),
    outbox({ "items.0": undefined }),
  ],
  [
    "G13: calls the webhook for a rejection",
    choose("G13", "yes"),
    create(webhooks),
    forget,
    act(1, "reject"),
    outbox({ "items.0.url": "https://hook.example/cancelled", "items.1": undefined }),
  ],
  [
    "refuses an unknown signatory, an unknown action, and one who has already signed",
    create(),
    act(2, "sign", { status: 400 }),
    act(-1, "sign", { status: 400 }),
    { ...act(0, "sign"), body: { signatory: 0, action: "sleep" }, status: 400 },
    act(0, "sign"),
    act(0, "sign", { status: 409 }),
    { do: "POST control:/signing/none/act", body: { signatory: 0, action: "sign" }, status: 404 },
  ],
  [
    "lets signatories who depend on others sign, and asks them, only after those",
    create({
      useSignatureOrder: true,
      signatories: [
        { ...asa, signingSequence: "DependsOnInitial" },
        { ...bo, signingSequence: "Initial" },
        { ...bo, emailAddress: "any@x.example", signingSequence: "NoOrder" },
      ],
    }),
    mails("bo@x.example", "any@x.example"),
    read({ "signatories.0.signStatus": 0 }),
    act(0, "sign", { status: 409, has: /wait/ }),
    act(1, "sign", { at: { signStatus: [1, 3, 1] } }),
    mails("bo@x.example", "any@x.example", "asa@x.example"),
    act(0, "sign"),
    act(2, "sign", { at: { status: 10 } }),
  ],
  [
    "asks everyone at once if there is no sequence",
    create({
      signatories: [
        { ...asa, signingSequence: "DependsOnInitial" },
        { ...bo, signingSequence: "Initial" },
      ],
    }),
    mails("asa@x.example", "bo@x.example"),
    act(0, "sign"),
  ],
  [
    "every documented status of an order is reached through the control API",
    ...[
      [],
      [act(0, "open")],
      [act(0, "sign"), act(1, "sign")],
      [act(0, "sign"), act(1, "sign"), move(20)],
      [act(1, "reject")],
      [move(70)],
      [move(99)],
    ].flatMap((steps, index) => [create(), ...steps, read({ status: [1, 5, 10, 20, 50, 70, 99][index] })]),
  ],
  [
    "every documented status of a signatory is reached through the control API",
    create({
      useSignatureOrder: true,
      signatories: [
        { ...asa, signingSequence: "Initial" },
        { ...bo, signingSequence: "DependsOnInitial" },
      ],
    }),
    read({ "signatories.1.signStatus": 0 }),
    create({ signatories: Array.from({ length: 6 }, () => bo) }),
    act(1, "open"),
    act(2, "sign"),
    act(3, "expire"),
    act(4, "forward", { at: { status: 5, signStatus: [1, 2, 3, 5, 6, 1] } }),
    act(5, "reject", { at: { status: 50, signStatus: [7, 7, 3, 5, 6, 4] } }),
  ],
  [
    "continues if a signatory's time is up, or a signatory forwards it: the order has changed",
    create({ packageName: "a" }),
    create({ packageName: "b" }, { keep: {} }),
    forget,
    act(0, "expire", { at: { status: 1, signStatus: [5, 1] } }),
    act(0, "forward", { at: { signStatus: [6, 1] } }),
    { do: "GET /signing/Activities", at: { "0.packageName": "a" } },
    outbox({ items: [] }),
    act(0, "sign"),
    act(1, "sign", { at: { status: 10 } }),
    act(0, "expire", { status: 409 }),
  ],
  [
    "ends when it fails, without a notification or a webhook: nothing is left to sign, to remind of or to cancel",
    create(webhooks),
    act(0, "sign"),
    forget,
    move(99, { at: { status: 99, signStatus: [3, 7] } }),
    outbox({ items: [] }),
    act(1, "sign", { status: 409 }),
    act(1, "open", { status: 409 }),
    isFalse(sendReminders),
    isFalse(cancel),
    { do: `GET ${signing}/GetCertifiedPdf/$id`, status: 404 },
    list({ fileStatus: [99] }, ["Lease 17"]),
    remove,
  ],
  [
    "is cancelled in the application as by a client, and the webhook is called",
    create(webhooks),
    forget,
    move(70, { at: { status: 70, signStatus: [7, 7] } }),
    outbox({
      "items.0.to": "asa@x.example",
      "items.1.to": "bo@x.example",
      "items.2.url": "https://hook.example/cancelled",
      "items.3": undefined,
    }),
  ],
  [
    "refuses a status that cannot follow the present one: 409, and one that others bring about: 400",
    create(),
    move(20, { status: 409 }),
    move(70),
    ...[20, 70, 99].map((to) => move(to, { status: 409 })),
    ...[1, 5, 10, 50, 42, "99"].map((to) => move(to, { status: 400 })),
    { do: "POST control:/signing/none/status", body: { status: 99 }, status: 404 },
  ],
  [
    "N17: jumps from Created to its end, or goes back with a reminder",
    choose("N17", "jumps"),
    create(),
    act(0, "sign", { at: { status: 1 } }),
    act(1, "sign", { at: { status: 10 } }),
    choose("N17", "backwards"),
    create(),
    act(0, "sign", { at: { status: 5 } }),
    sendReminders,
    read({ status: 1 }),
  ],
  ["T125 may have undocumented statuses", choose("T125", "42"), create(), act(0, "sign"), read({ status: 42 })],
  [
    "N16: shows only id, files and signatories",
    choose("N16", "minimal"),
    create(
      {},
      { at: { type: 0, "data.status": undefined, "data.packageName": undefined, "data.files.0.name": "lease.pdf" } },
    ),
    read({ status: undefined, "signatories.1.signStatus": 1 }),
  ],
  [
    "T117 mails every signatory once, with the order's subject and message",
    create(),
    outbox({
      "items.0.channel": "signing",
      "items.0.to": "asa@x.example",
      "items.0.subject": "To sign",
      "items.0.orderId": "$id",
      "items.0.payload.message": "Please sign.",
      "items.0.payload.kind": "request",
      "items.1.to": "bo@x.example",
      "items.2": undefined,
    }),
  ],
  [
    "T120 T122 a reminder mails everyone who has not signed, and returns false and mails nobody once the order is over",
    create(),
    act(0, "sign"),
    forget,
    sendReminders,
    mails("bo@x.example"),
    sendReminders,
    mails("bo@x.example", "bo@x.example"),
    outbox({ "items.0.payload.kind": "reminder" }),
    act(1, "sign"),
    forget,
    isFalse(sendReminders),
    mails(),
  ],
  [
    "T121 T122 DELETE of the id cancels: the order stays, the webhook is called, and those who were asked are notified",
    create(webhooks),
    act(0, "sign"),
    forget,
    cancel,
    read({ status: 70, "signatories.0.signStatus": 3, "signatories.1.signStatus": 7 }),
    outbox({
      "items.0.channel": "signing",
      "items.0.to": "bo@x.example",
      "items.0.payload.kind": "canceled",
      "items.1.channel": "webhook",
      "items.1.url": "https://hook.example/cancelled",
      "items.1.orderId": "$id",
      "items.2": undefined,
    }),
    isFalse(cancel),
    read({ status: 70 }),
    act(1, "sign", { status: 409 }),
    outbox({ "items.2": undefined }),
  ],
  [
    "T121 DELETE below DeleteOrder deletes: the order is gone, and no webhook is called",
    create(webhooks),
    forget,
    remove,
    missing(read({})),
    missing(remove),
    missing(cancel),
    missing(sendReminders),
    mails("asa@x.example", "bo@x.example"),
    list({}, []),
  ],
  [
    "T122 G12: an order that is still open is not deleted: false",
    choose("G12", "no"),
    create(),
    isFalse(remove),
    read({ status: 1 }),
    cancel,
    remove,
    missing(read({})),
  ],
  [
    "T122 cancelling a completed order returns false and changes nothing",
    create({ signatories: [asa] }),
    act(0, "sign"),
    isFalse(cancel),
    read({ status: 10 }),
  ],
  [
    "N50: nobody is notified of an order that is cancelled or deleted",
    choose("N50", "no"),
    create(),
    forget,
    cancel,
    create(),
    forget,
    remove,
    mails(),
  ],
  [
    "T130 sends the signed documents to every signatory if the order says so",
    create({ distributeSignedDocumentToAllSignatories: true }),
    act(0, "sign"),
    forget,
    act(1, "sign"),
    mails("asa@x.example", "bo@x.example"),
    outbox({ "items.0.payload.kind": "signed", "items.0.payload.files": ["lease.pdf"] }),
    create(),
    act(0, "sign"),
    forget,
    act(1, "sign"),
    mails(),
  ],
  [
    "T130 puts the signed documents into the archive folder, and refuses an unknown one",
    create({
      archiveFolderId: "7d3c9e5b-08a2-4f61-9c37-1b5e8a6f4001",
      signatories: [asa],
      signingOrderFiles: [{ name: "lease 17.pdf", fileContent: pdf() }],
    }),
    { do: "POST /archive/Archive/GetAllDocuments", body: { searchQuery: "lease 17" }, at: { "0": undefined } },
    act(0, "sign"),
    {
      do: "POST /archive/Archive/GetAllDocuments",
      body: { searchQuery: "lease 17" },
      at: { "0.type": 2, "0.folderPath": "Claims", "1": undefined },
      keep: { file: "0.id" },
    },
    { do: "GET /archive/Archive/$file", pdf: /Lease.*Signed by Åsa Berg/ },
    { do: `GET ${signing}/GetCertifiedPdf/$id`, pdf: /Lease/ },
    { do: "POST /archive/Archive/GetAllDocuments", body: { searchQuery: "lease 17" }, at: { "1": undefined } },
    refused({ archiveFolderId: "none" }, /archiveFolderId/),
  ],
  [
    "records the life cycle of an order in the audit",
    create(),
    act(0, "sign"),
    act(1, "sign"),
    {
      do: "POST /audit/api/Audit",
      body: { dateFrom: "2000-01-01", dateTo: "2100-01-01", source: 3 },
      has: /"logName":"SigningOrderCompleted".*"logName":"SigningOrderSigned".*"logName":"SigningOrderCreated"/,
    },
  ],
  [
    "T129 records the webhook of a completed order, which contains only its address",
    create({ ...webhooks, signatories: [asa] }),
    forget,
    act(0, "sign"),
    outbox({
      "items.0.channel": "webhook",
      "items.0.url": "https://hook.example/done",
      "items.0.orderId": "$id",
      "items.0.payload": undefined,
      "items.1": undefined,
    }),
  ],
]);

const files = (step: Partial<Step> = {}): Step => ({ do: `GET ${signing}/GetCertifiedPdf/$id`, ...step });
const fromProvider = (step: Partial<Step> = {}): Step => ({ do: `GET ${signing}/GetPdfFromProvider/$id`, ...step });
const proofs = (step: Partial<Step> = {}): Step => ({ do: `GET ${signing}/GetAllSignatureFiles/$id`, ...step });
const two = {
  signingOrderFiles: [
    { name: "a.pdf", fileContent: pdf("First page") },
    { name: "b.pdf", fileContent: pdf("Second page") },
  ],
};

tell("signing, files", [
  [
    "T126 signed files exist once the order is completed: 404 while it is created or in progress, rejected or cancelled",
    create(),
    files({ status: 404 }),
    act(0, "sign"),
    files({ status: 404, has: /not completed/ }),
    fromProvider({ status: 404 }),
    act(1, "sign"),
    files(),
    fromProvider(),
    create(),
    act(0, "reject"),
    files({ status: 404 }),
    create(),
    cancel,
    fromProvider({ status: 404 }),
  ],
  [
    "returns the pages that were sent, and who signed them, all files in one PDF",
    create(two),
    act(0, "sign"),
    act(1, "sign"),
    files({
      pdf: /First page.*SANDBOX: signed.*Signed by Åsa Berg.*Signed by Bo Ek.*Second page.*Signed by Åsa Berg/,
      keep: { whole: "" },
    }),
    files({ same: "whole" }),
    fromProvider({ same: "whole" }),
  ],
  [
    "G10: returns them as a list",
    choose("G10", "list"),
    create(two),
    act(0, "sign"),
    act(1, "sign"),
    files({ at: { "0.name": "a.pdf", "1.name": "b.pdf", "2": undefined }, has: /"fileContent":"JVBERi0/ }),
  ],
  [
    "attaches a document that cannot be opened to the page that says who signed",
    create({
      signatories: [asa],
      signingOrderFiles: [{ name: "odd.pdf", fileContent: Buffer.from("%PDF-1.4 nothing").toString("base64") }],
    }),
    act(0, "sign"),
    files({ pdf: /Signed: odd\.pdf.*cannot be opened/ }),
  ],
  [
    "N51: fetching from the provider takes the status to 20, or leaves it",
    create({ signatories: [asa] }),
    act(0, "sign"),
    files(),
    read({ status: 10 }),
    fromProvider(),
    read({ status: 20 }),
    files(),
    fromProvider(),
    choose("N51", "no"),
    create({ signatories: [asa] }),
    act(0, "sign"),
    fromProvider(),
    read({ status: 10 }),
  ],
  [
    "returns a proof of every signature on every document, and of one by its id",
    create(two),
    proofs({ status: 404 }),
    act(0, "sign"),
    { ...read({ "signatories.0.signatureIds.2": undefined }), keep: { proof: "signatories.0.signatureIds.1" } },
    { do: `GET ${signing}/GetSignatureFile/$id/$proof`, pdf: /Signed by Åsa Berg.*b\.pdf/, pdfNot: /a\.pdf/ },
    act(1, "sign"),
    proofs({ pdf: /Åsa Berg.*a\.pdf.*Åsa Berg.*b\.pdf.*Bo Ek.*a\.pdf.*Bo Ek.*b\.pdf/ }),
    { do: `GET ${signing}/GetSignatureFile/$id/none`, status: 404 },
    choose("G15", "no"),
    proofs({ status: 404 }),
    { do: `GET ${signing}/GetSignatureFile/$id/$proof`, status: 404 },
  ],
]);

const day = 24 * 60 * 60 * 1000;
/**
 * Sets the clock to noon of 5 May 2020; a token that was issued today is still valid then. The shift is computed when
 * the step runs.
 */
const backTo2020 = (): Step => ({
  do: "POST control:/clock",
  body: {
    get advanceMs() {
      return Date.parse("2020-05-05T12:00:00Z") - Date.now();
    },
  },
});

tell("signing, lists", [
  [
    "T127 lists the five that changed last, only at the root of the API",
    ...["a", "b", "c", "d", "e", "f"].map((packageName) =>
      create({ packageName }, packageName === "b" ? { keep: { id: "data.id" } } : { keep: {} }),
    ),
    act(0, "sign"),
    {
      do: "GET /signing/Activities",
      at: { "0.packageName": "b", "1.packageName": "f", "4.packageName": "c", "5": undefined },
    },
    { do: `GET ${signing}/Activities`, status: 404 },
  ],
  [
    "finds by status and date, newest first, and sorts as requested",
    backTo2020(),
    create({ packageName: "b" }),
    { do: "POST control:/clock", body: { advanceMs: 3 * day } },
    create({ packageName: "a" }),
    cancel,
    create({ packageName: "c" }),
    list({}, ["c", "a", "b"]),
    { ...list({}, ["c", "a", "b"]), body: undefined },
    list({ fileStatus: [70] }, ["a"]),
    list({ fileStatus: [1, 70] }, ["c", "a", "b"]),
    list({ fileStatus: [42] }, []),
    list({ fileStatus: [] }, ["c", "a", "b"]),
    list({ sortBy: "packageName", sortDesc: false }, ["a", "b", "c"]),
    list({ sortBy: "status" }, ["a", "c", "b"]),
    list({ sortDesc: false }, ["b", "a", "c"]),
    list({ sortBy: "unheardOf" }, ["c", "a", "b"]),
    list({ fromDate: "2020-05-05T12:01:00" }, ["c", "a"]),
    list({ toDate: "2020-05-05" }, ["b"]),
    list({ toDate: "2020-05-05T11:59:00Z" }, []),
    list({ fromDate: "2020-05-05", toDate: "2020-05-08T14:01:00+02:00" }, ["c", "a", "b"]),
    ...[
      { fromDate: "yesterday" },
      { fromDate: 7 },
      { fileStatus: "1" },
      { fileStatus: ["1"] },
      { sortDesc: "yes" },
    ].map((body) => ({ do: `POST ${signing}/GetListOfOrders`, body, status: 400 })),
  ],
  [
    "N19: returns only the most recent ones",
    choose("N19", "5"),
    ...["a", "b", "c", "d", "e", "f"].map((packageName) => create({ packageName })),
    list({ sortBy: "packageName", sortDesc: false }, ["b", "c", "d", "e", "f"]),
  ],
  [
    "shows another company none of it: 404, and empty lists",
    create({ signatories: [asa] }),
    act(0, "sign"),
    ...[
      `GET ${signing}/$id`,
      `GET ${signing}/GetCertifiedPdf/$id`,
      `GET ${signing}/GetAllSignatureFiles/$id`,
      `GET ${signing}/SendReminders/$id`,
      `DELETE ${signing}/$id`,
      `DELETE ${signing}/DeleteOrder/$id`,
    ].map((line): Step => ({ do: line, as: "other", status: 404 })),
    { do: `POST ${signing}/GetListOfOrders`, as: "other", body: {}, has: /^\[\]$/ },
    { do: "GET /signing/Activities", as: "other", has: /^\[\]$/ },
    read({ status: 10 }),
  ],
  [
    "checks tokens as every service does: 401 without, 403 without company",
    { do: `GET ${signing}/x`, as: "none", status: 401 },
    { do: `GET ${signing}/x`, as: "nobody", status: 403 },
    { do: "GET /signing/Elsewhere", status: 404 },
  ],
]);
