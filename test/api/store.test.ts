/**
 * The store's helpers: bodies of searches, rows of every shape, sentences about counts, and ids that are too large for
 * a number.
 */
import assert from "node:assert/strict";
import {
  changedSentence,
  conditionsOf,
  deletedSentence,
  operationOf,
  planStoreUpdate,
  plannedSentence,
  readStoreRows,
  searchStore,
  storeColumns,
  storeSearch,
} from "../../api/index.ts";
import type { AnswerOf, Request } from "../../api/index.ts";
import { parseJson } from "../../api/http/decode.ts";
import { prepare } from "../../api/http/prepare.ts";
import type { AnyRequest } from "../../api/http/prepare.ts";

const origin = "https://service.example";
const connection = {
  authUrl: origin,
  formsApiUrl: origin,
  formsAppUrl: origin,
  documentsApiUrl: origin,
  clientId: "c",
};
const filter = { column: "ClaimNumber", comparer: "EQ", value: "S-77" } as const;
const sent = (id: "store.search" | "store.update" | "store.updateMany", request: AnyRequest): string =>
  prepare(connection, id, { environment: "Test", ...request }).payload ?? "";

function refuses(id: "store.search" | "store.update" | "store.updateMany", request: AnyRequest, names: RegExp): void {
  assert.throws(() => prepare(connection, id, { environment: "Test", ...request }), {
    code: "invalid-request",
    outcome: "none",
    message: names,
  });
}

/** Returns a service that gives this response to every search, and the requests that the service received. */
function searchThatAnswers(answer: unknown) {
  const asked: Request<"store.search">[] = [];
  return {
    asked,
    call: async (_id: "store.search", request: Request<"store.search">) => {
      asked.push(request);
      return answer;
    },
  };
}

