/** A view of rows of which commands ask what is selected. */
import { setTimeout as wait } from "node:timers/promises";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { openLateProgress } from "./lateProgress.ts";

/**
 * Milliseconds: how long a command waits for rows that are being read, when VS Code has drawn those that were, and how
 * often the command looks.
 */
const [longestReading, drawing, lookAgain] = [5000, 1000, 20];

export interface RowsView<T> extends vscode.Disposable {
  readonly view: vscode.TreeView<T>;
  /**
   * The selected rows. Rows that are being read again come first: until they are there VS Code knows none of them, and
   * shows them all the same, with the selection. None where another row is clicked meanwhile, where the person does not
   * wait, and where nobody sees the view.
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

  /** How many rows are selected, as far as VS Code said: one at least where it said it of rows that it did not know. */
  let selected = 0;
  let clicks = 0;
  const watched = view.onDidChangeSelection(({ selection }) => {
    selected = selection.length > 0 ? selection.length : areComing() ? 1 : 0;
    clicks += 1;
  });

  const until = async (isOver: () => boolean, longest: number): Promise<void> => {
    for (const end = performance.now() + longest; !isOver() && performance.now() < end;) await wait(lookAgain);
  };
  const areThere = (): boolean => view.selection.length >= Math.max(selected, 1);

  /** Rows come level by level: those that are there may be some of the selected ones. */
  async function rowsRead(): Promise<readonly T[]> {
    const before = clicks;
    let isLeft = false;
    const isOver = (): boolean => areThere() || isLeft || clicks > before || !view.visible || !areComing();
    if (isOver()) return view.selection;
    const progress = openLateProgress(l10n.t("Reading the rows of the view…"), {
      stop: () => {
        isLeft = true;
      },
    });
    await until(isOver, longestReading).finally(() => progress.close());
    if (areThere() && clicks === before) return view.selection;
    // What was selected is gone, as far as anybody knows: the next command need not wait for it.
    if (clicks === before) selected = 0;
    return [];
  }

  return {
    view,
    selection: async () => (selected > 0 ? rowsRead() : []),
    async selectionOfKey() {
      const found = await rowsRead();
      if (found.length > 0 || selected > 0) return found;
      // Arrow keys move the focus and select nothing, and VS Code does not say where the focus is.
      await vscode.commands.executeCommand("list.toggleSelection");
      await until(() => view.selection.length > 0, drawing);
      return view.selection;
    },
    dispose() {
      for (const each of [view, watched, noted]) each?.dispose();
    },
  };
}
