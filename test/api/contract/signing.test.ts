/**
 * Digital signing through the whole client: an order's life cycle, under every choice of the sandbox, and with lost
 * responses.
 */
import assert from "node:assert/strict";
import {
  buildOrder,
  explain,
  filesOf,
  findOrder,
  hasSignedFiles,
  isApiError,
  newOrderToken,
  orderAvailability,
  orderStatusWords,
  reachOf,
  readOutcome,
  receiversOf,
  signedFilesOf,
  signStatusWords,
  waitingPeople,
} from "../../../api/index.ts";
import type { Api, OrderFacts } from "../../../api/index.ts";
import { onePagePdf } from "../../../sandbox/demo/onePagePdf.ts";
import { signingChoices } from "../../../sandbox/signing/choices.ts";
import { startContract } from "./service.ts";
import type { Contract } from "./service.ts";

let service: Contract;
let api: Api;

before(async () => {
  service = await startContract();
  api = service.as("standard");
});
beforeEach(() => service.control("POST", "/reset", { seed: "demo" }));
after(() => service.close());

const facts = (more: Partial<OrderFacts> = {}): OrderFacts => ({
  packageName: "Lease 17",
  language: "sv",
  emailNotificationSubject: "To sign",
  emailNotificationMessage: "Please sign.",
  signingNotificationTitle: "Lease",
  signingNotificationMessage: "The lease.",
  signatories: [
    { emailAddress: "asa@x.example", firstName: "Åsa", lastName: "Berg" },
    { emailAddress: "bo@x.example", firstName: "Bo", lastName: "Ek" },
  ],
  files: [
    { name: "a.pdf", bytes: onePagePdf(["First"]) },
    { name: "b.pdf", bytes: onePagePdf(["Second"]) },
  ],
  ...more,
});

function send(made: ReturnType<typeof buildOrder>) {
  const receivers = receiversOf("signing.orders.create", made);
  return api.call("signing.orders.create", made, {
    ticket: service.ticket(api, { operation: "signing.orders.create", receivers, ...made }),
  });
}

/** Resolves with the id of a new order. */
async function create(more: Partial<OrderFacts> = {}): Promise<string> {
  const outcome = readOutcome(await send(buildOrder(facts(more), { token: newOrderToken() })));
  assert.ok(outcome.kind === "created");
  return outcome.id;
}

const act = (id: string, signatory: number, action = "sign") =>
  service.control("POST", `/signing/${id}/act`, { signatory, action });
const read = (id: string) => api.call("signing.orders.get", { path: { id } });
const outbox = async () =>
  (
    (await service.control("GET", "/outbox")) as {
      items: readonly { channel: string; to: string; payload?: { kind: string } }[];
    }
  ).items;

function harm(operation: "signing.sendReminders" | "signing.orders.cancel" | "signing.orders.delete", id: string) {
  const request = { path: { orderId: id } };
  return api.call(operation, request, {
    ticket: service.ticket(api, { operation, receivers: receiversOf(operation, {}), ...request }),
  });
}

/** Takes one order from its creation to its end, with every call on the way. */
async function wholeLife() {
  const availability = orderAvailability(await api.call("signing.initialData", {}));
  await api.call("signing.initialDataInLanguage", { path: { langCode: "de" } });
  const id = await create({ useSignatureOrder: true });
  const path = { orderId: id };
  await act(id, 0);
  const inProgress = await read(id);
  assert.equal(await harm("signing.sendReminders", id), true);
  const listed = await api.call("signing.orders.list", { body: {} });
  const active = await api.call("signing.activities", {});
  await act(id, 1);
  const completed = await read(id);
  const signed = signedFilesOf(await api.call("signing.certifiedPdf", { path }));
  const fromProvider = signedFilesOf(await api.call("signing.pdfFromProvider", { path }));
  assert.deepEqual(signed, fromProvider);
  assert.ok(signed?.every(({ bytes }) => Buffer.from(bytes.subarray(0, 5)).toString() === "%PDF-"));
  assert.equal(await harm("signing.orders.cancel", id), false);
  assert.equal(await harm("signing.orders.delete", id), true);
  await assert.rejects(read(id), { code: "not-found" });
  return {
    availability: availability.answer,
    files: filesOf(inProgress).map(({ name }) => name),
    waiting: waitingPeople(inProgress),
    people: completed.signatories?.map(({ signStatus }) => signStatusWords(signStatus)),
    listed: listed.map((each) => each.id === id),
    active: active.map((each) => each.id === id),
    status: [inProgress.status, completed.status].map(orderStatusWords),
    signedFiles: hasSignedFiles(completed),
  };
}

