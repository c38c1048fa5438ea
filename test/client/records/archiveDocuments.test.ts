/** What the Archive view shows of documents and versions, in whatever shape the service lists them. */
import assert from "node:assert/strict";
import type { ListedDocument } from "../../../api/index.ts";
import { archiveEnvironment, environmentLabel } from "../../../client/archive/environmentModel.ts";
import {
  childrenOf,
  dateIn,
  documentsOf,
  rowOf,
  shownNode,
  timeInWords,
} from "../../../client/records/archiveDocumentModel.ts";
import type { ArchiveNode } from "../../../client/records/archiveDocumentModel.ts";

const iso = (date: Date): string => date.toISOString().slice(0, 16);
const listed = (id: string, more: object = {}): ListedDocument => ({
  id,
  fileName: "Report.pdf",
  folderPath: "Claims",
  version: 2,
  type: 1,
  createdDate: "2026-03-02T10:00:00Z",
  ...more,
});
const place = { identity: "service client", connection: "acme", environment: "Production" } as const;

describe("documents of the archive", () => {
  for (const [shape, documentVersions, ids, missing] of [
    [
      "versions",
      [
        { id: "a", version: 1, fileName: "Draft.pdf", createdDate: "2026-03-01T10:00:00Z", createdBy: "Karin" },
        { id: "b", version: 2 },
      ],
      ["b", "a"],
      0,
    ],
    ["ids", ["a", "b"], ["b", "a"], 0],
    ["a number", 3, ["b"], 2],
    ["nothing", undefined, ["b"], undefined],
  ] as const) {
    it(`have their versions newest first if the service lists ${shape}`, () => {
      const [document] = documentsOf([listed("b", { documentVersions })]);
      assert.deepEqual([document?.versions.map(({ id }) => id), document?.missing], [ids, missing]);
    });
  }

  it("are one if the service lists a row for every version", () => {
    const documentVersions = [
      { id: "a", version: 1 },
      { id: "b", version: 2 },
    ];
    const documents = documentsOf([
      listed("b", { documentVersions, search1: "new" }),
      listed("c", { documentVersions: [] }),
      listed("a", { version: 1, documentVersions, search1: "old" }),
    ]);
    assert.deepEqual(
      documents.map(({ listed: { id, search1 }, versions }) => [id, search1, versions.length]),
      [
        ["b", "new", 2],
        ["c", undefined, 1],
      ],
    );
  });

  it("are two if one lists the number of a version and the other has it as its id", () => {
    const documents = documentsOf([
      listed("2", { documentVersions: [1, 2] }),
      listed("1", { version: 1, documentVersions: [1] }),
    ]);
    assert.deepEqual(
      documents.map(({ listed: { id }, versions, missing }) => [id, versions.length, missing]),
      [
        ["2", 1, 1],
        ["1", 1, 0],
      ],
    );
  });

  it("show for each version its number, its time, who stored it and its own name", () => {
    const [document] = documentsOf([
      listed("b", {
        documentVersions: [
          { id: "a", version: 1, fileName: "Draft.pdf", createdDate: "2026-03-01T10:00:00Z", createdBy: "Karin" },
          { id: "b", version: 2 },
        ],
      }),
    ]);
    assert.ok(document);
    const rows = childrenOf({ kind: "document", place, document }).map((node) => rowOf(node, [], iso));
    assert.deepEqual(
      rows.map(({ label, description, context }) => [label, description, context]),
      [
        ["Version 2", "2026-03-02T10:00", "archiveVersion newest"],
        ["Version 1", "2026-03-01T10:00 · Karin · Draft.pdf", "archiveVersion earlier"],
      ],
    );
    assert.equal(rows[1]?.spoken, "Version 1, 2026-03-01T10:00 · Karin · Draft.pdf");
  });

  it("are what a clicked row means even if the view was read again meanwhile, and nothing else is", () => {
    const read = (...versions: readonly string[]) =>
      documentsOf([
        listed(versions[0] ?? "", {
          documentVersions: versions.toReversed().map((id, index) => ({ id, version: index + 1 })),
        }),
      ]).map((document) => ({ kind: "document", place, document }) as const);
    const [before] = read("b", "a");
    assert.ok(before);
    const earlier = { ...before, kind: "version", version: { id: "a", fileName: "of somebody else" } };
    const now = read("c", "b", "a");
    assert.equal(shownNode(now, before), now[0]);
    const version = shownNode(now, earlier);
    assert.ok(version?.kind === "version" && version.version === now[0]?.document.versions[2]);
    assert.equal(shownNode(read("a"), before), undefined, "the version is gone");
    assert.equal(shownNode(now, { ...before, place: { ...place, environment: "Test" } }), undefined);
    assert.equal(shownNode(now, { ...before, place: { ...place, identity: "other" } }), undefined);
    assert.equal(shownNode(now, { ...before, place: { ...place, connection: "as it was called" } }), now[0]);
    for (const wrong of [
      undefined,
      null,
      "b",
      {},
      { ...before, kind: "more" },
      { ...before, document: {} },
      { ...before, kind: "version" },
    ])
      assert.equal(shownNode(now, wrong), undefined);
  });

  it("show the versions that the service counts but does not name", () => {
    const [document] = documentsOf([listed("b", { documentVersions: 3 })]);
    assert.ok(document);
    const node: ArchiveNode = { kind: "document", place, document };
    assert.deepEqual(
      childrenOf(node).map((each) => rowOf(each).label),
      ["Version 2", "2 more versions"],
    );
    assert.match(rowOf(node, [], iso).description, /^Claims · 2026-03-02T10:00 · 3 versions$/);
    const [unsaid] = documentsOf([listed("b")]);
    assert.ok(unsaid);
    assert.match(rowOf({ kind: "document", place, document: unsaid }).description, /1 version known$/);
  });

  it("show the environment, the columns by their titles and the type in words, even an undocumented one", () => {
    const [document] = documentsOf([listed("b", { search1: "S-77", type: 9, smartformId: "form" })]);
    assert.ok(document);
    const { tooltip } = rowOf({ kind: "document", place, document }, [
      { field: "search1", title: "Claim number", isSearchable: true },
    ]);
    for (const line of ["Environment: Production", "Claim number: S-77", "Type: type 9", "Smartform: form"])
      assert.ok(tooltip.split("\n").includes(line), line);
  });

  it("show times in the reader's zone, and say if the service names none", () => {
    assert.equal(timeInWords("2026-03-02T10:00:00+02:00", iso), "2026-03-02T08:00");
    assert.equal(
      timeInWords("2026-03-02T10:00:00", iso),
      "2026-03-02T10:00 (read as UTC, because the service gives no time zone)",
    );
    assert.equal(
      dateIn({ storedDocumentId: "7", createdDate: "never", updatedDate: "2026-03-02T10:00:00" }),
      "2026-03-02T10:00:00",
    );
  });
});

describe("the environment of the archive", () => {
  it("is the connection's own, else the one chosen for this connection, and never another (T83, T85)", () => {
    const chosen = { acme: "Test", other: "Production", mistyped: "production", prototype: "Test" };
    const of = (connection: string | undefined, environment?: "Production") =>
      archiveEnvironment({ connection, environment, chosen });
    assert.deepEqual(
      [of("acme", "Production"), of("acme"), of("unknown"), of("mistyped"), of("toString"), of(undefined)],
      ["Production", "Test", undefined, undefined, undefined, undefined],
    );
  });

  it("is always in the label, even if none is chosen (T83, T85)", () => {
    assert.deepEqual(
      [environmentLabel("Development"), environmentLabel(undefined)],
      ["Development", "no environment chosen"],
    );
  });
});
