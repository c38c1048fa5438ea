/**
 * Gives pages that show PDFs the files of their reader: the library, its worker and its tables. The build packs these
 * files into one.
 */
import * as vscode from "vscode";
import { openPackedFiles } from "../../../disk/index.ts";
import { messageOf } from "../../../language/index.ts";
import type { FileGiven, FileWanted } from "../../page/readerFiles.ts";
import type { Page } from "../../window/pageHtml.ts";
import { fillPanel } from "../../window/pagePanel.ts";
import { window } from "../../window/window.ts";

/** Opened when the first page needs a file, and again after a failure. */
let files: ReturnType<typeof openPackedFiles> | undefined;

/** Rejects with the name if there is no file of this name. */
async function fileOf(extension: vscode.Uri, name: string): Promise<Uint8Array> {
  files ??= openPackedFiles(vscode.Uri.joinPath(extension, "dist", "pdfReader.br").fsPath);
  try {
    const bytes = await (await files).get(name);
    if (bytes !== undefined) return bytes;
  } catch (error) {
    files = undefined;
    throw error;
  }
  throw new Error(name);
}

/** Fills a panel with a page that reads PDFs, once the library is unpacked. */
export function fillWithReader(extension: vscode.Uri, panel: vscode.WebviewPanel, page: Page): void {
  let isOpen = true;
  panel.onDidDispose(() => (isOpen = false));
  fileOf(extension, "pdfjs.js").then(
    (library) => {
      if (isOpen) fillPanel(extension, panel, { ...page, library: Buffer.from(library).toString("utf8") });
    },
    (error: unknown) => window.showErrorMessage(messageOf(error)),
  );
}

/** Sends the page what it asks for. The page can name only files of the reader. */
export async function giveFile(extension: vscode.Uri, webview: vscode.Webview, { name }: FileWanted): Promise<void> {
  let given: FileGiven;
  try {
    // A copy, because posting transfers the memory to the page.
    given = { type: "file", name, bytes: new Uint8Array(await fileOf(extension, name)) };
  } catch (error) {
    given = { type: "file", name, problem: messageOf(error) };
  }
  await webview.postMessage(given);
}
