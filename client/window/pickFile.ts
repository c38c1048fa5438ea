/** Lets a person pick a file of the workspace. */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { ago, sizeWords } from "./inDisplayLanguage.ts";
import { window } from "./window.ts";

/** Maximum number of files that are offered. */
const most = 500;

/** Resolves with the files in the order of their paths: VS Code finds them in any order. */
export async function workspaceFiles(glob: string): Promise<readonly vscode.Uri[]> {
  const files = await vscode.workspace.findFiles(glob, "**/node_modules/**", most);
  return files.toSorted((one, other) => one.path.localeCompare(other.path));
}

export function fileRow(file: vscode.Uri): { readonly label: string; readonly file: vscode.Uri } {
  return { label: vscode.workspace.asRelativePath(file), file };
}

/**
 * Resolves with the row of a file. Its description says when the file was last changed and how large it is, and is
 * empty if the file system does not say.
 */
export async function describedRow(
  file: vscode.Uri,
): Promise<ReturnType<typeof fileRow> & { readonly description: string }> {
  const description = await Promise.resolve(vscode.workspace.fs.stat(file)).then(
    ({ mtime, size }) => `${l10n.t("changed {0}", ago(new Date(mtime)))} · ${sizeWords(size)}`,
    () => "",
  );
  return { ...fileRow(file), description };
}

/**
 * Resolves with undefined if the person cancelled. If no such file exists, shows the message `none` and resolves with
 * undefined too.
 */
export async function pickFile(
  glob: string,
  { none, ...question }: { readonly none: string; readonly title?: string; readonly placeHolder?: string },
): Promise<vscode.Uri | undefined> {
  const files = await workspaceFiles(glob);
  if (files.length === 0) {
    await window.showInformationMessage(none);
    return undefined;
  }
  return (await window.showQuickPick(files.map(fileRow), question))?.file;
}
