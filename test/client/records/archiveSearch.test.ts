/**
 * Searching the archive of the sandbox: by column, by folder and day, page by page to the end, and finding a document
 * again.
 */
import assert from "node:assert/strict";
import { columnsOf, foldersOf, uploadAsNew } from "../../../api/index.ts";
import {
  bodyOf,
  byUse,
  criteriaWords,
  fieldChoices,
  findDocument,
  firstPage,
  hasMore,
  listingWords,
  nextPage,
  pageSize,
  remember,
} from "../../../client/records/archiveSearchModel.ts";
import type { Criteria, Listing } from "../../../client/records/archiveSearchModel.ts";
import { startContract } from "../../api/contract/service.ts";
import type { Contract } from "../../api/contract/service.ts";

const signal = new AbortController().signal;
const environment = "Production";
const everything: Criteria = { value: "", folders: [] };

describe("searching the archive", () => {
  let service: Contract;

  before(async () => (service = await startContract()));
  beforeEach(() => service.control("POST", "/reset", { seed: "demo" }));
  after(() => service.close());

  const layout = async () => {
    const answer = await service.as("standard").call("archive.columns", { environment });
    return { columns: columnsOf(answer), folders: foldersOf(answer) };
  };
  const search = (criteria: Partial<Criteria>) =>
    firstPage(service.as("standard").call, environment, { ...everything, ...criteria }, { signal });
  const names = ({ documents }: Listing) => documents.map(({ fileName }) => fileName);
  const toTheEnd = async (listing: Listing): Promise<Listing> =>
    hasMore(listing) ? toTheEnd(await nextPage(service.as("standard").call, listing, { signal })) : listing;

  for (const spelling of ["colunms", "columns"]) {
    it(`offers the company's columns by their titles, spelled ${spelling} (T131)`, async () => {
      await service.choose("T131", spelling);
      const { columns } = await layout();
      assert.deepEqual(
        fieldChoices(columns).map(({ title }) => title),
        [
          "Everywhere",
          "Claim number",
          "Customer",
          "Case worker",
          "Reference of the sender",
          "File name",
          "Id of the Smartform",
          "Id of the form",
        ],
      );
    });
  }

  it("finds a value only in the requested column", async () => {
    assert.deepEqual(names(await search({ value: "s-77" })), ["Decision S-77.pdf", "Claim report S-77 signed.pdf"]);
    assert.deepEqual(names(await search({ field: "search2", value: "öberg" })), [
      "Notes of a call.txt",
      "Policy P-5.pdf",
    ]);
    const none = await search({ field: "search3", value: "S-77" });
    assert.deepEqual(names(none), []);
    assert.match(listingWords(none), /^The service returned 2 documents, none of which match; there may be more\.$/);
  });

  it("claims nothing about older documents if the service gives no dates to ask for them by (T139)", async () => {
    const rows = [1, 2].map((id) => ({ id: String(id), fileName: `${id}.pdf` }));
    const call = () => Promise.resolve(rows);
    const first = await firstPage(call, "Test", everything, { signal });
    const next = await nextPage(call, first, { signal });
    assert.equal(hasMore(next), false);
    assert.equal(
      listingWords(next),
      "The service returned 2 documents; there may be older ones, but they cannot be requested, because the service gives no dates.",
    );
  });

  it("narrows to folders and days", async () => {
    const { folders } = await layout();
    assert.deepEqual(names(await search({ folders: folders.filter(({ folderPath }) => folderPath === "Policies") })), [
      "Policy P-5.pdf",
    ]);
    assert.deepEqual(names(await search({ folders: [{ folderId: undefined, folderPath: "Policies" }] })), [
      "Policy P-5.pdf",
    ]);
    assert.deepEqual(names(await search({ from: Date.now() - 4 * 86_400_000 })), ["Notes of a call.txt"]);
    assert.deepEqual(bodyOf({ ...everything, from: 0 }), { createdFrom: "1970-01-01T00:00:00.000Z" });
  });

  for (const [choice, alternative] of [
    ["N20", "all"],
    ["N20", "the first 100"],
    ["N38", "local"],
    ["R3", "one for every version"],
  ] as const) {
    it(`pages to the end, and announces the end only there, if ${choice} is "${alternative}" (T139)`, async () => {
      const {
        demo: { archiveFolderId: folderId },
      } = service.ready;
      for (let number = 0; number < 250; number += 1) {
        if (number % 50 === 0) await service.control("POST", "/clock", { advanceMs: 86_400_000 });
        await service.as("standard").call(
          "archive.upload",
          uploadAsNew(
            {
              environment: "Test",
              fileName: `Letter ${number}.txt`,
              bytes: new TextEncoder().encode(String(number)),
            },
            { folderId },
          ),
        );
      }
      await service.choose(choice, alternative);
      const first = await firstPage(service.as("standard").call, "Test", everything, { signal });
      assert.deepEqual([Math.min(first.shown, first.documents.length), hasMore(first)], [pageSize, true]);
      assert.match(listingWords(first), /; there may be more\./);
      const all = await toTheEnd(first);
      assert.equal(new Set(names(all)).size, 250);
      assert.match(listingWords(all), /^The service returned 250 documents; there are no older ones\.$/);
    }).timeout(60_000);
  }

  it("stores the column of a search and no value", () => {
    assert.deepEqual(remember(["fileName", "search1"], { ...everything, field: "search1", value: "Eva Lind" }), [
      "search1",
      "fileName",
    ]);
    assert.deepEqual(remember(["fileName"], { ...everything, value: "Eva Lind" }), ["fileName"]);
    assert.deepEqual(
      byUse(fieldChoices([]), ["dialogId"]).map(({ field }) => field),
      [undefined, "dialogId", "fileName", "smartformId"],
    );
  });

  it("describes the search in words", async () => {
    const { columns } = await layout();
    const day = (date: Date): string => date.toISOString().slice(0, 10);
    assert.equal(
      criteriaWords(
        { field: "search1", value: "S-77", folders: [{ folderId: "1", folderPath: "Claims" }], from: 0 },
        columns,
        day,
      ),
      'Claim number with "S-77" in Claims from 1970-01-01',
    );
    assert.equal(criteriaWords(everything, columns, day), "everything");
  });

  for (const [choice, alternative] of [
    ["N52", "all versions"],
    ["N20", "the first 100"],
    ["R3", "one for every version"],
    ["R4", "their ids"],
  ] as const) {
    it(`finds a document again that has since got another name and other values, if ${choice} is "${alternative}"`, async () => {
      await service.choose(choice, alternative);
      const api = service.as("standard");
      const [before] = (await search({ value: "Decision" })).documents;
      assert.ok(before);
      await api.call("archive.upload", {
        environment,
        body: {
          ...uploadAsNew(
            { environment, fileName: "Renamed.txt", bytes: new TextEncoder().encode("x") },
            { folderId: before.listed.folderId ?? "" },
          ).body,
          fileContent: "eA==",
          id: before.listed.id,
        },
      });
      const now = await findDocument(api.call, environment, before, { signal });
      assert.deepEqual([now?.fileName, now?.versions.length], ["Renamed.txt", 2]);
    });
  }

  it("does not find documents of another environment", async () => {
    const [before] = (await search({ value: "Decision" })).documents;
    assert.ok(before);
    assert.equal(await findDocument(service.as("standard").call, "Test", before, { signal }), undefined);
  });
});
