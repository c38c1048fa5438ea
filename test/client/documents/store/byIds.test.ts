/**
 * Stored documents of which only JobId and DocId are known, and searches that a service refuses because they have no
 * filter.
 */
import assert from "node:assert/strict";
import { changedSentence, isApiError, storeColumns } from "../../../../api/index.ts";
import type { Api, StoreColumn } from "../../../../api/index.ts";
import {
  beforeWords,
  changeLines,
  changesOf,
  deletedWords,
  isKnownByIds,
  readAgain,
  readBackWords,
  rowOfIds,
} from "../../../../client/documents/store/changeModel.ts";
import type { Looking } from "../../../../client/documents/store/changeModel.ts";
import {
  idsProblem,
  mayNeedFilter,
  queryOf,
  readIds,
  storeReading,
} from "../../../../client/documents/store/searchModel.ts";
import { assertLinear } from "../../../linear.ts";
import { startContract } from "../../../api/contract/service.ts";
import type { Contract } from "../../../api/contract/service.ts";

const { signal } = new AbortController();

describe("stored documents by their ids", () => {
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

  const searches = async () =>
    (
      (await contract.control("GET", "/ledger")) as { readonly items: readonly { readonly operation: string }[] }
    ).items.filter(({ operation }) => operation === "store.search").length;

  it("are read from what people write, with every digit", () => {
    for (const text of ["1002/1", " 1002 / 1 ", "1002 1", "1002, 1", "1002-1"])
      assert.deepEqual(readIds(text), { jobId: "1002", docId: "1" }, text);
    assert.deepEqual(readIds("9223372036854775807/12"), { jobId: "9223372036854775807", docId: "12" });
    for (const text of ["", "1002", "a/b", "1/2/3", "-1/2", "1.5/2", "12345678901234567890/1"])
      assert.deepEqual([readIds(text), idsProblem(text) === undefined], [undefined, false], text);
    assert.equal(idsProblem("1002/1"), undefined);
  });

  it("are read in time proportional to what was pasted", () => {
    assertLinear("two ids with much between that is no pair", 2_000, (size) =>
      assert.equal(readIds(`1${" ".repeat(size)}x`), undefined),
    );
  });

  it("are opened", async () => {
    const { jobId = "", docId = "" } = rowOfIds({ jobId: "1002", docId: "1" });
    assert.ok(
      (await api.call("store.pdf", { environment: "Test", path: { jobid: jobId, docid: docId } })).bytes.length > 100,
    );
  });

  it("are changed without a claim about their earlier values, and read again by the typed ids", async () => {
    const row = rowOfIds({ jobId: "1002", docId: "1" });
    assert.ok(isKnownByIds(row));
    const changes = changesOf(
      folder,
      new Map([
        ["Decision", "closed"],
        ["ClaimDate", ""],
      ]),
    );
    assert.deepEqual(changeLines(row, changes, folder), [
      "Decision: not known → “closed”",
      "Date of the claim: not known → empty",
    ]);
    assert.match(
      beforeWords(row, false),
      /^The document's current content is not known: only its ids are known, and the service finds documents only by columns\.$/,
    );
    assert.equal(await readAgain(looking, row), undefined);
    assert.equal(await searches(), 0);
    assert.equal(
      changedSentence(
        await api.call("store.update", {
          environment: "Test",
          body: { JobId: row.jobId ?? "", DocId: row.docId ?? "", UpdateColumns: changes },
        }),
      ),
      "1 stored document was changed.",
    );
    assert.equal(await readBackWords(looking, row, changes), "The document was read again and holds what you entered.");
  });

  it("are deleted, and nothing is claimed about a search that was not made", async () => {
    const row = rowOfIds({ jobId: "1003", docId: "1" });
    const request = { environment: "Test", path: { jobid: "1003", docid: "1" } } as const;
    assert.equal(
      await api.call(
        "store.delete",
        { ...request },
        { ticket: contract.ticket(api, { operation: "store.delete", ...request }) },
      ),
      1,
    );
    assert.match(
      await deletedWords(looking, row),
      /^The document was not searched for: only its ids are known, and the service finds documents only by columns\.$/,
    );
    assert.equal(await searches(), 0);
  });

  for (const [status, needs] of [
    [400, true],
    [413, true],
    [500, true],
    [401, false],
    [403, false],
    [429, false],
  ] as const) {
    it(`a search that is answered ${status} ${needs ? "may need a filter, and the table says so" : "needs something else"}`, async () => {
      await contract.control("POST", "/faults", { operation: "store.search", kind: "status", status });
      try {
        const page = (filter: ReadonlyMap<string, string>) =>
          storeReading(looking.call, { environment: "Test", ...queryOf(filter, folder) }, folder).page(0, 10, signal);
        await assert.rejects(page(new Map()), (error: unknown) => {
          assert.ok(error instanceof Error && isApiError(error.cause));
          assert.equal(mayNeedFilter(error.cause), needs);
          assert.equal(
            error.message.endsWith(
              "The service may require a comparison: fill in at least one box above, and press Enter.",
            ),
            needs,
          );
          return true;
        });
        await assert.rejects(
          page(new Map([["column ClaimNumber", "S-1"]])),
          (error: unknown) => error instanceof Error && !/may require a comparison/.test(error.message),
        );
      } finally {
        await contract.control("DELETE", "/faults");
      }
    });
  }
});
