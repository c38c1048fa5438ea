/** Digital signing's fields as document 2 lists them, each tried on the client's schema and on the running sandbox. */
import assert from "node:assert/strict";
import { operationOf, orderStatusWords, signStatusWords } from "../../../api/index.ts";
import { onePagePdf } from "../../../sandbox/demo/onePagePdf.ts";
import { at, connect } from "../../sandbox/visit.ts";
import { answerFields, callAs, each, rawAnswer, requestFields } from "./documentedFields.ts";
import { startContract } from "./service.ts";
import type { Contract } from "./service.ts";

let contract: Contract;
let orderId: string;
const service = () => contract;
const asa = { emailAddress: "asa@x.example", firstName: "Åsa", lastName: "Berg", signUrl: "" };
const pdf = Buffer.from(onePagePdf(["Lease"])).toString("base64");
const file = { name: "lease.pdf", fileContent: pdf };
const order = {
  packageName: "Lease 17",
  language: "sv",
  emailNotificationSubject: "To sign",
  emailNotificationMessage: "Please sign.",
  signingNotificationTitle: "Lease",
  signingNotificationMessage: "The lease.",
  signatories: [asa],
  signingOrderFiles: [file],
};
const create = (more: object = {}) => rawAnswer(contract, "signing.orders.create", { body: { ...order, ...more } });
const read = async (created: unknown) =>
  rawAnswer(contract, "signing.orders.get", { path: { id: String(at(created, "data.id")) } });
const folder = () => contract.ready.demo.archiveFolderId;

before(async () => {
  contract = await startContract();
  orderId = String(at(await create({ signNowViaUrl: true }), "data.id"));
});
after(() => contract.close());

