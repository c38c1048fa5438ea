/**
 * The archive as document 2 describes it: upload and versions, search, download, rollback, delete, environments, and
 * refusals.
 */
import assert from "node:assert/strict";
import { archiveFolders, storeDocument } from "../../../sandbox/archive/store.ts";
import { openState } from "../../../sandbox/openState.ts";
import { seed } from "../../../sandbox/seed.ts";
import { choices } from "../../../sandbox/services.ts";
import { ensureClients } from "../../../sandbox/signIn/clients.ts";
import { tell } from "../steps.ts";
import type { Step } from "../steps.ts";
import { visit } from "../visit.ts";
import type { Visit } from "../visit.ts";

const archive = "/archive/Archive";
const folder = "7d3c9e5b-08a2-4f61-9c37-1b5e8a6f4001";
const base64 = (text: string) => Buffer.from(text).toString("base64");
const file = { fileName: "note.txt", fileContent: base64("first"), folderId: folder };
const report = (version: number) => `7d3c9e5b-08a2-4f61-9c37-1b5e8a6f501${version}`;
const choose = (id: string, alternative: string): Step => ({ do: "POST control:/choices", body: { id, alternative } });
const upload = (more: Readonly<Record<string, unknown>> = {}, step: Partial<Step> = {}): Step => ({
  do: `POST ${archive}/`,
  body: { ...file, ...more },
  ...step,
});
/** Searches in Development by default. */
const find = (body: object, names: readonly string[], environment = ""): Step => ({
  do: `POST ${archive}${environment}/GetAllDocuments`,
  body,
  at: { ...Object.fromEntries(names.map((name, index) => [`${index}.fileName`, name])), [names.length]: undefined },
});
const production = "/Production";

