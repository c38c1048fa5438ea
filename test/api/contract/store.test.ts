/**
 * Document store, distribution and viewer archive of document 3: the whole client against the sandbox, under every
 * switchable choice.
 */
import assert from "node:assert/strict";
import {
  changedSentence,
  dataAsBase64,
  deletedSentence,
  distribute,
  distributionSentence,
  isApiError,
  planStoreUpdate,
  plannedSentence,
  readStoreRows,
  searchStore,
  storeColumns,
  storeSearch,
} from "../../../api/index.ts";
import type {
  Api,
  Distribution,
  DistributionEntry,
  DistributionRequest,
  OperationId,
  StoreFilter,
} from "../../../api/index.ts";
import { distributionChoices } from "../../../sandbox/distribution/choices.ts";
import { storeChoices } from "../../../sandbox/store/choices.ts";
import { viewerChoices } from "../../../sandbox/viewer/choices.ts";
import { startContract } from "./service.ts";
import type { Contract } from "./service.ts";

let contract: Contract;
let api: Api;
before(async () => {
  contract = await startContract();
  api = contract.as("standard");
});
beforeEach(() => contract.control("POST", "/reset", { seed: "demo" }));
after(() => contract.close());

const environment = "Test";
const call: Api["call"] = (...args) => api.call(...args);
const xml = dataAsBase64({
  xml: '<?xml version="1.0" encoding="utf-8"?><Data><Claim Number="S-99" Amount="1500"/><Customer Name="Åsa 😀"/></Data>',
});
const json = dataAsBase64({ json: { Claim: { Number: "S-99", Amount: 1500 }, Customer: { Name: "Åsa 😀" } } });
const document = { MetaFile: "ClaimLetters", Document: "Decision", UserName: "eva" };
const ofXml = { environment, body: { ...document, DataAsBase64: xml } } as const;
const ofJson = { environment, body: { ...document, DataAsBase64: json } } as const;
const isPdf = (file: { readonly bytes: Uint8Array }) => Buffer.from(file.bytes.subarray(0, 5)).toString() === "%PDF-";
const receivers = ["everyone whom the logic of MetaFile ClaimLetters chooses for document Decision"];
const ticket = (
  operation: OperationId,
  request: { readonly path?: Readonly<Record<string, string>>; readonly body?: unknown },
  to: readonly string[] = [],
) => ({ ticket: contract.ticket(api, { operation, environment, ...request, receivers: to }) });
const idsOf = ({ JobId, DocId }: { readonly JobId: string | number; readonly DocId: string | number }) => ({
  jobid: String(JobId),
  docid: String(DocId),
});
const isNumber = (value: string): StoreFilter => ({ column: "ClaimNumber", comparer: "EQ", value });
/** Resolves with the numbers of the claims that a search finds, in order. */
const claims = async (filters: readonly StoreFilter[], more: object = {}) =>
  (
    await searchStore(call, { environment, filters, sorters: [{ column: "ClaimNumber", order: "ASC" }], ...more })
  ).rows.map(({ columns }) => columns.get("Claim number"));

async function everyStored(): Promise<void> {
  const stored = await api.call("store.create", ofXml);
  assert.ok(stored && (await api.call("store.createJson", ofJson)));
  const B64Dxml = Buffer.from(
    '<Dxml MetaFile="ClaimLetters" Document="Decision"><Values><Value Name="Claim.Number">S-98</Value></Values></Dxml>',
  ).toString("base64");
  assert.ok(
    await api.call("store.createDxml", {
      environment,
      body: { MetaFile: "ClaimLetters", Document: "Decision", B64Dxml },
    }),
  );
  assert.ok(
    storeColumns(
      await api.call("store.folder", { environment, path: { folderName: contract.ready.demo.storeFolder } }),
    ).some(({ name }) => name === contract.ready.demo.storeColumn),
  );

  assert.deepEqual(await claims([isNumber("S-99")]), ["S-99", "S-99"]);
  assert.deepEqual(await claims([isNumber("S-99")], { flat: true, resultColumns: ["Claim number"] }), ["S-99", "S-99"]);
  assert.deepEqual(await claims([isNumber("S-98"), isNumber("S-81")], { join: "OR" }), ["S-81", "S-98"]);
  assert.deepEqual(
    await claims([
      { column: "Amount", comparer: "GTE", value: 900 },
      { column: "Amount", comparer: "LT", value: 1501 },
      { column: "Customer", comparer: "NE", value: "Eva Lind" },
    ]),
    ["S-99", "S-99"],
  );
  assert.deepEqual(await claims([isNumber("none")]), []);
  const [row] = (await searchStore(call, { environment, filters: [isNumber("S-99")] })).rows;
  assert.deepEqual({ jobid: row?.jobId, docid: row?.docId }, idsOf(stored));

  const path = idsOf(stored);
  for (const id of ["store.pdf", "store.pdfSimplex", "store.mfdx", "store.mfdxSimplex"] as const)
    assert.ok(isPdf(await api.call(id, { environment, path })), id);
  assert.match(Buffer.from((await api.call("store.html", { environment, path })).bytes).toString(), /Åsa 😀/);

  assert.equal(
    await api.call("store.update", {
      environment,
      body: { JobId: stored.JobId, DocId: stored.DocId, UpdateColumns: { Decision: "closed" } },
    }),
    1,
  );
  assert.deepEqual(await claims([{ column: "Decision", comparer: "EQ", value: "closed" }]), ["S-99"]);
  const planned = await planStoreUpdate(
    call,
    { environment, filters: [isNumber("S-77"), isNumber("S-99")], join: "OR" },
    { Customer: "N. N." },
  );
  assert.deepEqual([planned.found, planned.atLeast], [4, false]);
  const changed = await api.call("store.updateMany", planned.request, ticket("store.updateMany", planned.request));
  assert.equal(changedSentence(changed, planned), "4 stored documents were changed.");
  assert.equal(await api.call("store.delete", { environment, path }, ticket("store.delete", { path })), 1);
  assert.deepEqual(await claims([isNumber("S-99")]), ["S-99"]);
  const again = await api
    .call("store.delete", { environment, path }, ticket("store.delete", { path }))
    .catch((error: unknown) => (isApiError(error) && error.code === "not-found" ? 0 : Promise.reject(error as Error)));
  assert.match(deletedSentence(again), /^Nothing was deleted/);
}