describe("store searches", () => {
  it("T154 T168 send a Chainer with every filter, even the only one, and names as documented", () => {
    assert.equal(
      sent("store.search", storeSearch({ environment: "Test", filters: [filter] })),
      '{"Top":100,"WhereConditions":[{"Column":"ClaimNumber","Comparer":"EQ","Value":"S-77","Chainer":"AND"}]}',
    );
    const whole = storeSearch({
      environment: "Test",
      filters: [filter, { ...filter, comparer: "LIKE" }],
      join: "OR",
      sorters: [{ column: "Amount", order: "DESC" }],
      resultColumns: ["Claim number"],
      top: 5,
      flat: true,
    });
    assert.equal(
      sent("store.search", whole),
      '{"Top":5,"WhereConditions":[{"Column":"ClaimNumber","Comparer":"EQ","Value":"S-77","Chainer":"OR"},{"Column":"ClaimNumber","Comparer":"LIKE","Value":"S-77","Chainer":"OR"}],"Sorters":[{"Column":"Amount","SortOrder":"DESC"}],"ResultColumns":["Claim number"]}',
    );
    assert.deepEqual(whole.query, { flattenSearchResult: true });
    refuses(
      "store.search",
      {
        body: {
          Top: 5,
          WhereConditions: [
            { Column: "a", Comparer: "EQ", Value: "1" },
            { Column: "b", Comparer: "EQ", Value: "1" },
          ],
        },
      },
      /Chainer is needed/,
    );
    refuses(
      "store.search",
      {
        body: {
          Top: 5,
          WhereConditions: ["AND", undefined, "AND"].map((Chainer) => ({
            Column: "a",
            Comparer: "EQ",
            Value: "1",
            Chainer,
          })),
        },
      },
      /Chainer is needed/,
    );
  });

  it("are refused before they are sent if they are not as documented", () => {
    for (const body of [
      { WhereConditions: [] },
      { Top: -1, WhereConditions: [] },
      { Top: 1 },
      { Top: 1, WhereConditions: [{ ...conditionsOf({ filters: [filter] })[0], Comparer: "IS" }] },
      { Top: 1, WhereConditions: [], Sorters: [{ Column: "a", SortOrder: "asc" }] },
      { top: 1, WhereConditions: [] },
    ])
      refuses("store.search", { body }, /body/);
  });

  const wanted = [
    {
      jobId: "17",
      docId: "1",
      columns: new Map<string, unknown>([
        ["Claim number", "S-77"],
        ["Amount paid", 5],
      ]),
    },
  ];
  const flat = { JobId: 17, DocId: 1, "Claim number": "S-77", "Amount paid": 5 };
  const pairs = [
    { Name: "Claim number", Value: "S-77" },
    { Name: "Amount paid", Value: 5 },
  ];
  const shapes: readonly (readonly [string, unknown])[] = [
    ["pairs", [{ JobId: 17, DocId: 1, Columns: pairs }]],
    [
      "pairs with other words",
      [{ jobId: "17", docId: "1", columns: pairs.map(({ Name, Value }) => ({ DisplayName: Name, value: Value })) }],
    ],
    ["an object of columns", [{ JobId: 17, DocId: 1, Columns: { "Claim number": "S-77", "Amount paid": 5 } }]],
    ["flat rows", [flat]],
    ["a wrapped list", { Rows: [flat] }],
    ["a wrapped list by another name", { TotalHits: 1, documents: [flat] }],
    ["a table", { Columns: ["JobId", "DocId", "Claim number", "Amount paid"], Rows: [[17, 1, "S-77", 5]] }],
    [
      "a table of named columns",
      {
        columns: [{ name: "JOBID" }, { name: "DocId" }, { name: "Claim number" }, { name: "Amount paid" }],
        rows: [["17", "1", "S-77", 5]],
      },
    ],
  ];
  for (const [shape, answer] of shapes) {
    it(`N26 reads ${shape}`, () => assert.deepEqual(readStoreRows(answer), { rows: wanted, unread: 0 }));
  }

  it("T155 reads nothing, null, an empty list and an empty wrapped list as no rows", () => {
    for (const nothing of [null, undefined, "", [], { Rows: [] }])
      assert.deepEqual(readStoreRows(nothing), { rows: [], unread: 0 });
  });

  it("N26 reports how many rows it cannot read, and does not read an unknown answer as an empty one", () => {
    assert.deepEqual(readStoreRows([flat, "x", null, {}, [1]]), { rows: wanted, unread: 4 });
    for (const unknown of [{}, { message: "Timeout" }, 7, "text", { a: [], b: [] }])
      assert.throws(() => readStoreRows(unknown), /document store's answer has an unknown form/);
  });

  it("keep a column called __proto__", () => {
    const rows = readStoreRows(parseJson('[{"JobId":1,"DocId":2,"Columns":{"__proto__":"x"}}]')?.value).rows;
    assert.deepEqual([...(rows[0]?.columns ?? [])], [["__proto__", "x"]]);
  });

  it("N59 keep ids beyond 2^53 digit by digit, from the answer to the next request", () => {
    const row = readStoreRows(parseJson('[{"JobId":9007199254740993,"DocId":1}]')?.value).rows[0];
    assert.equal(row?.jobId, "9007199254740993");
    assert.equal(
      sent("store.update", { body: { JobId: row.jobId, DocId: row.docId, UpdateColumns: { JobId: "17" } } }),
      '{"JobId":9007199254740993,"DocId":1,"UpdateColumns":{"JobId":"17"}}',
    );
    refuses("store.update", { body: { JobId: "1e3", DocId: 1, UpdateColumns: { a: "b" } } }, /JobId/);
    refuses("store.update", { body: { JobId: 9007199254740994, DocId: 1, UpdateColumns: { a: "b" } } }, /JobId/);
  });

  it("report that there may be more", async () => {
    for (const [top, atLeast] of [
      [1, true],
      [2, false],
    ] as const)
      assert.equal(
        (await searchStore(searchThatAnswers([flat]).call, { environment: "Test", filters: [], top })).atLeast,
        atLeast,
      );
  });

  it("read as much of a folder's columns as the response gives", () => {
    const folder = operationOf("store.folder").schema?.parse({
      name: "Claims",
      columns: [{ Name: "A", DisplayName: "The A", Type: "text" }, { column: "B" }, "C", 7, {}],
    }) as AnswerOf<"store.folder">;
    assert.deepEqual(storeColumns(folder), [
      { name: "A", displayName: "The A", type: "text" },
      { name: "B", displayName: "B", type: undefined },
      { name: "C", displayName: "C", type: undefined },
    ]);
    assert.deepEqual(storeColumns({}), []);
  });
});

describe("store changes", () => {
  it("T152 are neither asked about nor sent without a filter or without a change", async () => {
    const { call, asked } = searchThatAnswers([]);
    await assert.rejects(planStoreUpdate(call, { environment: "Test", filters: [] }, { a: "b" }), RangeError);
    await assert.rejects(planStoreUpdate(call, { environment: "Test", filters: [filter] }, {}), RangeError);
    assert.deepEqual(asked, []);
    refuses("store.updateMany", { body: { WhereConditions: [], UpdateColumns: { a: "b" } } }, /without a filter/);
    refuses(
      "store.updateMany",
      { body: { WhereConditions: conditionsOf({ filters: [filter] }), UpdateColumns: {} } },
      /UpdateColumns/,
    );
  });

  it("T152 search with exactly the filters of the update, and show some of the hits", async () => {
    const { call, asked } = searchThatAnswers(
      Array.from({ length: 8 }, (_, index) => ({ JobId: index, DocId: 1, a: "b" })),
    );
    const planned = await planStoreUpdate(
      call,
      { environment: "Test", filters: [filter, filter], join: "OR" },
      { a: "c" },
      { sampleSize: 3 },
    );
    assert.deepEqual(asked[0]?.body.WhereConditions, planned.request.body.WhereConditions);
    assert.deepEqual(
      [planned.found, planned.atLeast, planned.sample.map(({ jobId }) => jobId)],
      [8, false, ["0", "1", "2"]],
    );
    assert.match(plannedSentence(planned), /^8 stored documents match now/);
    assert.match(plannedSentence({ ...planned, atLeast: true }), /^At least 8/);
    assert.match(plannedSentence({ ...planned, found: 0 }), /nothing would be changed/);
  });

  it("T153 report no change if the count is 0, and report a count that differs from the one before", () => {
    assert.match(changedSentence(0), /^Nothing was changed/);
    assert.equal(changedSentence(1), "1 stored document was changed.");
    assert.equal(changedSentence(3, { found: 3, atLeast: false }), "3 stored documents were changed.");
    assert.match(
      changedSentence(4, { found: 3, atLeast: false }),
      /4 stored documents were changed\. The search before the change found 3\./,
    );
    assert.match(
      changedSentence(0, { found: 3, atLeast: false }),
      /^Nothing was changed.*The search before the change found 3\./,
    );
    assert.equal(changedSentence(12_000, { found: 10_000, atLeast: true }), "12000 stored documents were changed.");
    assert.match(deletedSentence(0), /^Nothing was deleted/);
    assert.match(deletedSentence(1), /for good\.$/);
  });

  it("T153 read a count bare, in quotes and with a line break, and nothing else", () => {
    const schema = operationOf("store.delete").schema;
    for (const count of [1, "1", " 1\r\n"]) assert.equal(schema?.parse(count), 1);
    for (const other of ["", "true", true, -1, 1.5, null, { rows: 1 }]) assert.throws(() => schema?.parse(other));
  });
});
