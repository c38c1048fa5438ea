/** Keeps documents open for a while, so that one undo takes back an edit of all of them. */
import * as vscode from "vscode";

/** VS Code lets go of documents that an extension opened after some minutes, and of the oldest when there are more. */
const keptOpen = 50;

/**
 * One undo takes all documents back while they are open, and VS Code closes those that an edit saved: opened here, they
 * stay for some minutes. With more of them, each would have to be undone alone.
 */
export async function keepForUndo(uris: readonly string[]): Promise<void> {
  if (uris.length > keptOpen) return;
  await Promise.all(uris.map((uri) => vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true))));
}
