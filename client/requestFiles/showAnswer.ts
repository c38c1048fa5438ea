/**
 * Shows the answer to a request file: a PDF in its panel, everything else as text that is never rendered. A file that
 * is not text is saved where the person chooses.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { documentsEnvironments } from "../../api/index.ts";
import type { Session } from "../connections/session.ts";
import { inGroup } from "../connections/documentsPlaceModel.ts";
import { openInBrowser } from "../sending/openInBrowser.ts";
import { saveAs } from "../window/saveFile.ts";
import type { Services } from "../services.ts";
import type { Sides } from "../window/sides.ts";
import { window } from "../window/window.ts";
import type { Shown } from "./answerModel.ts";

interface Answer {
  readonly shown: Shown;
  /** The request file. */
  readonly source: vscode.Uri;
  readonly session: Session;
  /** Environment of the request; undefined if its operation takes none. */
  readonly environment: string | undefined;
  readonly environmentGroup: string | undefined;
}

export async function showAnswer(
  { panels }: Pick<Services, "panels">,
  sides: Sides,
  { shown, source, session, environment, environmentGroup }: Answer,
): Promise<void> {
  const name = source.path.slice(source.path.lastIndexOf("/") + 1).replace(/\.json$/i, "");
  switch (shown.kind) {
    case "pdf":
      return panels.show({
        key: source.toString(),
        title: name,
        place: environment === undefined ? session.name : `${environment} · ${session.name}`,
        render: async () => shown.bytes,
      });
    case "document":
      await sides.open(shown.content, `${name} answer.${shown.extension}`, {
        preview: true,
        viewColumn: vscode.ViewColumn.Beside,
        preserveFocus: true,
      });
      return;
    case "file":
      return save(shown, source);
    case "session": {
      const { words, name: known, editor } = shown;
      const place = documentsEnvironments.find((one) => one === environment);
      const open = l10n.t("Open Editor…");
      const choice = await window.showInformationMessage(
        words,
        ...(editor === undefined || place === undefined ? [] : [open]),
      );
      if (choice === open && editor !== undefined && place !== undefined)
        await openInBrowser(editor, { session, at: { environment: place, ...inGroup(environmentGroup) }, name: known });
      return;
    }
    case "sentence":
      await window.showInformationMessage(shown.words);
  }
}

async function save({ bytes, name }: Extract<Shown, { readonly kind: "file" }>, source: vscode.Uri): Promise<void> {
  await saveAs(bytes, {
    title: l10n.t("Save the file"),
    name,
    ...(source.scheme === "file" && { folder: vscode.Uri.joinPath(source, "..") }),
  });
}