async function everyDistribution(): Promise<void> {
  for (const [id, request] of [
    ["distribution.send", ofXml],
    ["distribution.sendJson", ofJson],
  ] as const) {
    const sent = await api.call(id, request, ticket(id, request, receivers));
    assert.match(distributionSentence(sent), /accepted for distribution through print/);
  }
  for (const [data, { body }] of [
    ["xml", ofXml],
    ["json", ofJson],
  ] as const) {
    const { answer, kept } = await distributeWithJournal({ environment, data, body });
    assert.ok(answer?.CorrelationId);
    assert.deepEqual(kept, []);
    const path = { correlationId: answer.CorrelationId };
    await api.call(
      "distribution.setNotificationReady",
      { environment, path },
      ticket("distribution.setNotificationReady", { path }, ["everyone whom the distribution notifies"]),
    );
  }
}

const confirmed = ({ operation, request }: DistributionRequest) =>
  api.call(operation, request, ticket(operation, request, receivers));

/** Distributes with a journal, and returns the entries that remain in it. */
async function distributeWithJournal(
  distribution: Distribution,
  { entry, send = confirmed }: { readonly entry?: DistributionEntry; readonly send?: typeof confirmed } = {},
) {
  const kept: DistributionEntry[] = [];
  const journal = {
    keep: async (each: DistributionEntry) => void kept.push(each),
    clear: async (each: DistributionEntry) => void kept.splice(kept.indexOf(each), 1),
  };
  const answer = await distribute(send, distribution, {
    journal,
    minTimeout: 0,
    ...(entry === undefined ? {} : { entry }),
  }).catch((error: unknown) => error as Error);
  return answer instanceof Error ? { error: answer, answer: null, kept } : { error: undefined, answer, kept };
}

const letter = { schema: "Letters", userId: "karin" };

async function everyViewed(): Promise<void> {
  assert.deepEqual(await api.call("viewer.schemas", { environment }), [{ Name: "Letters" }, { Name: "Receipts" }]);
  const uploaded = (await api.call("viewer.upload", {
    environment,
    path: letter,
    body: { Title: "New", FileAsBase64: Buffer.from("new").toString("base64") },
  })) as { readonly id: string; readonly partitionKey: string };
  assert.equal(
    ((await api.call("viewer.search", { environment, path: letter, body: {} })) as readonly unknown[]).length,
    3,
  );
  assert.equal(
    Buffer.from(
      (await api.call("viewer.download", { environment, path: { ...letter, documentId: uploaded.id } })).bytes,
    ).toString(),
    "new",
  );
  const path = { ...letter, partitionKey: uploaded.partitionKey, id: uploaded.id };
  const patched = (await api.call("viewer.patch", {
    environment,
    path,
    body: [{ op: "replace", path: "/Title", value: "Newer" }],
  })) as { readonly Title: string };
  assert.equal(patched.Title, "Newer");
  await assert.rejects(
    api.call("viewer.patch", { environment, path, body: [{ op: "replace", path: "/userId", value: "eva" }] }),
    { code: "bad-request", outcome: "none" },
  );
}

