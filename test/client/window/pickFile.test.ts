/** The files of the workspace that a person can pick: their order, and what tells them apart. */
import assert from "node:assert/strict";
import type * as Module from "../../../client/window/pickFile.ts";
import { inOwnWindow } from "../ownVscode.ts";

/** The files in the order in which VS Code found them; null for a file that cannot be read. */
const found: readonly (readonly [path: string, stat: { readonly mtime: number; readonly size: number } | null])[] = [
  ["/w/letters/b.document.json", { mtime: 43_200_000, size: 2048 }],
  ["/w/letters/a.document.json", null],
  ["/w/claims/b.document.json", { mtime: 129_600_000, size: 1 }],
];
const { workspaceFiles, fileRow, describedRow, pickFile } = await inOwnWindow<typeof Module>(
  "client/window/pickFile.ts",
  {
    mark: "?pickFile",
    vscode: `data:text/javascript,${encodeURIComponent(`
      const found = ${JSON.stringify(found)};
      export const shown = [];
      export const workspace = {
        findFiles: async (glob) => (glob === "none" ? [] : found.map(([path]) => ({ path }))),
        asRelativePath: ({ path }) => path.slice("/w/".length),
        fs: { stat: async ({ path }) => found.find(([known]) => known === path)[1] ?? Promise.reject(new Error("Gone")) },
      };
      export const window = {
        showQuickPick: async (rows) => rows[1],
        showInformationMessage: async () => undefined,
      };`)}`,
    instead: {},
  },
);

describe("the files that a person can pick", () => {
  it("are in the order of their paths, in whatever order VS Code finds them", async () => {
    const rows = (await workspaceFiles("**/*.json")).map((file) => fileRow(file).label);
    assert.deepEqual(rows, ["claims/b.document.json", "letters/a.document.json", "letters/b.document.json"]);
    const picked = await pickFile("**/*.json", { none: "No file is here." });
    assert.equal(picked?.path, "/w/letters/a.document.json");
    assert.equal(await pickFile("none", { none: "No file is here." }), undefined);
  });

  it("are told apart by folder, and by date and size if the file system gives them", async () => {
    const rows = await Promise.all((await workspaceFiles("**/*.json")).map(describedRow));
    assert.deepEqual(
      rows.map(({ description }) => description),
      ["changed Jan 2, 1970 · 1 byte", "", "changed Jan 1, 1970 · 2 KB"],
    );
  });
});