const asEver = {
  availability: "yes",
  files: ["a.pdf", "b.pdf"],
  waiting: ["Bo Ek <bo@x.example>"],
  people: ["completed", "completed"],
  listed: [true],
  active: [true],
  status: ["in progress", "completed"],
  signedFiles: "yes",
};

describe("digital signing", () => {
  it("an order from its creation to its end", async () => {
    assert.deepEqual(await wholeLife(), asEver);
  });

  const differs: Record<string, Partial<typeof asEver>> = {
    "N16 minimal": { status: ["unknown", "unknown"], signedFiles: "unknown" },
    // A reminder sets the order back to its first status, but the last signature still completes it.
    "N17 jumps": { status: ["created", "completed"] },
    "T125 42": { status: ["42", "completed"] },
  };
  // These choices prevent the creation of orders. Other tests below cover them.
  const stops = new Set(["G1 no further order", "G1 no orders now", "G1 nothing", "G2 no", "G4 no"]);
  for (const [id, choice] of Object.entries(signingChoices)) {
    if (!("switchable" in choice)) continue;
    for (const alternative of choice.switchable.filter(
      (each) => each !== choice.choice && !stops.has(`${id} ${each}`),
    )) {
      it(`${id}: an order from its creation to its end with ${alternative}`, async () => {
        await service.choose(id, alternative);
        assert.deepEqual(await wholeLife(), { ...asEver, ...differs[`${id} ${alternative}`] });
      });
    }
  }

  for (const [id, alternative] of [
    ["S15", "PascalCase"],
    ["N38", "local"],
    ["N58", "UTF-8 with BOM"],
  ] as const) {
    it(`T168 an order from its creation to its end with ${id} ${alternative}`, async () => {
      await service.choose(id, alternative);
      assert.deepEqual(await wholeLife(), asEver);
      await service.choose("G7", "in data");
      await service.choose("G8", "order and id");
      assert.deepEqual(await wholeLife(), asEver);
    });
  }

  it("proofs of signatures, all and one by one, in any container", async () => {
    for (const alternative of ["pdf", "list"]) {
      await service.choose("G10", alternative);
      const id = await create();
      await act(id, 0);
      const { signatories } = await read(id);
      const [signatureId] = signatories?.[0]?.["signatureIds"] as readonly string[];
      assert.equal(
        signedFilesOf(
          await api.call("signing.signatureFile", { path: { orderId: id, signatureId: signatureId ?? "" } }),
        )?.length,
        1,
      );
      assert.equal(
        signedFilesOf(await api.call("signing.allSignatureFiles", { path: { orderId: id } }))?.length,
        alternative === "list" ? 2 : 1,
      );
    }
  });

  it("T116 T119 tells an order that was not made from one whose outcome is unknown", async () => {
    const kinds: string[] = [];
    for (const [id, alternative] of [
      ["G1", "no further order"],
      ["G1", "no orders now"],
      ["G2", "no"],
      ["G4", "no"],
    ] as const) {
      await service.control("POST", "/reset", { seed: "demo" });
      await service.choose(id, alternative);
      kinds.push(readOutcome(await send(buildOrder(facts(), { token: "t" }))).kind);
    }
    await service.control("POST", "/reset", { seed: "demo" });
    kinds.push(
      readOutcome(
        await send(
          buildOrder(
            facts({
              signatories: [
                { emailAddress: "a@x.example", firstName: "A", lastName: "B", personalNumber: "000000-0000" },
              ],
            }),
            { token: "t" },
          ),
        ),
      ).kind,
    );
    assert.deepEqual(kinds, ["not-created", "not-created", "unknown", "unknown", "not-created"]);
    assert.deepEqual(await outbox(), []);
    await service.choose("G1", "nothing");
    await assert.rejects(
      api.call("signing.activities", {}),
      (error) => isApiError(error) && error.code === "forbidden" && /licence/.test(explain(error)),
    );
  });

  for (const [id, alternative] of [
    ["N16", "full"],
    ["N16", "minimal"],
    ["N19", "5"],
    ["G7", "in data"],
  ] as const) {
    it(`T118 an order whose answer is lost is found by its token with ${id} ${alternative}, and made only once`, async () => {
      await service.choose(id, alternative);
      await service.control("POST", "/faults", { operation: "signing.orders.create", kind: "reset-after", times: 1 });
      const token = newOrderToken();
      const sentAt = new Date();
      await assert.rejects(send(buildOrder(facts(), { token })), { outcome: "unknown" });
      const found = await findOrder(api.call, { token, sentAt });
      assert.equal(found.kind === "found" && found.orders.length, 1);
      assert.equal((await api.call("signing.orders.list", { body: {} })).length, 1);
      assert.equal((await findOrder(api.call, { token: newOrderToken(), sentAt })).kind, "not-shown");
    });
  }

  it("T118 a request that was lost before it took effect made no order, and the search proves nothing either", async () => {
    await service.control("POST", "/faults", { operation: "signing.orders.create", kind: "reset-before", times: 1 });
    await assert.rejects(send(buildOrder(facts(), { token: "lost" })), { outcome: "unknown" });
    assert.deepEqual(await findOrder(api.call, { token: "lost", sentAt: new Date() }), {
      kind: "not-shown",
      listed: 0,
    });
    assert.deepEqual(await outbox(), []);
  });

  it("T117 T120 T121 reaches and destroys nothing without a ticket for exactly that call", async () => {
    const made = buildOrder(facts(), { token: "t" });
    const id = await create();
    await service.control("DELETE", "/outbox");
    const [path, other] = [{ orderId: id }, { orderId: "other" }];
    const ticket = (
      operation: "signing.sendReminders" | "signing.orders.cancel" | "signing.orders.delete",
      where = path,
    ) => service.ticket(api, { operation, receivers: receiversOf(operation, {}), path: where });
    const refused = { code: "ticket-refused", outcome: "none" };
    await assert.rejects(
      api.call("signing.orders.create", made, {
        ticket: service.ticket(api, { operation: "signing.orders.create", ...made }),
      }),
      refused,
    );
    await assert.rejects(
      api.call("signing.sendReminders", { path }, { ticket: ticket("signing.sendReminders", other) }),
      refused,
    );
    await assert.rejects(
      api.call("signing.orders.cancel", { path }, { ticket: ticket("signing.orders.delete") }),
      refused,
    );
    await assert.rejects(
      api.call("signing.orders.delete", { path }, { ticket: ticket("signing.orders.cancel") }),
      refused,
    );
    assert.deepEqual(await outbox(), []);
    assert.equal((await read(id)).status, 1);
  });

  it("T120 a reminder whose answer is lost is sent once", async () => {
    const id = await create();
    await service.control("DELETE", "/outbox");
    await service.control("POST", "/faults", { operation: "signing.sendReminders", kind: "reset-after", times: 1 });
    await assert.rejects(harm("signing.sendReminders", id), { outcome: "unknown" });
    assert.deepEqual(
      (await outbox()).map(({ to }) => to),
      ["asa@x.example", "bo@x.example"],
    );
  });

  it("T126 explains why an order that is not completed has no signed files", async () => {
    const id = await create();
    await assert.rejects(
      api.call("signing.certifiedPdf", { path: { orderId: id } }),
      (error) => isApiError(error) && error.code === "not-found" && /not completed/.test(explain(error)),
    );
  });

  it("T130 announces exactly what happens: everyone gets the signed documents, and so does the archive", async () => {
    const made = buildOrder(
      facts({
        distributeSignedDocumentToAllSignatories: true,
        archiveFolderId: service.ready.demo.archiveFolderId,
        completedWebhookUrl: "https://hook.example/done",
      }),
      { token: "t" },
    );
    const told = reachOf(made.body).join("\n");
    const outcome = readOutcome(await send(made));
    assert.ok(outcome.kind === "created");
    await act(outcome.id, 0);
    await act(outcome.id, 1);
    const items = await outbox();
    assert.deepEqual(
      items.map(({ channel, payload }) => payload?.kind ?? channel),
      ["request", "request", "signed", "signed", "webhook"],
    );
    for (const { to } of items) assert.ok(told.includes(to), to);
    const archived = await api.call("archive.search", { environment: "Development", body: { searchQuery: "b.pdf" } });
    assert.deepEqual(
      archived.map(({ type, folderId }) => [type, folderId]),
      [[2, service.ready.demo.archiveFolderId]],
    );
    assert.ok(told.includes(service.ready.demo.archiveFolderId));
  });

  it("another company's orders are not shown", async () => {
    const id = await create();
    const other = service.as("other");
    await assert.rejects(other.call("signing.orders.get", { path: { id } }), { code: "not-found" });
    assert.deepEqual(await other.call("signing.orders.list", { body: {} }), []);
  });

  it("no operation was left out", () => {
    assert.deepEqual(service.uncalled("signing"), []);
  });
});
