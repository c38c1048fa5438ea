/** Gives pages of PDFs the files of their reader, which the build packed into one. */
import * as vscode from "vscode";
import { openPackedFiles } from "../../../disk/index.ts";
import { messageOf } from "../../../language/index.ts";
import type { FileGiven, FileWanted } from "../../page/readerFiles.ts";

/** Read when the first page needs a file, and again after a failure. */
let files: ReturnType<typeof openPackedFiles> | undefined;

/** Sends the page what it asks for. The page can name only files of the reader. */
export async function giveFile(extension: vscode.Uri, webview: vscode.Webview, { name }: FileWanted): Promise<void> {
  let given: FileGiven;
  try {
    files ??= openPackedFiles(vscode.Uri.joinPath(extension, "dist", "pdfReader.br").fsPath);
    const bytes = await (await files).get(name);
    // A copy, because posting transfers the memory to the page.
    given =
      bytes === undefined
        ? { type: "file", name, problem: name }
        : { type: "file", name, bytes: new Uint8Array(bytes) };
  } catch (error) {
    files = undefined;
    given = { type: "file", name, problem: messageOf(error) };
  }
  await webview.postMessage(given);
}
