/**
 * The table of a store folder against the sandbox: its columns, the comparisons that a person writes, and how reading
 * continues where a response ends. Responses have every shape that the documents leave open.
 */
import assert from "node:assert/strict";
import { storeColumns } from "../../../../api/index.ts";
import type { Api, StoreColumn, StoreRow } from "../../../../api/index.ts";
import { foldersOf, keepFolder } from "../../../../client/documents/store/folders.ts";
import {
  comparisonsIn,
  filterWords,
  firstFilter,
  idsOf,
  queryOf,
  resultColumnsOf,
  storeFields,
  storeNote,
  storeReading,
  tableColumns,
} from "../../../../client/documents/store/searchModel.ts";
import type { Filter } from "../../../../client/panels/table/source.ts";
import { startContract } from "../../../api/contract/service.ts";
import type { Contract } from "../../../api/contract/service.ts";
import { memory } from "../memory.ts";

const { signal } = new AbortController();

describe("the table of a store folder", () => {
  let contract: Contract;
  let api: Api;
  let claims: readonly StoreColumn[];
  let sent: { readonly top: number; readonly conditions: number }[];

  before(async () => {
    contract = await startContract();
    api = contract.as("standard");
    claims = await columns();
  });
  after(() => contract.close());
  beforeEach(async () => {
    await contract.control("POST", "/reset", {});
    sent = [];
  });

  const columns = async (folderName = "Claims") =>
    storeColumns(await api.call("store.folder", { environment: "Test", path: { folderName } }));
  const filter = (fields: Readonly<Record<string, string>>): Filter =>
    new Map([
      ...firstFilter(claims),
      ...Object.entries(fields).map(
        ([name, text]) => [/^(join|sort)$/.test(name) ? name : `column ${name}`, text] as const,
      ),
    ]);
  const readingOf = (wanted: Filter, folder = claims) =>
    storeReading(
      (operation, request, options) => {
        sent.push({ top: request.body.Top, conditions: request.body.WhereConditions.length });
        return api.call(operation, request, options);
      },
      { environment: "Test", ...queryOf(wanted, folder), resultColumns: resultColumnsOf(folder) },
      folder,
    );
  const add = async (count: number, values: (index: number) => Readonly<Record<string, string>>) => {
    for (let from = 0; from < count; from += 1000)
      await contract.control("POST", "/store/documents", {
        documents: Array.from({ length: Math.min(1000, count - from) }, (_, at) => ({ values: values(from + at) })),
      });
  };
  const all = async (wanted: Filter): Promise<readonly StoreRow[]> => {
    const reading = readingOf(wanted),
      rows: StoreRow[] = [];
    for (;;) {
      const page = await reading.page(rows.length, 200, signal);
      rows.push(...page.rows);
      if (page.end) {
        assert.equal(page.total, rows.length);
        return rows;
      }
    }
  };
  const padded = (number: number): string => String(number).padStart(6, "0");

  for (const [text, expected] of [
    ["S-77", [["EQ", "S-77"]]],
    ["= <5", [["EQ", "<5"]]],
    ["<= 5", [["LTE", "5"]]],
    ["<>x", [["NE", "x"]]],
    [
      ">=1 AND <2",
      [
        ["GTE", "1"],
        ["LT", "2"],
      ],
    ],
    ["LIKE S-%", [["LIKE", "S-%"]]],
    ["Likely", [["EQ", "Likely"]]],
    ["Bread AND butter", [["EQ", "Bread AND butter"]]],
  ] as const)
    it(`reads “${text}” as a person means it`, () =>
      assert.deepEqual(
        comparisonsIn(text, { name: "c", displayName: "C", type: "text" }).map(({ comparer, value }) => [
          comparer,
          value,
        ]),
        expected,
      ));

  it("sends numbers if the folder has numbers and they keep their value", () => {
    const [claim, , , amount] = claims;
    assert.deepEqual(
      [amount, amount, amount, claim].map(
        (column, index) =>
          comparisonsIn(["900", "12345678901234567890", "LIKE 9%", "900"][index] ?? "", column ?? assert.fail())[0]
            ?.value,
      ),
      [900, "12345678901234567890", "9%", "900"],
    );
  });

  it("requires a value, and never mixes AND with OR (T154)", () => {
    assert.throws(() => queryOf(filter({ Amount: ">=" }), claims), /Amount paid: write a value after >=/);
    assert.throws(
      () => queryOf(filter({ Amount: ">1 AND <2", join: "OR" }), claims),
      /cannot use AND in a box together with/,
    );
    const query = queryOf(filter({ Amount: ">1", Customer: "Eva Lind", join: "OR" }), claims);
    assert.equal(filterWords(query, claims), "Customer name is “Eva Lind” or Amount paid > “1”");
  });

  it("has the folder's own columns, a box for each, and says that a search names no folder", async () => {
    const sample = (await readingOf(filter({})).page(0, 200, signal)).rows;
    assert.deepEqual(
      tableColumns(claims, sample).map(({ title }) => title),
      ["Job/document", "Claim number", "Customer name", "Decision", "Amount paid", "Date of the claim"],
    );
    assert.deepEqual(
      storeFields(claims).map(({ label }) => label),
      ["Claim number", "Customer name", "Decision", "Amount paid", "Date of the claim", "Comparisons", "Sorted by"],
    );
    assert.match(storeNote, /no way to limit a search to one folder/);
  });

  for (const shape of ["pairs", "object", "wrapped", "table"]) {
    it(`shows the same rows if they come as ${shape} (N26)`, async () => {
      await contract.choose("N26", shape);
      const rows = await all(filter({ Customer: "Eva Lind" }));
      const shown = tableColumns(claims, rows);
      assert.deepEqual(
        rows.map((row) => shown.map(({ text }) => text(row)).join("|")),
        [
          "1001/1|S-77|Eva Lind|approved|12000|2026-01-14",
          "1001/2|S-77|Eva Lind|approved|12000|2026-01-14",
          "1003/1|S-90|Eva Lind|approved|900|2026-02-19",
        ],
      );
    });
  }

  it("shows the values of rows, even if the folder gives only names (D10)", async () => {
    await contract.choose("D10", "names");
    const names = await columns();
    const { rows } = await readingOf(firstFilter(names), names).page(0, 200, signal);
    const shown = tableColumns(names, rows);
    assert.deepEqual(
      shown.map(({ title }) => title),
      [
        "Job/document",
        "Decision",
        "Claim number",
        "Customer name",
        "Amount paid",
        "Date of the claim",
        "Policy number",
      ],
    );
    assert.ok(rows.some((row) => shown.some(({ title, text }) => title === "Claim number" && text(row) === "S-81")));
  });

  for (const none of ["[]", "null", "204", "nothing"])
    it(`finds nothing if the service answers ${none} (T155)`, async () => {
      await contract.choose("T155", none);
      assert.deepEqual(await all(filter({ ClaimNumber: "none" })), []);
    });

  it("continues after the last value of a sorted answer: every row once, in order", async () => {
    await add(2600, (index) => ({ "Claim.Number": `A-${padded(index - (index % 7))}` }));
    for (const sort of ["0 ASC", "0 DESC"]) {
      const rows = await all(filter({ ClaimNumber: "LIKE A-%", sort }));
      assert.equal(new Set(rows.map(({ jobId }) => jobId)).size, 2600);
      const numbers = rows.map(({ columns: cells }) => String(cells.get("Claim number")));
      assert.deepEqual(numbers, sort === "0 ASC" ? [...numbers].sort() : [...numbers].sort().reverse());
    }
    assert.ok(sent.every(({ top }) => top === 1000));
  });

  it("reads an earlier page again by its own value, and keeps one answer at a time", async () => {
    await add(2600, (index) => ({ "Claim.Number": `A-${padded(index)}` }));
    const reading = readingOf(filter({ ClaimNumber: "LIKE A-%" }));
    for (const from of [0, 1000, 2400, 200, 1200]) {
      const { rows } = await reading.page(from, 200, signal);
      assert.equal(rows[0]?.columns.get("Claim number"), `A-${padded(from)}`);
    }
    const asked = sent.length;
    await reading.page(1400, 200, signal);
    assert.equal(sent.length, asked);
  });

  it("requests more at once if too many have the same value, and says so if that is not enough", async () => {
    await add(3000, () => ({ "Claim.Number": "B-1", "Claim.Decision": "same" }));
    assert.equal((await all(filter({ Decision: "same" }))).length, 3000);
    await add(7500, () => ({ "Claim.Number": "B-1", "Claim.Decision": "same" }));
    await assert.rejects(
      all(filter({ Decision: "same" })),
      /Only the first 10,000 rows can be read when sorted by “Claim number”, because too many documents hold the same value in that column\. Narrow the search\./,
    );
  });

  it("says that it cannot continue if one of several comparisons must match, or nothing sorts", async () => {
    await add(10_100, (index) => ({ "Claim.Number": `C-${padded(index)}` }));
    await assert.rejects(
      all(filter({ ClaimNumber: "LIKE C-%", Amount: "1", join: "OR" })),
      /With “One must match” and several comparisons, only the first 10,000 rows can be read/,
    );
    await assert.rejects(all(new Map([["column ClaimNumber", "LIKE C-%"]])), /Without a column to sort by/);
    assert.equal((await all(filter({ ClaimNumber: "LIKE C-%" }))).length, 10_100);
  });

  it("counts rows of an unreadable shape, with which nothing can be done", async () => {
    const reading = storeReading(
      async () => [{ JobId: 1, DocId: 1, A: "x" }, 7],
      { environment: "Test", filters: [] },
      [],
    );
    const { rows, total } = await reading.page(0, 200, signal);
    assert.deepEqual([rows.length, total, tableColumns([], rows)[0]?.text(rows[1] ?? assert.fail())], [2, 2, "no ids"]);
    assert.throws(() => idsOf(rows[1] ?? assert.fail()), /nothing can be done with it/);
  });

  it("explains a refusal", async () => {
    const reading = storeReading(
      (...call) => api.call(...call),
      { environment: "Test", filters: [{ column: "None", comparer: "EQ", value: "x" }] },
      claims,
    );
    await assert.rejects(
      reading.page(0, 200, signal),
      /Could not search the document store\. .*use a column's name from the folder definition, not its display name/,
    );
  });

  it("stores names of folders by place, the last one first, and nothing else", async () => {
    const store = memory();
    for (const name of ["Claims", "Policies", "Claims"]) await keepFolder(store, "here", name);
    assert.deepEqual([foldersOf(store, "here"), foldersOf(store, "there")], [["Claims", "Policies"], []]);
    assert.equal(store.written(), '{"store.folders":{"here":["Claims","Policies"]}}');
    assert.deepEqual(foldersOf(memory({ "store.folders": 7 }), "here"), []);
  });
});
