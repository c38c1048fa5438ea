/**
 * The archive's helpers: what is sent for a new document and for a new version, which versions exist, and what a
 * rollback will remove.
 */
import assert from "node:assert/strict";
import {
  columnsOf,
  deleteSentence,
  effectOf,
  operations,
  explain,
  foldersOf,
  foundSentence,
  idsForNewVersion,
  isBase64,
  markUpload,
  newMarker,
  operationOf,
  planRollback,
  searchDocuments,
  typeInWords,
  typeNumber,
  uploadAsNew,
  uploadAsVersion,
  uploadProblem,
  versionsOf,
} from "../../api/index.ts";
import type { AnswerOf, ListedDocument, OperationId } from "../../api/index.ts";
import { statusFailure } from "../../api/http/failure.ts";
import { prepare } from "../../api/http/prepare.ts";
import type { AnyRequest } from "../../api/http/prepare.ts";

const origin = "https://service.example";
const connection = { authUrl: origin, formsApiUrl: origin, formsAppUrl: origin, archiveApiUrl: origin, clientId: "c" };
const upload = { environment: "Test", fileName: "a.pdf", bytes: new Uint8Array([1, 2, 3]) } as const;
const listed: ListedDocument = {
  id: "v-3",
  version: 3,
  fileName: "a.pdf",
  folderId: "f-1",
  search1: "S-77",
  search2: null,
  search10: "old",
  type: 1,
};
const body = (request: AnyRequest): unknown => JSON.parse(prepare(connection, "archive.upload", request).payload ?? "");

function refuses(id: OperationId, request: AnyRequest, names: RegExp): void {
  assert.throws(() => prepare(connection, id, { environment: "Test", ...request }), {
    code: "invalid-request",
    outcome: "none",
    message: names,
  });
}

