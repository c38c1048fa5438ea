/** The archive's fields as document 2 lists them, each tried on the client's schema and on the running sandbox. */
import assert from "node:assert/strict";
import { environments } from "../../../api/index.ts";
import { at } from "../../sandbox/visit.ts";
import { answerFields, each, rawAnswer, requestFields } from "./documentedFields.ts";
import { startContract } from "./service.ts";
import type { Contract } from "./service.ts";

let contract: Contract;
const service = () => contract;
const environment = "Test";
const ten = Array.from({ length: 10 }, (_, index) => `search${index + 1}`);
const folder = () => ({ folderId: contract.ready.demo.archiveFolderId });
const file = { fileName: "note.txt", fileContent: "Zmlyc3Q=" };
const upload = (more: object = {}, where = environment) =>
  rawAnswer(contract, "archive.upload", { environment: where, body: { ...file, ...folder(), ...more } });
const find = (body: object, where = environment) => rawAnswer(contract, "archive.search", { environment: where, body });

before(async () => {
  contract = await startContract();
  await upload({ fileName: "all ten.txt", ...Object.fromEntries(ten.map((name) => [name, `${name}'s value`])) });
});
after(() => contract.close());

describe("documented fields: archive", () => {
  requestFields(
    service,
    { operation: "archive.upload", request: () => ({ environment, body: { ...file, ...folder() } }) },
    [
      { field: "fileName", takes: each("a.pdf", "Åsa 1.docx") },
      { field: "fileContent", takes: each("AA=="), refuses: { "invalid base64": "A==" } },
      { field: "folderId", takes: each("7d3c9e5b-08a2-4f61-9c37-1b5e8a6f4001") },
      ...ten.map((field) => ({ field, is: "optional", takes: each("S-77") }) as const),
      { field: "type", is: "optional", takes: each(0, 1, 2), refuses: each("Smartform", "1", 3) },
      { field: "callbackPayload", is: "optional", takes: each("case 7") },
      { field: "id", is: "optional" },
    ],
  );
  requestFields(
    service,
    { operation: "archive.upload", request: () => ({ environment, body: { ...file, folderPath: "Claims" } }) },
    [{ field: "folderPath", takes: each("Claims/Letters") }],
  );
  requestFields(
    service,
    {
      operation: "archive.upload",
      request: async () => ({
        environment,
        body: { ...file, ...folder(), id: String(at(await upload(), "storedDocumentId")) },
      }),
    },
    [{ field: "fileName", takes: { "a new version's name": "second.txt" } }],
  );

  answerFields(
    { operation: "archive.upload", answer: () => upload() },
    { storedDocumentId: "text", rootDocumentId: "text", version: "number" },
  );

  answerFields(
    { operation: "archive.search", answer: () => find({ searchQuery: "all ten.txt" }) },
    {
      "0.id": "text",
      "0.fileName": "text",
      "0.version": "number",
      "0.documentVersions": "anything",
      "0.folderId": "text",
      "0.folderPath": "text",
      "0.type": "number",
      ...Object.fromEntries(ten.map((name) => [`0.${name}`, "text"] as const)),
    },
  );
  answerFields(
    { operation: "archive.search", answer: () => find({ searchQuery: "S-77 signed" }, "Production") },
    { "0.smartformId": "text", "0.dialogId": "text" },
  );

  // The documents say that there are dates, but not under which names.
  answerFields(
    { operation: "archive.search", answer: () => find({ searchQuery: "all ten.txt" }), isLoose: true },
    { "0.createdDate": "time" },
  );

  for (const [index, name] of ten.entries()) {
    it(`the list gives ${name} its own value`, async () =>
      assert.equal(at(await find({ searchQuery: "all ten.txt" }), `0.${name}`), `search${index + 1}'s value`));
  }

  for (const type of [0, 1, 2]) {
    it(`lists a document of type ${type} as that type`, async () => {
      await upload({ fileName: `of type ${type}`, type });
      assert.equal(at(await find({ searchQuery: `of type ${type}` }), "0.type"), type);
    });
  }

  answerFields(
    { operation: "archive.columns", answer: () => rawAnswer(contract, "archive.columns", { environment }) },
    { colunms: "list", folders: "list" },
  );

  requestFields(service, { operation: "archive.search", request: () => ({ environment, body: {} }) }, [
    { field: "searchQuery", is: "optional", takes: each("note") },
    { field: "createdFrom", is: "optional", takes: each("2026-01-01T00:00:00Z") },
    { field: "createdTo", is: "optional", takes: each("2026-12-31T00:00:00Z") },
    { field: "foldersIds", is: "optional", takes: each(["7d3c9e5b-08a2-4f61-9c37-1b5e8a6f4001"]), refuses: each("x") },
  ]);

  const twoVersions = async () => {
    const first = String(at(await upload(), "storedDocumentId"));
    return {
      environment,
      body: { sourceFileVersionId: first, targetFileId: String(at(await upload({ id: first }), "storedDocumentId")) },
    };
  };
  requestFields(service, { operation: "archive.rollback", request: twoVersions }, [
    { field: "sourceFileVersionId", is: "required" },
    { field: "targetFileId", is: "required" },
  ]);

  it("has four environments", () =>
    assert.deepEqual([...environments].toSorted(), ["Development", "PreProduction", "Production", "Test"]));
  for (const name of ["Development", "Test", "PreProduction", "Production"] as const) {
    it(`finds a document stored in ${name} there and nowhere else`, async () => {
      await upload({ fileName: `only in ${name}.txt` }, name);
      for (const other of ["Development", "Test", "PreProduction", "Production"])
        assert.equal(
          ((await find({ searchQuery: `only in ${name}.txt` }, other)) as readonly unknown[]).length,
          other === name ? 1 : 0,
          other,
        );
    });
  }
});