describe("the sandbox keeps the table of store, distribution and viewer archive", () => {
  it("works with the default choices", async () => {
    await everyStored();
    await everyDistribution();
    await everyViewed();
  });

  for (const [id, row] of Object.entries({ ...storeChoices, ...distributionChoices, ...viewerChoices })) {
    for (const alternative of "switchable" in row ? row.switchable.filter((each) => each !== row.choice) : []) {
      it(`T152 T153 T154 T155 T168 works with ${id} "${alternative}"`, async () => {
        await contract.choose(id, alternative);
        await everyStored();
        await everyDistribution();
        if (id !== "D26" || alternative !== "not set up") return everyViewed();
        await assert.rejects(api.call("viewer.schemas", { environment }), { code: "not-found" });
      });
    }
  }

  it("N58 S15 works with a byte order mark, and with names in another letter case", async () => {
    for (const [id, alternative] of [
      ["N58", "UTF-8 with BOM"],
      ["S15", "PascalCase"],
    ] as const) {
      await contract.control("POST", "/reset", { seed: "demo" });
      await contract.choose(id, alternative);
      await everyStored();
      await everyDistribution();
    }
  });

  it("T143 T148 without a document the answer is null and nobody is reached; missing logic is a refusal that sent nothing", async () => {
    const { documentNotProduced, documentLogicMissing } = contract.ready.demo;
    for (const Document of [documentNotProduced, documentLogicMissing]) {
      const body = { ...ofXml.body, Document };
      const to = [`everyone whom the logic of MetaFile ClaimLetters chooses for document ${Document}`];
      const { answer, error, kept } = await distributeWithJournal(
        { environment, data: "xml", body },
        { send: ({ operation, request }) => api.call(operation, request, ticket(operation, request, to)) },
      );
      assert.deepEqual([answer, kept], [null, []]);
      assert.equal(isApiError(error), Document === documentLogicMissing);
      if (Document === documentNotProduced) assert.equal(await api.call("store.create", { environment, body }), null);
      else
        await assert.rejects(api.call("store.create", { environment, body }), {
          code: "not-acceptable",
          outcome: "none",
        });
    }
    assert.deepEqual(await contract.control("GET", "/outbox"), { items: [] });
  });

  it("T162 reports that HTML was not created although the document was stored (D7)", async () => {
    const [row] = (await searchStore(call, { environment, filters: [isNumber("S-90")] })).rows;
    const path = { jobid: row?.jobId ?? "", docid: row?.docId ?? "" };
    for (const [alternative, code] of [
      ["404", "not-found"],
      ["406", "not-acceptable"],
    ] as const) {
      await contract.choose("D7", alternative);
      await assert.rejects(api.call("store.html", { environment, path }), { code });
    }
  });

  it("T147 distributes once although every answer but the last is lost, and sending it again changes nothing", async () => {
    const distribution = { environment, data: "xml", body: ofXml.body } as const;
    await contract.control("POST", "/faults", { operation: "distribution.sendOnce", kind: "reset-after", times: 2 });
    assert.ok((await distributeWithJournal(distribution)).answer);
    await contract.control("POST", "/faults", { operation: "distribution.sendOnce", kind: "reset-after", times: 3 });
    const lost = await distributeWithJournal(distribution);
    assert.equal(isApiError(lost.error) ? lost.error.outcome : "", "unknown");
    const [entry] = lost.kept;
    assert.ok(entry);
    for (let time = 0; time < 50; time += 1) assert.ok((await distributeWithJournal(distribution, { entry })).answer);
    const { items } = (await contract.control("GET", "/outbox")) as { readonly items: readonly unknown[] };
    assert.equal(items.length, 2);
  });

  it("T149 a notification is not released without a ticket, nor for an unknown distribution", async () => {
    const path = { correlationId: "none" };
    // @ts-expect-error The call does not compile without a ticket either.
    await assert.rejects(api.call("distribution.setNotificationReady", { environment, path }), {
      code: "ticket-refused",
    });
    await assert.rejects(
      api.call(
        "distribution.setNotificationReady",
        { environment, path },
        ticket("distribution.setNotificationReady", { path }, ["everyone whom the distribution notifies"]),
      ),
      { code: "not-found", outcome: "none" },
    );
  });

  it("T152 looks before it changes documents, and reports that the store changed in between", async () => {
    const planned = await planStoreUpdate(call, { environment, filters: [isNumber("S-77")] }, { Decision: "closed" });
    assert.match(plannedSentence(planned), /^2 stored documents match now/);
    const path = { jobid: planned.sample[0]?.jobId ?? "", docid: planned.sample[0]?.docId ?? "" };
    await api.call("store.delete", { environment, path }, ticket("store.delete", { path }));
    const changed = await api.call("store.updateMany", planned.request, ticket("store.updateMany", planned.request));
    assert.match(
      changedSentence(changed, planned),
      /^1 stored document was changed\. The search before the change found 2\./,
    );
  });

  it("reads the results of a search with thousands of hits, and reports that there may be more", async () => {
    const { rows, atLeast } = await searchStore(call, {
      environment,
      filters: [{ column: "ClaimNumber", comparer: "LIKE", value: "S%" }],
      top: 4,
    });
    assert.deepEqual([rows.length, atLeast], [4, true]);
    assert.equal(
      readStoreRows(await api.call("store.search", storeSearch({ environment, filters: [] }))).rows.length,
      5,
    );
  });

  it("no operation was left out", () => {
    assert.deepEqual(
      contract.uncalled("documents").filter((id) => /^(store|distribution|viewer)\./.test(id)),
      [],
    );
  });
});
