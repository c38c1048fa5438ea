/**
 * The archive's life cycle through the whole client: under every choice of the sandbox, with lost responses, and in
 * separate environments.
 */
import assert from "node:assert/strict";
import {
  downloadVersions,
  explain,
  findMarked,
  idsForNewVersion,
  isApiError,
  markUpload,
  newMarker,
  planRollback,
  searchDocuments,
  storeMarked,
  storeVersion,
  uploadAsNew,
  uploadAsVersion,
  versionsOf,
  whatIsLeft,
  columnsOf,
  foldersOf,
  environments,
} from "../../../api/index.ts";
import type { Api, ListedDocument, Upload, Versions } from "../../../api/index.ts";
import { archiveChoices } from "../../../sandbox/archive/choices.ts";
import { choices } from "../../../sandbox/services.ts";
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

const environment = "Test";
const bytesOf = (text: string) => new TextEncoder().encode(text);
const upload = (text: string, more: Partial<Upload> = {}): Upload => ({
  environment,
  fileName: "contract.txt",
  bytes: bytesOf(text),
  ...more,
});
const folder = () => ({ folderId: service.ready.demo.archiveFolderId });
const listed = async (searchQuery = "contract.txt") =>
  (await searchDocuments(api.call, { environment, searchQuery })).documents;
const outbox = async () =>
  ((await service.control("GET", "/outbox")) as { items: readonly { channel: string }[] }).items;

/** Stores three versions of one document; returns the id of each version. */
async function storeThree() {
  const marker = newMarker("search5");
  const first = await api.call(
    "archive.upload",
    uploadAsNew(markUpload(upload("one", { search: { search1: "S-9" } }), marker), folder()),
  );
  let newest: { readonly storedDocumentId: string } = first;
  const ids = [first.storedDocumentId];
  for (const text of ["two", "three"]) {
    const again = newMarker("search5");
    const [earlier] = await listed();
    newest = await storeVersion(
      api.call,
      (id) => uploadAsVersion(upload(text, { search: { search5: again.text } }), id, earlier),
      {
        ids: idsForNewVersion({ ...newest, rootDocumentId: first.rootDocumentId }),
        marker: again,
      },
    );
    ids.push(newest.storedDocumentId);
  }
  return ids;
}

async function rollBack(versions: Versions, ids: { readonly from: string; readonly backTo: string }) {
  for (const names of ["newest", "first"] as const) {
    const plan = planRollback(versions, { ...ids, names });
    if ("problem" in plan) return plan;
    const request = { environment, ...plan.request } as const;
    try {
      await api.call("archive.rollback", request, {
        ticket: service.ticket(api, { operation: "archive.rollback", ...request }),
      });
      return plan;
    } catch (error) {
      // The request was refused, so nothing was removed. The next request names the document by its first version
      // instead, and needs a new ticket.
      if (!isApiError(error) || error.code !== "bad-request" || names === "first") throw error;
    }
  }
  return assert.fail();
}

const readable = async (id: string) =>
  Buffer.from((await api.call("archive.download", { environment, path: { fileId: id } })).bytes).toString();

/** Goes from the first upload to the delete, and compares each result on the way with what the archive holds. */
async function live(): Promise<void> {
  const ids = await storeThree();
  assert.deepEqual(await Promise.all(ids.map(readable)), ["one", "two", "three"]);
  const document = (await listed()).find(({ id }) => id === ids[2]);
  assert.ok(document);
  assert.deepEqual([document.version, document.search1, document.type], [3, "S-9", 0]);
  const versions = versionsOf(document);

  const copies = new Map<string, string>();
  const { failed } = await downloadVersions(api.call, versions.known, {
    environment,
    keep: async ({ id }, { bytes }) => {
      copies.set(id, Buffer.from(bytes).toString());
    },
  });
  assert.deepEqual(failed, []);
  assert.equal(copies.size + (versions.missing ?? 0), 3);

  const plan = await rollBack(versions, { from: ids[2] ?? "", backTo: ids[1] ?? "" });
  const all: Versions["known"] = ids.map((id, index) => ({ id, version: index + 1 }));
  if ("problem" in plan) assert.match(plan.problem, /does not list this version of the document/);
  else {
    assert.deepEqual([plan.removes.map(({ id }) => id), plan.removesOthers], [[ids[2]], false]);
    assert.ok(plan.removes.every(({ id }) => copies.has(id)));
    assert.deepEqual(
      (await whatIsLeft(api.call, all, { environment })).gone.map(({ id }) => id),
      [ids[2]],
    );
  }

  const path = { fileId: ids[1] ?? "" };
  await api.call(
    "archive.delete",
    { environment, path },
    { ticket: service.ticket(api, { operation: "archive.delete", environment, path }) },
  );
  const left = await whatIsLeft(api.call, all, { environment });
  const really = (
    await Promise.all(
      ids.map((id) =>
        readable(id).then(
          () => id,
          () => undefined,
        ),
      ),
    )
  ).filter((id) => id !== undefined);
  assert.deepEqual([left.there.map(({ id }) => id), left.unknown], [really, []]);
}

