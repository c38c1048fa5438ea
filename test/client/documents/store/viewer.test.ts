/**
 * The connected viewer archive against the sandbox: JSON of any shape, files, and a patch that is a request file to
 * edit.
 */
import assert from "node:assert/strict";
import { explain, isApiError } from "../../../../api/index.ts";
import type { Api } from "../../../../api/index.ts";
import { readRequestFile } from "../../../../client/requestFiles/requestFileModel.ts";
import {
  modelOf,
  patchFile,
  schemaNames,
  uploadedWords,
  uploadOf,
  viewerColumns,
  viewerFileName,
  viewerId,
  viewerReading,
  viewerRows,
} from "../../../../client/documents/store/viewerModel.ts";
import { startContract } from "../../../api/contract/service.ts";
import type { Contract } from "../../../api/contract/service.ts";

const { signal } = new AbortController();
const path = { schema: "Letters", userId: "karin" } as const;

describe("the connected viewer archive", () => {
  let contract: Contract;
  let api: Api;

  before(async () => {
    contract = await startContract();
    api = contract.as("standard");
  });
  after(() => contract.close());
  beforeEach(() => contract.control("POST", "/reset", {}));

  const search = (text = "{}") => api.call("viewer.search", { environment: "Test", path, body: modelOf(text) });

  it("names schemas, whether they come as names, as objects or inside one", async () => {
    assert.deepEqual(schemaNames(await api.call("viewer.schemas", { environment: "Test" })), ["Letters", "Receipts"]);
    assert.deepEqual(
      [schemaNames(["a", ""]), schemaNames({ schemas: [{ Name: "b" }] }), schemaNames(null), schemaNames(7)],
      [["a"], ["b"], [], []],
    );
  });

  it("is searched by any JSON, and shows the values of rows", async () => {
    const rows = viewerRows(await search('{"Year": 1998}'));
    assert.deepEqual(
      viewerColumns(rows)
        .map(({ title, text }) => `${title}=${text(rows[0] ?? assert.fail())}`)
        .slice(-5, -1),
      ["Title=Letter of 1998 about claim S-3", "Claim=S-3", "Year=1998", "FileName=letter-1998.pdf"],
    );
    assert.deepEqual(
      viewerColumns(viewerRows(await search())).map(({ title }) => title),
      ["Title", "Claim", "Year", "FileName", "partitionKey", "schema", "userId", "id"],
    );
    assert.throws(() => modelOf("{"), /^Error: The search model is not JSON\. Line 1, column 1: /);
    const page = await viewerReading(() => search()).page(1, 5, signal);
    assert.deepEqual([page.rows.length, page.total, page.end], [1, 2, true]);
  });

  it("keeps the id of a document with many values, and takes no inherited value for one (T24)", () => {
    const names = Array.from({ length: 30 }, (_, index) => `f${index}`);
    const rows = [0, 1].map((row) => ({
      id: String(row),
      same: "s",
      ...Object.fromEntries(names.map((name) => [name, `${name} ${row}`])),
    }));
    assert.deepEqual(
      viewerColumns(rows).map(({ title }) => title),
      [...names.slice(0, 19), "id"],
    );
    const inherited = viewerColumns([{ constructor: "x", b: "1" }, { b: "1" }]).map(({ title }) => title);
    assert.deepEqual(inherited, ["constructor", "b"]);
  });

  it("reads rows in every recognizable shape, and claims nothing about others", () => {
    assert.deepEqual(
      [viewerRows(null), viewerRows(""), viewerRows({ hits: [{ a: 1 }], count: 1 })],
      [[], [], [{ a: 1 }]],
    );
    for (const answer of [7, { a: [1], b: [2] }, ["x"]])
      assert.throws(() => viewerRows(answer), /so it is not known whether anything was found/);
    assert.throws(() => viewerId({ Title: "x" }), /gave no id for this document/);
  });

  it("names a file after the service's name, and never as a path", () =>
    assert.deepEqual(
      ["../../etc/passwd.pdf", "", "C:\\x.pdf"].map((FileName) => viewerFileName({ FileName })),
      ["etc_passwd.pdf", "document", "C_x.pdf"],
    ));

  it("accepts a file with its metadata, and checks whether it arrived", async () => {
    const { body, files } = uploadOf('{"FileName": "a.pdf", "Title": "A"}', Buffer.from("%PDF-"));
    assert.equal(
      uploadedWords(viewerRows(await search()), "a.pdf").startsWith(
        "A search found no document with this file name. The document may still be there",
      ),
      true,
    );
    await api.call("viewer.upload", { environment: "Test", path, body, files });
    const rows = viewerRows(await search('{"Title": "A"}'));
    assert.equal(uploadedWords(rows, "a.pdf"), "A search found one document with the file name “a.pdf”.");
    const { bytes } = await api.call("viewer.download", {
      environment: "Test",
      path: { ...path, documentId: viewerId(rows[0] ?? assert.fail()) },
    });
    assert.equal(Buffer.from(bytes).toString(), "%PDF-");
    assert.throws(() => uploadOf("[]", new Uint8Array()), /must be a JSON object/);
  });

  it("turns a row into a request file that changes it, and that stays complete if the service refuses the patch (T163)", async () => {
    const [row] = viewerRows(await search('{"Year": 1998}'));
    const text = patchFile({ environment: "Test", ...path }, row ?? assert.fail());
    const name = "patch-1.distribution.json";
    const sendText = async (json: string) => {
      const read = readRequestFile(json, name);
      assert.ok(read !== undefined && !("mistakes" in read), JSON.stringify(read));
      const { environment, path: to, body } = read.fill({ bytes: new Map(), secrets: new Map() });
      return (api.call as (operation: string, request: unknown) => Promise<unknown>)(read.operation, {
        environment,
        path: to,
        body,
      });
    };
    await sendText(text.replace("Letter of 1998 about claim S-3", "A new title"));
    assert.equal(viewerRows(await search('{"Year": 1998}'))[0]?.["Title"], "A new title");
    const apart = text.replace("/Title", "/partitionKey");
    const error = await sendText(apart).catch((refused: unknown) => refused);
    assert.ok(isApiError(error));
    assert.match(
      explain(error, { body: [{ op: "replace", path: "/partitionKey" }] }),
      /refused the patch, and nothing was changed\. .*The patch would change: \/partitionKey\./,
    );
    assert.deepEqual((JSON.parse(apart) as { readonly body: unknown }).body, [
      { op: "replace", path: "/partitionKey", value: "Letter of 1998 about claim S-3" },
    ]);
  });

  it("offers no field that keeps documents apart, and writes any name as a pointer", () => {
    const fileOf = (row: Readonly<Record<string, unknown>>) =>
      JSON.parse(patchFile({ environment: "Test", ...path }, { id: "1", PartitionKey: "k", ...row })) as {
        readonly path: unknown;
        readonly body: unknown;
      };
    assert.deepEqual(fileOf({ "a/b~c": 1 }), {
      operation: "viewer.patch",
      environment: "Test",
      path: { ...path, partitionKey: "k", id: "1" },
      body: [{ op: "replace", path: "/a~1b~0c", value: 1 }],
    });
    assert.deepEqual(fileOf({ list: [] }).body, [{ op: "replace", path: "/Name", value: "" }]);
  });
});
