/** A view of rows of which commands ask what is selected. */
import { setTimeout as wait } from "node:timers/promises";
import * as vscode from "vscode";

/** Milliseconds: how long a command waits for rows that are being read, when VS Code has drawn those that were, and how often the command looks. */
const [longestReading, drawing, lookAgain] = [5000, 1000, 20];

export interface RowsView<T> extends vscode.Disposable {
  readonly view: vscode.TreeView<T>;
  /**
   * The selected rows. Rows that are being read again come first: until they are there VS Code knows none of them, and shows them all the same, with
   * the selection.
   */
  selection(): Promise<readonly T[]>;
  /** The same for a key: where no row is selected, the row with the focus is selected first. */
  selectionOfKey(): Promise<readonly T[]>;
}

export function createRowsView<T>(id: string, options: vscode.TreeViewOptions<T>): RowsView<T> {
  const { treeDataProvider: provider } = options;
  let beingRead = 0;
  let changed = -Infinity;
  const note = (change: 1 | 0 | -1): void => {
    beingRead += change;
    changed = performance.now();
  };
  const areComing = (): boolean => beingRead > 0 || performance.now() - changed < drawing;

  const noted = provider.onDidChangeTreeData?.(() => note(0));
  const view = vscode.window.createTreeView(id, {
    ...options,
    treeDataProvider: {
      ...(provider.onDidChangeTreeData && { onDidChangeTreeData: provider.onDidChangeTreeData }),
      ...(provider.getParent && { getParent: (row: T) => provider.getParent?.(row) }),
      getTreeItem: (row) => provider.getTreeItem(row),
      async getChildren(row) {
        note(1);
        try {
          return await provider.getChildren(row);
        } finally {
          note(-1);
        }
      },
    },
  });

  /** Whether a row may be selected that VS Code does not know in this moment. What was selected while rows were read comes as nothing. */
  let mayBeSelected = false;
  const watched = view.onDidChangeSelection(({ selection }) => { mayBeSelected = selection.length > 0 || areComing(); });

  const until = async (isOver: () => boolean, longest: number): Promise<void> => {
    for (let waited = 0; !isOver() && waited < longest; waited += lookAgain) await wait(lookAgain);
  };
  const isThere = (): boolean => view.selection.length > 0;

  return {
    view,
    async selection() {
      if (mayBeSelected) await until(() => isThere() || !areComing(), longestReading);
      return view.selection;
    },
    async selectionOfKey() {
      await until(() => isThere() || !areComing(), longestReading);
      // Arrow keys move the focus and select nothing, and VS Code does not say where the focus is.
      if (!isThere()) {
        await vscode.commands.executeCommand("list.toggleSelection");
        await until(isThere, drawing);
      }
      return view.selection;
    },
    dispose() {
      for (const each of [view, watched, noted]) each?.dispose();
    },
  };
}
