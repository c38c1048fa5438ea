/** Saves a file where the person chooses: completely or not at all. */
import { randomBytes } from "node:crypto";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { messageOf } from "../../language/index.ts";
import { safeFileName, withEnding } from "./fileName.ts";
import { saveWhole } from "./saveWhole.ts";

interface Wanted {
  /** Title of the dialog. */
  readonly title: string;
  /** The suggested file name; it may come from the service. */
  readonly name: string;
  /** Where the dialog starts; by default the workspace. */
  readonly folder?: vscode.Uri;
  readonly filters?: Record<string, string[]>;
}

/** Resolves with undefined if the person cancelled. */
export async function askTarget({
  title,
  name,
  folder = vscode.workspace.workspaceFolders?.[0]?.uri,
  filters = {},
}: Wanted): Promise<vscode.Uri | undefined> {
  // VS Code's own dialog compares only the last part of an extension, and would append a two-part extension twice.
  const dialogFilters = Object.fromEntries(
    Object.entries(filters).map(([label, endings]) => [
      label,
      endings.map((one) => one.slice(one.lastIndexOf(".") + 1)),
    ]),
  );
  const ending = Object.values(filters)
    .flat()
    .find((one) => one.includes("."));
  const whole = (file: string): string => (ending === undefined ? file : withEnding(file, ending));
  const defaultUri = folder && vscode.Uri.joinPath(folder, whole(safeFileName(name)));
  const target = await vscode.window.showSaveDialog({
    title,
    ...(defaultUri && { defaultUri }),
    filters: dialogFilters,
  });
  const given = target?.path.slice(target.path.lastIndexOf("/") + 1) ?? "";
  if (target === undefined || whole(given) === given) return target;
  const renamed = vscode.Uri.joinPath(target, "..", whole(given));
  // If a file has the entered name, the dialog has asked whether to replace it. It has not asked about a file that has
  // the new name.
  if (await isThere(renamed))
    throw new Error(l10n.t("Nothing was saved: {0} exists already. Choose another name.", whole(given)));
  return renamed;
}

async function isThere(file: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(file);
    return true;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === "FileNotFound") return false;
    throw error;
  }
}

/** Resolves with the address of a folder that does not exist yet: with this name, or with a number after it. */
export async function newFolder(parent: vscode.Uri, name: string): Promise<vscode.Uri> {
  for (let number = 1; ; number += 1) {
    const folder = vscode.Uri.joinPath(parent, number === 1 ? name : `${name} (${number})`);
    if (!(await isThere(folder))) return folder;
  }
}

/** Asks where to save, and saves there. Resolves with undefined if the person cancelled. */
export async function saveAs(bytes: Uint8Array, wanted: Wanted): Promise<vscode.Uri | undefined> {
  const target = await askTarget(wanted);
  if (target !== undefined) await saveFile(target, bytes);
  return target;
}

/**
 * Rejects with an error whose message is for display; a file that was there before is then unchanged. With
 * `overwrite: false` it also rejects if a file is there.
 */
export async function saveFile(
  target: vscode.Uri,
  bytes: Uint8Array,
  { overwrite = true }: { readonly overwrite?: boolean } = {},
): Promise<void> {
  try {
    await saveWhole(
      vscode.workspace.fs,
      { target, beside: target.with({ path: `${target.path}.${randomBytes(6).toString("hex")}.part` }) },
      bytes,
      { overwrite },
    );
  } catch (error) {
    throw new Error(l10n.t("The file could not be saved as {0}: {1}", target.fsPath, messageOf(error)), {
      cause: error,
    });
  }
}