tell("archive, storing", [
  [
    "stores a file and answers with its ids, at the address with and without a slash",
    upload({}, { at: { version: 1 }, keep: { id: "storedDocumentId", root: "rootDocumentId" } }),
    { do: `GET ${archive}/$id`, has: /^first$/ },
    { do: `GET ${archive}/$root`, has: /^first$/ },
    { do: `POST ${archive}`, body: file, at: { version: 1 } },
  ],
  [
    "T132 stores the next version of the document that id names, with the same root, and a new document without it",
    upload({}, { keep: { first: "storedDocumentId" } }),
    upload(
      { id: "$first", fileContent: base64("second") },
      { at: { version: 2, rootDocumentId: "$first" }, keep: { second: "storedDocumentId" } },
    ),
    { do: `GET ${archive}/$first`, has: /^first$/ },
    { do: `GET ${archive}/$second`, has: /^second$/ },
    upload({ id: "$first" }, { at: { version: 3, rootDocumentId: "$first" } }),
    upload({}, { at: { version: 1 } }),
  ],
  [
    "T133 stores the same request twice as two documents: nothing distinguishes the uploads",
    upload({ search5: "same" }, { keep: { id: "storedDocumentId" } }),
    upload({ search5: "same" }, { at: { version: 1 } }),
    find({ searchQuery: "same" }, ["note.txt", "note.txt"]),
  ],
  [
    "T138 an unknown folder, by id or by path, is 400, and so is another company's",
    upload({ folderId: "none" }, { status: 400, has: /no such archive folder/ }),
    upload({ folderId: undefined, folderPath: "Claims/None" }, { status: 400 }),
    upload({ folderId: "other-archive-claims" }, { status: 400 }),
    upload({ folderPath: "Policies" }, { status: 400 }),
    upload({ folderId: undefined }, { status: 400, has: /folderId or folderPath/ }),
    upload({ folderId: undefined, folderPath: "Claims/Letters" }),
    upload({ folderId: undefined, folderPath: "Claims" }, { as: "other" }),
    { ...find({ searchQuery: "note.txt" }, ["note.txt"]) },
  ],
  [
    "keeps the document's folder if a version names none",
    {
      do: `POST ${archive}${production}/`,
      body: { fileName: "a.pdf", fileContent: base64("x"), id: report(1) },
      at: { version: 4 },
    },
    { ...find({ searchQuery: "a.pdf" }, ["a.pdf"], production), at: { "0.folderPath": "Claims", "0.version": 4 } },
  ],
  [
    "refuses invalid base64, such as without padding or with other characters: 400",
    ...["Zmlyc3Q", "Zmly c3Q=", "Zmlyc3Q=\n", "Zm_y", "=", "====", "Zmly=c3Q", "", 7].map((fileContent) =>
      upload({ fileContent }, { status: 400 }),
    ),
    upload({ fileContent: "Zmlyc3Q=" }),
    upload({ fileContent: undefined }, { status: 400 }),
    upload({ fileName: "" }, { status: 400 }),
  ],
  [
    "T137 the type is a number, 0 by default; names and other numbers are 400",
    upload({ type: "Smartform" }, { status: 400, has: /Names are not accepted/ }),
    upload({ type: "1" }, { status: 400 }),
    upload({ type: 3 }, { status: 400 }),
    upload({ type: 2 }),
    upload(),
    { do: `POST ${archive}/GetAllDocuments`, body: { searchQuery: "note.txt" }, at: { "0.type": 0, "1.type": 2 } },
  ],
  [
    "T141 records a callback with the payload and the ids only if callbackPayload is sent",
    upload(),
    { do: "GET control:/outbox", at: { items: [] } },
    upload({ callbackPayload: "case 7" }, { keep: { id: "storedDocumentId" } }),
    {
      do: "GET control:/outbox",
      at: {
        "items.0.channel": "callback",
        "items.0.payload.callbackPayload": "case 7",
        "items.0.payload.storedDocumentId": "$id",
        "items.0.payload.rootDocumentId": "$id",
        "items.0.payload.version": 1,
        "items.0.url": undefined,
        "items.1": undefined,
      },
    },
  ],
  [
    "keeps search1 to search10 and drops undocumented properties",
    upload({ search1: "S-9", search10: "ten", search11: "eleven", SearchQuery: "x" }),
    {
      do: `POST ${archive}/GetAllDocuments`,
      body: { searchQuery: "S-9" },
      at: { "0.search1": "S-9", "0.search2": null, "0.search10": "ten" },
      hasNot: /eleven/,
    },
  ],
  [
    "Q3: accepts numbers if no type is documented",
    upload({ search1: 4711, search2: 0 }),
    {
      do: `POST ${archive}/GetAllDocuments`,
      body: { searchQuery: 4711 },
      at: { "0.search1": "4711", "0.search2": "0" },
    },
    upload({ folderId: 7 }, { status: 400, has: /no such archive folder/ }),
    upload({ id: 7 }, { status: 404 }),
    upload({ search1: true }, { status: 400, has: /search1/ }),
    { do: `POST ${archive}/GetAllDocuments`, body: { foldersIds: [1] }, at: { 0: undefined } },
    { do: `POST ${archive}/GetAllDocuments`, body: { foldersIds: [1, folder] }, at: { "0.search1": "4711" } },
    { do: `POST ${archive}/GetAllDocuments`, body: { foldersIds: [true] }, status: 400 },
    {
      do: `POST ${archive}/Rollback`,
      body: { sourceFileVersionId: 1, targetFileId: 2 },
      status: 400,
      has: /not versions of one document/,
    },
    { do: `POST ${archive}/Rollback`, body: { sourceFileVersionId: 1 }, status: 400, has: /targetFileId/ },
  ],
  [
    "R6: a new version has only its own values, or keeps the omitted ones",
    upload({ search1: "one", search2: "two" }, { keep: { id: "storedDocumentId" } }),
    upload({ id: "$id", search1: "uno" }),
    {
      do: `POST ${archive}/GetAllDocuments`,
      body: { searchQuery: "note.txt" },
      at: { "0.search1": "uno", "0.search2": null },
    },
    choose("R6", "kept"),
    upload({ id: "$id", search2: "dos" }),
    upload({ id: "$id" }),
    {
      do: `POST ${archive}/GetAllDocuments`,
      body: { searchQuery: "note.txt" },
      at: { "0.search1": "uno", "0.search2": "dos" },
    },
  ],
  [
    "T134 accepts any version's id for a new version, or by choice only the newest's or the first's",
    upload({}, { keep: { first: "storedDocumentId" } }),
    upload({ id: "$first" }, { keep: { second: "storedDocumentId" } }),
    choose("T134", "the newest storedDocumentId"),
    upload({ id: "$first" }, { status: 404 }),
    upload({ id: "$second" }, { at: { version: 3 }, keep: { third: "storedDocumentId" } }),
    choose("T134", "rootDocumentId"),
    upload({ id: "$third" }, { status: 404 }),
    upload({ id: "$first" }, { at: { version: 4 } }),
    choose("R2", "400"),
    upload({ id: "$third" }, { status: 400 }),
  ],
  ["R1: an upload answers 201", choose("R1", "201"), upload({}, { status: 201, at: { version: 1 } })],
  [
    "an id that is not stored, or of another company or environment, is 404, and nothing is stored",
    ...["none", "other-archive-1", report(1)].map((id) => upload({ id }, { status: 404 })),
    find({ searchQuery: "note.txt" }, []),
  ],
]);

