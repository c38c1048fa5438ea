/**
 * Changes and deletions of stored documents: what is counted before, what is reported after, and that nothing
 * unverified is claimed.
 */
import assert from "node:assert/strict";
import { changedSentence, storeColumns } from "../../../../api/index.ts";
import type { Api, StoreColumn, StoreRow } from "../../../../api/index.ts";
import {
  changeLines,
  changesOf,
  countWords,
  deletedWords,
  lookAtMany,
  manyLines,
  planMany,
  readAgain,
  readBackWords,
} from "../../../../client/documents/store/changeModel.ts";
import type { Looking } from "../../../../client/documents/store/changeModel.ts";
import { filterWords, queryOf, storeReading } from "../../../../client/documents/store/searchModel.ts";
import { startContract } from "../../../api/contract/service.ts";
import type { Contract } from "../../../api/contract/service.ts";

const { signal } = new AbortController();

describe("changes of stored documents", () => {
  let contract: Contract;
  let api: Api;
  let folder: readonly StoreColumn[];
  let looking: Looking;

  before(async () => {
    contract = await startContract();
    api = contract.as("standard");
    folder = storeColumns(await api.call("store.folder", { environment: "Test", path: { folderName: "Claims" } }));
    looking = { call: (...search) => api.call(...search), environment: "Test", folder };
  });
  after(() => contract.close());
  beforeEach(() => contract.control("POST", "/reset", {}));

  const rowOf = async (number: string): Promise<StoreRow> => {
    const { rows } = await storeReading(
      looking.call,
      { environment: "Test", ...queryOf(new Map([["column ClaimNumber", number]]), folder) },
      folder,
    ).page(0, 10, signal);
    return rows[0] ?? assert.fail();
  };
  const update = async (row: StoreRow, changes: ReturnType<typeof changesOf>) =>
    api.call("store.update", {
      environment: "Test",
      body: { JobId: row.jobId ?? "", DocId: row.docId ?? "", UpdateColumns: changes },
    });
  const calls = async (operation: string) =>
    (
      (await contract.control("GET", "/ledger")) as { readonly items: readonly { readonly operation: string }[] }
    ).items.filter((item) => item.operation === operation).length;

  it("shows before and after of one document, and reads it again", async () => {
    const row = await rowOf("S-81");
    const changes = changesOf(
      folder,
      new Map([
        ["Decision", "closed"],
        ["Amount", "17"],
        ["ClaimDate", ""],
      ]),
    );
    assert.deepEqual(changes, { Decision: "closed", Amount: 17, ClaimDate: null });
    assert.deepEqual(changeLines(row, changes, folder), [
      "Decision: “rejected” → “closed”",
      "Amount paid: “0” → “17”",
      "Date of the claim: “2026-02-02” → empty",
    ]);
    assert.equal(
      await readBackWords(looking, row, changes),
      "The document was read again and is unchanged: 1002/1: S-81, Åke Öberg, rejected, 0.",
    );
    assert.equal(changedSentence(await update(row, changes)), "1 stored document was changed.");
    assert.equal(await readBackWords(looking, row, changes), "The document was read again and holds what you entered.");
    assert.equal(await readAgain(looking, row), undefined);
  });

  it("says of a document that somebody else changed that it could not be read again, and of a value that it differs", async () => {
    const row = await rowOf("S-81");
    await update(row, { Customer: "Somebody" });
    assert.equal(
      await readBackWords(looking, row, { Decision: "closed" }),
      "The document could not be found again by its values. Search for it yourself.",
    );
    assert.equal(
      await readBackWords(looking, await rowOf("S-81"), { Amount: null }),
      "The document was read again and does not hold what you entered. It holds: 1002/1: S-81, Somebody, rejected, 0.",
    );
  });

  it("reports a deletion by what a search shows (T153)", async () => {
    const row = await rowOf("S-90");
    assert.match(await deletedWords(looking, row), /^A search still finds the document: 1003\/1: S-90/);
    const request = { environment: "Test", path: { jobid: "1003", docid: "1" } } as const;
    assert.equal(
      await api.call(
        "store.delete",
        { ...request },
        { ticket: contract.ticket(api, { operation: "store.delete", ...request }) },
      ),
      1,
    );
    assert.equal(await deletedWords(looking, row), "A search by the document's values does not find the document.");
  });

  it("counts all matches and shows some of them before anything is changed, with the search in words (T152)", async () => {
    const query = queryOf(
      new Map([
        ["column Customer", "Eva Lind"],
        ["column Amount", ">= 900"],
      ]),
      folder,
    );
    const changes = changesOf(folder, new Map([["Decision", "closed"]]));
    const planned = await planMany(looking, query, changes);
    assert.deepEqual([countWords(planned), planned.ids], ["3 stored documents", ["1001/1", "1001/2", "1003/1"]]);
    assert.deepEqual(manyLines(planned, { changes, search: filterWords(query, folder), folder }), [
      "3 stored documents match now and would be changed. The API documents describe no way to get the earlier values of the columns back.",
      "Search: Customer name is “Eva Lind” and Amount paid ≥ “900”.",
      "Decision becomes “closed”.",
      "Among them:",
      "  1001/1: S-77, Eva Lind, approved, 12000",
      "  1001/2: S-77, Eva Lind, approved, 12000",
      "  1003/1: S-90, Eva Lind, approved, 900",
      "The API documents describe no way to limit a search to one folder, so documents of other folders may be changed too.",
    ]);
    assert.equal(await calls("store.updateMany"), 0);
    assert.equal(
      await lookAtMany(looking, planned, changes),
      "A new search shows the new values in 0 of the 3 documents found before.",
    );
    const changed = await api.call(
      "store.updateMany",
      { ...planned.request },
      { ticket: contract.ticket(api, { operation: "store.updateMany", ...planned.request }) },
    );
    assert.equal(changedSentence(changed, planned), "3 stored documents were changed.");
    // Gives the new value to another document, which is not one of the three changed documents.
    await update(await rowOf("S-81"), changes);
    assert.equal(
      await lookAtMany(looking, planned, changes),
      "A new search shows the new values in 3 of the 3 documents found before.",
    );
    assert.equal(
      await lookAtMany(looking, planned, { Decision: null }),
      "The change was not checked, because a search cannot find emptied columns. Check some of the documents yourself.",
    );
  });

  it("reads and changes nothing without a comparison (T152)", async () => {
    await assert.rejects(planMany(looking, { filters: [] }, { Decision: "x" }), /Without a filter every document/);
    assert.equal(await calls("store.search"), 0);
  });

  it("shows invisible characters in values, so that a dialog misleads nobody", async () => {
    const row = await rowOf("S-81");
    assert.deepEqual(changeLines(row, { Decision: "a\u202eb" }, folder), ["Decision: “rejected” → “a\\u{202e}b”"]);
  });
});
