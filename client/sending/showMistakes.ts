/** Shows what is wrong with a request file, with a button that leads to the first mistake. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { window } from "../window/window.ts";

/** `start` and `end` are UTF-16 offsets in the file. */
interface Mistake {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/** `words`: what the message says about the mistakes. */
export async function showMistakes(
  document: vscode.TextDocument,
  words: string,
  [first]: readonly Mistake[],
): Promise<void> {
  const show = l10n.t("Show");
  const name = vscode.workspace.asRelativePath(document.uri);
  const answer = await window.showErrorMessage(l10n.t("{0} cannot be sent. {1}", name, words), show);
  if (answer === undefined || first === undefined) return;
  await vscode.window.showTextDocument(document, {
    selection: new vscode.Range(document.positionAt(first.start), document.positionAt(first.end)),
  });
}