tell("archive, finding", [
  [
    "T131 spells the search columns colunms, and by choice correctly",
    {
      do: `GET ${archive}/GetCompanyMetaDataColumns`,
      at: {
        "colunms.0": { name: "search1", title: "Claim number", searchable: true },
        columns: undefined,
        "folders.0": { id: folder, name: "Claims", path: "Claims" },
        "folders.3": undefined,
      },
    },
    choose("T131", "columns"),
    { do: `GET ${archive}/GetCompanyMetaDataColumns`, at: { "columns.3.searchable": false, colunms: undefined } },
    {
      do: `GET ${archive}/GetCompanyMetaDataColumns`,
      as: "other",
      at: { "columns.1": undefined, "folders.0.id": "other-archive-claims", "folders.1": undefined },
    },
  ],
  [
    "T140 finds a part of a searchable column, the file name, the Smartform's id or the dialog's id, in any letter case, newest first",
    find({ searchQuery: "s-77" }, ["Decision S-77.pdf", "Claim report S-77 signed.pdf"], production),
    find({ searchQuery: "åke ÖB" }, ["Notes of a call.txt", "Policy P-5.pdf"], production),
    find({ searchQuery: "SIGNED.PDF" }, ["Claim report S-77 signed.pdf"], production),
    find({ searchQuery: "0C1B6F1D1001" }, ["Claim report S-77 signed.pdf"], production),
    find({ searchQuery: "9C7E2B10-3F64" }, ["Claim report S-77 signed.pdf"], production),
    find({ searchQuery: "not to be searched" }, [], production),
    find({ searchQuery: "by phone" }, [], production),
    find({ searchQuery: "lind\u0001" }, [], production),
    find({ searchQuery: "%" }, [], production),
  ],
  [
    "T140 ignores fields with another spelling, and reads an empty body as no filter",
    find({ SearchQuery: "nothing", folderIds: ["none"] }, ["Price list.csv", "Claim report test.pdf"]),
    { do: `POST ${archive}/GetAllDocuments`, at: { "1.fileName": "Claim report test.pdf", "2": undefined } },
  ],
  [
    "finds documents in the named folders, and none in those of others",
    find({ foldersIds: [folder] }, ["Claim report test.pdf"]),
    find({ foldersIds: ["none"] }, []),
    find({ foldersIds: [] }, ["Price list.csv", "Claim report test.pdf"]),
    find({ foldersIds: ["other-archive-claims"] }, [], production),
    { do: `POST ${archive}/GetAllDocuments`, body: { foldersIds: "x" }, status: 400 },
  ],
  [
    "finds documents between two times, both included, in UTC if no zone is named",
    upload(),
    { do: `POST ${archive}/GetAllDocuments`, body: { searchQuery: "note.txt" }, keep: { at: "0.createdDate" } },
    find({ createdFrom: "$at", createdTo: "$at" }, ["note.txt"]),
    find({ createdFrom: "2999-01-01" }, []),
    find({ createdFrom: "2001-01-01T00:00:00", createdTo: "2999-01-01T12:00", searchQuery: "note.txt" }, ["note.txt"]),
    find({ createdTo: "2001-01-01T00:00:00+02:00" }, []),
    ...["yesterday", "2026-13-01", 5, "2026-01-01T99:00:00Z"].map((createdFrom) => ({
      do: `POST ${archive}/GetAllDocuments`,
      body: { createdFrom },
      status: 400,
    })),
  ],
  [
    "R3 R4: a row for every document with its versions, their ids or their number, or a row for every version",
    {
      do: `POST ${archive}${production}/GetAllDocuments`,
      body: { searchQuery: "report" },
      at: {
        "0.id": report(3),
        "0.version": 3,
        "0.documentVersions.0.id": report(1),
        "0.documentVersions.2.version": 3,
        "0.documentVersions.3": undefined,
        "1": undefined,
      },
    },
    choose("R4", "their ids"),
    {
      do: `POST ${archive}${production}/GetAllDocuments`,
      body: { searchQuery: "report" },
      at: { "0.documentVersions": [1, 2, 3].map(report) },
    },
    choose("R4", "their number"),
    {
      do: `POST ${archive}${production}/GetAllDocuments`,
      body: { searchQuery: "report" },
      at: { "0.documentVersions": 3 },
    },
    choose("R3", "one for every version"),
    find(
      { searchQuery: "report" },
      ["Claim report S-77 signed.pdf", "Claim report S-77.pdf", "Claim report S-77.pdf"],
      production,
    ),
  ],
  [
    "T97 reaches every folder of the company, and none of another's documents",
    {
      do: `POST ${archive}${production}/GetAllDocuments`,
      body: {},
      has: /"folderPath":"Claims".*"folderPath":"Claims\/Letters"|"folderPath":"Claims\/Letters".*"folderPath":"Claims"/,
      hasNot: /Application/,
    },
    { ...find({}, ["Application S-77.pdf"], production), as: "other" },
    { do: `GET ${archive}${production}/${report(1)}`, as: "other", status: 404 },
    { do: `DELETE ${archive}${production}/${report(1)}`, as: "other", status: 404 },
    {
      do: `POST ${archive}${production}/Rollback`,
      as: "other",
      body: { sourceFileVersionId: report(1), targetFileId: report(3) },
      status: 400,
    },
    { do: `GET ${archive}${production}/${report(3)}` },
  ],
]);

