/** A view of rows that tells commands which rows are selected. */
import { setTimeout as wait } from "node:timers/promises";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { openLateProgress } from "./lateProgress.ts";

/**
 * Milliseconds: how long a command waits for rows that are being read, how long VS Code may take to draw rows that were
 * read, and how often the command checks.
 */
const [longestReading, drawing, lookAgain] = [5000, 1000, 20];

export interface RowsView<T> extends vscode.Disposable {
  readonly view: vscode.TreeView<T>;
  /**
   * Resolves with the selected rows. It waits for rows that are being read again: until they arrive, VS Code still
   * shows them as selected, but does not return them as its selection. Resolves with an empty list if the rows do not
   * arrive, if the person clicks another row or cancels the wait, or if the view is hidden meanwhile.
   */
  selection(): Promise<readonly T[]>;
  /** Does the same for a key: if no row is selected, selects the focused row first. */
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

  /**
   * How many rows VS Code last reported as selected. An empty selection that it reported while rows were being read
   * counts as 1.
   */
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

  /** Rows arrive level by level, so some of the selected rows may arrive before the others. */
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
    // The selected rows seem to be gone: the next command need not wait for them.
    if (clicks === before) selected = 0;
    return [];
  }

  return {
    view,
    selection: async () => (selected > 0 ? rowsRead() : []),
    async selectionOfKey() {
      const found = await rowsRead();
      if (found.length > 0 || selected > 0) return found;
      // Arrow keys move the focus without selecting, and VS Code does not say where the focus is, so the focused row is
      // selected.
      await vscode.commands.executeCommand("list.toggleSelection");
      await until(() => view.selection.length > 0, drawing);
      return view.selection;
    },
    dispose() {
      for (const each of [view, watched, noted]) each?.dispose();
    },
  };
}
