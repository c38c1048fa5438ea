/**
 * Read-only documents that live as long as the window: sides of comparisons, answers, contracts. Closing one leaves
 * nothing to discard.
 */
import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { safeFileName } from "./fileName.ts";
import { sideScheme } from "../identifiers.ts";

export interface Sides extends vscode.Disposable {
  /**
   * Returns an address that shows this content. `like`: the document whose name the address takes, or a name. The
   * name's ending determines the language.
   */
  show(content: string, like: vscode.Uri | string): vscode.Uri;
  /** Shows the content in a tab. */
  open(
    content: string,
    like: vscode.Uri | string,
    options?: vscode.TextDocumentShowOptions,
  ): Promise<vscode.TextEditor>;
}

export function createSides(): Sides {
  const contents = new Map<string, string>();
  const registration = vscode.workspace.registerTextDocumentContentProvider(sideScheme, {
    provideTextDocumentContent: (uri) => contents.get(uri.query) ?? "",
  });

  function show(content: string, like: vscode.Uri | string): vscode.Uri {
    const key = randomUUID();
    contents.set(key, content);
    return vscode.Uri.from({
      scheme: sideScheme,
      path: typeof like === "string" ? `/${safeFileName(like)}` : like.path,
      query: key,
    });
  }

  return {
    show,
    open: async (content, like, options = { preview: true }) =>
      vscode.window.showTextDocument(show(content, like), options),
    dispose() {
      registration.dispose();
    },
  };
}