const back = (source: string, target: string, step: Partial<Step> = {}): Step => ({
  do: `POST ${archive}${production}/Rollback`,
  body: { sourceFileVersionId: source, targetFileId: target },
  ...step,
});
const there = (...versions: readonly number[]): Step[] =>
  [1, 2, 3].map((version) => ({
    do: `GET ${archive}${production}/${report(version)}`,
    status: versions.includes(version) ? 200 : 404,
  }));

tell("archive, versions", [
  [
    "downloads a file with its name, its type and its bytes; an unknown one is 404 (T138)",
    { do: `GET ${archive}${production}/${report(3)}`, pdf: /signed by both parties/ },
    { do: `GET ${archive}/none`, status: 404, has: /no such file/ },
  ],
  [
    "T135 returns to an earlier version and removes all newer ones, without a body",
    back(report(1), report(3), { has: /^$/ }),
    ...there(1),
    find({ searchQuery: "report" }, ["Claim report S-77.pdf"], production),
    { do: `POST ${archive}${production}/`, body: { ...file, id: report(1) }, at: { version: 2 } },
  ],
  [
    "T135 a rollback that fails is 400 and removes nothing: to the newest version, of two documents, of unknown ids, or without them",
    back(report(3), report(1), { status: 400, has: /newest/ }),
    back(report(1), "7d3c9e5b-08a2-4f61-9c37-1b5e8a6f5021", { status: 400 }),
    back("none", report(3), { status: 400 }),
    back(report(1), "none", { status: 400 }),
    { do: `POST ${archive}/Rollback`, body: { sourceFileVersionId: report(1), targetFileId: report(3) }, status: 400 },
    { do: `POST ${archive}${production}/Rollback`, body: { targetFileId: report(3) }, status: 400 },
    ...there(1, 2, 3),
  ],
  [
    "R5: targetFileId is any version's id, or by choice only the newest's or the first's",
    choose("R5", "the newest version"),
    back(report(2), report(1), { status: 400 }),
    back(report(2), report(3)),
    ...there(1, 2),
    choose("R5", "the first version"),
    back(report(1), report(2), { status: 400 }),
    back(report(1), report(1)),
    ...there(1),
  ],
  [
    "T136 N52: delete removes all versions, whichever is named",
    { do: `DELETE ${archive}${production}/${report(2)}`, has: /^$/ },
    ...there(),
    { do: `DELETE ${archive}${production}/${report(2)}`, status: 404 },
  ],
  [
    "T136 N52: or only the named one, and the document keeps the others",
    choose("N52", "one version"),
    { do: `DELETE ${archive}${production}/${report(3)}` },
    ...there(1, 2),
    find({ searchQuery: "report" }, ["Claim report S-77.pdf"], production),
    { do: `DELETE ${archive}${production}/${report(1)}` },
    choose("T134", "rootDocumentId"),
    {
      do: `POST ${archive}${production}/`,
      body: { ...file, id: report(1) },
      at: { version: 3, rootDocumentId: report(1) },
    },
  ],
]);

