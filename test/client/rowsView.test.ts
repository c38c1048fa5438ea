/** What is selected in a view, asked for while its rows are read again: VS Code shows the selection, and knows none of the rows. */
import assert from "node:assert/strict";
import type { TreeDataProvider } from "vscode";
import type * as RowsViewModule from "../../client/rowsView.ts";
import { EventEmitter, inOwnWindow, window } from "./ownVscode.ts";

const { createRowsView } = await inOwnWindow<typeof RowsViewModule>("client/rowsView.ts");

describe("the rows that are selected in a view", () => {
  const clicked = new EventEmitter<{ readonly selection: readonly string[] }>();
  const shown = { selection: [] as readonly string[], onDidChangeSelection: clicked.event, dispose() {} };
  let reading: PromiseWithResolvers<string[]>;
  let read: () => unknown;
  let rows: RowsViewModule.RowsView<string>;

  /** As VS Code tells it. */
  const click = (...selection: readonly string[]): void => {
    shown.selection = selection;
    clicked.fire({ selection });
  };

  beforeEach(() => {
    reading = Promise.withResolvers();
    shown.selection = [];
    Object.assign(window, { createTreeView: (_id: string, { treeDataProvider }: { readonly treeDataProvider: TreeDataProvider<string> }) => {
      read = () => treeDataProvider.getChildren();
      return shown;
    } });
    rows = createRowsView("view", { treeDataProvider: { getTreeItem: (row) => ({ label: row }), getChildren: () => reading.promise } });
  });

  afterEach(() => {
    rows.dispose();
    Reflect.deleteProperty(window, "createTreeView");
  });

  const cases: readonly (readonly [what: string, begin: () => void, expected: readonly string[]])[] = [
    ["is the row that was selected before they were read", () => {
      click("Letters");
      read();
      shown.selection = [];
    }, ["Letters"]],
    ["is the row that was clicked while they were read", () => {
      read();
      click();
    }, ["Letters"]],
    ["is nothing at once where nothing was selected before", () => void read(), []],
  ];
  for (const [what, begin, expected] of cases) {
    it(what, async () => {
      begin();
      const selection = rows.selection();
      if (expected.length > 0) {
        reading.resolve(["Letters"]);
        await reading.promise;
        shown.selection = expected;
      }
      assert.deepEqual(await selection, expected);
    });
  }
});
