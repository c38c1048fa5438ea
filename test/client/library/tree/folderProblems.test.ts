/** The errors and warnings that a folder's row counts. */
import assert from "node:assert/strict";
import {
  badgeOf,
  changedIn,
  problemsByFolder,
  problemWords,
} from "../../../../client/library/tree/folderProblemsModel.ts";
import { rowOf } from "../../../../client/library/textLibraryModel.ts";
import type { Folder } from "../../../../language/index.ts";

const folder = (id: string, more: Partial<Folder> = {}): Folder => ({
  id,
  name: id,
  parentFolderId: null,
  isDefault: false,
  code: `code-${id}`,
  ...more,
});

describe("the problems of a folder", () => {
  const folders = [
    folder("claims"),
    folder("questions", { parentFolderId: "claims" }),
    folder("policies"),
    folder("old", { code: null, name: "Old letters" }),
    folder("one", { code: null, name: "twin" }),
    folder("two", { code: null, name: "twin", parentFolderId: "policies" }),
  ];
  const [one, two] = [
    { errors: 1, warnings: 0 },
    { errors: 1, warnings: 2 },
  ];

  it("are those of its texts and of its subfolders' texts", () => {
    assert.deepEqual(
      problemsByFolder(folders, [
        ["/code-claims/intro.en.sft", one],
        ["/code-questions/photo.en.sft.html", two],
        ["/Old letters/a.sv.sft", one],
      ]),
      new Map([
        ["claims", { errors: 2, warnings: 2 }],
        ["questions", two],
        ["old", one],
      ]),
    );
  });

  it("are not counted if it is not known whose they are", () => {
    assert.equal(
      problemsByFolder(folders, [
        ["/twin/a.en.sft", one],
        ["/elsewhere/a.en.sft", one],
        ["/code-claims", one],
        ["/code-claims/intro.en.sft", { errors: 0, warnings: 0 }],
      ]).size,
      0,
    );
  });

  it("change the row only if the sums change", () => {
    assert.deepEqual(
      changedIn(
        new Map([
          ["a", one],
          ["b", one],
          ["c", one],
        ]),
        new Map([
          ["a", { ...one }],
          ["b", two],
          ["d", one],
        ]),
      ),
      ["b", "c", "d"],
    );
  });

  it("are said in words to a screen reader, and counted in two characters", () => {
    assert.deepEqual(
      [two, one, { errors: 0, warnings: 12 }].map((each) => [badgeOf(each), problemWords(each)]),
      [
        ["3", "1 error, 2 warnings"],
        ["1", "1 error"],
        ["9+", "12 warnings"],
      ],
    );
    const { spoken, tooltip } = rowOf({ kind: "folder", folder: folder("claims") }, problemWords(two));
    assert.equal(spoken, "Folder claims, code-claims, 1 error, 2 warnings");
    assert.match(tooltip, /In its texts, as far as they were checked: 1 error, 2 warnings$/);
    assert.equal(rowOf({ kind: "folder", folder: folder("claims") }).spoken, "Folder claims, code-claims");
  });
});