tell("archive, events", [
  [
    "T61 writes an audit event of source 11 for each upload, download, rollback and delete, and none for a listing",
    upload({}, { keep: { id: "storedDocumentId" } }),
    upload({ id: "$id" }, { keep: { second: "storedDocumentId" } }),
    { do: `GET ${archive}/$id` },
    { do: `POST ${archive}/Rollback`, body: { sourceFileVersionId: "$id", targetFileId: "$second" } },
    { do: `DELETE ${archive}/$id` },
    { do: `POST ${archive}/GetAllDocuments`, body: {} },
    {
      do: "POST /audit/api/Audit",
      body: { dateFrom: "2000-01-01", dateTo: "2999-01-01", source: 11, take: 6 },
      at: {
        "eventLogs.0.logName": "DocumentDeleted",
        "eventLogs.1.logName": "DocumentRolledBack",
        "eventLogs.2.logName": "DocumentDownloaded",
        "eventLogs.3.logName": "DocumentVersionArchived",
        "eventLogs.4.logName": "DocumentArchived",
        "eventLogs.4.description.storedDocumentId": "$id",
      },
    },
  ],
]);

tell("archive, environments", [
  [
    "T83 T85 treats a missing or unknown environment as Development",
    upload(),
    find({ searchQuery: "note.txt" }, ["note.txt"]),
    find({ searchQuery: "note.txt" }, ["note.txt"], "/Development"),
    find({ searchQuery: "note.txt" }, ["note.txt"], "/Somewhere"),
    find({ searchQuery: "note.txt" }, [], production),
  ],
  [
    "T82 accepts an environment's name only in its exact letter case",
    { do: `POST ${archive}/production/`, body: file },
    { do: `POST ${archive}/test/`, body: file },
    find({ searchQuery: "note.txt" }, [], production),
    find({ searchQuery: "note.txt" }, [], "/Test"),
    find({ searchQuery: "note.txt" }, ["note.txt", "note.txt"]),
  ],
  [
    "T84 the header x-service-environment wins over the path, whatever it says",
    {
      do: `POST ${archive}/Test/`,
      body: file,
      headers: { "x-service-environment": "Production" },
      keep: { id: "storedDocumentId" },
    },
    find({ searchQuery: "note.txt" }, [], "/Test"),
    find({ searchQuery: "note.txt" }, ["note.txt"], production),
    { do: `GET ${archive}/$id`, status: 404 },
    { do: `GET ${archive}/$id`, headers: { "x-service-environment": "Production" } },
    { do: `DELETE ${archive}${production}/$id`, headers: { "x-service-environment": "production" }, status: 404 },
    { do: `DELETE ${archive}/Test/$id`, headers: { "x-service-environment": "Production" } },
    find({ searchQuery: "note.txt" }, [], production),
  ],
  [
    "keeps the documents of an environment apart, by every call",
    { do: `GET ${archive}/${report(1)}`, status: 404 },
    { do: `GET ${archive}/Test/${report(1)}`, status: 404 },
    { do: `DELETE ${archive}/PreProduction/${report(1)}`, status: 404 },
    find({}, [], "/PreProduction"),
    ...there(1, 2, 3),
  ],
  [
    "needs a token, and one of a Standard client",
    { do: `GET ${archive}/${report(1)}`, as: "none", status: 401 },
    { do: `GET ${archive}/${report(1)}`, as: "audit", status: 403 },
    { do: `POST ${archive}/GetAllDocuments`, as: "nobody", status: 403 },
  ],
  [
    "R18: every call of a company without the licence is refused: 403",
    choose("R18", "no"),
    { do: `GET ${archive}/GetCompanyMetaDataColumns`, status: 403, has: /licence/ },
    upload({}, { status: 403 }),
    { do: `POST ${archive}/GetAllDocuments`, status: 403 },
    { do: `GET ${archive}${production}/${report(1)}`, status: 403 },
    { do: `POST ${archive}/Rollback`, status: 403 },
    { do: `DELETE ${archive}${production}/${report(1)}`, status: 403 },
    choose("R18", "yes"),
    { do: `GET ${archive}${production}/${report(1)}` },
  ],
  [
    "has no other address",
    { do: "GET /archive/Archive", status: 404 },
    { do: `GET ${archive}/`, status: 404 },
    { do: `PUT ${archive}/${report(1)}`, status: 404 },
    { do: `GET ${archive}/a/b/c`, status: 404 },
    { do: "POST /archive/archive/GetAllDocuments", status: 404 },
    { do: "POST /archive/Rollback", status: 404 },
  ],
]);

