/** Saves a file where a person wants it: whole, or not at all. */
import { randomBytes } from "node:crypto";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { messageOf } from "../../language/index.ts";
import { safeFileName, withEnding } from "./fileName.ts";
import { saveWhole } from "./saveWhole.ts";

interface Wanted {
  /** Of the dialog. */
  readonly title: string;
  /** What the file is called at first; it may be the service's own name. */
  readonly name: string;
  /** Where the dialog begins; the workspace, where it is not said. */
  readonly folder?: vscode.Uri;
  readonly filters?: Record<string, string[]>;
}

/** Undefined where the person gave up. */
export async function askTarget({
  title,
  name,
  folder = vscode.workspace.workspaceFolders?.[0]?.uri,
  filters = {},
}: Wanted): Promise<vscode.Uri | undefined> {
  // VS Code's own dialog compares the last part of an ending alone, and would write one of two parts twice.
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
  // The dialog asked about the other name before it replaced anything.
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

/** Asks where, and saves it there. Undefined where the person gave up. */
export async function saveAs(bytes: Uint8Array, wanted: Wanted): Promise<vscode.Uri | undefined> {
  const target = await askTarget(wanted);
  if (target !== undefined) await saveFile(target, bytes);
  return target;
}

/** Rejects with an error whose message is for people; the file that was there before is then still whole. */
export async function saveFile(target: vscode.Uri, bytes: Uint8Array): Promise<void> {
  try {
    await saveWhole(
      vscode.workspace.fs,
      { target, beside: target.with({ path: `${target.path}.${randomBytes(6).toString("hex")}.part` }) },
      bytes,
    );
  } catch (error) {
    throw new Error(l10n.t("The file could not be saved as {0}: {1}", target.fsPath, messageOf(error)), {
      cause: error,
    });
  }
}