describe("archive requests", () => {
  const whole = { fileName: "a.pdf", fileContent: "AAAA", folderId: "f" };

  it("T132 a new upload never has an id, whatever it was made from; a new version always has one", () => {
    const fromAnywhere = Object.assign({ id: "v-9" }, upload);
    const asNew = body(uploadAsNew(fromAnywhere, Object.assign({ folderId: "f-1" }, { id: "v-9" })));
    assert.deepEqual(Object.keys(asNew as object).toSorted(), ["fileContent", "fileName", "folderId"]);
    assert.equal((body(uploadAsVersion(Object.assign({ id: "v-9" }, upload), "v-3")) as { id: string }).id, "v-3");
    assert.throws(() => uploadAsVersion(upload, ""), RangeError);
  });

  it("a version keeps its predecessor's search columns, type and folder, except those that it names itself", () => {
    const { fileContent, ...rest } = body(
      uploadAsVersion({ ...upload, search: { search10: "new" } }, "v-3", listed),
    ) as Record<string, unknown>;
    assert.deepEqual(rest, {
      fileName: "a.pdf",
      search1: "S-77",
      search10: "new",
      type: 1,
      folderId: "f-1",
      id: "v-3",
    });
    assert.ok(isBase64(String(fileContent)));
    assert.equal(
      (body(uploadAsVersion({ ...upload, type: 0 }, "v-3", { ...listed, type: 7 })) as { type: number }).type,
      0,
    );
    assert.equal("type" in (body(uploadAsVersion(upload, "v-3", { ...listed, type: 7 })) as object), false);
  });

  it("T137 sends the type as one of three numbers, never as a name, and reads any number", () => {
    for (const type of ["Smartform", "1", 3, 1.5])
      refuses("archive.upload", { body: { ...whole, type } }, /body\.type/);
    for (const type of [0, 1, 2] as const)
      assert.equal(typeNumber((["ordinary", "Smartform", "digitally signed"] as const)[type] ?? "ordinary"), type);
    assert.deepEqual([0, 1, 2, 7, null, undefined].map(typeInWords), [
      "ordinary",
      "Smartform",
      "digitally signed",
      "type 7",
      "",
      "",
    ]);
  });

  it("names its folder by id, by path or by the document that it is a version of", () => {
    refuses("archive.upload", { body: { ...whole, folderPath: "" } }, /body\.folderPath/);
    for (const where of [{ folderPath: "Claims" }, { id: "v" }])
      assert.doesNotThrow(() =>
        prepare(connection, "archive.upload", {
          environment: "Test",
          body: { ...whole, folderId: undefined, ...where },
        }),
      );
  });

  it("sends only base64, with its padding", () => {
    for (const fileContent of ["", "AAA", "AA A", "AAA=\n", "A===", "====", "AA=A", "AA-_", "data:;base64,AAAA"])
      refuses("archive.upload", { body: { ...whole, fileContent } }, /body\.fileContent/);
    for (const fileContent of ["AAAA", "AAA=", "AA==", "+/+/"]) assert.ok(isBase64(fileContent), fileContent);
  });

  it("T140 spells foldersIds and searchQuery as documented, and lists nothing else", () => {
    assert.deepEqual(Object.keys(operations["archive.search"].request.shape), [
      "searchQuery",
      "createdFrom",
      "createdTo",
      "foldersIds",
    ]);
    assert.equal(
      prepare(connection, "archive.search", { environment: "Test", body: { searchQuery: "x", foldersIds: ["f"] } })
        .payload,
      '{"searchQuery":"x","foldersIds":["f"]}',
    );
  });

  it("T141 reaches people as soon as it has a callbackPayload, and then needs a ticket", () => {
    assert.equal(effectOf("archive.upload", { body: whole }), "write");
    for (const callbackPayload of ["x", ""])
      assert.equal(effectOf("archive.upload", { body: { ...whole, callbackPayload } }), "reaches-people");
  });

  it("T141 reaches people by a callbackPayload in any letter case, which may occur only once", () => {
    for (const name of ["CallbackPayload", "callbackpayload"]) {
      const sent = prepare(connection, "archive.upload", { environment: "Test", body: { ...whole, [name]: "x" } });
      assert.deepEqual([sent.effect, sent.needsTicket, sent.receivers.length], ["reaches-people", true, 1], name);
    }
    refuses("archive.upload", { body: { ...whole, callbackPayload: null, CallbackPayload: "x" } }, /CallbackPayload/);
    refuses("archive.upload", { body: { ...whole, callbackpayload: null, CallbackPayload: "x" } }, /CallbackPayload/);
  });

  it("T82 T83 T85 always names an environment, in the documented spelling", () => {
    for (const environment of ["test", "TEST", "Test1", "", undefined])
      refuses("archive.download", { environment, path: { fileId: "v" } }, /environment/);
  });

  it("T142 refuses a file that is too large or empty, with a message, before sending it", () => {
    assert.match(uploadProblem(100 * 1024 * 1024 + 1) ?? "", /is 100\.1 MB; at most 100 MB can be sent/);
    assert.match(uploadProblem(3 * 1024 * 1024, { limit: 2 * 1024 * 1024 }) ?? "", /3 MB.*2 MB/);
    assert.match(uploadProblem(0) ?? "", /empty/);
    assert.equal(uploadProblem(100 * 1024 * 1024), undefined);
  });

  it("T133 marks an upload in a free search column, and never uses a mark twice", () => {
    const marker = newMarker("search5");
    assert.equal(markUpload({ ...upload, search: { search1: "S-77" } }, marker).search?.search5, marker.text);
    assert.notEqual(newMarker("search5").text, marker.text);
    assert.throws(() => markUpload({ ...upload, search: { search5: "taken" } }, marker), RangeError);
  });
});

