/** The findings that VS Code shows for a document: from the language server, or from a check of the whole library. */
import * as vscode from "vscode";

/** The source that the Problems view shows for each finding. */
export const findingSource = "smartform";

export function findingsOf(uri: vscode.Uri): readonly vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(uri).filter(({ source }) => source === findingSource);
}
