/**
 * Makes a new request file for a call: it contains everything that the call needs, with empty values for what only the
 * author can fill in.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { operationsOfRequestFile } from "../../api/index.ts";
import { requestFileKinds, skeletonOf } from "../../language/index.ts";
import type { OperationShape } from "../../language/index.ts";
import { saveAs } from "../window/saveFile.ts";
import { window } from "../window/window.ts";

interface Choice extends vscode.QuickPickItem {
  readonly operation?: OperationShape;
  readonly fileKind?: string;
}

export async function newRequest(): Promise<void> {
  const choices = requestFileKinds.flatMap((fileKind): readonly Choice[] => [
    { label: `*.${fileKind}.json`, kind: vscode.QuickPickItemKind.Separator },
    ...operationsOfRequestFile(fileKind).map((operation): Choice => ({
      label: operation.name,
      description: operation.id,
      operation,
      fileKind,
    })),
  ]);
  const picked = await window.showQuickPick(choices, {
    placeHolder: l10n.t("What the request asks for"),
    matchOnDescription: true,
  });
  if (picked?.operation === undefined || picked.fileKind === undefined) return;
  const { id, name } = picked.operation;
  const content = skeletonOf(picked.operation);
  if (!vscode.workspace.workspaceFolders?.length) {
    const document = await vscode.workspace.openTextDocument(
      vscode.Uri.parse(`untitled:${encodeURIComponent(id)}.${picked.fileKind}.json`),
    );
    const editor = await vscode.window.showTextDocument(document);
    if (document.getText() === "") await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), content));
    return;
  }
  const target = await saveAs(new TextEncoder().encode(content), {
    title: l10n.t("New request file: {0}", name),
    name: `${id.split(".").at(-1) ?? "new"}.${picked.fileKind}.json`,
    filters: { [l10n.t("Request file")]: [`${picked.fileKind}.json`] },
  });
  if (target !== undefined) await vscode.window.showTextDocument(target);
}