describe("archive answers", () => {
  const columns = (answer: unknown) =>
    operationOf("archive.columns").schema?.parse(answer) as AnswerOf<"archive.columns">;

  it("T131 reads search columns under their documented name and under the correct one", () => {
    const described = [
      { name: "search1", title: "Claim number", searchable: true },
      "search2",
      { Field: "Search10", isSearchable: false },
      7,
      { name: "other" },
    ];
    const expected = [
      { field: "search1", title: "Claim number", isSearchable: true },
      { field: "search2", title: undefined, isSearchable: undefined },
      { field: "search10", title: undefined, isSearchable: false },
    ];
    for (const name of ["colunms", "columns", "Colunms", "Columns"])
      assert.deepEqual(columnsOf(columns({ [name]: described, folders: null })), expected, name);
    assert.deepEqual(
      foldersOf(columns({ folders: ["Claims"] })),
      [{ folderId: undefined, folderPath: "Claims" }],
      "the folders are shown without them",
    );
  });

  it("reads as much of folders as the response gives", () => {
    assert.deepEqual(
      foldersOf(
        columns({
          colunms: [],
          folders: [
            { id: "f", name: "Letters", path: "Claims/Letters" },
            { FolderId: "g", Name: "Policies" },
            "Claims",
            {},
            null,
            7,
            { id: 12 },
          ],
        }),
      ),
      [
        { folderId: "f", folderPath: "Claims/Letters" },
        { folderId: "g", folderPath: "Policies" },
        { folderId: undefined, folderPath: "Claims" },
        { folderId: "12", folderPath: undefined },
      ],
    );
  });

  const versions = (documentVersions: unknown, version: number | null = 3) =>
    versionsOf({ ...listed, version, documentVersions });
  const three = [1, 2, 3].map((version) => ({ id: `v-${version}`, version }));

  it("T136 reads the versions that the service lists, as objects or ids, in either order, and how many it does not name", () => {
    const all = { known: three, missing: 0 };
    assert.deepEqual(versions(three), all);
    assert.deepEqual(
      versions(
        three.toReversed().map(({ id, version }) => ({ Id: id, Version: version, more: 1 })),
        null,
      ),
      all,
    );
    assert.deepEqual(versions(["v-1", "v-2", "v-3"]), all);
    assert.deepEqual(versions(["v-3", "v-2", "v-1"]), all);
    assert.deepEqual(versions(3), { known: [three[2]], missing: 2 });
    for (const nothing of [undefined, null, "3", {}])
      assert.deepEqual(versions(nothing), { known: [three[2]], missing: undefined });
    assert.deepEqual(versions([{ version: 1 }, { id: "v-3", version: 3 }]), { known: [three[2]], missing: 1 });
    assert.deepEqual(
      versions(["v-2", "v-3", "v-1"], 2).known.map(({ version }) => version),
      [undefined, undefined, 2],
    );
  });

  it("T136 reads versions whose ids are numbers, and numbers that are written as text", () => {
    const read = (more: object) =>
      versionsOf(
        ...(operationOf("archive.search").schema?.parse([{ fileName: "a.pdf", ...more }]) as [
          Parameters<typeof versionsOf>[0],
        ]),
      );
    const both = {
      known: [
        { id: "4", version: 1 },
        { id: "5", version: 2 },
      ],
      missing: 0,
    };
    assert.deepEqual(
      read({
        id: 5,
        version: 2,
        documentVersions: [
          { id: 4, version: 1 },
          { id: 5, version: 2 },
        ],
      }),
      both,
    );
    assert.deepEqual(
      read({
        id: "5",
        version: "2",
        documentVersions: [
          { storedDocumentId: 4, version: "1" },
          { id: "5", version: "x" },
        ],
      }),
      both,
    );
    assert.deepEqual(read({ id: 5, version: 2, documentVersions: [4, 5] }), both);
  });

  it("T136 reads a count from 1, in either order, as numbers of versions and never as ids", () => {
    for (const id of ["2", "v-2"]) {
      for (const documentVersions of [
        [1, 2],
        [2, 1],
        ["1", "2"],
      ])
        assert.deepEqual(versionsOf({ ...listed, id, version: 2, documentVersions }), {
          known: [{ id, version: 2 }],
          missing: 1,
        });
    }
    assert.deepEqual(
      versionsOf({ ...listed, id: "3", version: 3, documentVersions: [1, 2] }),
      { known: [{ id: "3", version: 3 }], missing: 2 },
      "those besides it",
    );
    assert.deepEqual(versionsOf({ ...listed, id: "1", version: 1, documentVersions: [1] }), {
      known: [{ id: "1", version: 1 }],
      missing: 0,
    });
  });

  it("T136 says before a delete that what it removes is unknown, and how much of it is known", () => {
    assert.match(
      deleteSentence(versions(three)),
      /not known whether the service removes one version or all of them\. 3 versions are known\./,
    );
    assert.match(
      deleteSentence(versions(3)),
      /One version is known\. The service counts 2 more, which you cannot download before the deletion/,
    );
    assert.match(deleteSentence(versions(undefined)), /One version is known\. There may be others\./);
  });

  it("T135 plans a rollback from the newest version to an earlier one, and names the versions that it removes", () => {
    assert.deepEqual(planRollback(versions(three), { from: "v-3", backTo: "v-1" }), {
      request: { body: { sourceFileVersionId: "v-1", targetFileId: "v-3" } },
      backTo: three[0],
      removes: [three[1], three[2]],
      removesOthers: false,
    });
    assert.deepEqual(planRollback(versions(three), { from: "v-3", backTo: "v-2", names: "first" }), {
      request: { body: { sourceFileVersionId: "v-2", targetFileId: "v-1" } },
      backTo: three[1],
      removes: [three[2]],
      removesOthers: false,
    });
  });

  const problems: readonly (readonly [string, unknown, { readonly from: string; readonly backTo: string }, RegExp])[] =
    [
      ["the two swapped", three, { from: "v-1", backTo: "v-3" }, /Version 1 is not the newest.*swapped/],
      ["the two swapped among the middle ones", three, { from: "v-1", backTo: "v-2" }, /swapped/],
      ["the newest itself", three, { from: "v-3", backTo: "v-3" }, /is already the newest/],
      [
        "a version of another document",
        three,
        { from: "v-3", backTo: "w-1" },
        /does not list this version of the document/,
      ],
      [
        "versions that are only counted",
        3,
        { from: "v-3", backTo: "v-1" },
        /does not list this version of the document/,
      ],
      ["versions without numbers", [{ id: "v-1" }, { id: "v-3" }], { from: "v-3", backTo: "v-1" }, /does not number/],
    ];
  for (const [what, documentVersions, ids, says] of problems) {
    it(`T135 refuses a rollback with a message: ${what}`, () => {
      const plan = planRollback(versions(documentVersions), ids);
      assert.match("problem" in plan ? plan.problem : "", says);
    });
  }

  it("T139 shows as many as requested and never calls them all", async () => {
    const found = await searchDocuments(
      async () => Array.from({ length: 5 }, (_, index) => ({ id: `v-${index}` })),
      { environment: "Test" },
      { most: 2 },
    );
    assert.deepEqual([found.documents.map(({ id }) => id), found.returned], [["v-0", "v-1"], 5]);
    for (const returned of [
      found,
      { documents: [], returned: 0 },
      { documents: found.documents.slice(1), returned: 1 },
      { ...found, returned: 2 },
    ]) {
      assert.match(foundSentence(returned), /There may be more/);
      assert.doesNotMatch(foundSentence(returned), /\ball\b|every/);
    }
    assert.match(foundSentence(found), /first 2 of the 5/);
  });

  it("T138 explains the same status for each call", () => {
    const said = (operation: OperationId, status: number) =>
      explain(statusFailure(status, { operation, effect: "write", host: "h" }, {}));
    assert.match(said("archive.upload", 400), /folder does not exist/);
    assert.match(said("archive.upload", 413), /too large for the archive, and nothing was stored/);
    assert.match(said("archive.download", 404), /another environment/);
    assert.match(said("archive.rollback", 400), /refused to return to the earlier version/);
    assert.match(said("archive.delete", 404), /refused the deletion/);
    assert.doesNotMatch(said("archive.download", 404), /folder does not exist/);
  });

  it("T134 keeps both ids, and tries the stored one first", () => {
    assert.deepEqual(idsForNewVersion({ storedDocumentId: "v-3", rootDocumentId: "v-1" }), ["v-3", "v-1"]);
    assert.deepEqual(idsForNewVersion({ storedDocumentId: "v-1", rootDocumentId: "v-1" }), ["v-1"]);
    assert.deepEqual(idsForNewVersion({ storedDocumentId: "v-1", rootDocumentId: null }), ["v-1"]);
  });
});
