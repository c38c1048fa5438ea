/** Keeps documents open for a while, so that one undo reverts an edit of all of them. */
import * as vscode from "vscode";

/**
 * If an extension opened a document, VS Code closes that document after some minutes. If there are more such documents
 * than this number, VS Code closes the oldest ones earlier.
 */
const keptOpen = 50;

/**
 * If an edit changed several documents, one undo reverts the edit only in those that are open. VS Code closes documents
 * that it saved after the edit, so this function opens them, and they stay open for some minutes. If there are more
 * documents than the limit, it does nothing: the author must then undo the edit in each document separately.
 */
export async function keepForUndo(uris: readonly string[]): Promise<void> {
  if (uris.length > keptOpen) return;
  await Promise.all(uris.map((uri) => vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true))));
}
