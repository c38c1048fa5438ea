/**
 * A view without rows: it shows only the welcome text from package.json, which says what the view is for and offers a
 * button.
 */
import * as vscode from "vscode";

export function showEmptyView(id: string): vscode.Disposable {
  return vscode.window.registerTreeDataProvider<never>(id, { getChildren: () => [], getTreeItem: (row) => row });
}
