/**
 * Shows PDF files of the workspace in the panel for PDFs, read-only. The person has to choose this editor; it is not
 * the default.
 */
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { pdfFileEditor } from "../identifiers.ts";
import { readGiven } from "../window/readFile.ts";
import type { Services } from "../services.ts";

/** Maximum size in megabytes; both the page and the extension host hold the file. */
const most = 256;

/** Rejects with an error whose message is for the user. */
export async function readPdfFile(uri: vscode.Uri): Promise<Uint8Array> {
  const large = (): string => l10n.t("This file is larger than {0} MB, so it is not shown here.", most);
  return readGiven(uri, { largest: most * 1024 * 1024, large });
}

export function registerPdfFiles({ panels }: Services): vscode.Disposable {
  return vscode.window.registerCustomEditorProvider(
    pdfFileEditor,
    {
      openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
      resolveCustomEditor({ uri }: vscode.CustomDocument, panel) {
        const name = uri.path.slice(uri.path.lastIndexOf("/") + 1);
        const shown = panels.adopt(panel, {
          key: uri.toString(),
          title: name,
          file: uri,
          render: () => readPdfFile(uri),
        });
        // Watches the folder, because the file's name may contain characters that a glob pattern interprets.
        const watcher = vscode.workspace.createFileSystemWatcher(
          new vscode.RelativePattern(vscode.Uri.joinPath(uri, ".."), "*"),
          false,
          false,
          true,
        );
        const look = (changed: vscode.Uri): void => {
          if (changed.toString() === uri.toString()) shown.outdated();
        };
        watcher.onDidChange(look);
        watcher.onDidCreate(look);
        panel.onDidDispose(() => void watcher.dispose());
      },
    },
    { webviewOptions: { retainContextWhenHidden: true } },
  );
}
