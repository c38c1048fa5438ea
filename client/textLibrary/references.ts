/** References in files and library texts get the new code or name of what was changed on the service. */
import * as vscode from "vscode";
import type { RenameReferencesResult } from "../../server/protocol.ts";
import type { LanguageServer } from "../languageServer.ts";
import { renamedWords } from "../textLibraryModel.ts";
import { window } from "../window.ts";

/** The author sees and saves what changes; nothing is written. What was edited meanwhile is left alone. */
export async function updateReferences(server: LanguageServer, { edit, said }: NonNullable<RenameReferencesResult>, after: string): Promise<void> {
  const all = edit.documentChanges ?? [];
  const documentChanges = all.filter((each) => !("textDocument" in each) || isCurrent(each.textDocument));
  const isApplied = documentChanges.length > 0 && await vscode.workspace.applyEdit(await server.toWorkspaceEdit({ ...edit, documentChanges }));
  const choice = Object.values(edit.changeAnnotations ?? {}).some(({ needsConfirmation }) => needsConfirmation === true);
  const words = renamedWords({ after, said, choice, asked: all.length, updated: isApplied ? documentChanges.length : 0, changed: all.length - documentChanges.length });
  if (words !== undefined) void window.showInformationMessage(words);
}

function isCurrent({ uri, version }: { readonly uri: string; readonly version: number | null }): boolean {
  const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === vscode.Uri.parse(uri).toString());
  return version === null || document?.version === version;
}