describe("sandbox: archive, for other services", () => {
  it("stores archived documents only in folders of the company, and notifies the audit", () => {
    const state = openState(undefined);
    ensureClients(state);
    seed(state, "demo");
    const document = {
      company: "demo",
      environment: "Test",
      folder,
      fileName: "signed.pdf",
      bytes: new Uint8Array([1]),
      type: 2,
    } as const;
    const { storedDocumentId, rootDocumentId, version } = storeDocument(state, document);
    assert.deepEqual([rootDocumentId, version], [storedDocumentId, 1]);
    assert.equal(storeDocument(state, { ...document, root: storedDocumentId }).version, 2);
    assert.throws(() => storeDocument(state, { ...document, folder: "other-archive-claims" }), {
      id: "archive-folder-missing",
    });
    assert.deepEqual(
      archiveFolders(state, "demo").map(({ path }) => path),
      ["Claims", "Claims/Letters", "Policies"],
    );
    state.close();
  });
});

describe("sandbox: archive, choices", () => {
  it("covers every open question of the archive", () => {
    assert.deepEqual(
      ["N20", "N21", "N22", "N52", "T131", "T134"].filter((id) => !Object.hasOwn(choices, id)),
      [],
    );
  });
});

describe("sandbox: archive, many and large", () => {
  let service: Visit;
  before(async () => {
    service = await visit();
  });
  after(() => service.close());
  const send = (bytes: number, name = "large.bin") =>
    service.call("POST", `${archive}/Test/`, {
      body: { ...file, fileName: name, fileContent: Buffer.alloc(bytes, 1).toString("base64") },
    });

  it("N20: lists all documents, or the first hundred (T139)", async () => {
    for (let count = 0; count < 120; count += 1) assert.equal((await send(1, `many ${count}`)).status, 200);
    const count = async () =>
      (
        (await service.call("POST", `${archive}/Test/GetAllDocuments`, { body: { searchQuery: "many" } }))
          .json as unknown[]
      ).length;
    assert.equal(await count(), 120);
    await service.control("POST", "/choices", { id: "N20", alternative: "the first 100" });
    assert.equal(await count(), 100);
  });

  it("R13: a day is complete, from its beginning to its end", async () => {
    await send(1, "today");
    const found = async (limits: object) =>
      (await service.call("POST", `${archive}/Test/GetAllDocuments`, { body: { searchQuery: "today", ...limits } })).at(
        "0.createdDate",
      );
    const day = (days: number) => new Date(Date.parse(written) + days * 86_400_000).toISOString().slice(0, 10);
    const written = String(await found({}));
    assert.deepEqual(
      await Promise.all(
        [{ createdTo: day(0) }, { createdFrom: day(0) }, { createdTo: day(-1) }, { createdFrom: day(1) }].map(found),
      ),
      [written, written, undefined, undefined],
    );
  });

  it("T142 N22: accepts a file of 50 MiB and returns it whole; one byte more is 413", async () => {
    const stored = await send(50 * 1024 * 1024);
    assert.equal(stored.status, 200);
    const back = await service.call("GET", `${archive}/Test/${String(stored.at("storedDocumentId"))}`);
    assert.ok(Buffer.alloc(50 * 1024 * 1024, 1).equals(back.bytes));
    assert.equal((await send(50 * 1024 * 1024 + 1)).status, 413);
  }).timeout(60_000);

  it("N22: accepts 5 MiB if that is chosen", async () => {
    await service.control("POST", "/choices", { id: "N22", alternative: "5 MiB" });
    assert.equal((await send(5 * 1024 * 1024)).status, 200);
    assert.equal((await send(5 * 1024 * 1024 + 1)).status, 413);
  });
});
