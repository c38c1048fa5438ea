/** Opens the answer to a request file: a PDF in its panel, a file where the person wants it, everything else as text that is never a page. */
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { sideScheme } from "../identifiers.ts";
import { saveWhole } from "../pdf/saveWhole.ts";
import type { Services } from "../services.ts";
import type { Sides } from "../textlib/conflicts.ts";
import { window } from "../window.ts";
import type { Shown } from "./answerModel.ts";

export interface Answer {
  readonly shown: Shown;
  /** The request file. */
  readonly source: vscode.Uri;
}

export async function showAnswer({ panels }: Pick<Services, "panels">, sides: Sides, { shown, source }: Answer): Promise<void> {
  const name = source.path.slice(source.path.lastIndexOf("/") + 1).replace(/\.json$/i, "");
  switch (shown.kind) {
    case "pdf":
      return panels.show({ key: source.toString(), title: name, render: async () => shown.bytes });
    case "document": {
      const uri = sides.show(shown.content, vscode.Uri.from({ scheme: sideScheme, path: `/${name} answer.${shown.extension}` }));
      await vscode.window.showTextDocument(uri, { preview: true, viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
      return;
    }
    case "file":
      return save(shown, source);
    case "session": {
      const open = "Open the Editor";
      const choice = await window.showInformationMessage(shown.words, ...(shown.editor === undefined ? [] : [open]));
      if (choice === open && shown.editor !== undefined) await vscode.env.openExternal(vscode.Uri.parse(shown.editor, true));
      return;
    }
    case "sentence":
      await window.showInformationMessage(shown.words);
  }
}

async function save({ bytes, name }: Extract<Shown, { readonly kind: "file" }>, source: vscode.Uri): Promise<void> {
  const beside = source.scheme === "file" ? vscode.Uri.joinPath(source, "..", name) : undefined;
  const target = await vscode.window.showSaveDialog({ title: "Save the file", ...(beside && { defaultUri: beside }) });
  if (target === undefined) return;
  await saveWhole(vscode.workspace.fs, { target, beside: target.with({ path: `${target.path}.${randomBytes(6).toString("hex")}.part` }) }, bytes);
}