describe("documented fields: digital signing", () => {
  const names = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...asa, emailAddress: `s${index}@x.example` }));
  const files = (count: number) => Array.from({ length: count }, () => file);
  requestFields(service, { operation: "signing.orders.create", request: () => ({ body: order }) }, [
    { field: "packageName", is: "required" },
    {
      field: "language",
      is: "required",
      takes: each(..."cs da de el en es et fi fr hu is it lt lv nb nl pl pt sv".split(" ")),
      refuses: each("no", "SV", "sv-SE"),
    },
    {
      field: "emailNotificationSubject",
      is: "required",
      takes: { "256 characters": "x".repeat(256) },
      refuses: { "257 characters": "x".repeat(257) },
    },
    {
      field: "emailNotificationMessage",
      is: "required",
      takes: { "8000 characters": "x".repeat(8000) },
      refuses: { "8001 characters": "x".repeat(8001) },
    },
    {
      field: "signingNotificationTitle",
      is: "required",
      takes: { "256 characters": "x".repeat(256) },
      refuses: { "257 characters": "x".repeat(257) },
    },
    {
      field: "signingNotificationMessage",
      is: "required",
      takes: { "8000 characters": "x".repeat(8000) },
      refuses: { "8001 characters": "x".repeat(8001) },
    },
    {
      field: "signatories",
      is: "required",
      takes: { "one signatory": names(1), "twelve signatories": names(12) },
      refuses: { "no signatory": [] },
    },
    {
      field: "signingOrderFiles",
      is: "required",
      takes: { "1 file": files(1), "10 files": files(10) },
      refuses: { "0 files": [], "11 files": files(11) },
    },
    { field: "signingOrderFiles.0.name", is: "required" },
    {
      field: "signingOrderFiles.0.fileContent",
      is: "required",
      refuses: {
        "invalid base64": "JVBERi0",
        "a file that is not a PDF": Buffer.from("a text that is long enough to be looked at").toString("base64"),
      },
    },
    { field: "useSignatureOrder", is: "optional", takes: each(true, false), refuses: each("yes") },
    { field: "signNowViaUrl", is: "optional", takes: each(true, false), refuses: each("yes") },
    { field: "completedWebhookUrl", is: "optional", takes: each("https://hook.example/done") },
    { field: "cancelledWebhookUrl", is: "optional", takes: each("https://hook.example/cancelled") },
    {
      field: "distributeSignedDocumentToAllSignatories",
      is: "optional",
      takes: each(true, false),
      refuses: each("yes"),
    },
    { field: "archiveFolderId", is: "optional", takes: each("7d3c9e5b-08a2-4f61-9c37-1b5e8a6f4001") },
    {
      field: "signatories.0.id",
      is: "optional",
      takes: { "64 characters": "a".repeat(64), "letters, digits, - and _": "aZ09-_" },
      refuses: { "65 characters": "a".repeat(65), "other characters": "a.b" },
    },
    { field: "signatories.0.emailAddress", is: "required" },
    { field: "signatories.0.firstName", takes: each("Åsa") },
    { field: "signatories.0.lastName", takes: each("Berg") },
    { field: "signatories.0.personalNumber", is: "optional", takes: each("19800101-1234") },
    { field: "signatories.0.signViaUrl", is: "optional", takes: each(true, false), refuses: each("yes") },
    {
      field: "signatories.0.signingSequence",
      is: "optional",
      takes: each("Initial", "DependsOnInitial", "NoOrder"),
      refuses: each(0, 1, 2, "initial"),
    },
    { field: "signatories.0.signUrl", is: "required", takes: each("") },
  ]);

  for (const [number, name] of ["Initial", "DependsOnInitial", "NoOrder"].entries()) {
    it(`signingSequence ${name} comes back as ${number}`, async () =>
      assert.equal(
        at(
          await read(await create({ signatories: [{ ...asa, signingSequence: name }] })),
          "signatories.0.signingSequence",
        ),
        number,
      ));
  }

  it("a signatory keeps the id that the request gave", async () =>
    assert.equal(
      at(await read(await create({ signatories: [{ ...asa, id: "tenant-1" }] })), "signatories.0.id"),
      "tenant-1",
    ));

  answerFields(
    { operation: "signing.initialData", answer: () => rawAnswer(contract, "signing.initialData", {}) },
    {
      isCreateNewOrderAvailable: "true or false",
      orderAvailabilityMessage: "text, empty too",
      emailSigningSubject: "text",
      emailSigningMessage: "text",
      providerSigningSubject: "text",
      providerSigningMessage: "text",
      providerType: "anything",
      archiveType: "anything",
      availableFolders: "anything",
      languages: "anything",
    },
  );

  it("accepts a folder from the initial data as archiveFolderId", async () => {
    const listed = at(await rawAnswer(contract, "signing.initialData", {}), "availableFolders") as readonly {
      readonly id: string;
    }[];
    assert.ok(listed.some(({ id }) => id === folder()));
    for (const { id } of listed) assert.equal(at(await create({ archiveFolderId: id }), "type"), 0);
  });

  answerFields(
    { operation: "signing.orders.create", answer: () => create(), isLoose: true },
    { data: "object", "data.id": "text", type: "number", message: "anything" },
  );
  answerFields(
    {
      operation: "signing.orders.get",
      answer: () => rawAnswer(contract, "signing.orders.get", { path: { id: orderId } }),
    },
    {
      id: "text",
      files: "list",
      "files.0.name": "text",
      signatories: "list",
      status: "number",
      "signatories.0.emailAddress": "text",
      "signatories.0.firstName": "text",
      "signatories.0.lastName": "text",
      "signatories.0.signStatus": "number",
      "signatories.0.signUrl": "text",
    },
  );

  requestFields(service, { operation: "signing.orders.list", request: () => ({ body: {} }) }, [
    { field: "fromDate", is: "optional", takes: each("2026-01-01") },
    { field: "toDate", is: "optional", takes: each("2026-12-31") },
    { field: "fileStatus", is: "optional", takes: each([1, 5, 10, 20, 50, 70, 99]), refuses: each("1", ["Created"]) },
    { field: "sortBy", is: "optional", takes: each("packageName") },
    { field: "sortDesc", is: "optional", takes: each(true, false), refuses: each("yes") },
  ]);

  for (const id of ["signing.sendReminders", "signing.orders.cancel", "signing.orders.delete"] as const) {
    it(`${id} answers a bare true or false, and the client reads both`, async () => {
      const { method, path, schema } = operationOf(id);
      const target = String(at(await create(), "data.id"));
      const url = (order: string) => contract.ready.signingApiUrl + path.replace("{orderId}", order);
      assert.equal((await callAs(contract, "standard", { method, url: url(target) })).text, "true");
      assert.deepEqual(
        [true, false].map((said) => schema?.parse(said)),
        [true, false],
      );
      const over = String(at(await create({}), "data.id"));
      await contract.control("POST", `/signing/${over}/act`, { signatory: 0, action: "sign" });
      const again = await callAs(contract, "standard", { method, url: url(over) });
      assert.equal(again.text, id === "signing.orders.delete" ? "true" : "false");
    });
  }

  const idOf = (created: unknown) => String(at(created, "data.id"));
  const act = (order: unknown, action: "sign" | "reject" | "expire" | "forward") =>
    contract.control("POST", `/signing/${idOf(order)}/act`, { signatory: 0, action });
  const open = async (order: unknown) =>
    connect(contract.ready).send("GET", String(at(await read(order), "signatories.0.signUrl")), {});
  const cancel = (order: unknown) =>
    callAs(contract, "standard", {
      method: "DELETE",
      url: `${contract.ready.signingApiUrl}/DigitalSigningOrders/${idOf(order)}`,
    });
  const fetchFromProvider = (order: unknown) =>
    callAs(contract, "standard", {
      method: "GET",
      url: `${contract.ready.signingApiUrl}/DigitalSigningOrders/GetPdfFromProvider/${idOf(order)}`,
    });

  /** Brings an order to one status of the table below. */
  type Way = (order: unknown) => Promise<unknown>;
  const orderStatuses: readonly (readonly [number: number, name: string, words: string, way: Way])[] = [
    [1, "Created", "created", async () => {}],
    [5, "InProgress", "in progress", open],
    [10, "Completed", "completed", (made) => act(made, "sign")],
    [
      20,
      "DownloadedFromSigningProvider",
      "downloaded from the signing provider",
      async (made) => {
        await act(made, "sign");
        await fetchFromProvider(made);
      },
    ],
    [50, "Rejected", "rejected", (made) => act(made, "reject")],
    [70, "Canceled", "canceled", cancel],
    [99, "Error", "error", (made) => contract.control("POST", `/signing/${idOf(made)}/status`, { status: 99 })],
  ];
  for (const [number, name, words, way] of orderStatuses) {
    it(`order status ${number} is ${name}`, async () => {
      assert.equal(orderStatusWords(number), words);
      const made = await create({ signNowViaUrl: true });
      await way(made);
      assert.equal(at(await read(made), "status"), number);
    });
  }

  const waits = {
    useSignatureOrder: true,
    signatories: [
      { ...asa, signingSequence: "DependsOnInitial" },
      { ...asa, signingSequence: "Initial" },
    ],
  };
  const signStatuses: readonly (readonly [number: number, name: string, words: string, way: Way, more?: object])[] = [
    [0, "not set", "not set", async () => {}, waits],
    [1, "created", "created", async () => {}],
    [2, "started", "started", open],
    [3, "completed", "completed", (made) => act(made, "sign")],
    [4, "rejected", "rejected", (made) => act(made, "reject")],
    [5, "expired", "expired", (made) => act(made, "expire")],
    [6, "forwarded", "forwarded", (made) => act(made, "forward")],
    [7, "canceled", "canceled", cancel],
  ];
  for (const [number, name, words, way, more] of signStatuses) {
    it(`sign status ${number} is ${name}`, async () => {
      assert.equal(signStatusWords(number), words);
      const made = await create({ signNowViaUrl: true, ...more });
      await way(made);
      assert.equal(at(await read(made), "signatories.0.signStatus"), number);
    });
  }
});
