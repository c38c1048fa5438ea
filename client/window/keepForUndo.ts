/** Keeps documents open for a while, so that one undo reverts an edit of all of them. */
import * as vscode from "vscode";

/**
 * VS Code closes documents that an extension opened: each after some minutes, and the oldest ones earlier if there are
 * more than this.
 */
const keptOpen = 50;

/**
 * One undo reverts all documents while they are open, but VS Code closes those that an edit saved. Opened here, they
 * stay for some minutes. With more documents than the limit, each would have to be undone separately.
 */
export async function keepForUndo(uris: readonly string[]): Promise<void> {
  if (uris.length > keptOpen) return;
  await Promise.all(uris.map((uri) => vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true))));
}
