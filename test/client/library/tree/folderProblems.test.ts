/** The errors and warnings that a folder's row counts. */
import assert from "node:assert/strict";
import {
  badgeOf,
  changedIn,
  problemsByFolder,
  problemWords,
} from "../../../../client/library/tree/folderProblemsModel.ts";
import type { Problems } from "../../../../client/library/tree/folderProblemsModel.ts";
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
    folder("old", { code: null, name: "Old letters" }),
    folder("own", { parentFolderId: "own" }),
    folder("hen", { parentFolderId: "egg" }),
    folder("egg", { parentFolderId: "hen" }),
  ];
  const texts = [
    ["intro", "claims"],
    ["photo", "questions"],
    ["letter", "old"],
    ["self", "own"],
    ["chick", "egg"],
    ["stray", "elsewhere"],
  ].map(([id = "", folderId = ""]) => ({ id, folderId }));
  const [one, two] = [
    { errors: 1, warnings: 0 },
    { errors: 1, warnings: 2 },
  ];

  const sums = (...found: readonly (readonly [textId: string, path: string, problems: Problems])[]) =>
    Object.fromEntries(
      problemsByFolder(
        { folders, texts },
        found.map(([textId, path, problems]) => ({ textId, path, problems })),
      ),
    );

  it("are those of its texts and of its subfolders' texts", () => {
    assert.deepEqual(
      sums(
        ["intro", "/code-claims/intro.en.sft", one],
        ["photo", "/code-questions/photo.en.sft.html", two],
        ["letter", "/Old letters/a.sv.sft", one],
      ),
      { claims: { errors: 2, warnings: 2 }, questions: two, old: one },
    );
  });

  it("are counted where the text is now, and once for each of its languages", () => {
    assert.deepEqual(
      sums(
        ["letter", "/code-claims/a.sv.sft", one],
        ["letter", "/Old letters/a.en.sft", one],
        ["letter", "/Old letters/a.sv.sft", two],
      ),
      { old: { errors: 2, warnings: 2 } },
    );
  });

  it("are counted once in a folder that is inside itself", () => {
    assert.deepEqual(sums(["self", "/code-own/a.sv.sft", one], ["chick", "/code-egg/a.sv.sft", two]), {
      own: one,
      hen: two,
      egg: two,
    });
  });

  it("are not counted if it is not known whose they are", () => {
    assert.deepEqual(
      sums(
        ["unknown", "/code-claims/a.en.sft", one],
        ["stray", "/elsewhere/a.en.sft", one],
        ["intro", "/code-claims/intro.en.sft", { errors: 0, warnings: 0 }],
      ),
      {},
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
      [two, one, { errors: 0, warnings: 12 }, { errors: 1234, warnings: 0 }].map((each) => [
        badgeOf(each),
        problemWords(each),
      ]),
      [
        ["3", "1 error, 2 warnings"],
        ["1", "1 error"],
        ["9+", "12 warnings"],
        ["9+", "1,234 errors"],
      ],
    );
    const { spoken, tooltip } = rowOf({ kind: "folder", folder: folder("claims") }, problemWords(two));
    assert.equal(spoken, "Folder claims, code-claims, 1 error, 2 warnings");
    assert.match(tooltip, /In the texts of this folder that have been checked so far: 1 error, 2 warnings$/);
    assert.equal(rowOf({ kind: "folder", folder: folder("claims") }).spoken, "Folder claims, code-claims");
  });
});
