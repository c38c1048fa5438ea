/**
 * The rows of folders in a window: the marks on them, what a dragged row offers to its drop target, and that VS Code
 * can update the rows.
 */
import assert from "node:assert/strict";
import type * as vscode from "vscode";
import type { Library, LibraryOf } from "../../../../client/library/library.ts";
import type { Node } from "../../../../client/library/textLibraryModel.ts";
import type * as DragModule from "../../../../client/library/tree/dragAndDrop.ts";
import type * as ProblemsModule from "../../../../client/library/tree/folderProblems.ts";
import type { Surveys } from "../../../../client/library/tree/surveys.ts";
import type * as TreeModule from "../../../../client/library/tree/tree.ts";
import { EventEmitter, inOwnWindow, languages, Uri, window } from "../../ownVscode.ts";

const { createDrag } = await inOwnWindow<typeof DragModule>("client/library/tree/dragAndDrop.ts");
const { addressOfFolder, createFolderProblems } = await inOwnWindow<typeof ProblemsModule>(
  "client/library/tree/folderProblems.ts",
);
const { createLibraryTree } = await inOwnWindow<typeof TreeModule>("client/library/tree/tree.ts");

describe("the row of a folder", () => {
  const half = "\ud800";
  const folders = [
    { id: half, name: "Claims", parentFolderId: null, isDefault: false, code: "claims" },
    { id: "sub", name: "Photos", parentFolderId: half, isDefault: false, code: "photos" },
  ];
  const text = { id: "1", folderId: "sub", code: "photo" };
  const uri = Uri.parse("textlib://A/photos/photo.en.sft?1");
  const reported = new EventEmitter<{ readonly uris: readonly unknown[] }>();
  const usual = { ...languages };
  let errors = 1;
  let marks: vscode.FileDecorationProvider;
  let rows: vscode.TreeDataProvider<Node>;

  before(() => {
    Object.assign(languages, {
      getDiagnostics: (of?: unknown) =>
        of === undefined ? [[uri]] : Array.from({ length: errors }, () => ({ severity: 0, source: "smartform" })),
      onDidChangeDiagnostics: reported.event,
    });
    Object.assign(window, {
      registerFileDecorationProvider(given: vscode.FileDecorationProvider) {
        marks = given;
        return { dispose() {} };
      },
      createTreeView(_: string, { treeDataProvider }: vscode.TreeViewOptions<Node>) {
        rows = treeDataProvider;
        return {
          selection: [],
          onDidChangeSelection: new EventEmitter().event,
          onDidChangeVisibility: new EventEmitter().event,
          dispose() {},
        };
      },
    });
  });
  after(() => {
    Object.assign(languages, usual);
    for (const name of ["registerFileDecorationProvider", "createTreeView"]) Reflect.deleteProperty(window, name);
  });

  const library = (identity: string, connection = "A"): LibraryOf =>
    ({
      owner: { identity, connection },
      folders: async () => ({ known: true, folders }),
      texts: async () => ({ known: true, texts: [text] }),
    }) as unknown as LibraryOf;

  const badge = async (folderId: string): Promise<unknown> => {
    const mark = await marks.provideFileDecoration(addressOfFolder(folderId), {} as vscode.CancellationToken);
    return mark?.badge;
  };

  it("has an address that VS Code can write, whatever the folder's id, and is marked by it", async () => {
    assert.doesNotThrow(() => addressOfFolder(half).toString());
    const problems = createFolderProblems();
    await problems.show(library("one"), folders);
    assert.deepEqual([await badge(half), await badge("sub"), await badge("other")], ["1", "1", undefined]);
    problems.dispose();
  });

  it("does not count what was found while the connection led to another company", async () => {
    const problems = createFolderProblems();
    await problems.show(library("one"), folders);
    await problems.show(library("other", "B"), folders);
    await problems.show(library("one"), folders);
    assert.deepEqual(problems.of("sub"), { errors: 1, warnings: 0 });
    await problems.show(library("two"), folders);
    assert.equal(problems.of("sub"), undefined);
    problems.dispose();
  });

  it("offers no address to where it is dropped", () => {
    const offered = new Map<string, { readonly value: unknown }>();
    const drag = createDrag();
    void drag.controller.handleDrag?.(
      folders.map((folder) => ({ kind: "folder", folder })),
      offered as unknown as vscode.DataTransfer,
      {} as vscode.CancellationToken,
    );
    // VS Code would read an empty URI list as the address of a file. In a URI list, `#` begins a comment, so this list
    // has no address.
    assert.equal(offered.get("text/uri-list")?.value, "#");
    drag.dispose();
  });

  it("is the one that VS Code has, also for a text that is revealed in it", async () => {
    const quiet = () => ({ dispose() {} });
    const services = {
      connections: {
        current: "A",
        services: ["forms"],
        session: async () => ({ name: "A", identity: "one" }),
        isCurrent: () => true,
        onDidChange: quiet,
      },
      server: { onNotification: quiet },
      log: { warn() {}, error() {} },
      extension: { globalState: { get: () => undefined } },
    };
    const tree = createLibraryTree(services as unknown as Parameters<typeof createLibraryTree>[0], {
      library: { of: () => library("one") } as unknown as Library,
      surveys: {} as Surveys,
      drag: createDrag().controller,
    });
    const [top] = (await rows.getChildren()) ?? [];
    const [sub] = (await rows.getChildren(top)) ?? [];
    assert.ok(sub?.kind === "folder");
    const revealed = { kind: "folder", folder: sub.folder } as const;
    assert.equal(await rows.getParent?.(revealed), top);
    // VS Code requests the tree items of the rows that it reveals.
    for (const row of [revealed, { ...top } as Node]) await rows.getTreeItem(row);
    const changed: unknown[] = [];
    const told = new Promise<void>((resolve) => {
      rows.onDidChangeTreeData?.((row) => {
        if (changed.push(row) === 2) resolve();
      });
    });
    errors = 2;
    reported.fire({ uris: [uri] });
    await told;
    assert.ok(changed.includes(top) && changed.includes(sub));
    tree.dispose();
  });
});