describe("the sandbox keeps the archive's table", () => {
  const across = ["N12", "N38", "N58", "S15"] as const;
  const dialects = [...(Object.keys(archiveChoices) as (keyof typeof archiveChoices)[]), ...across]
    .filter((id) => id !== "R18")
    .flatMap((id) => {
      const { choice, switchable = [] } = choices[id];
      return switchable
        .filter((alternative) => alternative !== choice)
        .map((alternative) => [id, alternative] as const);
    });

  it("T134 T135 T136 a document from its first version to its deletion", live);
  for (const [id, alternative] of dialects) {
    it(`T134 T135 T136 the same if ${id} is "${alternative}"`, async () => {
      await service.choose(id, alternative);
      await live();
    });
  }

  it("T131 columns and folders, as documented and as they may be corrected", async () => {
    for (const spelled of ["colunms", "columns"]) {
      await service.choose("T131", spelled);
      const answer = await api.call("archive.columns", { environment });
      assert.deepEqual(
        columnsOf(answer).map(({ field, isSearchable }) => [field, isSearchable]),
        [
          ["search1", true],
          ["search2", true],
          ["search3", true],
          ["search4", false],
          ["search5", true],
        ],
      );
      assert.ok(
        foldersOf(answer).some(
          ({ folderId, folderPath }) => folderId === service.ready.demo.archiveFolderId && folderPath === "Claims",
        ),
      );
    }
  });

  it("T132 two new uploads are two documents, and a version makes no document", async () => {
    const first = await api.call("archive.upload", uploadAsNew(upload("one"), folder()));
    await api.call("archive.upload", uploadAsNew(upload("one"), folder()));
    await api.call("archive.upload", uploadAsVersion(upload("two"), first.storedDocumentId));
    assert.deepEqual(
      (await listed()).map(({ version }) => version),
      [2, 1],
    );
  });

  for (const [kind, stored] of [
    ["reset-after", 1],
    ["truncate", 1],
    ["reset-before", 0],
  ] as const) {
    it(`T133 an upload whose answer is lost (${kind}) is searched for, and never sent again`, async () => {
      await service.control("POST", "/faults", { operation: "archive.upload", kind, times: 1 });
      const marker = newMarker("search5");
      const sent = storeMarked(api.call, uploadAsNew(markUpload(upload("once"), marker), folder()), { marker });
      if (stored === 1) assert.equal((await sent).looked, true);
      else await assert.rejects(sent, { code: "unreachable", outcome: "unknown" });
      assert.equal((await listed()).length, stored);
      assert.equal((await findMarked(api.call, marker, { environment })).length, stored);
    });
  }

  it("T133 remains unknown if the search fails, or if the column of the marker is not searchable", async () => {
    await service.control("POST", "/faults", { operation: "archive.upload", kind: "reset-after", times: 2 });
    const notSearchable = newMarker("search4");
    await assert.rejects(
      storeMarked(api.call, uploadAsNew(markUpload(upload("a"), notSearchable), folder()), { marker: notSearchable }),
      { outcome: "unknown" },
    );
    await service.control("POST", "/faults", { operation: "archive.search", kind: "status", status: 400 });
    const marker = newMarker("search5");
    await assert.rejects(storeMarked(api.call, uploadAsNew(markUpload(upload("b"), marker), folder()), { marker }), {
      operation: "archive.upload",
      outcome: "unknown",
    });
    await service.control("DELETE", "/faults");
    assert.equal((await listed()).length, 2);
  });

  it("T133 finds the lost upload only by its marker in its column, and does not search for a refused one", async () => {
    const marker = newMarker("search5");
    await api.call("archive.upload", uploadAsNew(upload("other", { search: { search1: marker.text } }), folder()));
    await service.control("POST", "/faults", { operation: "archive.upload", kind: "reset-before", times: 1 });
    await assert.rejects(storeMarked(api.call, uploadAsNew(markUpload(upload("a"), marker), folder()), { marker }), {
      outcome: "unknown",
    });
    const request = uploadAsNew(markUpload(upload("a"), marker), folder());
    await storeMarked(api.call, request, { marker });
    await service.control("POST", "/faults", { operation: "archive.upload", kind: "status", status: 400, times: 1 });
    await assert.rejects(storeMarked(api.call, request, { marker }), { code: "bad-request", outcome: "none" });
  });

  it("T134 tries another id only after a refusal", async () => {
    const { storedDocumentId } = await api.call("archive.upload", uploadAsNew(upload("one"), folder()));
    await service.control("POST", "/faults", { operation: "archive.upload", kind: "status", status: 500, times: 1 });
    const marker = newMarker("search5");
    await assert.rejects(
      storeVersion(api.call, (id) => uploadAsVersion(upload("two"), id), { ids: ["none", storedDocumentId], marker }),
      { outcome: "unknown" },
    );
    assert.deepEqual(
      (await listed()).map(({ version }) => version),
      [1],
    );
    await assert.rejects(
      storeVersion(api.call, (id) => uploadAsVersion(upload("two"), id), { ids: ["none", "neither"], marker }),
      { code: "not-found" },
    );
  });

  it("T83 T84 T85 a document is only in the environment of its address, whatever a header says", async () => {
    for (const each of environments) {
      await api.call(
        "archive.upload",
        uploadAsNew(upload("here", { environment: each, fileName: `in ${each}.txt` }), folder()),
      );
      for (const other of environments) {
        const { documents } = await searchDocuments(api.call, { environment: other, searchQuery: `in ${each}.txt` });
        assert.equal(documents.length, other === each ? 1 : 0, `${each} in ${other}`);
      }
    }
  });

  it("T138 each call tells an unknown folder from an unknown file", async () => {
    const said = async (call: Promise<unknown>) =>
      call.then(
        () => "",
        (error: unknown) => (isApiError(error) ? `${error.status} ${explain(error)}` : String(error)),
      );
    assert.match(
      await said(api.call("archive.upload", uploadAsNew(upload("x"), { folderId: "none" }))),
      /^400 .*folder does not exist/,
    );
    assert.match(
      await said(api.call("archive.download", { environment, path: { fileId: "none" } })),
      /^404 .*does not show this file/,
    );
    assert.match(await said(api.call("archive.upload", uploadAsVersion(upload("x"), "none"))), /^404 .*new version/);
    await service.choose("N22", "5 MiB");
    assert.match(
      await said(
        api.call("archive.upload", uploadAsNew(upload("x", { bytes: new Uint8Array(6 * 1024 * 1024) }), folder())),
      ),
      /^413 .*too large/,
    );
  });

  it("T139 results are never called all, whether the list is whole or cut", async () => {
    for (let count = 0; count < 105; count += 1)
      await api.call("archive.upload", uploadAsNew(upload("x", { fileName: `many ${count}` }), folder()));
    for (const [alternative, returned] of [
      ["all", 105],
      ["the first 100", 100],
    ] as const) {
      await service.choose("N20", alternative);
      assert.equal((await searchDocuments(api.call, { environment, searchQuery: "many" })).returned, returned);
    }
  });

  it("T141 calls back only on request, and with a ticket", async () => {
    await api.call("archive.upload", uploadAsNew(upload("x"), folder()));
    assert.deepEqual(await outbox(), []);
    const request = uploadAsNew(upload("x", { callbackPayload: "case 7" }), folder());
    await assert.rejects(api.call("archive.upload", request), { code: "ticket-refused" });
    assert.deepEqual(await outbox(), []);
    const receivers = ["the archive callbacks that are enabled for the company"];
    await api.call("archive.upload", request, {
      ticket: service.ticket(api, { operation: "archive.upload", receivers, ...request }),
    });
    assert.deepEqual(
      (await outbox()).map(({ channel }) => channel),
      ["callback"],
    );
  });

  it("a company without the licence learns that it has no access, and nothing is sent again", async () => {
    await service.choose("R18", "no");
    await assert.rejects(api.call("archive.columns", { environment }), { code: "forbidden", outcome: "none" });
    await assert.rejects(api.call("archive.upload", uploadAsNew(upload("x"), folder())), {
      code: "forbidden",
      outcome: "none",
    });
  });

  it("no call shows another company's documents", async () => {
    const other = service.as("other");
    const [document] = (await searchDocuments(api.call, { environment: "Production", searchQuery: "S-77" }))
      .documents as readonly [ListedDocument];
    const path = { fileId: document.id };
    await assert.rejects(other.call("archive.download", { environment: "Production", path }), { code: "not-found" });
    await assert.rejects(
      other.call(
        "archive.delete",
        { environment: "Production", path },
        { ticket: service.ticket(other, { operation: "archive.delete", environment: "Production", path }) },
      ),
      { code: "not-found" },
    );
    assert.deepEqual(
      (await searchDocuments(other.call, { environment: "Production", searchQuery: "S-77" })).documents.map(
        ({ fileName }) => fileName,
      ),
      ["Application S-77.pdf"],
    );
    await assert.rejects(service.as("nobody").call("archive.columns", { environment }), { code: "forbidden" });
  });

  it("no operation was left out", () => {
    assert.deepEqual(service.uncalled("archive"), []);
  });
});
